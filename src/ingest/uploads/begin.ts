/** Begins uploads. */
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { noteRejectsFile } from '../../store/privacy/rejects-files';
import { writeWorkspace } from '../../store/writes/workspace-lock';
import { uploadPath } from './files';
import { expectRoomForFile } from './room';

/**
 * Creates an empty upload, which the erasure of people knows from its first byte on. Files are counted in the workspace's turn.
 * @returns its id.
 * @throws OperationError `conflict` when too many files wait.
 */
export async function beginUpload(
  db: Database,
  dataDir: string,
  organizationId: string,
  now = Date.now(),
): Promise<string> {
  const uploadId = newId();
  const path = uploadPath(dataDir, organizationId, uploadId);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let created = false;
  try {
    await writeWorkspace(db, organizationId, async () => {
      // When the database asks for another try, the file is there already.
      if (!created) await expectRoomForFile(dataDir, organizationId);
      await noteRejectsFile(db, organizationId, path, now);
      if (!created) await (await open(path, 'wx', 0o600)).close();
      created = true;
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return uploadId;
}
