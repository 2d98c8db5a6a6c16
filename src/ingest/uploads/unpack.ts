/** Turns an uploaded archive into uploads of the files in it. */
import type { Database } from '../../database/database';
import { ExportError } from '../import';
import { unpack } from '../import/unpack';
import { beginUpload, bytesWaiting, largestUpload, largestUploads, removeUpload, uploadPath } from './files';

export interface UnpackedUpload {
  readonly uploadId: string;
  readonly fileName: string;
  /** Epoch ms, as the archive says. */
  readonly modifiedAt: number;
}

/**
 * Unpacks an upload and removes it. On failure only the archive itself stays.
 * @throws ExportError when it is no archive, cannot be unpacked, or holds more than the workspace may have waiting.
 */
export async function unpackInto(
  db: Database,
  dataDir: string,
  organizationId: string,
  path: string,
): Promise<UnpackedUpload[]> {
  const ids: string[] = [];
  const files: Omit<UnpackedUpload, 'uploadId'>[] = [];
  try {
    const placeFor = async () => {
      if ((await bytesWaiting(dataDir, organizationId)) > largestUploads) {
        throw new ExportError(
          'The archive is larger than the space left for uploads. Import the waiting uploads first, or split the archive.',
        );
      }
      const uploadId = await beginUpload(db, dataDir, organizationId);
      ids.push(uploadId);
      return uploadPath(dataDir, organizationId, uploadId);
    };
    for await (const { name, modifiedAt } of unpack(path, placeFor, largestUpload))
      files.push({ fileName: name, modifiedAt });
  } catch (error) {
    for (const id of ids) await removeUpload(db, organizationId, uploadPath(dataDir, organizationId, id));
    throw error;
  }
  await removeUpload(db, organizationId, path);
  return files.map((file, at) => ({ uploadId: ids[at] ?? '', ...file }));
}
