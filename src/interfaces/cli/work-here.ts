/** Does jobs in the process of a command, so that they get done even if no service runs. */
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { AnyJob } from '../../jobs/definition';
import { Runner } from '../../jobs/runner';
import { findJob } from '../../store/jobs/listing';
import type { Database } from '../../database/database';
import { configuredJobs } from '../worker/configured';
import { scoringJobs } from '../worker/rescoring';
import type { CommandContext } from './command';

const lookMs = 50;
const ended = new Set(['done', 'dead', 'cancelled']);

/**
 * Waits until these jobs have ended. They run here or in a service on the same database: the first to claim a job does it.
 * @param names of the kinds of jobs to do here.
 */
export async function workUntilDone(
  { settings }: Pick<CommandContext, 'settings'>,
  db: Database,
  organizationId: string,
  wanted: { readonly names: readonly string[]; readonly jobIds: readonly string[] },
): Promise<void> {
  if (wanted.jobIds.length === 0) return;
  await workWhile(settings, db, organizationId, wanted.names, async () => {
    for (const id of wanted.jobIds) {
      const row = await findJob(db, id);
      if (row && !ended.has(row.status)) return true;
    }
    return false;
  });
}

/** Does jobs of one kind for a workspace here until `tried` says so. Unfinished jobs end as those of a worker that stops. */
export async function workUntilTried(
  { settings }: Pick<CommandContext, 'settings'>,
  db: Database,
  organizationId: string,
  name: string,
  tried: () => Promise<boolean>,
): Promise<void> {
  await workWhile(settings, db, organizationId, [name], async () => !(await tried()));
}

async function workWhile(
  settings: CommandContext['settings'],
  db: Database,
  organizationId: string,
  names: readonly string[],
  wanted: () => Promise<boolean>,
): Promise<void> {
  const all: readonly AnyJob[] = [...configuredJobs(settings), ...scoringJobs];
  // Without schedules: the service keeps those.
  const jobs = all.filter(({ name }) => names.includes(name)).map(({ schedule: _, ...job }) => job);
  const log = pino({ level: 'silent' });
  const runner = new Runner({ db, log, jobs, concurrency: 3, pollMs: lookMs, organizationId });
  runner.start();
  try {
    while (await wanted()) await setTimeout(lookMs);
  } finally {
    await runner.stop();
  }
}
