/** Scoring who is queued: the job as those who queue somebody know it, and its work, which ends other jobs too. */
import { z } from 'zod';
import type { JobContext, JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import type { Database } from '../database/database';
import { transactionMs } from './pace';
import { workOffQueue, type ScoringOptions } from './rescore';

export const scoreQueued: JobKind<object> = { name: 'score-queued', input: z.object({}) };

/**
 * While pages follow one another, scoring waits so long, so that not every page is scored on its own. What ends within it scores by
 * itself (`scoreNow`); the job is for a caller that is interrupted.
 */
const whileCollectingMs = 10_000;

/** Queues the scoring of whom a page brought in: goes into the page's transaction. @param now epoch ms. */
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

/** What scoring needs of a job: the workspace, and its say whether it may go on. */
export type JobPart = Pick<JobContext, 'db' | 'organizationId' | 'clock' | 'alone' | 'checkpoint' | 'guard'>;

/** How a job scores: in short transactions, each of this attempt. */
export const scoringIn = (context: JobPart): ScoringOptions => ({
  targetMs: transactionMs(context.db.dialect, context.alone),
  checkpoint: () => context.checkpoint(),
  reached: () => context.guard(),
});

/** Scores who is queued, as part of a job that brought people in: when it ends, leads stand as their signals do. */
export async function scoreNow(context: JobPart): Promise<void> {
  await workOffQueue(context.db, context.organizationId, context.clock.now(), scoringIn(context));
}
