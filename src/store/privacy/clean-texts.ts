/** Removes what names a person from the texts of a workspace, table by table, a slice at a time. */
import type { Database, SqlValue } from '../../database/database';
import { allTables } from '../tables/all';
import type { Table } from '../../database/define';
import { noteLeadsChanged } from '../log/note-changes';
import { termsOf } from '../statements/search-terms';
import { unseal } from '../statements/sealing';
import { fold } from '../../../packages/reader/src';
import { people } from '../tables/engagement';
import { queueScoring } from '../writes/engagement-writer';
import { writeWorkspace } from '../log/workspace-lock';
import type { PacedEraser } from '../statements/paced-eraser';
import { personData, type Reach } from './person-data';

export type TextReach = Extract<Reach, { kind: 'texts' }>;

/** How many rows are read at a time. */
const slice = 500;

/** How texts are cleaned. */
export interface Cleaning {
  readonly eraser: PacedEraser;
  readonly checkpoint: () => Promise<void>;
  /** Collects the words of changed headlines, because leads were found by them. */
  readonly searched: Set<string>;
}

/** @returns how many rows were changed or removed, by table; tables with none are missing. */
export async function cleanTexts(
  db: Database,
  organizationId: string,
  cleaning: Cleaning,
): Promise<Record<string, number>> {
  const cleaned: Record<string, number> = {};
  for (const table of allTables) {
    for (const reach of personData[table.name] ?? []) {
      if (reach.kind !== 'texts') continue;
      const rows = await cleanTable(db, organizationId, table, reach, cleaning);
      if (rows > 0) cleaned[table.name] = (cleaned[table.name] ?? 0) + rows;
    }
  }
  return cleaned;
}

async function cleanTable(
  db: Database,
  organizationId: string,
  table: Table,
  reach: TextReach,
  { eraser, checkpoint, searched }: Cleaning,
): Promise<number> {
  let changed = 0;
  const key = table.primaryKey.map((column) => `${column} = ?`).join(' AND ');
  const write = async (row: TextRow, clean: readonly (readonly [string, string])[]) => {
    const of = table.primaryKey.map((column) => row[column] ?? null);
    await (reach.found === 'removed'
      ? db.run(`DELETE FROM ${table.name} WHERE ${key}`, of)
      : db.run(`UPDATE ${table.name} SET ${clean.map(([column]) => `${column} = ?`).join(', ')} WHERE ${key}`, [
          ...clean.map(([, text]) => text),
          ...of,
        ]));
  };
  for await (const rows of textRows(db, organizationId, table, reach)) {
    const found: { readonly row: TextRow; readonly clean: [string, string][] }[] = [];
    for (const row of rows) {
      const clean = await cleanColumns(row, reach.columns, eraser);
      if (clean.length > 0) found.push({ row, clean });
    }
    const writeAll = async () => {
      for (const { row, clean } of found) await write(row, clean);
    };
    if (found.length > 0 && table.name === people.name) {
      // Search terms and evidence of leads are made of headlines.
      for (const { row } of found) for (const word of termsOf(fold(String(row['headline'] ?? '')))) searched.add(word);
      const ids = found.map(({ row }) => String(row['id']));
      await writeWorkspace(db, organizationId, async () => {
        await writeAll();
        await queueScoring(db, organizationId, ids);
        await noteLeadsChanged(db, organizationId, ids);
      });
    } else await writeAll();
    changed += found.length;
    await checkpoint();
  }
  return changed;
}

async function cleanColumns(
  row: TextRow,
  columns: readonly string[],
  eraser: PacedEraser,
): Promise<[string, string][]> {
  const cleaned: [string, string][] = [];
  for (const column of columns) {
    const text = row[column];
    if (typeof text !== 'string') continue;
    const clean = await eraser.clean(text);
    if (clean !== text) cleaned.push([column, clean]);
  }
  return cleaned;
}

type TextRow = Record<string, string | number | null>;

/** Rows of a workspace with text in the columns of a reach, as plain text, in slices and in key order. */
export async function* textRows(
  db: Database,
  organizationId: string,
  table: Table,
  { columns, sealed = [] }: TextReach,
): AsyncGenerator<TextRow[]> {
  const key = table.primaryKey.filter((column) => column !== 'organization_id');
  const present = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
  // Jobs and log entries of the service itself belong to no workspace, but may still name its people.
  const owned = table.primaryKey.includes('organization_id')
    ? 'organization_id = ?'
    : "(organization_id = ? OR organization_id IS NULL OR organization_id = '')";
  const wanted = [...new Set([...table.primaryKey, ...columns])].join(', ');
  // A table with one row per workspace has no other key.
  const order = key.length === 0 ? '' : ` ORDER BY ${key.join(', ')}`;
  for (let last: TextRow | undefined; ;) {
    const after = last === undefined ? { sql: '', params: [] } : afterKey(key, last);
    const rows: TextRow[] = await db.select<TextRow>(
      `SELECT ${wanted} FROM ${table.name} WHERE ${owned} AND (${present})${after.sql}${order} LIMIT ${slice}`,
      [organizationId, ...after.params],
    );
    if (rows.length === 0) return;
    last = rows[rows.length - 1];
    yield sealed.length === 0 ? rows : rows.map((row) => opened(db, row, sealed));
    if (key.length === 0) return;
  }
}

/** Text that another key encrypted is unreadable, so it stays as it is. */
function opened(db: Database, row: TextRow, sealed: readonly string[]): TextRow {
  const texts = sealed.map((column) => {
    const text = row[column] ?? null;
    return [column, typeof text === 'string' ? (unseal(db, text) ?? text) : text] as const;
  });
  return { ...row, ...Object.fromEntries(texts) };
}

/** The condition that a row comes after another, in the order of these columns. */
function afterKey(columns: readonly string[], row: TextRow): { sql: string; params: SqlValue[] } {
  const alternatives = columns.map((column, at) =>
    [...columns.slice(0, at).map((before) => `${before} = ?`), `${column} > ?`].join(' AND '),
  );
  const params = columns.flatMap((_, at) => columns.slice(0, at + 1).map((column) => row[column] ?? null));
  return { sql: ` AND (${alternatives.map((one) => `(${one})`).join(' OR ')})`, params };
}
