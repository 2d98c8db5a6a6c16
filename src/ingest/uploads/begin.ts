/** Begins uploads. */
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { noteRejectsFile } from '../../store/privacy/rejects-files';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { noteUpload, orphanedUploads } from '../../store/uploads/uploads';
import { removeUpload, uploadPath } from './files';
import { placeOfUploads } from './place';
import { expectRoomForFile } from './room';

/**
 * Creates an empty upload, which the erasure of people knows from its first byte on. Files are counted in the workspace's turn. Of
 * requests that begin the same upload at once, one creates it, and the others find it there.
 * @returns its id.
 * @throws OperationError `conflict` when too many files wait.
 */
export async function beginUpload(
  db: Database,
  dataDir: string,
  organizationId: string,
  { id: uploadId = newId(), length = null }: { readonly id?: string; readonly length?: number | null } = {},
): Promise<string> {
  const now = Date.now();
  await removeOrphans(db, dataDir, organizationId, now);
  const path = uploadPath(dataDir, organizationId, uploadId);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = { created: false };
  try {
    await writeWorkspace(db, organizationId, async () => {
      const place = await placeOfUploads(db);
      if (!(await noteUpload(db, { organizationId, id: uploadId, place, length, now }))) return;
      // When the database asks for another try, the file is there already.
      if (!file.created) await expectRoomForFile(dataDir, organizationId);
      await noteRejectsFile(db, organizationId, path, now);
      // A file without a row is what a killed process left.
      if (!file.created) await (await open(path, 'w', 0o600)).close();
      file.created = true;
    });
  } catch (error) {
    // The file of another request is not ours to remove.
    if (file.created) await rm(path, { force: true });
    throw error;
  }
  return uploadId;
}

/** How long an upload that is not whole may stand still. */
const orphanedAfterMs = 10 * 60_000;

/** Removes uploads that broke off and that nobody goes on with, so that they take no room. */
async function removeOrphans(db: Database, dataDir: string, organizationId: string, now: number): Promise<void> {
  const place = await placeOfUploads(db);
  for (const id of await orphanedUploads(db, organizationId, place, now - orphanedAfterMs)) {
    await removeUpload(db, organizationId, uploadPath(dataDir, organizationId, id));
  }
}
