/** Records files that hold people's data, each with the place in which it lies. */
import { isAbsolute, relative, resolve } from 'node:path';
import { newId } from '../../database/new-id';
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import type { FilePlace } from '../../rules/privacy/keeper';
import { rejectsFiles } from '../tables/privacy';
import { keeperOf } from '../statements/keeper';
import { ownPlaces, usePlace } from './file-places';

/** A file that the database knows. */
export interface NotedFile {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Its place; undefined for one that an older release noted. */
  readonly place: string | undefined;
  /** Epoch ms. */
  readonly writtenAt: number;
}

interface Located {
  readonly place: FilePlace | undefined;
  /** As it is stored. */
  readonly path: string;
}

function located(db: Database, path: string): Located {
  const places = keeperOf(db)?.places;
  if (!places) return { place: undefined, path };
  for (const place of [places.files, places.machine]) {
    const below = relative(place.folder, path);
    if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) return { place, path: below };
  }
  return { place: places.machine, path };
}

/** Records a file, once for each path of a place. */
export async function noteRejectsFile(db: Database, organizationId: string, path: string, now: number): Promise<void> {
  const { place, path: stored } = located(db, path);
  const placeId = place === undefined ? null : await usePlace(db, place, Date.now());
  const known = await db.select(
    `SELECT id FROM rejects_files WHERE organization_id = ? AND path = ? AND COALESCE(place_id, '') = ?`,
    [organizationId, stored, placeId ?? ''],
  );
  if (known.length > 0) return;
  const row = { organization_id: organizationId, id: newId(), path: stored, written_at: now, place_id: placeId };
  await insertInto(db, rejectsFiles, [row]);
}

/** The files of a workspace in the places of this process, and those whose place nobody knows. */
export async function rejectsFilesOf(db: Database, organizationId: string): Promise<NotedFile[]> {
  const places = ownPlaces(db);
  const mine = places.length === 0 ? '' : ` OR place_id IN (${placeholders(places)})`;
  const rows = await db.select<{ id: string; path: string; place_id: string | null; written_at: number }>(
    `SELECT id, path, place_id, written_at FROM rejects_files WHERE organization_id = ? AND (place_id IS NULL${mine})`,
    [organizationId, ...places.map(({ id }) => id)],
  );
  return rows.map(({ id, path, place_id: placeId, written_at: at }) => {
    const folder = places.find((place) => place.id === placeId)?.folder;
    return {
      id,
      path: folder === undefined ? path : resolve(folder, path),
      place: placeId ?? undefined,
      writtenAt: at,
    };
  });
}

/** Where files of a workspace lie. Null: an older release noted some. */
export async function placesWithFiles(db: Database, organizationId: string): Promise<(string | null)[]> {
  const rows = await db.select<{ place_id: string | null }>(
    'SELECT DISTINCT place_id FROM rejects_files WHERE organization_id = ?',
    [organizationId],
  );
  return rows.map((row) => row.place_id);
}

/** All files of a workspace, as they are stored. */
export async function everyFileOf(
  db: Database,
  organizationId: string,
): Promise<{ path: string; place_id: string | null }[]> {
  return db.select('SELECT path, place_id FROM rejects_files WHERE organization_id = ?', [organizationId]);
}

export async function forgetRejectsFile(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run('DELETE FROM rejects_files WHERE organization_id = ? AND id = ?', [organizationId, id]);
}

/** Forgets the file at a path of this machine. */
export async function forgetFileAt(db: Database, organizationId: string, path: string): Promise<void> {
  const { place, path: stored } = located(db, path);
  await db.run(`DELETE FROM rejects_files WHERE organization_id = ? AND path = ? AND COALESCE(place_id, '') = ?`, [
    organizationId,
    stored,
    place?.id() ?? '',
  ]);
}

/** Notes that files of an older release are on this machine. @returns how many. */
export async function adoptFiles(db: Database, isHere: (path: string) => boolean): Promise<number> {
  const machine = keeperOf(db)?.places?.machine;
  if (!machine) return 0;
  let adopted = 0;
  for (let after = ''; ;) {
    const rows = await db.select<{ organization_id: string; id: string; path: string }>(
      'SELECT organization_id, id, path FROM rejects_files WHERE place_id IS NULL AND id > ? ORDER BY id LIMIT 500',
      [after],
    );
    for (const { organization_id: organizationId, id, path } of rows) {
      if (!isHere(path)) continue;
      const place = await usePlace(db, machine, Date.now());
      const key = [place, organizationId, id];
      adopted += await db.run('UPDATE rejects_files SET place_id = ? WHERE organization_id = ? AND id = ?', key);
    }
    const last = rows.at(-1);
    if (last === undefined) return adopted;
    after = last.id;
  }
}
