import { z } from 'zod';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import { mostReplayed } from '../../src/webhooks/webhook-service';
import { instant } from '../dates';
import { defineAction } from '../define';
import { asUuid } from '../fields';
import { webhookId, webhookOf } from './schemas';

export const replayWebhook = defineAction({
  name: 'replay_webhook',
  title: 'Send messages again',
  description: `Sends one message of a webhook again, whatever its status, or with \`since\` every failed one from then on, at most ${mostReplayed}. A message keeps its webhook-id, so that receivers recognise it.`,
  right: 'manageWebhooks',
  rest: null,
  input: z.strictObject({
    id: webhookId,
    messageId: z.string().max(64).describe('A webhook-id from the delivery log, `msg_…`.').optional(),
    since: instant('start', 'Failed messages queued since then: YYYY-MM-DD or RFC 3339.').optional(),
  }),
  output: z.strictObject({
    data: z.strictObject({ replayed: z.int().min(0).describe('Messages that now wait to be sent.') }),
  }),
  async run(workspace, { id, messageId, since }) {
    if ((messageId === undefined) === (since === undefined)) {
      throw invalid({ path: 'messageId', message: 'give either messageId or since' });
    }
    const webhook = await webhookOf(workspace, id);
    if (webhook.status !== 'ACTIVE') throw new OperationError('conflict', 'The webhook is disabled: resume it first.');
    const message = messageId === undefined ? undefined : asUuid(messageId.replace(/^msg_/, ''));
    if (messageId !== undefined && message === undefined) throw notFound('message');
    const what = message === undefined ? { since: since ?? 0 } : { messageId: message };
    const replayed = await workspace.webhooks.replay(webhook, what);
    if (message !== undefined && replayed === 0) throw notFound('message');
    const detail = message === undefined ? `replay of ${replayed}` : `replay of msg_${message}`;
    return {
      answer: { data: { replayed } },
      changed: replayed === 0 ? null : { kind: 'webhook', id: webhook.id, detail },
    };
  },
});
