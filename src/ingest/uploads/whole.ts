/** Whether an upload is whole: all its bytes are there, and they are those that the sender meant. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Database } from '../../database/database';
import { invalid, OperationError } from '../../shared/errors';
import { completeUpload } from '../../store/uploads/uploads';
import type { UploadRow } from '../../store/tables/uploads';

/** Whether nothing is missing, as far as the sender said what there is. */
export const isWhole = ({ bytes, length, digest, complete }: UploadRow): boolean =>
  digest === null ? length !== null && bytes === length : complete === 1;

/** @throws OperationError `conflict` while bytes are missing, or their digest was not checked. */
export function expectWhole(row: UploadRow): void {
  const { bytes, length, digest, complete } = row;
  if (length !== null && bytes !== length) {
    throw new OperationError(
      'conflict',
      `The upload has ${bytes} of ${length} bytes. Send the rest before you import it.`,
    );
  }
  if (digest === null || complete === 1) return;
  throw new OperationError(
    'conflict',
    `The digest of the upload was not compared yet. Send an empty part at ${bytes} with Repr-Digest.`,
  );
}

/**
 * Compares the digest once the last part is there. Without a length, the part that brings the digest is the last one.
 * @param row as the last part left it.
 * @returns whether the upload is whole.
 * @throws OperationError `validation_failed` when the digest is another one: the upload must go, as nobody knows which bytes are wrong.
 */
export async function checkDigest(db: Database, path: string, row: UploadRow): Promise<boolean> {
  const { bytes, length, digest } = row;
  if (digest === null || (length !== null && bytes < length)) return isWhole(row);
  if ((await digestOf(path)) !== digest) {
    throw invalid({
      path: 'Repr-Digest',
      message: 'is not the digest of the bytes that arrived, so the upload was removed; send the file again',
    });
  }
  return completeUpload(db, row);
}

/** SHA-256 of a file, hexadecimal. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
