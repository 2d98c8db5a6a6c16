/** After an upgrade, reads the headlines and comments again that older rules read. Runs once, in the process that has the job. */
import { z } from 'zod';
import { define, type JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { RetryLater } from '../../jobs/errors';
import { renewReadings } from '../../ingest/import/renewal';
import { readerVersion } from '../../../packages/reader/src';
import { versionReady } from '../../shared/reader-ready';
import { transactionMs } from '../../scoring/pace';
import type { Database } from '../../database/database';
import { readingsMark } from '../../store/writes/readings';

/** `until`, epoch ms: how long the job waits for a process that has these rules. */
const input = z.object({ version: z.string(), until: z.number() });
const renewal: JobKind<z.infer<typeof input>> = { name: 'renew-readings', input, lane: 'daily' };
const otherVersionDelayMs = 30_000;
const waitsMs = 3_600_000;

export const renewingJob = define({
  ...renewal,
  givesWay: true,
  async run(context, { version, until }) {
    if (version !== readerVersion()) {
      // While one release replaces another, processes of both run. The process that queued the job has the rules.
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

/** Queues the renewal if other rules than this program's read the stored data. Call it when a process starts. */
export async function queueRenewal(db: Database): Promise<boolean> {
  await versionReady();
  const version = readerVersion();
  const mark = await readingsMark(db);
  if (mark?.version === version && mark.at === null) return false;
  return (await enqueue(db, renewal, { version, until: Date.now() + waitsMs }, { uniqueKey: version, priority: 'low' }))
    .added;
}
