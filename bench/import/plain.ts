/**
 * What an import is compared with: the same engagement rows, ready in memory, put into the same table with the driver's plain
 * multi-row INSERT. No file, no people, no posts, no leads, no scores.
 */
import { createPool } from 'mysql2/promise';
import { Database } from '../../src/database/database';
import { DatabaseSync, type SqliteStatement } from '../../src/database/sqlite-driver';
import { engagements, type EngagementRow } from '../../src/store/tables/engagement';
import { usage, workMeasured } from '../harness';

export interface PlainSetup {
  /** Holds the rows. */
  readonly fromUrl: string;
  /** Has the empty table. */
  readonly toUrl: string;
}

export interface PlainResult {
  readonly rows: number;
  readonly seconds: number;
  /** Of this process; a server's own is not in it. */
  readonly cpuSeconds: number;
}

const columns = Object.keys(engagements.columns);
/** Rows of a statement, as many as is fastest: on SQLite longer ones outgrow the processor's caches. */
const perStatement = { sqlite: 142, mysql: 1_000 };
/** Rows of a transaction on SQLite; on a server each statement is one. */
const perTransaction = 4_000;

type Insert = (rows: (string | number | null)[][]) => Promise<void> | void;

function open(url: string): { insert: Insert; begin(): void; commit(): void; close(): Promise<void> } {
  const into = `INSERT INTO engagements (${columns.join(', ')}) VALUES`;
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const statements = new Map<number, SqliteStatement>();
    const tuple = `(${columns.map(() => '?').join(',')})`;
    return {
      insert(rows) {
        let statement = statements.get(rows.length);
        if (!statement) {
          statement = db.prepare(`${into} ${rows.map(() => tuple).join(',')}`);
          statements.set(rows.length, statement);
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
    insert: (rows) => pool.query(`${into} ?`, [rows]).then(() => undefined),
    begin: () => undefined,
    commit: () => undefined,
    close: () => pool.end(),
  };
}

workMeasured(async ({ fromUrl, toUrl }: PlainSetup): Promise<PlainResult> => {
  const from = await Database.open(fromUrl);
  const to = open(toUrl);
  const most = perStatement[from.dialect];
  let seconds = 0;
  let cpu = 0;
  let count = 0;
  for (let after = ''; ;) {
    // In the order they were made, as an importer would have them.
    const rows = await from.select<EngagementRow>(
      `SELECT * FROM engagements WHERE organization_id = (SELECT MIN(id) FROM organizations) AND id > ?
       ORDER BY organization_id, id LIMIT ${perTransaction}`,
      [after],
    );
    const last = rows[rows.length - 1];
    if (!last) break;
    after = last.id;
    const values = rows.map((row) => columns.map((name) => Reflect.get(row, name) as string | number | null));
    const start = performance.now();
    const cpuBefore = usage().cpu;
    to.begin();
    for (let at = 0; at < values.length; at += most) await to.insert(values.slice(at, at + most));
    to.commit();
    seconds += (performance.now() - start) / 1000;
    cpu += usage().cpu - cpuBefore;
    count += rows.length;
  }
  await from.close();
  await to.close();
  return { rows: count, seconds, cpuSeconds: cpu / 1000 };
});
