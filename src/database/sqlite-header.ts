/**
 * Reads the header of a SQLite file, which says when an older copy was put over it. The file is opened once for the whole
 * process and stays open: closing it in any way would drop the locks that SQLite holds on it (https://sqlite.org/howtocorrupt.html,
 * "Posix advisory locks canceled by a separate thread doing close()").
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What SQLite itself never makes smaller, as it stands in the file: https://sqlite.org/fileformat2.html#the_database_header */
export interface Header {
  /** The file change counter. */
  readonly changes: number;
  /** The schema cookie, which VACUUM raises too. */
  readonly schema: number;
  /** Pages. Only VACUUM makes them fewer. */
  readonly pages: number;
}

/** Open files by device and inode. */
const open = new Map<string, number>();

/** Closes files that were deleted: they cannot be opened again, so their locks protect nothing. */
export function closeDeletedFiles(): void {
  for (const [identity, file] of open) {
    if (fstatSync(file).nlink > 0) continue;
    open.delete(identity);
    closeSync(file);
  }
}

/**
 * @param identity device and inode of the file.
 * @returns undefined for a file that has no header yet, or is another one by now.
 */
export function headerOf(path: string, identity: string): Header | undefined {
  let file = open.get(identity);
  if (file === undefined) {
    closeDeletedFiles();
    file = openSync(path, 'r');
    const { dev, ino } = fstatSync(file);
    open.set(`${dev}:${ino}`, file);
    if (`${dev}:${ino}` !== identity) return undefined;
  }
  const bytes = Buffer.alloc(48);
  if (readSync(file, bytes, 0, bytes.length, 0) < bytes.length) return undefined;
  return { changes: bytes.readUInt32BE(24), schema: bytes.readUInt32BE(40), pages: bytes.readUInt32BE(28) };
}

/** Whether the first header is of an older state than the second. */
export const isOlder = (now: Header, before: Header): boolean =>
  now.changes < before.changes ||
  now.schema < before.schema ||
  (now.changes === before.changes && now.schema === before.schema && now.pages < before.pages);
