/**
 * Walking a list in the order of an index until a page is full. Where most rows fit the filter that is soon; where few do, it is the
 * whole list. On SQLite, whose statements run on the thread that answers everybody, the first rows are therefore walked alone, and
 * only when they do not fill the page the whole scan is made, beside that thread.
 */
import type { Database, SqlValue } from '../../database/database';
import type { Conditions } from './conditions';
import { orderBy, type SortColumn } from './keyset';

export interface ListScan {
  readonly columns: string;
  /** The table that is walked. */
  readonly table: string;
  readonly alias: string;
  /** As `Database.useIndex` gives it. */
  readonly index: string;
  /** What the index finds by itself. */
  readonly seek: Conditions;
  /** Whether it finds them in the order of the list; they are sorted otherwise. */
  readonly isOrdered: boolean;
  /** What is looked at row by row. */
  readonly filter: Conditions;
  readonly joins: string;
  readonly order: readonly SortColumn[];
  /** Rows wanted. */
  readonly limit: number;
  /** Rows that are walked on the event loop. */
  readonly first: number;
}

/**
 * The first rows of a scan.
 * @param organizationId is also the one parameter of the columns.
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
  // SQLite goes through a subquery with a LIMIT in its order, and the joins keep that order. It reads of the index alone.
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
  /** `table WHERE …`: the rows that have to be looked at, as an index finds them. */
  readonly set: string;
  readonly setParams: readonly SqlValue[];
  /** So many of them are looked at on the event loop. */
  readonly few: number;
}

/** Reads something of all rows of a set: on SQLite beside the event loop when they are not few. */
export async function readSet<R extends object>(db: Database, organizationId: string, read: SetRead): Promise<R[]> {
  const isLong = db.dialect === 'sqlite' && (await hasMore(db, read.set, read.setParams, read.few));
  return isLong ? db.scan<R>(organizationId, read.sql, read.params) : db.select<R>(read.sql, read.params);
}

/** Rows that are counted on the event loop: an index entry costs some 20 ns. */
export const countedAtOnce = 5_000;

/**
 * How many rows a set of the workspace has.
 * @param set `table WHERE …` with the workspace as its one parameter.
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
