/** Where uploaded exports stand until they are imported: `DATA_DIR/uploads/<workspace>/<upload>`, readable by the service alone. */
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { forgetFileAt, noteRejectsFile } from '../../store/privacy/rejects-files';
import { systemCode } from '../import/errors';

/** Bytes of one file. */
export const largestUpload = 500 * 1024 * 1024;
/** Bytes of all files of a workspace that wait to be imported. */
export const largestUploads = 4 * largestUpload;

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

/**
 * Path of an upload. Both parts are ids, so no name that somebody made up becomes part of it.
 * @throws Error when one is none.
 */
export function uploadPath(dataDir: string, organizationId: string, uploadId: string): string {
  if (!isId.test(organizationId) || !isId.test(uploadId)) throw new Error('an upload is named by ids');
  return join(uploadsFolder(dataDir), organizationId, uploadId);
}

/** Where the rows that its import refused are written. */
export const refusedPath = (path: string): string => `${path}.rejects`;

/** Makes an empty upload, known to the erasure of people from its first byte on. @returns its id. */
export async function beginUpload(
  db: Database,
  dataDir: string,
  organizationId: string,
  now = Date.now(),
): Promise<string> {
  const uploadId = newId();
  const path = uploadPath(dataDir, organizationId, uploadId);
  await mkdir(join(uploadsFolder(dataDir), organizationId), { recursive: true, mode: 0o700 });
  await noteRejectsFile(db, organizationId, path, now);
  await (await open(path, 'wx', 0o600)).close();
  return uploadId;
}

/** Bytes of an upload so far; undefined where there is none. */
export async function uploadSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Bytes of everything that a workspace has uploaded and not imported. */
export async function bytesWaiting(dataDir: string, organizationId: string): Promise<number> {
  const folder = join(uploadsFolder(dataDir), organizationId);
  let bytes = 0;
  for (const name of await namesIn(folder)) bytes += (await uploadSize(join(folder, name))) ?? 0;
  return bytes;
}

/**
 * Writes a part behind what is there, a chunk at a time. When it does not arrive whole, the file is as it was before.
 * @param at bytes that are there.
 * @param most bytes that the part may have.
 * @returns whether it was within them; `too_large` is found before anything beyond is written.
 */
export async function appendPart(
  path: string,
  at: number,
  most: number,
  part: AsyncIterable<Buffer>,
): Promise<number | 'too_large'> {
  const file = await open(path, 'r+');
  let size = 0;
  let whole = false;
  try {
    for await (const chunk of part) {
      if (size + chunk.length > most) return 'too_large';
      await file.write(chunk, 0, chunk.length, at + size);
      size += chunk.length;
    }
    whole = true;
    return at + size;
  } finally {
    await file.close();
    // Gone when somebody was erased meanwhile: there is nothing to cut.
    if (!whole) await truncate(path, at).catch(() => undefined);
  }
}

/** Removes an upload. Removing one that is gone is no error. */
export async function removeUpload(db: Database, organizationId: string, path: string): Promise<void> {
  await rm(path, { force: true });
  await forgetFileAt(db, organizationId, path);
}

/** Names in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
