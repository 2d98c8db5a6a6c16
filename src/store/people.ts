/** People as their sessions need them: found by what a token calls them, their stored sessions, and the end of all of these. */
import type { Database } from './database';
import { insertInto, type RowOf } from './tables/define';
import { sessionRows, userRows } from './models';
import { knownPlaces, type sessions } from './tables/people';

/** By what a session token names a person. */
export type PersonKey = 'id' | 'external' | 'email';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly externalId: string | null;
  /** Whether they are an active member of any workspace. */
  readonly active: boolean;
  /** Epoch milliseconds; sessions that began by then are over. Null: none was ever ended. */
  readonly sessionsNotBefore: number | null;
}

const columnOf: Readonly<Record<PersonKey, string>> = { id: 'id', external: 'external_id', email: 'email' };

/** The person with this id, external id or e-mail address. */
export async function findPerson(db: Database, key: PersonKey, value: string): Promise<Person | null> {
  const wanted = key === 'external' ? value : value.trim().toLowerCase();
  const [row] = await db.select<{
    id: string;
    email: string;
    display_name: string;
    external_id: string | null;
    sessions_not_before: number | null;
    active: 0 | 1;
  }>(
    `SELECT u.id, u.email, u.display_name, u.external_id, u.sessions_not_before,
       EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.active = 1) AS active
       FROM users u WHERE u.${columnOf[key]} = ?`,
    [wanted],
  );
  return row
    ? {
        id: row.id,
        email: row.email,
        displayName: row.display_name,
        externalId: row.external_id,
        active: row.active === 1,
        sessionsNotBefore: row.sessions_not_before,
      }
    : null;
}

export async function insertSession(db: Database, row: RowOf<typeof sessions>): Promise<void> {
  await sessionRows(db).insert(row);
}

/** When a person's session ends, epoch milliseconds; 0 when it has ended, or there is none. */
export async function sessionEnd(db: Database, idHash: string, userId: string): Promise<number> {
  const [row] = await db.select<{ expires_at: number; ended_at: number | null }>(
    'SELECT expires_at, ended_at FROM sessions WHERE id_hash = ? AND user_id = ?',
    [idHash, userId],
  );
  return row === undefined || row.ended_at !== null ? 0 : row.expires_at;
}

export async function endSession(db: Database, idHash: string, now: number): Promise<void> {
  await sessionRows(db).update({ ended_at: now }, { id_hash: idHash, ended_at: null });
}

/** Ends every session of a person, the stored ones and all tokens that were issued until now. */
export async function endSessionsOf(db: Database, userId: string, now: number): Promise<void> {
  await db.transaction(async () => {
    await userRows(db).update({ sessions_not_before: now }, { id: userId });
    await sessionRows(db).update({ ended_at: now }, { user_id: userId, ended_at: null });
  });
}

/** Removes sessions that expired before `before`, at most `limit`. Returns how many. */
export async function deleteExpiredSessions(db: Database, before: number, limit: number): Promise<number> {
  const chosen = `SELECT id_hash FROM (SELECT id_hash FROM sessions WHERE expires_at < ? LIMIT ${limit}) AS old`;
  return db.run(`DELETE FROM sessions WHERE id_hash IN (${chosen})`, [before]);
}

/** Whether this place was seen since `since`. */
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
