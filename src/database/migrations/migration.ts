/**
 * A migration as data: literal steps for each dialect, frozen once released (README.md in this folder). Nothing here may import
 * a live table declaration, because a migration must do in five years what it does today.
 */
import { createHash } from 'node:crypto';
import type { Dialect } from '../database';

/** A change by one statement. Each step can be run again after an interruption: objects that exist are left alone. */
export type Step =
  | {
      readonly kind: 'create-table';
      readonly table: string;
      readonly columns: readonly string[];
      readonly primaryKey: string;
    }
  | {
      /** SQLite only: whether a table is stored in key order (`WITHOUT ROWID`), or by row number with a separate key. */
      readonly kind: 'arrange';
      readonly by: 'key' | 'rowid';
      readonly table: string;
      readonly columns: readonly string[];
      readonly primaryKey: string;
    }
  | {
      readonly kind: 'add-index';
      readonly table: string;
      readonly name: string;
      readonly fields: string;
      readonly unique: boolean;
    }
  | { readonly kind: 'add-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'change-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'drop-table'; readonly table: string }
  | { readonly kind: 'drop-index' | 'drop-column'; readonly table: string; readonly name: string }
  | {
      readonly kind: 'rows';
      readonly sql: string;
      /** A column that the statement reads and a later step drops. If the column is missing, the statement has already run. */
      readonly while?: { readonly table: string; readonly column: string };
    };

/** The steps of one dialect, forward and back. */
export interface Steps {
  readonly up: readonly Step[];
  readonly down: readonly Step[];
}

export type Migration = { readonly name: string } & { readonly [D in Dialect]: Steps };

/**
 * @param columns `name TYPE [NOT NULL] [DEFAULT value]`, comma-separated, on any number of lines.
 * @param primaryKey column names, comma-separated.
 */
export const createTable = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'create-table',
  table,
  columns: columnNames(columns),
  primaryKey,
});

const columnNames = (columns: string): readonly string[] =>
  columns
    .trim()
    .split(/,\s+/)
    .map((column) => column.trim());

/**
 * SQLite only, for a table with no columns besides its key (https://sqlite.org/withoutrowid.html): half the size. Copies the
 * table, which must have no other index.
 * @param columns all of its columns, as for `createTable`.
 */
export const storeByKey = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'arrange',
  by: 'key',
  table,
  columns: columnNames(columns),
  primaryKey,
});

/** Reverts `storeByKey`. */
export const storeByRowid = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'arrange',
  by: 'rowid',
  table,
  columns: columnNames(columns),
  primaryKey,
});

/** @param fields column names, comma-separated, each with ` DESC` if it descends. */
export const addIndex = (table: string, name: string, fields: string): Step => ({
  kind: 'add-index',
  table,
  name,
  fields,
  unique: false,
});

export const addUniqueIndex = (table: string, name: string, fields: string): Step => ({
  kind: 'add-index',
  table,
  name,
  fields,
  unique: true,
});

/** @param column `name TYPE [NOT NULL DEFAULT value]`; without NOT NULL it is null in existing rows. */
export const addColumn = (table: string, column: string): Step => ({ kind: 'add-column', table, column });

/**
 * MySQL family only: changes the type of a column. SQLite stores any length of text in any column, so it needs no such step.
 */
export const changeColumn = (table: string, column: string): Step => ({ kind: 'change-column', table, column });

export const dropTable = (table: string): Step => ({ kind: 'drop-table', table });
export const dropIndex = (table: string, name: string): Step => ({ kind: 'drop-index', table, name });
export const dropColumn = (table: string, name: string): Step => ({ kind: 'drop-column', table, name });

/**
 * Changes rows. The statement is repeated until it changes none, so its effect must make its condition false (`INSERT IGNORE …
 * SELECT`, `UPDATE … WHERE new_column IS NULL LIMIT 5000`). A LIMIT keeps transactions small on servers.
 */
export const rows = (sql: string): Step => ({ kind: 'rows', sql });

/** Like `rows`, for a column that a later step drops. Skipped after an interruption behind that step. */
export const rowsWhile = (table: string, column: string, sql: string): Step => ({
  kind: 'rows',
  sql,
  while: { table, column },
});

/** SHA-256 of what a migration does on a dialect. It detects a database in which another version ran under the same name. */
export function checksumOf(migration: Migration, dialect: Dialect): string {
  return createHash('sha256').update(JSON.stringify(migration[dialect].up)).digest('hex');
}
