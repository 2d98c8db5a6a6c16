/** What sessions need about people: finding them by what a token says, their workspaces, and storing and ending sessions. */
import { withdrawLinksOf } from './links';
import { placeholders, type Database } from '../../database/database';
import { insertInto, type RowOf } from '../../database/define';
import { sessionRows, userRows } from '../tables/models';
import type { Role } from '../tables/access';
import { knownPlaces, type sessions } from '../tables/sessions';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** Epoch milliseconds. Sessions that began at or before this time have ended. Null: none was ever ended. */
  readonly sessionsNotBefore: number | null;
  /** Workspaces in which the session's external id belongs to this person. Null: all of the person's workspaces. */
  readonly only: readonly string[] | null;
}

interface AccountRow {
  id: string;
  email: string;
  display_name: string;
  sessions_not_before: number | null;
}

const accountOf = (row: AccountRow, only: readonly string[] | null): Account => ({
  id: row.id,
  email: row.email,
  displayName: row.display_name,
  sessionsNotBefore: row.sessions_not_before,
  only,
});

/** Finds the person with this id or e-mail address. Returns an empty list or one person. */
export async function findAccounts(db: Database, key: 'id' | 'email', value: string): Promise<Account[]> {
  const rows = await db.select<AccountRow>(
    `SELECT id, email, display_name, sessions_not_before FROM users WHERE ${key} = ?`,
    [value.trim().toLowerCase()],
  );
  return rows.map((row) => accountOf(row, null));
}

/** People with this external id, oldest membership first, each with the workspaces that use it. */
export async function findCalled(db: Database, externalId: string): Promise<Account[]> {
  const rows = await db.select<AccountRow & { organization_id: string }>(
    `SELECT u.id, u.email, u.display_name, u.sessions_not_before, m.organization_id FROM memberships m
       JOIN users u ON u.id = m.user_id WHERE m.external_id = ? ORDER BY m.created_at, u.id, m.organization_id`,
    [externalId],
  );
  const ids = [...new Set(rows.map((row) => row.id))];
  return ids.flatMap((id) => {
    const own = rows.filter((row) => row.id === id);
    return own.slice(0, 1).map((row) =>
      accountOf(
        row,
        own.map((one) => one.organization_id),
      ),
    );
  });
}

/** A workspace that a person belongs to. */
export interface PlaceOf {
  readonly userId: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: Role;
  readonly active: boolean;
  /** Sessions in this workspace that began at or before this time have ended. Null: none was ever ended. */
  readonly sessionsNotBefore: number | null;
}

/** Every workspace that these people belong to, sorted by name. */
export async function placesOf(db: Database, userIds: readonly string[]): Promise<PlaceOf[]> {
  if (userIds.length === 0) return [];
  const rows = await db.select<{
    user_id: string;
    organization_id: string;
    name: string;
    role: Role;
    active: 0 | 1;
    sessions_not_before: number | null;
  }>(
    `SELECT m.user_id, m.organization_id, o.name, m.role, m.active, m.sessions_not_before FROM memberships m
       JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id IN (${placeholders(userIds)}) ORDER BY o.name, o.id`,
    [...userIds],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    organizationId: row.organization_id,
    organizationName: row.name,
    role: row.role,
    active: row.active === 1,
    sessionsNotBefore: row.sessions_not_before,
  }));
}

/**
 * What a person is in a workspace at this moment: their role, or why they are nothing there.
 * @param sessionHash of their session in the console; undefined: only the membership is asked.
 */
export async function findPresentRole(
  db: Database,
  organizationId: string,
  userId: string,
  sessionHash: string | undefined,
): Promise<Role | 'not_a_member' | 'session_over'> {
  if (sessionHash !== undefined && !(await isSessionLive(db, userId, sessionHash, Date.now()))) return 'session_over';
  const [row] = await db.select<{ role: Role; began: number | null; ended: number | null }>(
    `SELECT m.role, m.sessions_not_before AS ended,
       (SELECT s.created_at FROM sessions s WHERE s.id_hash = ?) AS began
       FROM memberships m WHERE m.organization_id = ? AND m.user_id = ? AND m.active = 1`,
    [sessionHash ?? '', organizationId, userId],
  );
  // Who was deactivated and activated again begins a new session.
  const before = row?.ended !== null && row?.began !== null && row !== undefined && row.began <= row.ended;
  return !row || before ? 'not_a_member' : row.role;
}

/** Whether a session of the console still lasts: not ended, not run out, and no end of all sessions came after it began. */
export async function isSessionLive(db: Database, userId: string, sessionHash: string, now: number): Promise<boolean> {
  const rows = await db.select(
    `SELECT 1 AS live FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id_hash = ? AND s.user_id = ? AND s.ended_at IS NULL AND s.expires_at > ?
        AND (u.sessions_not_before IS NULL OR s.created_at > u.sessions_not_before)`,
    [sessionHash, userId, now],
  );
  return rows.length > 0;
}

/** Sessions of one person that last: those of twenty browsers, which have two each in the hour after a sign-in. */
export const mostSessions = 40;
/** How long a session of the console lasts after its last use. */
export const sessionIdleMs = 14 * 24 * 3_600_000;

/** Stores a session, and ends the longest unused ones of its person beyond the most there may be. Sign-ins at once take turns. */
export async function insertSession(db: Database, row: RowOf<typeof sessions>, now: number): Promise<void> {
  await db.transaction(async () => {
    await db.run('UPDATE users SET id = id WHERE id = ?', [row.user_id]);
    await sessionRows(db).insert(row);
    const beyond = await db.select<{ id_hash: string }>(
      `SELECT id_hash FROM sessions WHERE user_id = ? AND ended_at IS NULL AND expires_at > ? AND id_hash <> ?
        ORDER BY CASE WHEN created_at > expires_at - ? THEN created_at ELSE expires_at - ? END DESC, id_hash
        LIMIT 1000 OFFSET ${mostSessions - 1}`,
      [row.user_id, now, row.id_hash, sessionIdleMs, sessionIdleMs],
    );
    if (beyond.length === 0) return;
    const hashes = beyond.map(({ id_hash }) => id_hash);
    await db.run(`UPDATE sessions SET ended_at = ? WHERE id_hash IN (${placeholders(hashes)})`, [now, ...hashes]);
  });
}

export async function findSession(db: Database, idHash: string): Promise<RowOf<typeof sessions> | undefined> {
  return sessionRows(db).find({ id_hash: idHash });
}

/** Extends a session that has not ended. */
export async function slideSession(db: Database, idHash: string, expiresAt: number): Promise<void> {
  await sessionRows(db).update({ expires_at: expiresAt }, { id_hash: idHash, ended_at: null });
}

export async function endSession(db: Database, idHash: string, now: number): Promise<void> {
  await sessionRows(db).update({ ended_at: now }, { id_hash: idHash, ended_at: null });
}

/** Ends every session of a person: the stored ones, all tokens issued until now, and links that would begin another. */
export async function endSessionsOf(db: Database, userId: string, now: number): Promise<void> {
  await db.transaction(async () => {
    await userRows(db).update({ sessions_not_before: now }, { id: userId });
    await sessionRows(db).update({ ended_at: now }, { user_id: userId, ended_at: null });
    for (const kind of ['RESET', 'SIGN_IN'] as const) await withdrawLinksOf(db, userId, kind, now);
  });
}

/** Removes sessions that expired before `before`, at most `limit`. Returns how many. */
export async function deleteExpiredSessions(db: Database, before: number, limit: number): Promise<number> {
  const chosen = `SELECT id_hash FROM (SELECT id_hash FROM sessions WHERE expires_at < ? LIMIT ${limit}) AS old`;
  return db.run(`DELETE FROM sessions WHERE id_hash IN (${chosen})`, [before]);
}

/** Returns whether this place was seen since `since`. */
export async function isKnownPlace(db: Database, placeHash: string, since: number): Promise<boolean> {
  const rows = await db.select('SELECT 1 AS found FROM known_places WHERE place_hash = ? AND seen_at > ?', [
    placeHash,
    since,
  ]);
  return rows.length > 0;
}

export async function rememberPlace(db: Database, placeHash: string, now: number): Promise<void> {
  await insertInto(db, knownPlaces, [{ place_hash: placeHash, seen_at: now }], { update: ['seen_at'] });
}

/** Forgets places that were not seen since `since`, at most `limit`. Returns how many. */
export async function forgetPlaces(db: Database, since: number, limit: number): Promise<number> {
  const chosen = `SELECT place_hash FROM (SELECT place_hash FROM known_places WHERE seen_at < ? LIMIT ${limit}) AS old`;
  return db.run(`DELETE FROM known_places WHERE place_hash IN (${chosen})`, [since]);
}
