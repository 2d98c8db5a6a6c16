/** Maintenance of webhooks: queues a job for messages that lost theirs, and removes old messages. */
import { z } from 'zod';
import { define } from '../jobs/definition';
import { deliveryJobName, queueDelivery } from '../store/webhooks/emit';
import { removeDelivered, removeEnded, webhooksAfter, withoutJob, type WebhookKey } from '../store/webhooks/messages';

/** How long the delivery log is kept, milliseconds. */
export const logRetentionMs = 30 * 24 * 3_600_000;
/** Delivered messages that one webhook keeps at most. */
const mostDelivered = 20_000;
const together = 500;

const revive = define({
  name: 'revive-webhooks',
  lane: 'minute',
  input: z.object({}),
  schedule: { pattern: '*/5 * * * *' },
  keepsDone: false,
  async run({ db, clock }) {
    for (const { organization_id, id } of await withoutJob(db, `${deliveryJobName}:`, together)) {
      await queueDelivery(db, organization_id, id, clock.now());
    }
  },
});

const clean = define({
  name: 'clean-webhooks',
  lane: 'upkeep',
  input: z.object({}),
  schedule: { pattern: '23 * * * *' },
  keepsDone: false,
  async run(context) {
    const before = context.clock.now() - logRetentionMs;
    let last: WebhookKey | undefined = { organization_id: '', id: '' };
    while (last) {
      const some: WebhookKey[] = await webhooksAfter(context.db, last, together);
      for (const webhook of some) {
        await removeEnded(context.db, webhook, before);
        await removeDelivered(context.db, webhook, mostDelivered);
      }
      last = some.at(-1);
      await context.checkpoint();
    }
  },
});

export const webhookHousekeeping = [revive, clean];
