/** The last attempts of assistants to connect: at most 200 rows, whatever strangers do. */
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { connectAttempts, type AttemptRow, type AttemptRoom } from '../tables/oauth';

/** Most rows of each kind, so that neither successes nor strangers push out what a person looks for. 200 together. */
const mostRows: Readonly<Record<AttemptRoom, number>> = { ok: 60, problem: 80, stranger: 60 };

/** A repetition of an attempt that is already stored. */
export interface Repeated {
  readonly id: string;
  readonly times: number;
  /** Epoch ms of the last one. */
  readonly at: number;
}

/** Names of registered clients, by id. Unknown ids are missing. */
export async function clientNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select<{ id: string; name: string }>(
    `SELECT id, name FROM oauth_clients WHERE id IN (${placeholders(ids)})`,
    [...ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds attempts and repetitions, and removes what is beyond the limits, in one transaction. */
export async function saveAttempts(
  db: Database,
  fresh: readonly AttemptRow[],
  repeated: readonly Repeated[],
): Promise<void> {
  await db.transaction(async () => {
    for (const { id, times, at } of repeated) {
      const counted = [times, at, id, at];
      await db.run('UPDATE connect_attempts SET times = times + ?, at = ? WHERE id = ? AND at < ?', counted);
    }
    await insertInto(db, connectAttempts, fresh);
    for (const room of new Set(fresh.map((row) => row.room))) await removeBeyond(db, room);
  });
}

async function removeBeyond(db: Database, room: AttemptRoom): Promise<void> {
  const newest = await db.select<{ id: string }>(
    `SELECT id FROM connect_attempts WHERE room = ? ORDER BY at DESC, id DESC LIMIT ${mostRows[room]}`,
    [room],
  );
  if (newest.length < mostRows[room]) return;
  const ids = newest.map(({ id }) => id);
  await db.run(`DELETE FROM connect_attempts WHERE room = ? AND id NOT IN (${placeholders(ids)})`, [room, ...ids]);
}

/**
 * Attempts, newest first.
 * @param organizationId only those of this workspace, and those that ended before a workspace was known.
 */
export async function listAttempts(db: Database, limit: number, organizationId?: string): Promise<AttemptRow[]> {
  const where = organizationId === undefined ? '' : "WHERE organization_id IN (?, '')";
  return db.select<AttemptRow>(
    `SELECT * FROM connect_attempts ${where} ORDER BY at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    organizationId === undefined ? [] : [organizationId],
  );
}

/** Removes attempts from before this time, epoch ms. @returns how many. */
export async function deleteOldAttempts(db: Database, before: number): Promise<number> {
  return db.run('DELETE FROM connect_attempts WHERE at < ?', [before]);
}
