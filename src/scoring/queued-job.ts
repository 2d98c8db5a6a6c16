/** The job that scores queued people, for those who queue it, and its work, which other jobs also do at their end. */
import { z } from 'zod';
import type { JobContext, JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import type { Database } from '../database/database';
import { hasWork } from '../store/writes/scoring-queue';
import { transactionMs } from './pace';
import { workOffQueue, type ScoringOptions } from './rescore';
import type { ScoreCounts } from './score-people';

export const scoreQueued: JobKind<object> = { name: 'score-queued', input: z.object({}), lane: 'scoring' };

/**
 * How long scoring waits while pages follow one another, so that not every page is scored on its own. Work that ends sooner
 * scores by itself (`scoreNow`). The job is for work that was interrupted.
 */
const whileCollectingMs = 10_000;

/** Queues the scoring of people from a page, in the page's transaction. @param now epoch ms. */
export async function queueScoringJob(db: Database, organizationId: string, now: number): Promise<void> {
  const options = {
    organizationId,
    uniqueKey: 'queue',
    priority: 'high',
    now,
    runAt: now + whileCollectingMs,
  } as const;
  await enqueue(db, scoreQueued, {}, options);
}

/** The parts of a job that scoring needs: the workspace, and whether it may continue. */
export type JobPart = Pick<JobContext, 'db' | 'organizationId' | 'clock' | 'alone' | 'checkpoint' | 'guard'>;

/** How a job scores: in short transactions, each bound to this attempt. */
export const scoringIn = (context: JobPart): ScoringOptions => ({
  targetMs: transactionMs(context.db.dialect, context.alone),
  checkpoint: () => context.checkpoint(),
  reached: () => context.guard(),
});

/** Scores queued people as part of a job that stored them, so that leads are current when the job ends. */
export async function scoreNow(context: JobPart): Promise<void> {
  await workOffQueue(context.db, context.organizationId, context.clock.now(), scoringIn(context));
}

/** People who are scored while somebody waits for the answer of a change: some tenths of a second. */
const mostWhileWaiting = 1_000;

/**
 * Scores queued people after a change, before it is answered. Of a long queue, as an import leaves it, the job does the rest.
 * @param now epoch ms.
 */
export async function scoreBeforeAnswer(db: Database, organizationId: string, now: number): Promise<ScoreCounts> {
  const counts = await workOffQueue(db, organizationId, now, { most: mostWhileWaiting });
  if (await hasWork(db, organizationId))
    await enqueue(db, scoreQueued, {}, { organizationId, uniqueKey: 'queue', priority: 'high', now });
  return counts;
}
