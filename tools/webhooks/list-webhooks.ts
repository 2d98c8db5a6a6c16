import { defineList } from '../list';
import * as examples from '../examples';
import { showWebhook, webhookSchema } from './schemas';

export const listWebhooks = defineList({
  name: 'list_webhooks',
  title: 'List webhooks',
  description:
    'Lists where messages are sent and of which types, the oldest first, and which webhooks were disabled and why. Secrets are never shown again. {list_webhook_deliveries} has what was sent to one.',
  right: 'readWebhooks',
  rest: {
    method: 'GET',
    path: '/customer/webhooks',
    tag: 'Webhooks',
    resource: 'Webhook',
    example: examples.webhook,
  },
  interfaces: { mcp: false, console: true },
  filters: {},
  item: webhookSchema,
  load: ({ store }, _filters, page) => store.webhooks.list(page),
  show: showWebhook,
});
