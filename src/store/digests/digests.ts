/** Digests of a workspace, and the days on which they were sent. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { digestDays, digests, type DigestDayRow, type DigestDayStatus, type DigestRow } from '../tables/digests';

/** The day under which a digest requested outside the schedule is stored. It sorts after all days. */
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

/** Digests, oldest first. Adding one enforces a limit, so there are few. */
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

/** Stops sending a digest. @param now epoch ms. */
export async function markUnsubscribed(db: Database, organizationId: string, id: string, now: number): Promise<void> {
  await db.run("UPDATE digests SET status = 'UNSUBSCRIBED', updated_at = ? WHERE organization_id = ? AND id = ?", [
    now,
    organizationId,
    id,
  ]);
}

/**
 * Stops what goes outside the workspace when a person leaves it, until somebody takes it over: webhooks that they added, and digests
 * that they added or that go to their address, if no active member has the address. Joins the current transaction.
 */
export async function stopWhatLeft(db: Database, organizationId: string, userId: string, now: number): Promise<void> {
  await db.run(
    `UPDATE webhooks SET status = 'DISABLED', disabled_at = ?, disabled_reason = ?, updated_at = ?
      WHERE organization_id = ? AND created_by = ? AND status = 'ACTIVE'`,
    [now, 'the person who added it has left', now, organizationId, userId],
  );
  await db.run(
    `UPDATE digests SET status = 'MAKER_LEFT', updated_at = ?
      WHERE organization_id = ? AND status = 'ACTIVE'
        AND (created_by = ? OR (channel = 'mail' AND LOWER(target) = (SELECT email FROM users WHERE id = ?)))
        AND (channel <> 'mail' OR NOT EXISTS (
        SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = ? AND m.active = 1 AND u.email = LOWER(digests.target)))`,
    [now, organizationId, userId, userId, organizationId],
  );
}

/** Changes a digest's schedule and language, and starts sending it again if its reader had unsubscribed. */
export async function changeTimes(
  db: Database,
  { organization_id, id }: DigestRow,
  times: Pick<DigestRow, 'pattern' | 'time_zone' | 'updated_at' | 'created_by' | 'language'>,
): Promise<void> {
  await db.run(
    `UPDATE digests SET pattern = ?, time_zone = ?, status = 'ACTIVE', updated_at = ?, created_by = ?, language = ?
     WHERE organization_id = ? AND id = ?`,
    [times.pattern, times.time_zone, times.updated_at, times.created_by, times.language, organization_id, id],
  );
}

/** Notes that a digest is requested now, and replaces an earlier request. @param now epoch ms. */
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

/** Notes that everything up to a time has been reported. @param until epoch ms. */
export async function markReported(db: Database, { organization_id, id }: DigestRow, until: number): Promise<void> {
  await db.run(
    `UPDATE digests SET told_until = ?, updated_at = ?
     WHERE organization_id = ? AND id = ? AND (told_until IS NULL OR told_until < ?)`,
    [until, until, organization_id, id, until],
  );
}

type DayKey = Pick<DigestDayRow, 'organization_id' | 'digest_id' | 'day'>;

/**
 * Claims a day of a digest for one attempt. A day that was only claimed, or failed, is taken over. The earlier attempt finds
 * out in `changeDay`, before it sends anything.
 * @returns false when the day was sent, may have been sent, had nothing to report, or another attempt claims it now.
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

/**
 * Settles a day whose attempt ended while it was handing the digest over: it may have arrived, so it is not sent again. Call it
 * while the job is held, so that no earlier attempt still runs.
 * @param now epoch ms.
 * @returns false when there is no such day.
 */
export async function settleDay(db: Database, key: DayKey, now: number): Promise<boolean> {
  const changed = await db.run(
    `UPDATE digest_days SET error = ?, ended_at = ?
     WHERE organization_id = ? AND digest_id = ? AND day = ? AND status = 'SENDING' AND ended_at IS NULL`,
    [endedInBetween, now, key.organization_id, key.digest_id, key.day],
  );
  return changed > 0;
}

const endedInBetween = 'the process ended while it was handed over';

/** Days that may or may not have been sent, newest first. `ended_at` is null while it is not settled. */
export async function unsureDays(db: Database, limit: number): Promise<DigestDayRow[]> {
  return db.select<DigestDayRow>(
    `SELECT ${Object.keys(digestDays.columns).join(', ')} FROM digest_days
     WHERE status = 'SENDING' ORDER BY started_at DESC LIMIT ${limit}`,
  );
}

export interface DayChange {
  readonly from: DigestDayStatus;
  readonly to: DigestDayStatus;
  /** The attempt that claimed the day. */
  readonly attempt: string;
  readonly error?: string;
  /** Epoch ms. Left out while the attempt goes on. */
  readonly endedAt?: number;
}

/** @returns false when another attempt now holds the day. */
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
