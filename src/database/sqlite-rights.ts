/**
 * Errors of SQLite for people and for the code above. The driver has one code for all of them, and SQLite says "attempt to
 * write a readonly database" of any file that it may not write.
 */
import { codeOf } from './driver-error';
import { nameCode } from './sqlite-driver';
import { whyReadOnly } from './sqlite-writing';

const refusals = /^SQLITE_(READONLY|CANTOPEN)(_|$)/;

/**
 * Gives the error the name of its primary code. If the file system forbids the work, the error names
 * the file, its owner and what to do.
 * @param filename of the database.
 */
export function nameError(error: unknown, filename: string): void {
  if (!(error instanceof Error)) return;
  nameCode(error);
  if (!refusals.test(codeOf(error) ?? '')) return;
  error.message = whyReadOnly(filename) ?? error.message;
}
