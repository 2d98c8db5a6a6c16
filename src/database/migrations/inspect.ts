/** Reads the tables, columns and indexes of a database. A step checks these before it changes anything. */
import type { Database } from '../database';

/**
 * Columns in their order, as `name type` or `name type NOT NULL`, in lower case without display widths. Empty: no such table.
 */
export async function columnsOf(db: Database, table: string): Promise<string[]> {
  if (db.dialect === 'sqlite') {
    const list = await db.select<{ name: string; type: string; notnull: number }>(`PRAGMA table_info(${table})`);
    return list.map(({ name, type, notnull }) => columnText(name, type, notnull === 1));
  }
  const list = await db.select<{ name: string; type: string; nullable: string }>(
    `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ORDINAL_POSITION`,
    [table],
  );
  return list.map(({ name, type, nullable }) => columnText(name, type, nullable !== 'YES'));
}

/** Whether SQLite stores a table in key order, without row numbers. */
export async function isStoredByKey(db: Database, table: string): Promise<boolean> {
  const [found] = await db.select<{ wr: number }>(`SELECT wr FROM pragma_table_list('${table}') WHERE schema = 'main'`);
  return found?.wr === 1;
}

/** The same form for a column as a step writes it: `name TYPE [NOT NULL] [DEFAULT value]`. */
export function columnAsWritten(column: string): string {
  const [, name = '', type = '', rest = ''] = /^(\S+)\s+(\S+)(.*)$/.exec(column) ?? [];
  return columnText(name, type, /\bNOT NULL\b/i.test(rest));
}

/** Name of a column as a step writes it. */
export const nameOf = (column: string): string => column.split(/\s/)[0] ?? '';

/** MariaDB reports meaningless widths of whole numbers. `INTEGER` is another name of `INT`. */
function columnText(name: string, type: string, required: boolean): string {
  const plain = type
    .toLowerCase()
    .replace(/^(tinyint|smallint|int|integer|bigint)\(\d+\)/, '$1')
    .replace(/^integer$/, 'int');
  return `${name} ${plain}${required ? ' NOT NULL' : ''}`;
}

/** Fields of an index, as `UNIQUE a, b` or `a, b`. Without directions, which MariaDB before 10.8 does not store. */
export async function indexFields(db: Database, table: string, name: string): Promise<string | undefined> {
  if (db.dialect === 'sqlite') {
    const list = await db.select<{ name: string; unique: number }>(`PRAGMA index_list(${table})`);
    const index = list.find((one) => one.name === name);
    if (!index) return undefined;
    const fields = await db.select<{ name: string }>(`PRAGMA index_info(${name})`);
    return indexText(
      fields.map((field) => field.name),
      index.unique === 1,
    );
  }
  const fields = await db.select<{ name: string; repeats: number }>(
    `SELECT COLUMN_NAME AS name, NON_UNIQUE AS repeats FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? ORDER BY SEQ_IN_INDEX`,
    [table, name],
  );
  if (fields.length === 0) return undefined;
  return indexText(
    fields.map((field) => field.name),
    Number(fields[0]?.repeats) === 0,
  );
}

/** The same form for fields as a step writes them. */
export const indexText = (fields: readonly string[], unique: boolean): string =>
  `${unique ? 'UNIQUE ' : ''}${fields.map((field) => field.trim().replace(/ DESC$/i, '')).join(', ')}`;
