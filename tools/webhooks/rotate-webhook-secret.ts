import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { newSecretSchema, showNewSecret, webhookId, webhookOf } from './schemas';

export const rotateWebhookSecret = defineAction({
  name: 'rotate_webhook_secret',
  title: 'Give a webhook a new secret',
  description:
    'Creates a new signing secret. Only this answer shows it. For a day, messages also carry a signature of the old secret, so that receivers have time to change.',
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ data: newSecretSchema }),
  async run(workspace, { id }) {
    const rotated = await workspace.webhooks.rotate((await webhookOf(workspace, id)).id);
    if (!rotated) throw notFound('webhook');
    const { row, secret } = rotated;
    return {
      answer: { data: showNewSecret(row, secret) },
      changed: { kind: 'webhook', id: row.id, detail: 'new secret' },
    };
  },
});
