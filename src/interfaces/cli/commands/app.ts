import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { isScope, scopes as allScopes, type Scope } from '../../../auth/rights';
import { isAssistant } from '../../../shared/assistants';
import { appKey, appName, forbidApp, permitApp } from '../../../auth/admin-consent';
import { hiddenAdminsFlag } from '../../../store/oauth/consent-facts';
import { listAccessRequests } from '../../../store/oauth/access-requests';
import { clientsRegisteredFor, findClient } from '../../../store/oauth/clients';
import { permitsOf } from '../../../store/oauth/admin-consents';
import { hasFlag, setFlag, clearFlag } from '../../../store/statements/flags';
import type { Database } from '../../../database/database';
import { parameter, type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { missing } from '../exit-codes';
import { operatorActor } from '../../../auth/operator-name';
import { actAsOperator } from '../operator';
import { tableLines, timestamp } from '../text';

const app = parameter(
  '<client id or preset>',
  'a client id, or the name of an assistant: cursor, chatgpt, …',
  z.string().min(1).max(512),
);

const scopeList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (names): names is Scope[] => names.length > 0 && names.every(isScope),
    `must be some of: ${allScopes.join(' ')}`,
  );

/** The key of an app. @throws CliError `not_found` for an unknown client. */
async function knownApp(db: Database, named: string): Promise<string> {
  const key = appKey(named);
  if (!isAssistant(named) && !(await findClient(db, key))) throw missing('client or assistant', named);
  return key;
}

const add = workspaceCommand({
  name: 'add',
  summary: 'Register an application by hand, for a form that asks for a client id.',
  details:
    'Only this workspace can approve it. It may have any redirect URI at https or on loopback, compared exactly. There is no secret: leave that field of the form empty.',
  arguments: { name: parameter('<name>', 'what people read on the consent page', z.string().trim().min(1).max(100)) },
  options: {
    redirect: parameter('--redirect <uris...>', 'where it sends people back to', z.array(z.string()).min(1)),
  },
  examples: ['app add n8n --redirect https://n8n.example.com/rest/oauth2-credential/callback -w "Acme Sales"'],
  async run({ organization, organizationId, workspace }, args, options) {
    const made = await action.registerApp.act(workspace, { name: args.name, redirectUris: options.redirect });
    return {
      data: { organizationId, ...made },
      lines: [
        `Registered ${made.name} for ${organization.name}, which alone can approve it`,
        `client id  ${made.clientId}   (no secret)`,
        ...made.redirectUris.map((uri) => `returns to ${uri}`),
      ],
    };
  },
});

const remove = workspaceCommand({
  name: 'remove',
  summary: 'Remove an application that was registered by hand. Its connections end within 5 seconds.',
  arguments: {
    app: parameter('<client id>', 'its client id, as `app registered` shows it', z.string().min(1).max(512)),
  },
  examples: ['app remove 2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11'],
  async run({ organizationId, workspace }, args) {
    const data = await action.removeRegisteredApp.act(workspace, {
      clientId: args.app,
    });
    return { data: { organizationId, ...data }, lines: [`Removed ${args.app}`] };
  },
});

const registered = workspaceCommand({
  name: 'registered',
  summary: 'List the applications that were registered by hand.',
  examples: ['app registered'],
  async run({ db, organizationId }) {
    const apps = (await clientsRegisteredFor(db, organizationId)).map((client) => ({
      clientId: client.id,
      name: client.name,
      redirectUris: client.redirectUris,
      registeredAt: timestamp(client.createdAt),
    }));
    return {
      data: { organizationId, apps },
      lines: tableLines(
        ['CLIENT ID', 'NAME', 'RETURNS TO', 'REGISTERED'],
        apps.map((row) => [row.clientId, row.name, row.redirectUris.join(' '), row.registeredAt]),
      ),
    };
  },
});

const permit = workspaceCommand({
  name: 'permit',
  summary: 'Permit an app for a workspace. Its members can then connect it themselves.',
  details:
    'This is the approval of an owner or admin that sensitive scopes require. It replaces an earlier permit of the app.',
  arguments: { app },
  options: {
    scopes: parameter('--scopes <scopes>', `some of: ${allScopes.join(' ')}`, scopeList),
  },
  examples: ['app permit cursor --scopes "workspace:read leads:read" -w "Acme Sales"'],
  async run({ db, organization, organizationId }, args, options) {
    const key = await knownApp(db, args.app);
    const scopes = allScopes.filter((scope) => options.scopes.includes(scope));
    await permitApp(db, { organizationId, app: key, scopes, by: operatorActor(), now: Date.now() });
    return {
      data: { organizationId, app: appName(key), scopes },
      lines: [`Members of ${organization.name} may connect ${appName(key)} with ${scopes.join(', ')}`],
    };
  },
});

const forbid = workspaceCommand({
  name: 'forbid',
  summary: 'Take a permit back. Connections that members made with it end within 5 seconds.',
  arguments: { app },
  examples: ['app forbid cursor -w "Acme Sales"'],
  async run({ db, organizationId }, args) {
    const key = appKey(args.app);
    if (!(await forbidApp(db, { organizationId, app: key, by: operatorActor(), now: Date.now() }))) {
      throw missing('permit', args.app);
    }
    return {
      data: { organizationId, app: appName(key), scopes: [] },
      lines: [`Forbade ${appName(key)}`],
    };
  },
});

const list = workspaceCommand({
  name: 'list',
  summary: "List the apps that are permitted for a workspace's members.",
  examples: ['app list'],
  async run({ db, organizationId }) {
    const apps = (await permitsOf(db, organizationId)).map((row) => ({
      app: appName(row.app),
      scopes: row.scopes.split(' '),
      permittedBy: row.permitted_by,
      permittedAt: timestamp(row.updated_at),
    }));
    return {
      data: { organizationId, apps },
      lines: tableLines(
        ['APP', 'SCOPES', 'PERMITTED'],
        apps.map((row) => [row.app, row.scopes.join(' '), row.permittedAt]),
      ),
    };
  },
});

const requests = workspaceCommand({
  name: 'requests',
  summary: 'List open requests of members for apps.',
  details: 'Answer with `app permit <client id>`, or on a page that uses the access-requests endpoint.',
  examples: ['app requests --json'],
  async run({ db, organizationId }) {
    const found = (await listAccessRequests(db, { organizationId })).map((row) => ({
      id: row.id,
      email: row.email,
      clientId: row.client_id,
      clientName: row.client_name,
      redirectHost: row.redirect_host,
      scopes: row.scopes.split(' '),
      requestedAt: timestamp(row.created_at),
    }));
    return {
      data: { organizationId, requests: found },
      lines: tableLines(
        ['PERSON', 'CLIENT', 'CALLS ITSELF', 'GOES TO', 'SCOPES', 'ASKED'],
        found.map((row) => [
          row.email,
          row.clientId,
          row.clientName,
          row.redirectHost,
          row.scopes.join(' '),
          row.requestedAt,
        ]),
      ),
    };
  },
});

const admins = workspaceCommand({
  name: 'admins',
  summary: 'Set whether consent pages show members the names of owners and admins.',
  arguments: { names: parameter('<show or hide>', 'show (the default) or hide', z.enum(['show', 'hide'])) },
  examples: ['app admins hide -w "Acme Sales"'],
  async run({ db, organization, organizationId }, args) {
    const name = hiddenAdminsFlag(organizationId);
    await actAsOperator(db, 'set_named_admins', async () => {
      const hide = args.names === 'hide';
      if ((await hasFlag(db, name)) === hide) return { answer: undefined, changed: null };
      const changed = { kind: 'workspace', id: organizationId, organizationId, detail: args.names };
      return { answer: await (hide ? setFlag(db, name) : clearFlag(db, name)), changed };
    });
    return {
      data: { organizationId, admins: args.names },
      lines: [`Consent pages ${args.names} the owners and admins of ${organization.name}`],
    };
  },
});

export const appCommands: CommandGroup = {
  name: 'app',
  summary: 'Apps that members may connect themselves, and requests for them.',
  commands: [add, remove, registered, permit, forbid, list, requests, admins],
};
