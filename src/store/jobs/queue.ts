/**
 * The statements of the job queue. Candidates are read without a lock and taken by one guarded UPDATE, so several processes and
 * cluster nodes can share a queue. When several try to take one row, exactly one of them changes it.
 */
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { jobs, lanes, type JobRow, type Lane } from '../tables/jobs';

/** The next try of a job, or how it ended. */
export interface Departure {
  readonly status: 'waiting' | 'done' | 'dead' | 'cancelled';
  readonly now: number;
  /** For `waiting`. */
  readonly runAt?: number;
  /** For `waiting`: if this attempt fails, the job is dead. */
  readonly lastAttempt?: number;
  readonly error?: string | null;
}

/** A job as held by one attempt. */
export interface LeasedJob {
  readonly id: string;
  readonly attempt: number;
}

const columns = Object.keys(jobs.columns).join(', ');

/** The unique key as stored. At most one unfinished job of a kind and workspace holds it. */
export const uniqueKeyOf = (name: string, organizationId: string, key: string): string =>
  `${name}:${organizationId}:${key}`;

/**
 * Stores a job, unless an unfinished job holds its unique key.
 * @returns the id of the job that holds the key now.
 */
export async function insertJob(db: Database, row: JobRow): Promise<{ id: string; added: boolean }> {
  if (row.unique_key === null) {
    await insertInto(db, jobs, [row]);
    return { id: row.id, added: true };
  }
  // The holder can end between the two statements. Then the key is free.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if ((await insertInto(db, jobs, [row], 'ignore')) > 0) return { id: row.id, added: true };
    const [holder] = await db.select<{ id: string }>('SELECT id FROM jobs WHERE unique_key = ?', [row.unique_key]);
    if (holder) return { id: holder.id, added: false };
  }
  throw new Error(`the unique key ${row.unique_key} of a job is neither free nor held`);
}

/** Makes delayed jobs ready when their time has come. */
export async function promote(db: Database, now: number, limit: number): Promise<number> {
  const due = await db.select<{ id: string }>(
    `SELECT id FROM jobs WHERE status = 'waiting' AND run_at <= ? ORDER BY run_at LIMIT ${limit}`,
    [now],
  );
  if (due.length === 0) return 0;
  return db.run(
    `UPDATE jobs SET status = 'ready' WHERE status = 'waiting' AND id IN (${placeholders(due)})`,
    due.map(({ id }) => id),
  );
}

/** The lanes in which a job is ready. One look at the index for each. */
export async function readyLanes(db: Database): Promise<Lane[]> {
  const looks = lanes.map(
    (lane) => `EXISTS (SELECT 1 FROM jobs WHERE status = 'ready' AND lane = '${lane}') AS ${lane}`,
  );
  const [row] = await db.select<Record<Lane, number>>(`SELECT ${looks.join(', ')}`);
  return row === undefined ? [] : lanes.filter((lane) => row[lane] > 0);
}

/** Whether a job of this lane is ready. */
export async function isReadyIn(db: Database, lane: Lane): Promise<boolean> {
  return (await db.select(`SELECT id FROM jobs WHERE status = 'ready' AND lane = ? LIMIT 1`, [lane])).length > 0;
}

/**
 * The first workspace after `after` in id order that has a ready job of these kinds in a lane. Undefined at the end. `null`
 * starts from the beginning.
 */
export async function nextReadyWorkspace(
  db: Database,
  lane: Lane,
  names: readonly string[],
  after: string | null,
): Promise<string | undefined> {
  const [row] = await db.select<{ organization_id: string }>(
    `SELECT organization_id FROM jobs WHERE status = 'ready' AND lane = ? AND organization_id ${after === null ? '>=' : '>'} ?
     AND name IN (${placeholders(names)}) ORDER BY organization_id LIMIT 1`,
    [lane, after ?? '', ...names],
  );
  return row?.organization_id;
}

/** The running jobs of a workspace in a lane, in all processes. */
export interface RunningJobs {
  readonly organization_id: string;
  readonly lane: Lane;
  readonly running: number;
}

/** The number of running jobs of each workspace and lane, in all processes. */
export async function runningJobs(db: Database): Promise<RunningJobs[]> {
  return db.select<RunningJobs>(
    `SELECT organization_id, lane, COUNT(*) AS running FROM jobs WHERE status = 'running' GROUP BY lane, organization_id`,
  );
}

/** The ready jobs of a workspace of these kinds in a lane, in the order they should run. */
export async function readyJobs(
  db: Database,
  lane: Lane,
  organizationId: string,
  names: readonly string[],
  limit: number,
): Promise<JobRow[]> {
  return db.select<JobRow>(
    `SELECT ${columns} FROM jobs WHERE status = 'ready' AND lane = ? AND organization_id = ?
     AND name IN (${placeholders(names)}) ORDER BY priority, run_at, id LIMIT ${limit}`,
    [lane, organizationId, ...names],
  );
}

/** Puts a job that an older release queued into the lane of its kind. */
export async function changeLane(db: Database, id: string, lane: Lane): Promise<void> {
  await db.run('UPDATE jobs SET lane = ? WHERE id = ?', [lane, id]);
}

/** Takes a ready job. Returns false when another process was faster. */
export async function claimJob(
  db: Database,
  { id, attempt }: LeasedJob,
  lease: { worker: string; until: number; now: number },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE jobs SET status = 'running', attempt = attempt + 1, worker = ?, lease_until = ?, started_at = ?, updated_at = ?
     WHERE id = ? AND attempt = ? AND status = 'ready'`,
    [lease.worker, lease.until, lease.now, lease.now, id, attempt],
  );
  return changed > 0;
}

/** Renews the lease of an attempt and stores its progress. Returns false when the attempt no longer holds the job. */
export async function renewLease(
  db: Database,
  { id, attempt }: LeasedJob,
  given: { until: number; now: number; progress?: string; state?: string; lastAttempt?: number },
): Promise<boolean> {
  const set: [string, string | number][] = [
    ['lease_until', given.until],
    ['updated_at', given.now],
  ];
  if (given.progress !== undefined) set.push(['progress', given.progress]);
  if (given.state !== undefined) set.push(['state', given.state]);
  if (given.lastAttempt !== undefined) set.push(['last_attempt', given.lastAttempt]);
  const changed = await db.run(
    `UPDATE jobs SET beat = beat + 1, ${set.map(([name]) => `${name} = ?`).join(', ')}
     WHERE id = ? AND attempt = ? AND status = 'running'`,
    [...set.map(([, value]) => value), id, attempt],
  );
  return changed > 0;
}

/** Whether cancelling this attempt was requested. Undefined when the attempt no longer holds the job. */
export async function cancelAsked(db: Database, { id, attempt }: LeasedJob): Promise<boolean | undefined> {
  const [row] = await db.select<{ cancel_requested: number }>(
    `SELECT cancel_requested FROM jobs WHERE id = ? AND attempt = ? AND status = 'running'`,
    [id, attempt],
  );
  return row && row.cancel_requested === 1;
}

/** Those of some running jobs whose cancelling was requested. */
export async function cancelledAmong(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM jobs WHERE id IN (${ids.map(() => '?').join(', ')}) AND status = 'running' AND cancel_requested = 1`,
    [...ids],
  );
  return rows.map(({ id }) => id);
}

/** Jobs whose lease has ended. A lease that ends after `latest` was given by a clock that was set back since. */
export async function abandonedJobs(db: Database, now: number, latest: number): Promise<JobRow[]> {
  return db.select<JobRow>(
    `SELECT ${columns} FROM jobs WHERE status = 'running' AND (lease_until <= ? OR lease_until > ?) LIMIT 50`,
    [now, latest],
  );
}

/**
 * Ends an attempt, in the transaction it is called in. A job whose cancelling was requested is not tried again.
 * @param lease for an abandoned attempt: its lease as it was read.
 * @returns the new status; undefined when the attempt no longer held the job.
 */
export async function leaveJob(
  db: Database,
  leased: LeasedJob,
  departure: Departure,
  lease?: number,
): Promise<Departure['status'] | undefined> {
  if (departure.status === 'waiting') {
    if (await leave(db, leased, departure, lease, ' AND cancel_requested = 0')) return 'waiting';
    return (await leave(db, leased, { ...departure, status: 'cancelled' }, lease)) ? 'cancelled' : undefined;
  }
  return (await leave(db, leased, departure, lease)) ? departure.status : undefined;
}

async function leave(
  db: Database,
  { id, attempt }: LeasedJob,
  { status, now, runAt, lastAttempt, error = null }: Departure,
  lease?: number,
  further = '',
): Promise<boolean> {
  const ended = status !== 'waiting';
  const set: [string, string | number | null][] = [
    ['status', status],
    ['worker', null],
    ['lease_until', 0],
    ['error', error],
    ['updated_at', now],
    ...(ended
      ? (
          [
            ['unique_key', null],
            ['finished_at', now],
          ] as const
        ).map(([name, value]): [string, number | null] => [name, value])
      : []),
  ];
  if (runAt !== undefined) set.push(['run_at', runAt]);
  if (lastAttempt !== undefined) set.push(['last_attempt', lastAttempt]);
  const changed = await db.run(
    `UPDATE jobs SET ${set.map(([name]) => `${name} = ?`).join(', ')}
     WHERE id = ? AND attempt = ? AND status = 'running'${further}${lease === undefined ? '' : ' AND lease_until = ?'}`,
    [...set.map(([, value]) => value), id, attempt, ...(lease === undefined ? [] : [lease])],
  );
  return changed > 0;
}

/** Ends an attempt and removes its job, which leaves no history. Returns false when the attempt no longer held the job. */
export async function removeLeased(db: Database, { id, attempt }: LeasedJob): Promise<boolean> {
  return (await db.run(`DELETE FROM jobs WHERE id = ? AND attempt = ? AND status = 'running'`, [id, attempt])) > 0;
}

/** After the clock was set back: shortens delays that now reach too far into the future to their original length. */
export async function shortenDelays(db: Database, now: number, tolerance: number): Promise<number> {
  // MySQL assigns from left to right, so the column that others are computed from comes last.
  return db.run(
    `UPDATE jobs SET run_at = run_at - (updated_at - ?), updated_at = ? WHERE status = 'waiting' AND updated_at > ?`,
    [now, now, now + tolerance],
  );
}

/** Removes some jobs that ended before `before`. */
export async function deleteEnded(
  db: Database,
  status: 'done' | 'dead' | 'cancelled',
  before: number,
  limit: number,
): Promise<number> {
  const old = await db.select<{ id: string }>(
    `SELECT id FROM jobs WHERE status = ? AND finished_at < ? ORDER BY finished_at LIMIT ${limit}`,
    [status, before],
  );
  if (old.length === 0) return 0;
  return db.run(`DELETE FROM jobs WHERE status = ? AND id IN (${placeholders(old)})`, [
    status,
    ...old.map(({ id }) => id),
  ]);
}

/** Replaces the input of a job that no worker has taken. */
export async function replaceQueuedInput(db: Database, id: string, input: object): Promise<void> {
  await db.run(`UPDATE jobs SET input = ? WHERE id = ? AND status IN ('waiting', 'ready')`, [
    JSON.stringify(input),
    id,
  ]);
}

/** Removes a job that no worker has taken, because the process that queued it has done the work itself. */
export async function removeQueued(db: Database, id: string): Promise<boolean> {
  return (await db.run(`DELETE FROM jobs WHERE id = ? AND status IN ('waiting', 'ready')`, [id])) > 0;
}
