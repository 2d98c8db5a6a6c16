import { z } from 'zod';
import { answererOf } from '../../src/auth/caller';
import { readTarget } from '../../src/shared/http-client/targets';
import { invalid, OperationError } from '../../src/shared/errors';
import { mostWebhooks } from '../../src/webhooks/webhook-service';
import { defineAction } from '../define';
import * as examples from '../examples';
import { expectReadable, newSecretSchema, showNewSecret, webhookTypesField, webhookUrl } from './schemas';

export const createWebhook = defineAction({
  name: 'create_webhook',
  title: 'Add a webhook',
  description: `Sends messages of these types to an address from now on, signed as in Standard Webhooks 1.0. A key without dataAccess.leads cannot ask for lead.tier_changed. Only this answer holds the signing secret. A workspace has at most ${mostWebhooks} webhooks. {list_webhooks} lists them, {delete_webhook} ends one.`,
  right: 'manageWebhooks',
  rest: {
    method: 'POST',
    path: '/customer/webhooks',
    tag: 'Webhooks',
    resource: 'NewWebhook',
    example: examples.newWebhook,
    status: 201,
    refuses: ['conflict', 'service_unavailable'],
  },
  input: z.strictObject({
    url: webhookUrl,
    types: webhookTypesField,
  }),
  output: z.strictObject({ data: newSecretSchema }),
  async run(workspace, { url, types }) {
    expectReadable(types, workspace);
    const { webhooks } = workspace;
    const target = readTarget(url, webhooks.allowedHosts);
    if ('problem' in target) throw invalid({ path: 'url', message: target.problem });
    const added = await webhooks.add(url, types, answererOf(workspace.caller));
    if (!added)
      throw new OperationError('conflict', `A workspace has at most ${mostWebhooks} webhooks: remove one first.`);
    const { row, secret } = added;
    const detail = `${target.url.host}: ${row.types}`;
    return { answer: { data: showNewSecret(row, secret) }, changed: { kind: 'webhook', id: row.id, detail } };
  },
});
