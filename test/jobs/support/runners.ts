/** Runners that work fast enough for tests, and waiting for what they do. */
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import type { AnyJob } from '../../../src/jobs/definition';
import { Runner, type RunnerOptions } from '../../../src/jobs/runner';
import type { Database } from '../../../src/database/database';
import { findJob } from '../../../src/store/jobs/listing';
import type { JobRow } from '../../../src/store/tables/jobs';

const silent = pino({ level: 'silent' });

/** A runner that looks at the queue every 20 ms; not started. Its lease is so long that no slow machine loses it. */
export function runnerOf(db: Database, jobs: readonly AnyJob[], options: Partial<RunnerOptions> = {}): Runner {
  return new Runner({ db, jobs, log: silent, concurrency: 3, pollMs: 20, leaseMs: 60_000, ...options });
}

/** Waits until `find` gives something. */
export async function eventually<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  // A limit against hanging, many times what a busy machine takes.
  for (let turn = 0; turn < 12_000; turn += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(10);
  }
  throw new Error('it did not come in 12,000 turns of 10 ms');
}

/** The job once it has one of these statuses. */
export function jobThatIs(db: Database, id: string, ...statuses: JobRow['status'][]): Promise<JobRow> {
  return eventually(async () => {
    const row = await findJob(db, id);
    return row && statuses.includes(row.status) ? row : undefined;
  });
}
