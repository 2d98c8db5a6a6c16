/** Records files that hold people's rows: rows refused by imports, and uploaded exports that are not imported yet. */
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { rejectsFiles } from '../tables/privacy';

/** Records a file, once for each path. */
export async function noteRejectsFile(db: Database, organizationId: string, path: string, now: number): Promise<void> {
  const known = await db.select('SELECT id FROM rejects_files WHERE organization_id = ? AND path = ?', [
    organizationId,
    path,
  ]);
  if (known.length > 0) return;
  await insertInto(db, rejectsFiles, [{ organization_id: organizationId, id: newId(), path, written_at: now }]);
}

export async function rejectsFilesOf(db: Database, organizationId: string): Promise<{ id: string; path: string }[]> {
  return db.select<{ id: string; path: string }>('SELECT id, path FROM rejects_files WHERE organization_id = ?', [
    organizationId,
  ]);
}

export async function forgetRejectsFile(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run('DELETE FROM rejects_files WHERE organization_id = ? AND id = ?', [organizationId, id]);
}

/** Forgets the file at a path. */
export async function forgetFileAt(db: Database, organizationId: string, path: string): Promise<void> {
  await db.run('DELETE FROM rejects_files WHERE organization_id = ? AND path = ?', [organizationId, path]);
}
