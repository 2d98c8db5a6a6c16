import { z } from 'zod';
import { messageStatuses } from '../../src/shared/values';
import { defineList } from '../list';
import { deliverySchema, showDelivery, webhookId, webhookOf } from './schemas';

export const listWebhookDeliveries = defineList({
  name: 'list_webhook_deliveries',
  title: 'List what was sent to a webhook',
  description:
    "Lists the messages of one webhook, newest first: contents, number of attempts, the receiver's answer, and the next attempt. Ended messages are kept for 30 days.",
  right: 'readWebhooks',
  rest: null,
  interfaces: { mcp: false, console: true },
  filters: {
    id: webhookId,
    status: z.enum(messageStatuses).describe('Only messages with this status.').optional(),
  },
  item: deliverySchema,
  async load(workspace, { id, status }, page) {
    const webhook = await webhookOf(workspace, id);
    return workspace.store.webhooks.messages(webhook.id, status, page);
  },
  show: showDelivery,
});
