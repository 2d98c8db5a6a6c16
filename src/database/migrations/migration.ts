/**
 * A migration as data: literal steps for each dialect, frozen once released (README.md in this folder). Nothing here may import a
 * live table declaration: a migration must do in five years what it does today.
 */
import { createHash } from 'node:crypto';
import type { Dialect } from '../database';

/** One statement's worth of change. Each can be run again after an interruption: what is there already is left alone. */
export type Step =
  | {
      readonly kind: 'create-table';
      readonly table: string;
      readonly columns: readonly string[];
      readonly primaryKey: string;
    }
  | {
      /** SQLite only: whether a table is kept in the order of its key (`WITHOUT ROWID`), or by row number with the key beside it. */
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
      /** A column that the statement reads and a later step drops: without it the statement has run. */
      readonly while?: { readonly table: string; readonly column: string };
    };

/** What a dialect runs, forward and back. */
export interface Steps {
  readonly up: readonly Step[];
  readonly down: readonly Step[];
}

export type Migration = { readonly name: string } & { readonly [D in Dialect]: Steps };

/**
 * @param columns `name TYPE [NOT NULL] [DEFAULT value]`, comma-separated, over as many lines as is readable.
 * @param primaryKey column names, comma-separated.
 */
export const createTable = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'create-table',
  table,
  columns: listOf(columns),
  primaryKey,
});

const listOf = (columns: string): readonly string[] =>
  columns
    .trim()
    .split(/,\s+/)
    .map((column) => column.trim());

/**
 * SQLite only, for a table of nothing but its key (https://sqlite.org/withoutrowid.html): half the size. Copies the table, which must
 * have no other index.
 * @param columns all of its columns, as for `createTable`.
 */
export const storeByKey = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'arrange',
  by: 'key',
  table,
  columns: listOf(columns),
  primaryKey,
});

/** Takes `storeByKey` back. */
export const storeByRowid = (table: string, columns: string, primaryKey: string): Step => ({
  kind: 'arrange',
  by: 'rowid',
  table,
  columns: listOf(columns),
  primaryKey,
});

/** @param fields column names, comma-separated, each with ` DESC` where it descends. */
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

/** @param column `name TYPE [NOT NULL DEFAULT value]`; without NOT NULL it is null in the rows that are there. */
export const addColumn = (table: string, column: string): Step => ({ kind: 'add-column', table, column });

/** MySQL family only: gives a column another type. SQLite keeps any length of text in any column, so it needs no such step. */
export const changeColumn = (table: string, column: string): Step => ({ kind: 'change-column', table, column });

export const dropTable = (table: string): Step => ({ kind: 'drop-table', table });
export const dropIndex = (table: string, name: string): Step => ({ kind: 'drop-index', table, name });
export const dropColumn = (table: string, name: string): Step => ({ kind: 'drop-column', table, name });

/**
 * Changes rows: the statement runs again and again until it changes none, so its own effect must make its condition false
 * (`INSERT IGNORE … SELECT`, `UPDATE … WHERE new_column IS NULL LIMIT 5000`). A LIMIT keeps transactions small on servers.
 */
export const rows = (sql: string): Step => ({ kind: 'rows', sql });

/** As `rows`, of a column that a later step drops: after an interruption behind that step it is left out. */
export const rowsWhile = (table: string, column: string, sql: string): Step => ({
  kind: 'rows',
  sql,
  while: { table, column },
});

/** SHA-256 of what a migration does on a dialect: tells a database apart that another version made under the same name. */
export function checksumOf(migration: Migration, dialect: Dialect): string {
  return createHash('sha256').update(JSON.stringify(migration[dialect].up)).digest('hex');
}
