/** Turns an uploaded archive into uploads of the files in it. */
import { basename } from 'node:path';
import type { Database } from '../../database/database';
import { notFound } from '../../shared/errors';
import { unpack } from '../import/unpack';
import { beginUpload } from './begin';
import { uploadWorkEnds } from './ending';
import { FileTurns } from './file-turns';
import { forgetUpload, setUploadSize } from '../../store/uploads/uploads';
import { largestUpload, removeUpload, uploadPath, uploadSize } from './files';
import { reserveRoom, type Room } from './room';

/** Inflating takes a thread of the pool that files, names of hosts and passwords share. */
const turns = new FileTurns();

export interface UnpackedUpload {
  readonly uploadId: string;
  readonly fileName: string;
  /** Epoch ms, as the archive says. */
  readonly modifiedAt: number;
}

/**
 * Unpacks an upload in its turn and removes it. It ends when the client leaves or the service stops. On failure only the archive itself stays.
 * @param requireStill asks, when the turn has come, whether the person may still import. What it throws ends the work.
 * @throws ExportError when it is no archive or cannot be unpacked; OperationError `conflict` when it holds more than the workspace may
 * have waiting, `service_unavailable` when the service stops, `not_found` when the archive went meanwhile.
 */
export async function unpackInto(
  db: Database,
  dataDir: string,
  organizationId: string,
  path: string,
  requireStill: () => Promise<void> = () => Promise.resolve(),
): Promise<UnpackedUpload[]> {
  const ending = uploadWorkEnds(db);
  const release = await turns.take(organizationId, ending);
  const ids: string[] = [];
  const rooms: Room[] = [];
  const files: Omit<UnpackedUpload, 'uploadId'>[] = [];
  try {
    await requireStill();
    const placeFor = async (bytes: number) => {
      const uploadId = await beginUpload(db, dataDir, organizationId);
      ids.push(uploadId);
      const place = uploadPath(dataDir, organizationId, uploadId);
      rooms.push(await reserveRoom(dataDir, organizationId, place, { at: 0, wanted: bytes }));
      return place;
    };
    for await (const { name, modifiedAt } of unpack(path, placeFor, { largest: largestUpload, ending }))
      files.push({ fileName: name, modifiedAt });
    for (const id of ids) {
      const size = await uploadSize(uploadPath(dataDir, organizationId, id));
      await setUploadSize(db, organizationId, id, size ?? 0);
    }
    // Its files are those of who removes the archive: another node may have unpacked it too, or the erasure of a person removed it.
    if (!(await forgetUpload(db, organizationId, basename(path)))) throw notFound('upload');
  } catch (error) {
    for (const id of ids) await removeUpload(db, organizationId, uploadPath(dataDir, organizationId, id));
    throw error;
  } finally {
    for (const room of rooms) room.release();
    release();
  }
  await removeUpload(db, organizationId, path);
  return files.map((file, at) => ({ uploadId: ids[at] ?? '', ...file }));
}
