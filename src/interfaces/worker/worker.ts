/** All kinds of jobs together: `serve` runs them beside its requests, `leadlight worker` runs only them. */
import type { Logger } from 'pino';
import { forgettingJobs } from './forget-changes';
import { removeWorkspaceJob } from '../../privacy/delete-workspace';
import { ledgerJob } from '../../privacy/ledger-job';
import { retentionJobs } from '../../privacy/retention';
import { scrubJob } from '../../privacy/mention-scrub';
import type { AnyJob } from '../../jobs/definition';
import { Runner, type RunnerOptions } from '../../jobs/runner';
import { parseHeadline } from '../../../packages/reader/src';
import { headlinesReady } from '../../shared/reader-ready';
import { readExclusionReasons } from '../../rules/fit/exclusion-reasons';
import type { Database } from '../../database/database';
import { removeUnusedScratches } from '../../store/undo/folders-undoing';
import { cleaningJobs } from './cleaning';
import { queueRenewal, renewingJob } from './renewing';
import { scoringJobs } from './rescoring';

/** `RunnerOptions` describes the options that tests also set. */
export interface WorkerOptions extends Partial<Pick<RunnerOptions, 'alone' | 'leaseMs' | 'pollMs'>> {
  /** Jobs at once. */
  readonly concurrency: number;
  /** Further kinds of jobs: those that need settings or connections of their own. */
  readonly jobs?: readonly AnyJob[];
}

/** Reads the tables of the rules at the start, beside what the process answers, so that its first job does not begin with that. */
async function readRules(): Promise<void> {
  await headlinesReady();
  const headline = 'Head of Sales at Example, ex-Sample | formerly recruiting';
  readExclusionReasons(headline, parseHeadline(headline).seniority ?? null);
}

/** Starts to work on the queue. Any number of workers may run. Each job is done by one. */
export function startWorker(db: Database, log: Logger, { jobs = [], ...options }: WorkerOptions): Runner {
  readRules().catch((error: unknown) => log.error({ err: error }, 'the tables of the reader could not be made'));
  removeUnusedScratches(db).then(
    (left) => left > 0 && log.warn({ left }, 'removed copies of workspaces that a killed undo left'),
    (error: unknown) => log.error({ err: error }, 'could not look for copies of workspaces that a killed undo left'),
  );
  const runner = new Runner({
    db,
    log,
    ...options,
    jobs: [
      ...scoringJobs,
      renewingJob,
      ...cleaningJobs,
      scrubJob,
      removeWorkspaceJob,
      ledgerJob,
      ...retentionJobs,
      ...forgettingJobs,
      ...jobs,
    ],
  });
  runner.start();
  queueRenewal(db).catch((error: unknown) => log.error({ err: error }, 'could not queue the renewal of readings'));
  return runner;
}
