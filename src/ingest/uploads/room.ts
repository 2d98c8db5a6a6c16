/**
 * The room for files of a workspace that wait for their import. What arrives is counted by the size it will have, before it is
 * there. So files that arrive at once cannot all use the same room.
 */
import { join } from 'node:path';
import { OperationError } from '../../shared/errors';
import { isUploadId, largestUploads, namesIn, uploadSize, uploadsFolder } from './files';

/** Files of a workspace that wait for their import. */
export const mostWaiting = 200;

const advice = 'Start or await their imports. A file that is not imported is deleted after two hours.';

/** Bytes that files will have when what arrives now is there, by path. */
const expected = new Map<string, number>();
let turn: Promise<unknown> = Promise.resolve();

/** Room that was set aside for a file. */
export interface Room {
  /** Most bytes that may be added to the file. */
  readonly bytes: number;
  /** Gives back what was not used. */
  release(): void;
}

/**
 * Sets room aside for what will be added to a file.
 * @param at bytes that are there.
 * @param wanted bytes to add; `upTo` when it is not known how many will come.
 * @throws OperationError `conflict` when there is not so much room.
 */
export async function reserveRoom(
  dataDir: string,
  organizationId: string,
  path: string,
  { at, wanted }: { readonly at: number; readonly wanted: number | { readonly upTo: number } },
): Promise<Room> {
  return inTurn(async () => {
    const left = largestUploads - at - (await bytesWaiting(dataDir, organizationId, path));
    const bytes = typeof wanted === 'number' ? wanted : Math.min(wanted.upTo, left);
    if (bytes > left) throw noRoom();
    expected.set(path, at + bytes);
    return { bytes, release: () => void expected.delete(path) };
  });
}

/**
 * Bytes of everything that a workspace has uploaded but not imported, and lists of refused rows.
 * @param without the path of a file that does not count.
 */
export async function bytesWaiting(dataDir: string, organizationId: string, without?: string): Promise<number> {
  const folder = join(uploadsFolder(dataDir), organizationId);
  let bytes = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (path !== without) bytes += Math.max((await uploadSize(path)) ?? 0, expected.get(path) ?? 0);
  }
  return bytes;
}

/** @throws OperationError `conflict` when no further file may wait. */
export async function expectRoomForFile(dataDir: string, organizationId: string): Promise<void> {
  const names = await namesIn(join(uploadsFolder(dataDir), organizationId));
  if (names.filter(isUploadId).length < mostWaiting) return;
  throw new OperationError('conflict', `${mostWaiting} files wait to be imported, the most there may be. ${advice}`);
}

export const noRoom = (): OperationError =>
  new OperationError('conflict', `The files that wait to be imported may have 2 GB together. ${advice}`);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}
