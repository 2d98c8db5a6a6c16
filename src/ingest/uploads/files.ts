/**
 * Where uploaded exports are kept until they are imported: `DATA_DIR/uploads/<workspace>/<upload>`, readable by the service
 * alone.
 */
import { open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database';
import { forgetFileAt } from '../../store/privacy/rejects-files';
import { systemCode } from '../import/errors';

/** Bytes of one file. */
export const largestUpload = 500 * 1024 * 1024;
/** Bytes of all files of a workspace that wait for their import. */
export const largestUploads = 4 * largestUpload;

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether this is the name of an upload, rather than of a list of refused rows. */
export const isUploadId = (name: string): boolean => isId.test(name);

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads');

/**
 * The path of an upload. Both parts must be ids, so that no name from a request becomes part of it.
 * @throws Error when one is not an id.
 */
export function uploadPath(dataDir: string, organizationId: string, uploadId: string): string {
  if (!isId.test(organizationId) || !isId.test(uploadId)) throw new Error('the workspace and the upload must be ids');
  return join(uploadsFolder(dataDir), organizationId, uploadId);
}

/** Where the import's refused rows are written. */
export const refusedPath = (path: string): string => `${path}.rejects`;

/** Bytes of an upload so far; undefined when there is none. */
export async function uploadSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Appends a part, a chunk at a time. If the part does not arrive complete, the file is restored to what it was before.
 * @param at bytes that are there.
 * @param most bytes that the part may have.
 * @returns whether the part was within the limit. `too_large` is found before anything beyond the limit is written.
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
    // The file is gone if a person was erased meanwhile. There is nothing to truncate then.
    if (!whole) await truncate(path, at).catch(() => undefined);
  }
}

/** Removes an upload. Removing one that is gone is no error. */
export async function removeUpload(db: Database, organizationId: string, path: string): Promise<void> {
  await rm(path, { force: true });
  await forgetFileAt(db, organizationId, path);
}

/** Names in a folder; none when the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
