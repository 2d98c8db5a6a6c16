import { z } from 'zod';
import { answererOf } from '../../src/auth/caller';
import { readTarget } from '../../src/shared/http-client/targets';
import { invalid, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import {
  expectReadable,
  showWebhook,
  webhookId,
  webhookOf,
  webhookSchema,
  webhookTypesField,
  webhookUrl,
} from './schemas';

export const changeWebhook = defineAction({
  name: 'change_webhook',
  title: 'Change a webhook',
  description:
    'Gives a webhook another address, other message types, or both. Messages that wait go to the new address. It receives a new type from now on. The secret stays. To change it, use {rotate_webhook_secret}.',
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({
    id: webhookId,
    url: webhookUrl.optional(),
    types: webhookTypesField.optional(),
  }),
  output: z.strictObject({ data: webhookSchema }),
  async run(workspace, { id, url, types }) {
    if (url === undefined && types === undefined) {
      throw invalid({ path: 'url', message: 'give url, types or both' });
    }
    const { webhooks } = workspace;
    if (types !== undefined) expectReadable(types, workspace);
    const webhook = await webhookOf(workspace, id);
    const target = readTarget(url ?? webhook.url, webhooks.allowedHosts);
    if (url !== undefined && 'problem' in target) throw invalid({ path: 'url', message: target.problem });
    const wanted = { ...(url && url !== webhook.url ? { url } : {}), ...(types ? { types } : {}) };
    const row = await webhooks.change(webhook.id, wanted, answererOf(workspace.caller));
    if (!row) throw notFound('webhook');
    const host = 'problem' in target ? '' : `${target.url.host}: `;
    return {
      answer: { data: showWebhook(row) },
      changed: { kind: 'webhook', id: row.id, detail: `${host}${row.types}` },
    };
  },
});
