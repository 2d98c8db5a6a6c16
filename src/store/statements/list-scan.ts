/**
 * Scans a list in index order until a page is full. That is fast when most rows match the filter, but reads the whole list when
 * few do. SQLite statements run on the thread that serves all requests. So there only the first rows are scanned on it, and if
 * these do not fill the page, the whole scan runs in another process.
 */
import type { Database, SqlValue } from '../../database/database';
import type { Conditions } from './conditions';
import { orderBy, type SortColumn } from './keyset';

export interface ListScan {
  readonly columns: string;
  /** The table that is scanned. */
  readonly table: string;
  readonly alias: string;
  /** As returned by `Database.useIndex`. */
  readonly index: string;
  /** Conditions that the index answers. */
  readonly seek: Conditions;
  /** Whether the index returns rows in list order. Otherwise they are sorted. */
  readonly isOrdered: boolean;
  /** Conditions checked row by row. */
  readonly filter: Conditions;
  readonly joins: string;
  readonly order: readonly SortColumn[];
  /** How many rows are wanted. */
  readonly limit: number;
  /** How many rows are scanned on the event loop. */
  readonly first: number;
}

/**
 * The first rows of a scan.
 * @param organizationId is also the only parameter of the columns.
 */
export async function scanList<R extends object>(db: Database, organizationId: string, scan: ListScan): Promise<R[]> {
  const { columns, table, alias, index, seek, isOrdered, filter, joins, limit } = scan;
  const order = `ORDER BY ${orderBy(scan.order)}`;
  const listed = `${table} ${alias}${index}`;
  const sql = `SELECT ${columns} FROM ${listed} ${joins} WHERE ${seek.sql} AND ${filter.sql} ${order} LIMIT ${limit}`;
  const params = [organizationId, ...seek.params, ...filter.params];
  if (db.dialect !== 'sqlite' || (filter.isEmpty && isOrdered)) return db.select<R>(sql, params);

  const set = `${listed} WHERE ${seek.sql}`;
  if (!isOrdered) return readSet<R>(db, organizationId, { sql, params, set, setParams: seek.params, few: scan.first });
  // SQLite runs a subquery with LIMIT in its order, and the joins keep that order. The subquery reads only the index.
  const rows = await db.select<R>(
    `SELECT ${columns} FROM (SELECT ${alias}.rowid AS place FROM ${set} ${order} LIMIT ${scan.first}) few
     CROSS JOIN ${table} ${alias} ON ${alias}.rowid = few.place ${joins} WHERE ${filter.sql} LIMIT ${limit}`,
    params,
  );
  if (rows.length === limit || !(await hasMore(db, `${set} ${order}`, seek.params, scan.first))) return rows;
  return db.scan<R>(organizationId, sql, params);
}

export interface SetRead {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** `table WHERE …`: the rows to look at, as an index finds them. */
  readonly set: string;
  readonly setParams: readonly SqlValue[];
  /** Up to this many rows are read on the event loop. */
  readonly few: number;
}

/** Reads all rows of a set. On SQLite, a set that is not small is read in another process. */
export async function readSet<R extends object>(db: Database, organizationId: string, read: SetRead): Promise<R[]> {
  const isLong = db.dialect === 'sqlite' && (await hasMore(db, read.set, read.setParams, read.few));
  return isLong ? db.scan<R>(organizationId, read.sql, read.params) : db.select<R>(read.sql, read.params);
}

/** How many rows are counted on the event loop. An index entry costs about 20 ns. */
export const countedAtOnce = 5_000;

/**
 * Counts the rows of a set of the workspace.
 * @param set `table WHERE …` with the workspace as its only parameter.
 */
export async function countRows(db: Database, organizationId: string, set: string): Promise<number> {
  const [all] = await readSet<{ total: number }>(db, organizationId, {
    sql: `SELECT COUNT(*) AS total FROM ${set}`,
    params: [organizationId],
    set,
    setParams: [organizationId],
    few: countedAtOnce,
  });
  return all?.total ?? 0;
}

async function hasMore(db: Database, set: string, params: readonly SqlValue[], most: number): Promise<boolean> {
  const [beyond] = await db.select(`SELECT 1 AS found FROM ${set} LIMIT 1 OFFSET ${most}`, params);
  return beyond !== undefined;
}
