/** Distinguishes "the database cannot be reached" from a bug. */
import { isConflict } from './contention';
import { codeOf, errnoOf } from './driver-error';
import { DatabaseReplaced } from './sqlite-files';

/** The database cannot do this now. The caller may try again later. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/** This cluster node does not have yet what the caller has seen on another. */
export class BehindError extends UnavailableError {
  override readonly name = 'BehindError';
}

/** A statement took longer than callers wait for its answer. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

/** Too many statements wait already. */
export class BusyError extends UnavailableError {
  override readonly name = 'BusyError';
}

const names = /^SequelizeConnection/;
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_SERVER_SHUTDOWN',
  'ER_SERVER_GONE_ERROR',
  'ER_CONNECTION_KILLED',
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_INTERRUPT',
]);

/** By number, where MySQL and MariaDB have different names. */
const numbers: ReadonlySet<number | undefined> = new Set([
  1317, // interrupted: a Galera node rolled the statement back in favour of another's
  1290, // the server is read-only: a failover is under way
  1836, // the same
  1021, // disk full
  1114, // table full, also reported for a full disk
  1026, // a file could not be written
  1030, // the storage engine failed, for example on a full disk
  1129, // the host is blocked after failed connections
  1152, // connection aborted
  1184, // the same, before it was used
  1158, // the server could not read from the network,
  1159, // in time
  1160, // or write to it,
  1161, // in time
  1927, // MariaDB: connection killed
  3169, // MySQL: session killed
  4031, // MySQL: closed, because the connection was not used
]);

/**
 * True when the database was unreachable or too slow, had no room or connection left, was shutting down, or kept rolling a
 * transaction back. The caller may try again later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (names.test(error.name)) return true;
  if (error instanceof UnavailableError || isTooSlow(error)) return true;
  if (error instanceof DatabaseReplaced) return true;
  if (isConflict(error) || numbers.has(errnoOf(error))) return true;
  const code = codeOf(error);
  if (code === undefined) return false;
  // SQLite also says in detail what failed: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY.
  return codes.has(code) || codes.has(/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '');
}

const statementLimits: ReadonlySet<number | undefined> = new Set([
  1969, // MariaDB: the statement ran longer than max_statement_time
  3024, // MySQL: longer than max_execution_time
]);

/**
 * True when the statement itself took too long. A narrower question may be answered at once, but a retry of the same one will
 * not.
 */
export function isTooSlow(error: unknown): boolean {
  return error instanceof TooSlowError || statementLimits.has(errnoOf(error));
}
