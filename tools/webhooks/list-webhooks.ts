import { defineList } from '../list';
import * as examples from '../examples';
import { showWebhook, webhookSchema } from './schemas';

export const listWebhooks = defineList({
  name: 'list_webhooks',
  title: 'List webhooks',
  description:
    'Lists the webhooks with their message types, oldest first, and says which were disabled and why. Secrets are never shown again. {list_webhook_deliveries} lists what was sent to one.',
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
