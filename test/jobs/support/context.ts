/** One attempt at a job without a runner: what the job asks of it is answered at once. */
import pino from 'pino';
import { newId } from '../../../src/database/new-id';
import type { Database } from '../../../src/database/database';
import type { JobContext } from '../../../src/jobs/definition';

export const contextOf = (db: Database, more: Partial<JobContext> = {}): JobContext => ({
  id: newId(),
  organizationId: '',
  attempt: 1,
  db,
  log: pino({ level: 'silent' }),
  clock: { now: () => 0, monotonic: () => 0 },
  alone: false,
  signal: new AbortController().signal,
  cancelled: false,
  checkpoint: () => Promise.resolve(),
  guard: () => Promise.resolve(),
  savedState: () => undefined,
  saveState: () => Promise.resolve(),
  progress: () => undefined,
  complete: () => Promise.resolve(),
  ...more,
});
