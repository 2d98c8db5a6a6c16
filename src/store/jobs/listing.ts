/** Reads of the job queue, and the changes an operator may make in it. */
import type { Database, SqlValue } from '../../database/database';
import { jobs, type JobRow, type JobStatus, type Lane } from '../tables/jobs';

const columns = Object.keys(jobs.columns).join(', ');

export interface JobFilter {
  readonly organizationId?: string;
  readonly status?: JobStatus;
  readonly name?: string;
}

/** Jobs, newest first. */
export async function listJobs(db: Database, filter: JobFilter, limit: number): Promise<JobRow[]> {
  const conditions: [string, SqlValue][] = [];
  if (filter.organizationId !== undefined) conditions.push(['organization_id = ?', filter.organizationId]);
  if (filter.status !== undefined) conditions.push(['status = ?', filter.status]);
  if (filter.name !== undefined) conditions.push(['name = ?', filter.name]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  return db.select<JobRow>(
    `SELECT ${columns} FROM jobs ${where} ORDER BY id DESC LIMIT ${limit}`,
    conditions.map(([, value]) => value),
  );
}

export async function findJob(db: Database, id: string): Promise<JobRow | undefined> {
  const [row] = await db.select<JobRow>(`SELECT ${columns} FROM jobs WHERE id = ?`, [id]);
  return row;
}

/** The job that holds a unique key. Undefined when none does. */
export async function heldKey(db: Database, uniqueKey: string): Promise<JobRow | undefined> {
  const [row] = await db.select<JobRow>(`SELECT ${columns} FROM jobs WHERE unique_key = ?`, [uniqueKey]);
  return row;
}

/** The number of jobs by status. */
export async function jobsByStatus(db: Database): Promise<{ status: JobStatus; count: number }[]> {
  return db.select(`SELECT status, COUNT(*) AS count FROM jobs GROUP BY status`);
}

/** How many jobs are due and not running, and the earliest due time in epoch ms. */
export async function dueJobs(db: Database, now: number): Promise<{ count: number; oldest: number | null }> {
  const [row] = await db.select<{ count: number; oldest: number | null }>(
    `SELECT COUNT(*) AS count, MIN(run_at) AS oldest FROM jobs WHERE status IN ('ready', 'waiting') AND run_at <= ?`,
    [now],
  );
  return row ?? { count: 0, oldest: null };
}

/** Dead jobs by kind, with the latest reason. */
export async function deadJobs(db: Database, limit: number): Promise<JobRow[]> {
  return db.select<JobRow>(
    `SELECT ${columns} FROM jobs WHERE status = 'dead' ORDER BY finished_at DESC LIMIT ${limit}`,
  );
}

/** The ready jobs of a lane. */
export interface ReadyJobs {
  readonly lane: Lane;
  readonly count: number;
  /** When the oldest of them became ready, epoch ms. */
  readonly oldest: number;
}

/** The ready jobs of each lane that has any. */
export async function readyByLane(db: Database): Promise<ReadyJobs[]> {
  return db.select<ReadyJobs>(
    `SELECT lane, COUNT(*) AS count, MIN(run_at) AS oldest FROM jobs WHERE status = 'ready' GROUP BY lane`,
  );
}

/**
 * Makes a dead or cancelled job ready again, or runs a waiting one now. Its state is kept, so it continues where it stopped.
 * @param attempts how many more attempts it gets.
 */
export async function retryJob(db: Database, id: string, attempts: number, now: number): Promise<boolean> {
  const changed = await db.run(
    `UPDATE jobs SET status = 'ready', last_attempt = attempt + ?, cancel_requested = 0, run_at = ?, finished_at = NULL,
       updated_at = ?
     WHERE id = ? AND status IN ('dead', 'cancelled', 'waiting')`,
    [attempts, now, now, id],
  );
  return changed > 0;
}

/** Like `retryJob`, but only for a job of this workspace. */
export async function retryJobOf(
  db: Database,
  organizationId: string,
  id: string,
  attempts: number,
  now: number,
): Promise<boolean> {
  const job = await findJob(db, id);
  return job?.organization_id === organizationId && retryJob(db, id, attempts, now);
}

/**
 * Cancels a job that is not running. A dead job can be cancelled too, and is then no longer reported as a problem. A running
 * job is asked to stop.
 * @returns its new state; undefined when it had already ended.
 */
export async function cancelJob(db: Database, id: string, now: number): Promise<'cancelled' | 'asked' | undefined> {
  // Between two statements a job can start or return to the queue. The next round handles that.
  for (let round = 0; round < 3; round += 1) {
    const cancelled = await db.run(
      `UPDATE jobs SET status = 'cancelled', unique_key = NULL, finished_at = ?, updated_at = ?
       WHERE id = ? AND status IN ('waiting', 'ready', 'dead')`,
      [now, now, id],
    );
    if (cancelled > 0) return 'cancelled';
    const asked = await db.run(
      `UPDATE jobs SET cancel_requested = 1, beat = beat + 1 WHERE id = ? AND status = 'running'`,
      [id],
    );
    if (asked > 0) return 'asked';
  }
  return undefined;
}
