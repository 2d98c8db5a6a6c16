/** What `leadlight doctor` finds in the job queue. */
import { laneRules } from '../../jobs/lanes';
import { deadJobs, readyByLane, type ReadyJobs } from '../../store/jobs/listing';
import { listSchedules } from '../../store/jobs/schedules';
import { workspacesNotRescored } from '../../store/writes/rescoring-times';
import type { Database } from '../../database/database';
import type { Finding } from './checks';
import { count, timestamp } from './text';

const hour = 3_600_000;
/** A day, plus time for one run and one restart. */
const dayLate = 26 * hour;

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
  const lanes = (await readyByLane(db)).map((ready) => laneFinding(ready, now));
  findings.push(...lanes.filter(({ level }) => level === 'problem'));
  // Nothing is planned before a worker runs for the first time, so nothing was missed.
  const planned = (await listSchedules(db, 1_000)).some((row) => row.created_at < now - dayLate);
  for (const { name, rescoredAt } of planned ? await workspacesNotRescored(db, now - dayLate, now) : []) {
    const last = rescoredAt === null ? 'never' : `last on ${timestamp(rescoredAt)}`;
    const message = `${name}: the daily scoring of all people ran ${last}; see \`leadlight jobs list\``;
    findings.push({ check: 'rescoring', level: 'problem', message });
  }
  const fine = lanes.filter(({ level }) => level === 'ok');
  if (findings.length > 0) return [...findings, ...fine];
  return [{ check: 'jobs', level: 'ok', message: 'no job is dead, none was missed' }, ...fine];
}

/** Names the oldest ready job of a lane. */
function laneFinding({ lane, count: ready, oldest }: ReadyJobs, now: number): Finding {
  const { what, lateMs } = laneRules[lane];
  const message = `lane ${lane} (${what}): ${count(ready, 'job')} ready, the oldest since ${timestamp(oldest)}`;
  if (oldest >= now - lateMs) return { check: 'jobs', level: 'ok', message };
  const help = 'run `leadlight worker`, or serve with RUN_WORKER; if they run, more of them';
  return { check: 'jobs', level: 'problem', message: `${message}, which is too long; ${help}` };
}
