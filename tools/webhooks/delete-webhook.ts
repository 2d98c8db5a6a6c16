import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import * as examples from '../examples';
import { showWebhook, webhookId, webhookOf, webhookSchema } from './schemas';

export const deleteWebhook = defineAction({
  name: 'delete_webhook',
  title: 'Remove a webhook',
  description: 'Ends a webhook. Its address gets nothing more, and its waiting messages and its log are removed.',
  right: 'manageWebhooks',
  rest: {
    method: 'DELETE',
    path: '/customer/webhooks/{id}',
    tag: 'Webhooks',
    resource: 'Webhook',
    example: examples.webhook,
    status: 204,
  },
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ data: webhookSchema }),
  async run(workspace, { id }) {
    const row = await webhookOf(workspace, id);
    if (!(await workspace.webhooks.remove(row.id))) throw notFound('webhook');
    return { answer: { data: showWebhook(row) }, changed: { kind: 'webhook', id: row.id, detail: 'removed' } };
  },
});
