/** Reads the code of a driver's error, thrown by the driver itself or wrapped by Sequelize. */
import { BaseError, ConnectionError } from 'sequelize';

/** `ER_LOCK_DEADLOCK`, `SQLITE_BUSY`, `ECONNRESET` and the like. Undefined for an error without a code. */
export function codeOf(error: unknown): string | undefined {
  const cause = causeOf(error);
  if (cause === undefined) return undefined;
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  // mysql2 gives no code to the error of a statement for a connection that broke before.
  return 'fatal' in cause && cause.fatal === true ? 'PROTOCOL_CONNECTION_LOST' : undefined;
}

/** The server's error number. MySQL and MariaDB share it where their names differ. */
export function errnoOf(error: unknown): number | undefined {
  const cause = causeOf(error);
  if (cause === undefined || !('errno' in cause)) return undefined;
  return typeof cause.errno === 'number' ? cause.errno : undefined;
}

function causeOf(error: unknown): object | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause: unknown = 'original' in error ? error.original : error;
  return typeof cause === 'object' && cause !== null ? cause : undefined;
}

/** The driver's own error if Sequelize wrapped one, else the error itself. */
export function driverErrorOf(error: unknown): unknown {
  const wrapped = error instanceof BaseError && !(error instanceof ConnectionError);
  return wrapped && 'original' in error && error.original instanceof Error ? error.original : error;
}

const closed: ReadonlySet<string | undefined> = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/** Whether the server or the network had closed a pooled connection before the statement was sent. */
export const wasClosed = (error: unknown): boolean => closed.has(codeOf(error));
