/** The folders in which files about people lie, and the erasures that wait for each. */
import { hostname } from 'node:os';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import type { FilePlace } from '../../rules/privacy/keeper';
import { fileErasures, filePlaces, type FileErasureRow } from '../tables/privacy';
import { keeperOf } from '../statements/keeper';

/** The folders of this process that the database may know. */
export function ownPlaces(db: Database): { readonly id: string; readonly folder: string }[] {
  const places = keeperOf(db)?.places;
  if (!places) return [];
  const known = new Map<string, string>();
  for (const { folder, id } of [places.machine, places.files]) {
    const found = id();
    if (found !== undefined) known.set(found, folder);
  }
  return [...known].map(([id, folder]) => ({ id, folder }));
}

/** How long a place counts as seen without saying so again. */
const seenForMs = 60_000;
const written = new WeakMap<Database, Map<string, number>>();

/** Tells the database that this machine uses a place. @returns its id. */
export async function usePlace(db: Database, place: FilePlace, now: number): Promise<string> {
  const id = place.makeId();
  const times = written.get(db) ?? new Map<string, number>();
  if ((times.get(id) ?? 0) > now - seenForMs) return id;
  const row = {
    id,
    name: hostname().slice(0, 255),
    folder: place.folder.slice(0, 4_096),
    shared: place.shared ? (1 as const) : (0 as const),
    seen_at: now,
    worker: null,
    worker_until: 0,
  };
  await insertInto(db, filePlaces, [row], { update: ['name', 'folder', 'shared', 'seen_at'] });
  // A transaction that is rolled back takes the row with it.
  db.afterCommit(() => written.set(db, times.set(id, now)));
  return id;
}

/** Tells the database that this machine runs. */
export async function notePlacesSeen(db: Database, now: number): Promise<void> {
  const places = keeperOf(db)?.places;
  for (const place of new Set(places && [places.machine, places.files])) await usePlace(db, place, now);
}

/** Every place but these, by id. */
export async function otherPlaces(db: Database, own: readonly string[]): Promise<string[]> {
  const rows = await db.select<{ id: string }>('SELECT id FROM file_places');
  return rows.map(({ id }) => id).filter((id) => !own.includes(id));
}

export async function queueErasures(db: Database, entries: readonly FileErasureRow[]): Promise<void> {
  await insertInto(db, fileErasures, entries);
}

/** What waits for these places, oldest first. */
export async function erasuresOf(db: Database, placeIds: readonly string[]): Promise<FileErasureRow[]> {
  if (placeIds.length === 0) return [];
  return db.select<FileErasureRow>(
    `SELECT * FROM file_erasures WHERE place_id IN (${placeholders(placeIds)}) ORDER BY created_at, id LIMIT 1000`,
    placeIds,
  );
}

export async function erasureDone(db: Database, { place_id: place, id }: FileErasureRow): Promise<void> {
  await db.run('DELETE FROM file_erasures WHERE place_id = ? AND id = ?', [place, id]);
}

export async function erasureFailed(db: Database, { place_id: place, id }: FileErasureRow, why: string): Promise<void> {
  await db.run('UPDATE file_erasures SET error = ? WHERE place_id = ? AND id = ?', [why.slice(0, 1_000), place, id]);
}

/** Takes the work on a place, so that no two processes rewrite its files. @returns whether this one has it. */
export async function takePlace(
  db: Database,
  placeId: string,
  { worker, now, until }: { readonly worker: string; readonly now: number; readonly until: number },
): Promise<boolean> {
  const changed = await db.run(
    'UPDATE file_places SET worker = ?, worker_until = ? WHERE id = ? AND (worker = ? OR worker_until < ?)',
    [worker, until, placeId, worker, now],
  );
  return changed > 0;
}

export async function leavePlace(db: Database, placeId: string, worker: string): Promise<void> {
  await db.run('UPDATE file_places SET worker = NULL, worker_until = 0 WHERE id = ? AND worker = ?', [placeId, worker]);
}

/** Erasures that a place has yet to carry out. */
export interface WaitingPlace {
  readonly placeId: string;
  /** The machine that last used it. */
  readonly machine: string;
  readonly folder: string;
  /** Epoch ms. */
  readonly seenAt: number;
  readonly erasures: number;
  readonly since: number;
  readonly error: string | null;
}

/** @param about one person of one workspace; left out: everything that waits. */
export async function waitingPlaces(
  db: Database,
  about?: { readonly workspace: string; readonly subject: string },
): Promise<WaitingPlace[]> {
  const rows = await db.select<{
    place_id: string;
    name: string | null;
    folder: string | null;
    seen_at: number | null;
    erasures: number;
    since: number;
    error: string | null;
  }>(
    `SELECT e.place_id, p.name, p.folder, p.seen_at, COUNT(*) AS erasures, MIN(e.created_at) AS since, MAX(e.error) AS error
     FROM file_erasures e LEFT JOIN file_places p ON p.id = e.place_id
     ${about === undefined ? '' : 'WHERE e.workspace = ? AND e.subject = ?'}
     GROUP BY e.place_id, p.name, p.folder, p.seen_at ORDER BY e.place_id`,
    about === undefined ? [] : [about.workspace, about.subject],
  );
  return rows.map((row) => ({
    placeId: row.place_id,
    machine: row.name ?? 'an unknown machine',
    folder: row.folder ?? '',
    seenAt: row.seen_at ?? 0,
    erasures: row.erasures,
    since: row.since,
    error: row.error,
  }));
}

/** Names of other machines on which files of a workspace lie. */
export async function machinesWithFiles(db: Database, organizationId: string): Promise<string[]> {
  const own = ownPlaces(db).map(({ id }) => id);
  const rows = await db.select<{ id: string; name: string }>(
    `SELECT id, name FROM file_places WHERE id IN (SELECT place_id FROM rejects_files WHERE organization_id = ?)
       OR id IN (SELECT place_id FROM file_erasures WHERE workspace = ?) ORDER BY name, id`,
    [organizationId, organizationId],
  );
  return rows.filter(({ id }) => !own.includes(id)).map(({ name }) => name);
}

/** A place as operators see it. */
export interface KnownPlace {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly shared: boolean;
  readonly seenAt: number;
  readonly files: number;
  readonly erasures: number;
}

export async function knownPlaces(db: Database): Promise<KnownPlace[]> {
  const rows = await db.select<Omit<KnownPlace, 'shared' | 'seenAt'> & { shared: number; seen_at: number }>(
    `SELECT p.id, p.name, p.folder, p.shared, p.seen_at,
       (SELECT COUNT(*) FROM rejects_files r WHERE r.place_id = p.id) AS files,
       (SELECT COUNT(*) FROM file_erasures e WHERE e.place_id = p.id) AS erasures
     FROM file_places p ORDER BY p.name, p.id`,
  );
  return rows.map(({ shared, seen_at: seenAt, ...row }) => ({
    ...row,
    shared: shared === 1,
    seenAt,
  }));
}

/** Forgets a place whose disk is gone, its files, and what waited for it. @returns whether it was known. */
export async function forgetPlace(db: Database, placeId: string): Promise<boolean> {
  return db.transaction(async () => {
    await db.run('DELETE FROM file_erasures WHERE place_id = ?', [placeId]);
    await db.run('DELETE FROM rejects_files WHERE place_id = ?', [placeId]);
    await db.run('DELETE FROM uploads WHERE place_id = ?', [placeId]);
    return (await db.run('DELETE FROM file_places WHERE id = ?', [placeId])) > 0;
  });
}

/** Files that an older release noted without their machine. */
export async function filesWithoutPlace(db: Database): Promise<number> {
  const [row] = await db.select<{ files: number }>(
    'SELECT COUNT(*) AS files FROM rejects_files WHERE place_id IS NULL',
  );
  return row?.files ?? 0;
}
