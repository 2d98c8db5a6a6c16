import { z } from 'zod';
import { answererOf } from '../../src/auth/caller';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { showWebhook, webhookId, webhookOf, webhookSchema } from './schemas';

export const resumeWebhook = defineAction({
  name: 'resume_webhook',
  title: 'Turn a disabled webhook on again',
  description:
    'Turns a disabled webhook on again, and takes it over from a person who left the workspace. It then reports what changed meanwhile. To send failed messages again, use {replay_webhook}.',
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({ id: webhookId }),
  output: z.strictObject({ data: webhookSchema }),
  async run(workspace, { id }) {
    const webhook = await webhookOf(workspace, id);
    if (webhook.status === 'ACTIVE') return { answer: { data: showWebhook(webhook) }, changed: null };
    const row = await workspace.webhooks.resume(webhook.id, answererOf(workspace.caller));
    if (!row) throw notFound('webhook');
    return { answer: { data: showWebhook(row) }, changed: { kind: 'webhook', id: row.id, detail: 'resumed' } };
  },
});
