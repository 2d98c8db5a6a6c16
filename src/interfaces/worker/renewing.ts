/** After an upgrade: what older rules read of headlines and comments is read again, once, by whichever process holds the job. */
import { z } from 'zod';
import { define, type JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { RetryLater } from '../../jobs/errors';
import { renewReadings } from '../../ingest/import/renewal';
import { rulesVersion } from '../../rules/qualification/rules-version';
import { transactionMs } from '../../scoring/pace';
import type { Database } from '../../database/database';
import { readingsMark } from '../../store/writes/readings';

/** `until`, epoch ms: how long it waits for a process that has these rules. */
const input = z.object({ version: z.string(), until: z.number() });
const renewal: JobKind<z.infer<typeof input>> = { name: 'renew-readings', input };
const otherVersionDelayMs = 30_000;
const waitsMs = 3_600_000;

export const renewingJob = define({
  ...renewal,
  async run(context, { version, until }) {
    if (version !== rulesVersion()) {
      // Beside a process of another release, as while one replaces the other: the one that asked has the rules.
      if (context.clock.now() > until) return;
      throw new RetryLater(otherVersionDelayMs, 'asked for by a process with other rules');
    }
    const people = await renewReadings(context.db, {
      now: () => context.clock.now(),
      targetMs: transactionMs(context.db.dialect, context.alone),
      checkpoint: () => context.checkpoint(),
      guard: () => context.guard(),
      progress: (done) => context.progress({ people: done }),
    });
    context.log.info({ people }, 'headlines and comments read again after an upgrade');
  },
});

/** Queues the renewal where what is stored was read by other rules than this program's. Call it when a process starts. */
export async function queueRenewal(db: Database): Promise<boolean> {
  const version = rulesVersion();
  const mark = await readingsMark(db);
  if (mark?.version === version && mark.at === null) return false;
  return (await enqueue(db, renewal, { version, until: Date.now() + waitsMs }, { uniqueKey: version, priority: 'low' }))
    .added;
}
