/** What the drivers hand over, told apart and believed. */
import type { ResultSetHeader } from 'mysql2';
import type { SqliteHandle } from './sqlite-dialect';

export function isSqlite(connection: object): connection is { handle: SqliteHandle } {
  return 'handle' in connection;
}

export function rowsOf<R extends object>(result: unknown): R[] {
  if (!Array.isArray(result)) throw new Error('the statement returned no rows');
  // The one place where a row's shape is believed: the SQL beside the caller names these columns.
  return result as R[];
}

export function affectedRows(result: unknown): number {
  const header = result as Partial<ResultSetHeader>;
  return header.affectedRows ?? 0;
}
