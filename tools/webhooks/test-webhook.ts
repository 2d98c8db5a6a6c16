import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { webhookId, webhookOf } from './schemas';

export const testWebhook = defineAction({
  name: 'test_webhook',
  title: 'Send a test message to a webhook',
  description:
    'Queues a signed message of type `webhook.test`, behind what waits for the webhook already, and tries at once. {list_webhook_deliveries} shows what became of it.',
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ data: z.strictObject({ id: z.string().describe('Its webhook-id.') }) }),
  async run(workspace, { id }) {
    const webhook = await webhookOf(workspace, id);
    const message = await workspace.webhooks.test(webhook.id);
    if (message === undefined) {
      const why = webhook.status === 'ACTIVE' ? 'too many messages wait for it' : 'it is disabled: resume it first';
      throw new OperationError('conflict', `The webhook accepts no messages: ${why}.`);
    }
    return {
      answer: { data: { id: `msg_${message}` } },
      changed: { kind: 'webhook', id: webhook.id, detail: 'test message' },
    };
  },
});
