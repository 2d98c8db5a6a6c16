/**
 * SQLite's driver, with SQLite's own names for its errors. `@photostructure/sqlite` answers on the thread that asks, and includes
 * its binaries in npm, so a machine without a compiler can install it.
 */
import { backup, DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export { backup, DatabaseSync };
export type SqliteConnection = DatabaseSyncInstance;
export type SqliteStatement = StatementSyncInstance;

const hasNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0');

/**
 * Values for a statement that only reads. The driver cuts a text at a NUL, so that it would find what it does not name. No stored
 * text contains a NUL (shared/text/visible.ts), and a text given as bytes equals none.
 */
export const soughtValues = (params: readonly unknown[]): readonly unknown[] =>
  params.some(hasNul) ? params.map((value) => (hasNul(value) ? Buffer.from(value) : value)) : params;

/**
 * Values for a statement that writes.
 * @throws Error for a text with a NUL, which the driver would cut.
 */
export function writtenValues(params: readonly unknown[]): readonly unknown[] {
  if (params.some(hasNul)) throw new Error('a text with the character U+0000 cannot be stored');
  return params;
}

/** Names of primary codes, which are the low byte of every other code: https://sqlite.org/rescode.html */
const primaryCodes = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
]);

/** Gives an error of the driver the name of its primary code, `SQLITE_BUSY` and the like, as its `code`. */
export function nameCode(error: unknown): void {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return;
  Object.assign(error, { code: primaryCodes.get(error.errcode & 0xff) ?? 'SQLITE_ERROR' });
}

/**
 * The fault that SQLite 3.7.0 to 3.51.2 have: a checkpoint right behind another, while a connection commits, can lose pages
 * (https://sqlite.org/wal.html, "The WAL-Reset Bug").
 */
const mended = [3, 51, 3] as const;

/** @param version as `sqlite_version()` says it. @returns a sentence for the operator; undefined for a release without the fault. */
export function whyFaulty(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const isMended = [major - mended[0], minor - mended[1], patch - mended[2]].find((more) => more !== 0) ?? 0;
  return isMended >= 0
    ? undefined
    : `SQLite ${version} can lose what was written while its log is moved into the file. Leadlight needs SQLite ${mended.join('.')} or newer, ` +
        'which is in its package @photostructure/sqlite: install the packages again with npm ci';
}
