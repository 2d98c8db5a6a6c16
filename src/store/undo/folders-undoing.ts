/** Which scratch folders an undo still needs. */
import type { Database } from '../../database/database';
import { keeperOf } from '../statements/keeper';
import { removeLeftScratches, scratchFolder } from './scratch-folders';

/** Folders of undos that wait for a worker or are under way. */
export async function foldersUndoing(db: Database): Promise<string[]> {
  const rows = await db.select<{ organization_id: string }>(
    `SELECT DISTINCT organization_id FROM jobs WHERE status IN ('waiting', 'ready', 'running') AND lane = 'asked' AND name = 'undo-batches'`,
  );
  return rows.map((row) => scratchFolder(keeperOf(db), row.organization_id));
}

/** Removes folders that killed undos left, except those of undos that go on. Returns how many. */
export async function removeUnusedScratches(db: Database): Promise<number> {
  return removeLeftScratches(keeperOf(db), new Set(await foldersUndoing(db)));
}
