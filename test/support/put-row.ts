/** Rows of any table by the few columns that a test is about. */
import type { Database, SqlValue } from '../../src/database/database';
import { newId } from '../../src/database/new-id';
import { allTables } from '../../src/store/tables/all';

export type Cells = Readonly<Record<string, SqlValue>>;

/** Inserts a row; columns that are not named are empty, and an id is a new one. */
export async function putRow(db: Database, name: string, cells: Cells): Promise<void> {
  const table = allTables.find((one) => one.name === name);
  if (!table) throw new Error(`there is no table ${name}`);
  const { columns } = table;
  const empty = (column: string): SqlValue =>
    columns[column]?.optional ? null : /CHAR|TEXT/.test(String(columns[column]?.type)) ? '' : 0;
  const row: Cells = { ...('id' in columns ? { id: newId() } : {}), ...cells };
  const names = Object.keys(columns);
  await db.insertRows(name, names, [names.map((column) => row[column] ?? empty(column))]);
}
