/** Jobs that remove data that is no longer needed, and end what nobody works on any more. */
import { z } from 'zod';
import { define } from '../../jobs/definition';
import { clean } from '../oauth/cleaner';
import { deleteEnded } from '../../store/jobs/queue';
import { closeAbandoned } from '../../store/log/abandoned';

const day = 24 * 3_600_000;
const together = 200;

/** How long ended jobs stay in the list. A kind can leave nothing behind: `keepsDone`. */
const retention = { done: 7 * day, cancelled: 30 * day, dead: 90 * day } as const;

/** Runs often, because strangers can store authorization requests. */
const oauthRows = define({
  name: 'clean-oauth',
  lane: 'minute',
  input: z.object({}),
  schedule: { pattern: '* * * * *' },
  keepsDone: false,
  async run(context) {
    const removed = await clean(context.db, context.clock.now(), () => context.signal.aborted);
    if (removed > 0) context.log.debug({ removed }, 'removed expired OAuth rows');
  },
});

const endedJobs = define({
  name: 'clean-jobs',
  lane: 'upkeep',
  input: z.object({}),
  schedule: { pattern: '41 * * * *' },
  keepsDone: false,
  async run(context) {
    for (const status of ['done', 'cancelled', 'dead'] as const) {
      const before = context.clock.now() - retention[status];
      while ((await deleteEnded(context.db, status, before, together)) > 0) await context.checkpoint();
    }
  },
});

const abandonedImports = define({
  name: 'close-imports',
  lane: 'upkeep',
  input: z.object({}),
  schedule: { pattern: '*/10 * * * *' },
  keepsDone: false,
  async run(context) {
    const closed = await closeAbandoned(context.db, context.clock.now());
    if (closed > 0) context.log.info({ closed }, 'ended imports whose process had ended');
  },
});

export const cleaningJobs = [oauthRows, endedJobs, abandonedImports];
