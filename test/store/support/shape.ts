/** What a database's tables are: columns, keys, indexes; and what the declarations ask for. */
import type { Database } from '../../../src/database/database';
import { allTables } from '../../../src/store/tables/all';
import type { Column, Table } from '../../../src/database/define';

/** Every declaration of the present version. */
export const definitions: readonly Table[] = allTables;

/** Tables that migrations keep for themselves; the lease is a server's. */
export const ownTables = (db: Database) =>
  db.dialect === 'sqlite' ? ['schema_migrations'] : ['schema_migration_lease', 'schema_migrations'];

export interface Shape {
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly string[];
}

const descends = (field: string | { name: string; order: 'DESC' }) =>
  typeof field === 'string' ? field : `${field.name} DESC`;
const indexText = (name: string, unique: boolean, fields: readonly string[]) =>
  `${unique ? 'UNIQUE ' : ''}${name} (${fields.join(', ')})`;

function typeOf(column: Column<unknown>, sqlite: boolean): string {
  const type = String(column.type).toLowerCase();
  if (sqlite) return type;
  // Display widths are MariaDB's; plain text becomes what holds 16 MB.
  return type
    .replace(/^(int|bigint|tinyint|integer)\b.*$/, '$1')
    .replace('integer', 'int')
    .replace(/^text$/, 'mediumtext');
}

/** What a definition asks for. */
export function wanted(table: Table, sqlite: boolean): Shape {
  return {
    columns: Object.entries(table.columns).map(
      ([name, column]) => `${name} ${typeOf(column, sqlite)}${column.optional ? '' : ' NOT NULL'}`,
    ),
    primaryKey: table.primaryKey,
    indexes: table.indexes
      .map((index) => indexText(index.name, index.unique ?? false, index.fields.map(descends)))
      .sort(),
  };
}

async function sqliteShape(db: Database, table: string): Promise<Shape> {
  const columns = await db.select<{ name: string; type: string; notnull: number; pk: number }>(
    `PRAGMA table_info(${table})`,
  );
  const list = await db.select<{ name: string; unique: number; origin: string }>(`PRAGMA index_list(${table})`);
  const indexes: string[] = [];
  for (const index of list.filter(({ origin }) => origin === 'c')) {
    const fields = await db.select<{ name: string | null; desc: number }>(`PRAGMA index_xinfo(${index.name})`);
    indexes.push(
      indexText(
        index.name,
        index.unique === 1,
        fields.flatMap(({ name, desc }) => (name === null ? [] : [desc === 1 ? `${name} DESC` : name])),
      ),
    );
  }
  return {
    columns: columns.map(
      ({ name, type, notnull }) => `${name} ${type.toLowerCase()}${notnull === 1 ? ' NOT NULL' : ''}`,
    ),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
    indexes: indexes.sort(),
  };
}

async function mysqlShape(db: Database, table: string): Promise<Shape> {
  const columns = await db.select<{ name: string; type: string; nullable: string; collation: string | null }>(
    `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable, COLLATION_NAME AS collation
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ORDINAL_POSITION`,
    [table],
  );
  // Text compares by code points, as it does on SQLite.
  expect(columns.filter(({ collation }) => collation !== null && collation !== 'utf8mb4_bin')).toEqual([]);
  const keys = await db.select<{ name: string; field: string; direction: string; repeats: number }>(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS field, COLLATION AS direction, NON_UNIQUE AS repeats
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    [table],
  );
  const byName = new Map<string, { unique: boolean; fields: string[] }>();
  for (const { name, field, direction, repeats } of keys) {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- drivers may give a BIGINT as text
    const index = byName.get(name) ?? { unique: Number(repeats) === 0, fields: [] };
    index.fields.push(direction === 'D' ? `${field} DESC` : field);
    byName.set(name, index);
  }
  const primaryKey = byName.get('PRIMARY')?.fields ?? [];
  byName.delete('PRIMARY');
  return {
    columns: columns.map(
      ({ name, type, nullable }) =>
        `${name} ${type.toLowerCase().replace(/^(int|bigint|tinyint)\(\d+\)$/, '$1')}${nullable === 'YES' ? '' : ' NOT NULL'}`,
    ),
    primaryKey,
    indexes: [...byName].map(([name, { unique, fields }]) => indexText(name, unique, fields)).sort(),
  };
}

export async function tablesOf(db: Database): Promise<string[]> {
  const sql =
    db.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : 'SELECT TABLE_NAME AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  return (await db.select<{ name: string }>(sql)).map(({ name }) => name).sort();
}

/** The shape of a table, or of all by their names. */
export const shapeOf = (db: Database, table: string) =>
  db.dialect === 'sqlite' ? sqliteShape(db, table) : mysqlShape(db, table);

export async function shapes(db: Database): Promise<Record<string, Shape>> {
  const all: Record<string, Shape> = {};
  for (const table of await tablesOf(db)) all[table] = await shapeOf(db, table);
  return all;
}
