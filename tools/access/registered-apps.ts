/** Applications that an owner or admin registers by hand, for forms that ask for a client id. */
import { z } from 'zod';
import { isLoopback, parseRedirectUri } from '../../src/shared/redirect-uri';
import { notFound } from '../../src/shared/errors';
import type { StoredClient } from '../../src/store/oauth/clients';
import { printDate } from '../dates';
import { defineAction, defineQuery } from '../define';
import { asUuid, givenName, input, pathId } from '../fields';
import { timestamp, uuid } from '../schemas/values';

/** Whether an application that was registered by hand may have this redirect URI: any at https or loopback, in normal form. */
function isUsable(text: string): boolean {
  const url = parseRedirectUri(text);
  return url !== undefined && (url.protocol === 'https:' || isLoopback(url));
}

const redirectUri = z
  .string()
  .refine(isUsable, 'must be an https URI, or an http one on loopback, in normal form without fragment or credentials');

const appSchema = z.strictObject({
  clientId: uuid('Client id, uuid: what the form of the application asks for. There is no secret.'),
  name: z.string().describe('What it was called when it was registered.'),
  redirectUris: z.array(z.string()).describe('Where it may send people back to, compared exactly.'),
  createdAt: timestamp('When it was registered.'),
});

const shown = ({ id, name, redirectUris, createdAt }: StoredClient): z.output<typeof appSchema> => ({
  clientId: id,
  name,
  redirectUris: [...redirectUris],
  createdAt: printDate(createdAt),
});

export const listRegisteredApps = defineQuery({
  name: 'list_registered_apps',
  title: 'List applications registered by hand',
  description: 'Lists the applications that were registered by hand for this workspace, newest first.',
  right: 'manageApps',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({ data: z.array(appSchema) }),
  run: async ({ store }) => ({ data: (await store.admin.registeredApps()).map(shown) }),
});

export const registerApp = defineAction({
  name: 'register_app',
  title: 'Register an application by hand',
  description:
    'Makes a public client for an application whose form asks for a client id. Only this workspace can approve it, and it may have any redirect URI at https or on loopback.',
  right: 'manageApps',
  rest: null,
  input: input({
    name: givenName.min(1).max(100).describe('What people read on the consent page.'),
    redirectUris: z.array(redirectUri).min(1).max(10).describe('Where it sends people back to, compared exactly.'),
  }),
  output: appSchema,
  async run({ apps }, { name, redirectUris }) {
    const client = await apps.register(name, [...new Set(redirectUris)]);
    return { answer: shown(client), changed: { kind: 'app', id: client.id, detail: name } };
  },
});

export const removeRegisteredApp = defineAction({
  name: 'remove_registered_app',
  title: 'Remove an application registered by hand',
  description:
    'Removes an application that was registered by hand for this workspace. Its connections end within five seconds.',
  right: 'manageApps',
  rest: null,
  input: input({ clientId: pathId('Client id, uuid, as {list_registered_apps} shows it.') }),
  output: z.strictObject({ clientId: uuid('Client id, uuid.'), status: z.literal('REMOVED') }),
  async run({ apps }, { clientId }) {
    const id = asUuid(clientId);
    const removed = id === undefined ? undefined : await apps.unregister(id);
    if (!removed) throw notFound('application registered by hand');
    return {
      answer: { clientId: removed.id, status: 'REMOVED' as const },
      changed: { kind: 'app', id: removed.id, detail: removed.name },
    };
  },
});
