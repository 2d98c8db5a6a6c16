/**
 * Keyset paging: a page starts after the last row of the previous page, found by an index seek, so every page costs the same
 * (docs/internals/decisions/0004-paging.md).
 */
import type { Database } from '../../database/database';
import { BehindError } from '../../database/unavailable';
import type { Conditions } from './conditions';

/** Where a page starts: the sort keys and id of the previous page's last row, as they were when it was read. */
export interface Position {
  /** The workspace's revision when the first page was read. */
  readonly revision: number;
  /** Values of the sort columns, most significant first. */
  readonly keys: readonly (number | string)[];
  readonly id: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly next: Position | null;
}

export interface SortColumn {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Adds "after this position" for rows ordered by `columns`. The first column is also bounded alone (`a <= ?`), which makes
 * SQLite and MySQL seek instead of scanning from the newest row.
 */
export function addAfter(where: Conditions, columns: readonly SortColumn[], after: Position): void {
  const values = [...after.keys, after.id];
  const [first] = columns;
  const [firstValue] = values;
  if (!first || firstValue === undefined || values.length !== columns.length) {
    throw new Error('a position needs one value for each sort column');
  }
  where.and(`${first.column} ${first.descending ? '<=' : '>='} ?`, firstValue);
  // a < x OR (a = x AND (b < y OR (b = y AND c > z))), built from the inside out.
  let sql = '';
  const params: (number | string)[] = [];
  for (const [index, { column, descending }] of [...columns.entries()].reverse()) {
    const value = values[index] ?? '';
    const beyond = `${column} ${descending ? '<' : '>'} ?`;
    if (sql === '') {
      sql = beyond;
      params.unshift(value);
    } else {
      sql = `(${beyond} OR (${column} = ? AND ${sql}))`;
      params.unshift(value, value);
    }
  }
  where.and(sql, ...params);
}

export function orderBy(columns: readonly SortColumn[]): string {
  return columns.map(({ column, descending }) => (descending ? `${column} DESC` : column)).join(', ');
}

/**
 * Makes the page from rows read with `LIMIT limit + 1`.
 * @param keysOf the sort keys of a row, in the order of the sort columns, without the id.
 */
export function pageOf<Row extends { id: string; revision: number }>(
  rows: Row[],
  { limit, after }: PageRequest,
  keysOf: (row: Row) => readonly (number | string)[],
): Page<Row> {
  if (rows.length <= limit) return { rows, next: null };
  rows.length = limit;
  const last = rows[limit - 1];
  if (!last) return { rows, next: null };
  return { rows, next: { revision: after?.revision ?? last.revision, keys: keysOf(last), id: last.id } };
}

/**
 * Refuses to page on a cluster node that does not yet have the data the first page was read from. Rows it lacks would be
 * skipped for good, and a list that ends early looks complete.
 * @param rows of the page just read, which carry the node's revision.
 * @throws BehindError.
 */
export async function expectUpToDate(
  db: Database,
  organizationId: string,
  { after }: PageRequest,
  rows: readonly { revision: number }[],
): Promise<void> {
  if (!after || db.dialect === 'sqlite') return;
  const known = rows[0] ?? (await db.select<{ revision: number }>(revisionOf, [organizationId]))[0];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- drivers may give a BIGINT as text
  if (Number(known?.revision ?? 0) < after.revision)
    throw new BehindError('this node is behind the cursor of the page');
}

const revisionOf = 'SELECT revision FROM organizations WHERE id = ?';
