/** What `leadlight doctor` finds in the job queue. */
import { deadJobs, oldestReady } from '../../store/jobs/listing';
import { listSchedules } from '../../store/jobs/schedules';
import { workspacesNotRescored } from '../../store/writes/rescoring-times';
import type { Database } from '../../database/database';
import type { Finding } from './checks';
import { timestamp } from './text';

const hour = 3_600_000;
/** A day, plus time for one run and one restart. */
const dayLate = 26 * hour;
/** How long a job may wait before `doctor` reports it. */
const readyTooLong = hour;

/**
 * Finds dead jobs, workspaces that missed their daily scoring, and a queue that no worker serves.
 * @param now epoch ms.
 */
export async function checkJobs(db: Database, now: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, name, error, finished_at: at } of await deadJobs(db, 20)) {
    findings.push({
      check: 'jobs',
      level: 'problem',
      message: `${name} ${id} is dead since ${timestamp(at)}: ${error}; \`leadlight jobs retry ${id}\` or \`jobs cancel ${id}\``,
    });
  }
  const oldest = await oldestReady(db);
  if (oldest !== undefined && oldest < now - readyTooLong) {
    const message = `a job waits since ${timestamp(oldest)}; run \`leadlight worker\`, or serve with RUN_WORKER`;
    findings.push({ check: 'jobs', level: 'problem', message });
  }
  // Nothing is planned before a worker runs for the first time, so nothing was missed.
  const planned = (await listSchedules(db, 1_000)).some((row) => row.created_at < now - dayLate);
  for (const { name, rescoredAt } of planned ? await workspacesNotRescored(db, now - dayLate, now) : []) {
    const last = rescoredAt === null ? 'never' : `last on ${timestamp(rescoredAt)}`;
    const message = `${name}: the daily scoring of all people ran ${last}; see \`leadlight jobs list\``;
    findings.push({ check: 'rescoring', level: 'problem', message });
  }
  return findings.length > 0 ? findings : [{ check: 'jobs', level: 'ok', message: 'no job is dead, none was missed' }];
}
