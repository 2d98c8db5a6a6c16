/** Digests of a workspace, and the days on which they went out. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { digestDays, digests, type DigestDayRow, type DigestDayStatus, type DigestRow } from '../tables/digests';

/** The day of what was asked for beside the schedule. It sorts behind all days. */
export const askedDay = 'asked';

const columns = Object.keys(digests.columns).join(', ');

export async function insertDigest(db: Database, row: DigestRow): Promise<void> {
  await insertInto(db, digests, [row]);
}

export async function findDigest(db: Database, organizationId: string, id: string): Promise<DigestRow | undefined> {
  const [row] = await db.select<DigestRow>(`SELECT ${columns} FROM digests WHERE organization_id = ? AND id = ?`, [
    organizationId,
    id,
  ]);
  return row;
}

/** The oldest first; there are at most as many as the limit that adding one keeps. */
export async function listDigests(db: Database, organizationId: string): Promise<DigestRow[]> {
  return db.select<DigestRow>(
    `SELECT ${columns} FROM digests WHERE organization_id = ? ORDER BY created_at, id LIMIT 1000`,
    [organizationId],
  );
}

export async function removeDigest(db: Database, organizationId: string, id: string): Promise<boolean> {
  await db.run('DELETE FROM digest_days WHERE organization_id = ? AND digest_id = ?', [organizationId, id]);
  return (await db.run('DELETE FROM digests WHERE organization_id = ? AND id = ?', [organizationId, id])) > 0;
}

/** Sends nothing more. @param now epoch ms. */
export async function markUnsubscribed(db: Database, organizationId: string, id: string, now: number): Promise<void> {
  await db.run("UPDATE digests SET status = 'UNSUBSCRIBED', updated_at = ? WHERE organization_id = ? AND id = ?", [
    now,
    organizationId,
    id,
  ]);
}

/** Gives a digest other times, and sends it again where its reader had ended it. */
export async function changeTimes(
  db: Database,
  { organization_id, id }: DigestRow,
  times: Pick<DigestRow, 'pattern' | 'time_zone' | 'updated_at'>,
): Promise<void> {
  await db.run(
    `UPDATE digests SET pattern = ?, time_zone = ?, status = 'ACTIVE', updated_at = ?
     WHERE organization_id = ? AND id = ?`,
    [times.pattern, times.time_zone, times.updated_at, organization_id, id],
  );
}

/** Notes that a digest is asked for now; what was asked for before is over. @param now epoch ms. */
export async function markAsked(db: Database, { organization_id, id }: DigestRow, now: number): Promise<void> {
  await db.run('DELETE FROM digest_days WHERE organization_id = ? AND digest_id = ? AND day = ?', [
    organization_id,
    id,
    askedDay,
  ]);
  const row = {
    organization_id,
    digest_id: id,
    day: askedDay,
    status: 'CLAIMED' as const,
    job_attempt: '',
    error: null,
  };
  await insertInto(db, digestDays, [{ ...row, started_at: now, ended_at: null }]);
}

/** Notes that everything up to a time was told. @param until epoch ms. */
export async function markTold(db: Database, { organization_id, id }: DigestRow, until: number): Promise<void> {
  await db.run(
    `UPDATE digests SET told_until = ?, updated_at = ?
     WHERE organization_id = ? AND id = ? AND (told_until IS NULL OR told_until < ?)`,
    [until, until, organization_id, id, until],
  );
}

type DayKey = Pick<DigestDayRow, 'organization_id' | 'digest_id' | 'day'>;

/**
 * Takes a day of a digest for one attempt. What was only claimed, or failed, is taken over: who claimed it before finds that out in
 * `changeDay` before anything is sent.
 * @returns false when it was sent, may have been sent, had nothing to tell, or another attempt takes it now.
 */
export async function claimDay(db: Database, row: DigestDayRow): Promise<boolean> {
  if ((await insertInto(db, digestDays, [row], 'ignore')) > 0) return true;
  const key = [row.organization_id, row.digest_id, row.day];
  const [seen] = await db.select<Pick<DigestDayRow, 'status' | 'job_attempt'>>(
    'SELECT status, job_attempt FROM digest_days WHERE organization_id = ? AND digest_id = ? AND day = ?',
    key,
  );
  if (seen?.status !== 'CLAIMED' && seen?.status !== 'FAILED') return false;
  const taken = await db.run(
    `UPDATE digest_days SET status = 'CLAIMED', job_attempt = ?, started_at = ?, ended_at = NULL, error = NULL
     WHERE organization_id = ? AND digest_id = ? AND day = ? AND status = ? AND job_attempt = ?`,
    [row.job_attempt, row.started_at, ...key, seen.status, seen.job_attempt],
  );
  return taken > 0;
}

export interface DayChange {
  readonly from: DigestDayStatus;
  readonly to: DigestDayStatus;
  /** Who claimed it. */
  readonly attempt: string;
  readonly error?: string;
  /** Epoch ms; left out while it goes on. */
  readonly endedAt?: number;
}

/** @returns false when the day is another attempt's by now. */
export async function changeDay(db: Database, key: DayKey, change: DayChange): Promise<boolean> {
  const changed = await db.run(
    `UPDATE digest_days SET status = ?, error = ?, ended_at = ?
     WHERE organization_id = ? AND digest_id = ? AND day = ? AND status = ? AND job_attempt = ?`,
    [
      ...[change.to, change.error?.slice(0, 300) ?? null, change.endedAt ?? null],
      ...[key.organization_id, key.digest_id, key.day, change.from, change.attempt],
    ],
  );
  return changed > 0;
}
