/**
 * Where uploaded exports are kept until they are imported: `DATA_DIR/uploads/<workspace>/<upload>`, readable by the service
 * alone.
 */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Database } from '../../database/database';
import { forgetFileAt } from '../../store/privacy/rejects-files';
import { forgetUpload } from '../../store/uploads/uploads';
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

/** After so many bytes the database learns how far the file is. */
const noteEvery = 1024 * 1024;
/** For how long after the database said so an upload counts as this request's. */
const trustedMs = 1_000;

/**
 * Writes a part at its offset, a chunk at a time, and notes how far it is. What has arrived of a part that breaks off stays, and
 * the next part begins there. Nothing else of the file changes.
 * @param at bytes that are there.
 * @param most bytes that the part may have.
 * @param length bytes of the whole file; null when the sender did not say.
 * @param advance notes bytes from one offset to another; false when another request receives the upload now.
 * @returns the size of the file. `too_large` is found before anything beyond the limit is written.
 */
export async function appendPart(
  path: string,
  { at, most, length }: { readonly at: number; readonly most: number; readonly length: number | null },
  part: AsyncIterable<Buffer>,
  advance: (from: number, to: number) => Promise<boolean>,
): Promise<number | 'too_large' | 'taken_over'> {
  const file = await open(path, 'r+');
  let noted = at;
  let written = at;
  let askedAt = performance.now();
  const isStale = () => performance.now() - askedAt > trustedMs;
  /** Notes what is written. @returns whether the upload is still this request's. */
  const note = async () => {
    const to = written;
    if (!(await advance(noted, to))) return false;
    [noted, askedAt] = [to, performance.now()];
    return true;
  };
  try {
    for await (const chunk of part) {
      if (written - at + chunk.length > most) return 'too_large';
      // A request that stood still may have lost the upload: what is there now may be another request's.
      if (isStale() && !(await note())) return 'taken_over';
      await writeWhole(file, chunk, written);
      written += chunk.length;
      if (written - noted >= noteEvery && !(await note())) return 'taken_over';
    }
    if ((written > noted || isStale()) && !(await note())) return 'taken_over';
    // An earlier part that was never noted may have written beyond. Of a known length, only the end is cut: before it, another request
    // may have taken the upload over since it was noted, and its bytes lie there.
    if (length === null || written === length) await file.truncate(written);
    return written;
  } catch (error) {
    if (written > noted) await note();
    throw error;
  } finally {
    await file.close();
  }
}

interface Taking {
  write(chunk: Buffer, from: number, length: number, at: number): Promise<{ readonly bytesWritten: number }>;
}

/**
 * Writes all of a chunk: a disk that fills takes some of it without an error, and refuses the rest only when asked again.
 * @throws Error of the system, or with the code ENOSPC when nothing more is taken.
 */
export async function writeWhole(file: Taking, chunk: Buffer, at: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done);
    if (bytesWritten === 0) throw Object.assign(new Error('nothing more can be written'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}

/** Removes an upload. Removing one that is gone is no error. */
export async function removeUpload(db: Database, organizationId: string, path: string): Promise<void> {
  await rm(path, { force: true });
  await forgetUpload(db, organizationId, basename(path));
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
