import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { showWebhook, webhookId, webhookOf, webhookSchema } from './schemas';

export const pauseWebhook = defineAction({
  name: 'pause_webhook',
  title: 'Send nothing to a webhook for now',
  description:
    'Turns a webhook off until {resume_webhook}. Waiting messages and changes of leads are sent then. It never reports discoveries and runs that finish meanwhile, or low credits.',
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ data: webhookSchema }),
  async run(workspace, { id }) {
    const webhook = await webhookOf(workspace, id);
    if (webhook.status === 'DISABLED') return { answer: { data: showWebhook(webhook) }, changed: null };
    const row = await workspace.webhooks.pause(webhook.id);
    if (!row) throw notFound('webhook');
    return { answer: { data: showWebhook(row) }, changed: { kind: 'webhook', id: row.id, detail: 'paused' } };
  },
});
