/**
 * What an import is compared with: rows that it left, ready in memory, put into the same tables with the driver's plain multi-row
 * INSERT. Either its engagements alone, or all its rows: people, posts, leads with their evidence, words of the search, accounts and
 * the log. No file is read, nobody is looked up, nothing is judged.
 */
import { createPool } from 'mysql2/promise';
import { Database } from '../../src/database/database';
import type { Table } from '../../src/database/define';
import { DatabaseSync, type SqliteStatement } from '../../src/database/sqlite-driver';
import type { SqlValue } from '../../src/database/sql-value';
import { icpDefinitions } from '../../src/store/tables/leads';
import { engagements } from '../../src/store/tables/engagement';
import { workspaceTables } from '../../src/store/tables/all';
import { usage, workMeasured } from '../harness';
import { organizationId } from './empty-database';

export interface PlainSetup {
  /** Holds the rows. */
  readonly fromUrl: string;
  /** Has the empty tables. */
  readonly toUrl: string;
  readonly rows: 'engagements' | 'all';
}

export interface PlainResult {
  readonly engagements: number;
  /** Of all tables. */
  readonly rows: number;
  readonly seconds: number;
  /** Of this process; a server's own is not in it. */
  readonly cpuSeconds: number;
}

/** Values of a statement, as many as is fastest: on SQLite longer ones outgrow the processor's caches. */
const perStatement = { sqlite: 142 * Object.keys(engagements.columns).length, mysql: 20_000 };
/** Rows of a transaction on SQLite; on a server each statement is one. */
const perTransaction = 4_000;

interface Target {
  insert(table: Table, rows: SqlValue[][]): Promise<void> | void;
  begin(): void;
  commit(): void;
  close(): Promise<void>;
}

function open(url: string): Target {
  const into = ({ name, columns }: Table) => `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) VALUES`;
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const statements = new Map<string, SqliteStatement>();
    return {
      insert(table, rows) {
        const key = `${table.name} ${rows.length}`;
        let statement = statements.get(key);
        if (!statement) {
          const tuple = `(${Object.keys(table.columns)
            .map(() => '?')
            .join(',')})`;
          statement = db.prepare(`${into(table)} ${rows.map(() => tuple).join(',')}`);
          statements.set(key, statement);
        }
        statement.run(...rows.flat());
      },
      begin: () => db.exec('BEGIN'),
      commit: () => db.exec('COMMIT'),
      close: () => Promise.resolve(db.close()),
    };
  }
  const pool = createPool({ uri: url, charset: 'utf8mb4', connectionLimit: 1 });
  return {
    insert: (table, rows) => pool.query(`${into(table)} ?`, [rows]).then(() => undefined),
    begin: () => undefined,
    commit: () => undefined,
    close: () => pool.end(),
  };
}

/** The rows of a table after one with these keys, in the order of their keys. */
async function rowsAfter(from: Database, { name, columns, primaryKey }: Table, after: readonly SqlValue[] | undefined) {
  const keys = primaryKey.filter((key) => key !== 'organization_id');
  // `a > ? OR (a = ? AND b > ?)`: servers find no range in a comparison of lists.
  const later = keys.map((key, at) => [...keys.slice(0, at).map((one) => `${one} = ?`), `${key} > ?`].join(' AND '));
  const params = after === undefined ? [] : keys.flatMap((_, at) => after.slice(0, at + 1));
  const rows = await from.select<Record<string, SqlValue>>(
    `SELECT ${Object.keys(columns).join(', ')} FROM ${name} WHERE organization_id = ?
     ${after === undefined || keys.length === 0 ? '' : `AND (${later.map((one) => `(${one})`).join(' OR ')})`}
     ORDER BY ${primaryKey.join(', ')} LIMIT ${perTransaction}`,
    [organizationId, ...params],
  );
  const last = rows[rows.length - 1];
  return {
    values: rows.map((row) => Object.keys(columns).map((column) => row[column] ?? null)),
    last: last && keys.map((key) => last[key] ?? null),
  };
}

workMeasured(async ({ fromUrl, toUrl, rows }: PlainSetup): Promise<PlainResult> => {
  const from = await Database.open(fromUrl);
  const to = open(toUrl);
  // The workspace and its profile are in the empty database.
  const others = workspaceTables.filter((table) => table !== engagements && table !== icpDefinitions);
  let seconds = 0;
  let cpu = 0;
  const counts = new Map<string, number>();
  for (const table of rows === 'engagements' ? [engagements] : [engagements, ...others]) {
    const most = Math.floor(perStatement[from.dialect] / Object.keys(table.columns).length);
    for (let after: readonly SqlValue[] | undefined; ;) {
      const { values, last } = await rowsAfter(from, table, after);
      if (!last) break;
      after = last;
      const start = performance.now();
      const cpuBefore = usage().cpu;
      to.begin();
      for (let at = 0; at < values.length; at += most) await to.insert(table, values.slice(at, at + most));
      to.commit();
      seconds += (performance.now() - start) / 1000;
      cpu += usage().cpu - cpuBefore;
      counts.set(table.name, (counts.get(table.name) ?? 0) + values.length);
      if (last.length === 0) break;
    }
  }
  await from.close();
  await to.close();
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { engagements: counts.get(engagements.name) ?? 0, rows: all, seconds, cpuSeconds: cpu / 1000 };
});
