/** Stored schedules. Any process may find one due, and exactly one of them queues its job. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { jobSchedules, type JobScheduleRow } from '../tables/jobs';

const columns = Object.keys(jobSchedules.columns).join(', ');

/**
 * Stores a schedule. One with the same pattern, zone and input keeps its next time. One that changes keeps its next time if it
 * is already due, so that a time missed before the change is made up for.
 */
export async function saveSchedule(db: Database, row: JobScheduleRow): Promise<void> {
  if ((await insertInto(db, jobSchedules, [row], 'ignore')) > 0) return;
  await db.run(
    `UPDATE job_schedules SET job = ?, pattern = ?, time_zone = ?, input = ?,
       next_at = CASE WHEN next_at <= ? THEN next_at ELSE ? END, updated_at = ?
     WHERE name = ? AND (pattern <> ? OR time_zone <> ? OR input <> ? OR job <> ?)`,
    [
      ...[row.job, row.pattern, row.time_zone, row.input, row.updated_at, row.next_at, row.updated_at, row.name],
      ...[row.pattern, row.time_zone, row.input, row.job],
    ],
  );
}

/** Removes a schedule, if there is one of this name. */
export async function deleteSchedule(db: Database, name: string): Promise<void> {
  await db.run('DELETE FROM job_schedules WHERE name = ?', [name]);
}

export async function findSchedule(db: Database, name: string): Promise<JobScheduleRow | undefined> {
  const [row] = await db.select<JobScheduleRow>(`SELECT ${columns} FROM job_schedules WHERE name = ?`, [name]);
  return row;
}

export async function listSchedules(db: Database, limit: number): Promise<JobScheduleRow[]> {
  return db.select<JobScheduleRow>(`SELECT ${columns} FROM job_schedules ORDER BY name LIMIT ${limit}`);
}

/** Schedules that are due. */
export async function dueSchedules(db: Database, now: number, limit: number): Promise<JobScheduleRow[]> {
  return db.select<JobScheduleRow>(
    `SELECT ${columns} FROM job_schedules WHERE next_at <= ? ORDER BY next_at LIMIT ${limit}`,
    [now],
  );
}

/** Schedules that were written at a time now in the future, because the clock was set back. */
export async function schedulesFromTheFuture(db: Database, now: number, tolerance: number): Promise<JobScheduleRow[]> {
  return db.select<JobScheduleRow>(`SELECT ${columns} FROM job_schedules WHERE updated_at > ?`, [now + tolerance]);
}

/**
 * Advances a schedule. Of several processes that found it due, one succeeds.
 * @param lastAt the time it was due; undefined: unchanged.
 */
export async function advanceSchedule(
  db: Database,
  seen: JobScheduleRow,
  to: { nextAt: number; lastAt: number | null; now: number },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE job_schedules SET next_at = ?, last_at = ?, updated_at = ? WHERE name = ? AND next_at = ? AND updated_at = ?`,
    [to.nextAt, to.lastAt, to.now, seen.name, seen.next_at, seen.updated_at],
  );
  return changed > 0;
}

export async function markScheduleDone(db: Database, name: string, now: number): Promise<void> {
  await db.run('UPDATE job_schedules SET last_done_at = ? WHERE name = ?', [now, name]);
}
