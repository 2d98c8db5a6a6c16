/** Filling tables fast: sorted rows into tables without their secondary indexes, which are made afterwards in one go. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, escape, type Connection } from 'mysql2';
import type { Database } from '../../src/database/database';
import { DatabaseSync, type SqliteStatement } from '../../src/database/sqlite-driver';
import { accessTables } from '../../src/store/tables/access';
import type { Index, Table } from '../../src/database/define';
import { engagementTables } from '../../src/store/tables/engagement';
import { leadTables } from '../../src/store/tables/leads';
import type { Sink } from './world';

type Value = string | number | null;

export interface Loader {
  readonly write: Sink;
  /** Waits until what was written no longer piles up. */
  breathe(): Promise<void>;
  /** Writes what is left, makes the indexes and lets the database count its rows. */
  finish(): Promise<void>;
}

const tables = new Map<string, Table>(
  [...accessTables, ...engagementTables, ...leadTables].map((table) => [table.name, table]),
);
const loaded = ['people', 'posts', 'engagements', 'leads', 'account_summaries', 'monitored_profiles'];

function tableOf(name: string): Table {
  const table = tables.get(name);
  if (!table) throw new Error(`there is no table ${name}`);
  return table;
}

function createIndex(table: string, index: Index): string {
  const fields = index.fields.map((field) => (typeof field === 'string' ? field : `${field.name} ${field.order}`));
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${index.name} ON ${table} (${fields.join(', ')})`;
}

/** Collects rows of each table and hands them on in parts. */
class Parts {
  private readonly waiting = new Map<string, { columns: readonly string[]; rows: Value[][] }>();

  constructor(
    private readonly size: number,
    private readonly full: (table: string, columns: readonly string[], rows: Value[][]) => void,
  ) {}

  readonly write: Sink = (table, row) => {
    let part = this.waiting.get(table);
    if (!part) this.waiting.set(table, (part = { columns: Object.keys(tableOf(table).columns), rows: [] }));
    part.rows.push(
      part.columns.map((name) => {
        const value = row[name];
        if (value === undefined) throw new Error(`${table}.${name} has no value`);
        return value;
      }),
    );
    if (part.rows.length >= this.size) this.hand(table);
  };

  flush(): void {
    for (const table of this.waiting.keys()) this.hand(table);
  }

  private hand(table: string): void {
    const part = this.waiting.get(table);
    if (!part || part.rows.length === 0) return;
    this.full(table, part.columns, part.rows);
    part.rows = [];
  }
}

/** Plain inserts, for a little data in a database that is there already. */
export function insertLoader(db: Database): Loader {
  let turn = Promise.resolve();
  const parts = new Parts(500, (table, columns, rows) => {
    turn = turn.then(async () => {
      await db.insertRows(table, columns, rows);
    });
  });
  return {
    write: parts.write,
    breathe: () => turn,
    finish() {
      parts.flush();
      return turn;
    },
  };
}

/**
 * @param file path of an SQLite file to be made.
 * @param schemaFile an SQLite file with the schema and no rows.
 */
export function sqliteLoader(file: string, schemaFile: string): Loader {
  const db = new DatabaseSync(file);
  // A crash loses the file, which is then rebuilt.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
  const schema = new DatabaseSync(schemaFile);
  const definitions = (type: string) =>
    schema.prepare('SELECT sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL').all(type) as { sql: string }[];
  for (const { sql } of definitions('table')) db.exec(sql);
  const migrations = schema.prepare('SELECT name, applied_at, checksum FROM schema_migrations').all() as {
    name: string;
    applied_at: number;
    checksum: string;
  }[];
  const note = db.prepare('INSERT INTO schema_migrations (name, applied_at, checksum) VALUES (?, ?, ?)');
  for (const { name, applied_at, checksum } of migrations) note.run(name, applied_at, checksum);
  db.exec('BEGIN');
  const statements = new Map<string, SqliteStatement>();
  const parts = new Parts(200, (table, columns, rows) => {
    const tuple = `(${columns.map(() => '?').join(',')})`;
    const sql = `INSERT INTO ${table} (${columns.join(',')}) VALUES ${rows.map(() => tuple).join(',')}`;
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = db.prepare(sql)));
    statement.run(...rows.flat());
  });
  return {
    write: parts.write,
    breathe: () => Promise.resolve(),
    finish() {
      parts.flush();
      db.exec('COMMIT');
      for (const { sql } of definitions('index')) db.exec(sql);
      db.exec('PRAGMA analysis_limit = 1000; ANALYZE');
      schema.close();
      db.close();
      return Promise.resolve();
    },
  };
}

/** Loading goes over two connections, so that the server works on two tables at once. */
const lanes: Readonly<Record<string, number>> = { engagements: 1, lead_terms: 1, term_suffixes: 1 };

/**
 * @param url of a MySQL-family database with the schema in it.
 * @param folder that this process may write and the server may read.
 */
export async function mysqlLoader(url: string, folder: string): Promise<Loader> {
  const connections = [connect(url), connect(url)] as const;
  for (const connection of connections) {
    await query(connection, 'SET SESSION unique_checks = 0, foreign_key_checks = 0');
  }
  const [first] = connections;
  for (const name of loaded) {
    const drops = tableOf(name).indexes.map((index) => `DROP INDEX ${index.name}`);
    await query(first, `ALTER TABLE ${name} ${drops.join(', ')}`);
  }
  const turns: Promise<unknown>[] = connections.map(() => Promise.resolve());
  const queued = [0, 0];
  let files = 0;
  const parts = new Parts(20_000, (table, columns, rows) => {
    const lane = lanes[table] ?? 0;
    const connection = connections[lane] ?? first;
    const text = rows.map((row) => `${row.map(asField).join('\t')}\n`).join('');
    queued[lane] = (queued[lane] ?? 0) + 1;
    const file = join(folder, `rows-${(files += 1)}.tsv`);
    writeFileSync(file, text);
    turns[lane] = turns[lane]?.then(async () => {
      const load = `LOAD DATA INFILE ${escape(file)} INTO TABLE ${table} CHARACTER SET utf8mb4 (${columns.join(',')})`;
      await query(connection, load);
      rmSync(file);
      queued[lane] = (queued[lane] ?? 0) - 1;
    }) as Promise<unknown>;
  });
  return {
    write: parts.write,
    async breathe() {
      if (Math.max(...queued) > 4) await Promise.race(turns.filter((_, lane) => (queued[lane] ?? 0) > 4));
    },
    async finish() {
      parts.flush();
      await Promise.all(turns);
      const [one, two] = connections;
      const index = (connection: Connection, names: readonly string[]) =>
        names.reduce(async (before, name) => {
          await before;
          for (const definition of tableOf(name).indexes) await query(connection, createIndex(name, definition));
          await query(connection, `ANALYZE TABLE ${name}`);
        }, Promise.resolve());
      await Promise.all([
        index(one, ['engagements']),
        index(
          two,
          loaded.filter((name) => name !== 'engagements'),
        ),
      ]);
      for (const name of ['accounts', 'lead_terms', 'term_suffixes']) await query(one, `ANALYZE TABLE ${name}`);
      for (const connection of connections) connection.destroy();
    },
  };
}

function connect(url: string): Connection {
  return createConnection({ uri: url, charset: 'utf8mb4' });
}

function query(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

function asField(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escaped) : value;
}

const escaped = (sign: string) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign] ?? sign;
