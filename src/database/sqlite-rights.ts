/**
 * Errors of SQLite for people and for the code above. The driver has no name for some of SQLite's codes, and SQLite says "attempt to
 * write a readonly database" of any file that it may not write.
 */
import { whyReadOnly } from './sqlite-writing';

/** Names of primary codes, which are the low byte of every other code: https://sqlite.org/rescode.html */
const primaryCodes = new Map([
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
]);

const refusals = /^SQLITE_(READONLY|CANTOPEN)(_|$)/;

/**
 * An error that the driver has no name for gets the name of its primary code. If the file system forbids the work, the error names
 * the file, its owner and what to do.
 * @param filename of the database.
 */
export function nameError(error: unknown, filename: string): void {
  if (!(error instanceof Error)) return;
  const raw = 'rawCode' in error ? error.rawCode : undefined;
  const named = 'code' in error ? error.code : undefined;
  const isNameless = typeof named === 'string' && named.startsWith('UNKNOWN_');
  const code = isNameless && typeof raw === 'number' ? primaryCodes.get(raw & 0xff) : named;
  if (typeof code !== 'string') return;
  Object.assign(error, { code });
  if (!refusals.test(code)) return;
  error.message = whyReadOnly(filename) ?? error.message;
}
