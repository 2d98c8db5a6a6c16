/** Reads every row of the database as of one moment, while others write. */
import type { Connection as MysqlConnection } from 'mysql2';
import type { Database } from '../../database/database';
import { sqliteFile } from '../../database/database-connections';
import { HeldConnection } from '../../database/held-connection';
import { isMysql } from '../../database/server-connections';
import { DatabaseSync, type SqliteStatement } from '../../database/sqlite-driver';
import type { SqlValue } from '../../database/sql-value';
import { allTables } from '../tables/all';

/** A table and its rows, in parts of a few hundred. Read the parts in order, and finish a table before starting the next. */
export interface TableContents {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parts: AsyncIterable<readonly (readonly SqlValue[])[]>;
}

const rowsOfPart = 500;

/** Runs one statement and returns its rows in parts. */
type Reading = (sql: string) => AsyncIterable<readonly (readonly SqlValue[])[]>;

/**
 * All declared tables of a database that has the schema of this release, in one read-only transaction. SQLite's write-ahead log
 * keeps the snapshot (https://sqlite.org/isolation.html), and so does InnoDB (`WITH CONSISTENT SNAPSHOT`). Writers do not wait
 * for it.
 * @param url the `DATABASE_URL` that `db` was opened with.
 */
export async function* snapshotOf(db: Database, url: string): AsyncGenerator<TableContents, void, undefined> {
  if (db.dialect === 'sqlite') yield* sqliteSnapshot(sqliteFile(url));
  else yield* serverSnapshot(db);
}

async function* tablesBy(read: Reading): AsyncGenerator<TableContents, void, undefined> {
  for (const { name, columns } of allTables) {
    const names = Object.keys(columns);
    yield { table: name, columns: names, parts: read(`SELECT ${names.join(', ')} FROM ${name}`) };
  }
}

async function* sqliteSnapshot(path: string): AsyncGenerator<TableContents, void, undefined> {
  const file = new DatabaseSync(path, { readOnly: true, returnArrays: true, timeout: 10_000 });
  try {
    file.exec('BEGIN');
    // The snapshot is fixed by the first read.
    file.prepare('SELECT name FROM schema_migrations LIMIT 1').all();
    yield* tablesBy((sql) => inParts(rowsOf(file.prepare(sql))));
  } finally {
    file.close();
  }
}

/** Row by row, because the driver would otherwise hold the whole table in memory. */
function* rowsOf(statement: SqliteStatement): Generator<readonly SqlValue[]> {
  for (const row of statement.iterate()) yield valuesOf(row);
}

async function* serverSnapshot(db: Database): AsyncGenerator<TableContents, void, undefined> {
  const held = await HeldConnection.take(db.sequelize, 'read');
  const { connection } = held;
  let whole = false;
  try {
    if (!isMysql(connection)) throw new Error('unexpected kind of database connection');
    await send(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await send(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    yield* tablesBy((sql) => inParts(streamOf(connection, sql)));
    await send(connection, 'COMMIT');
    whole = true;
  } finally {
    // A connection with a half-read answer cannot be used again.
    if (whole) held.giveBack();
    else held.close();
  }
}

async function* streamOf(connection: MysqlConnection, sql: string): AsyncGenerator<readonly SqlValue[]> {
  const rows: AsyncIterable<unknown> = connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 1_000 });
  for await (const row of rows) yield valuesOf(row);
}

const send = (connection: MysqlConnection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(sql, (error: Error | null) => (error ? reject(error) : resolve()));
  });

async function* inParts(
  rows: Iterable<readonly SqlValue[]> | AsyncIterable<readonly SqlValue[]>,
): AsyncGenerator<readonly (readonly SqlValue[])[], void, undefined> {
  let part: (readonly SqlValue[])[] = [];
  for await (const row of rows) {
    if (part.push(row) < rowsOfPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** @throws TypeError for a value that a backup could not restore unchanged. */
function valuesOf(row: unknown): readonly SqlValue[] {
  if (!Array.isArray(row)) throw new TypeError('the driver gave a row in another form');
  return row.map((value: unknown) => {
    if (typeof value === 'string' || value === null) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TypeError(`a column holds a value of type ${typeof value}, which a backup cannot keep`);
  });
}
