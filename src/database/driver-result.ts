/** Distinguishes the results of the drivers and gives them their types. */
import type { ResultSetHeader } from 'mysql2';
import type { SqliteHandle } from './sqlite-dialect';

export function isSqlite(connection: object): connection is { handle: SqliteHandle } {
  return 'handle' in connection;
}

export function rowsOf<R extends object>(result: unknown): R[] {
  if (!Array.isArray(result)) throw new Error('the statement returned no rows');
  // The one place where a row's type is assumed: the caller's SQL names these columns.
  return result as R[];
}

export function affectedRows(result: unknown): number {
  const header = result as Partial<ResultSetHeader>;
  return header.affectedRows ?? 0;
}
