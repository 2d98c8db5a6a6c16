/**
 * The databases that tests run on: SQLite always, MariaDB and MySQL when the machine has them (scripts/machine.cjs) or, for
 * MySQL, when `LEADLIGHT_TEST_MYSQL=mysql://user:password@host:port/` names a server. `TEST_DATABASES=sqlite,mariadb` narrows
 * the choice.
 */
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/migrate';
import { hasServer, type ServerKind } from '../../scripts/database-server';
import { runFolderVariable, runPidVariable, urlOfRun } from './database-server';
import { memoryKeeper } from './keeper';
import { withKeeper } from '../../src/store/privacy/keeper';

export const databaseKinds = ['sqlite', 'mariadb', 'mysql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Tests create and drop databases named `leadlight_test_…` on this server. */
const mysqlVariable = 'LEADLIGHT_TEST_MYSQL';

/** The kinds that are there, in a fixed order; for `describe.each`. */
export function availableDatabases(): DatabaseKind[] {
  const wanted = process.env['TEST_DATABASES']?.split(',').map((part) => part.trim());
  return databaseKinds.filter((kind) => {
    if (wanted && !wanted.includes(kind)) return false;
    return kind === 'sqlite' || givenUrl(kind) !== undefined || hasServer(kind);
  });
}

function givenUrl(kind: ServerKind): string | undefined {
  return kind === 'mysql' ? process.env[mysqlVariable] || undefined : undefined;
}

export interface TestDatabase {
  readonly kind: DatabaseKind;
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Removes the database with everything in it. */
  drop(): Promise<void>;
}

/** Makes an empty database, without a schema. */
export async function createTestDatabase(kind: DatabaseKind = 'sqlite'): Promise<TestDatabase> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-'));
    return {
      kind,
      url: `sqlite:${join(folder, 'test.db')}`,
      drop: () => {
        rmSync(folder, { recursive: true, force: true });
        return Promise.resolve();
      },
    };
  }
  const server = givenUrl(kind) ?? (await urlOfRun(kind));
  const name = `leadlight_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return onServerAt(kind, url.href);
}

function onServerAt(kind: ServerKind, url: string): TestDatabase {
  const name = new URL(url).pathname.slice(1);
  const server = new URL('/information_schema', url).href;
  return { kind, url, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name}`) };
}

export interface OpenTestDatabase {
  readonly db: Database;
  readonly database: TestDatabase;
  /** Closes and removes it. */
  close(): Promise<void>;
}

/** Makes a database with the current schema and opens it. */
export async function openTestDatabase(kind: DatabaseKind = 'sqlite'): Promise<OpenTestDatabase> {
  if (kind !== 'sqlite') return openOnServer(kind);
  const database = await createTestDatabase(kind);
  copyFileSync(await migratedFile(), database.url.slice('sqlite:'.length));
  const db = withKeeper(await Database.open(database.url), memoryKeeper());
  return {
    db,
    database,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/**
 * A migrated database on a server, from those that earlier tests of the run emptied, else a new one: migrating takes seconds, emptying
 * milliseconds. One whose schema a test changed is removed.
 */
async function openOnServer(kind: ServerKind): Promise<OpenTestDatabase> {
  const spare = takeSpare(kind);
  const database = spare ? onServerAt(kind, spare.url) : await createTestDatabase(kind);
  const db = withKeeper(await Database.open(database.url), memoryKeeper());
  if (!spare) await migrateUp(db);
  const columns = spare?.columns ?? (await columnsOf(db));
  const written = spare?.written ?? (await db.select<Spare['written'][number]>('SELECT * FROM service_state'));
  return {
    db,
    database,
    async close() {
      const same = (await columnsOf(db)) === columns;
      await db.close();
      if (!same) return database.drop();
      const emptied = { url: database.url, written, columns };
      await empty(emptied);
      keepSpare(kind, emptied);
    },
  };
}

async function columnsOf(db: Database): Promise<number> {
  const [row] = await db.select<{ columns: number }>(
    'SELECT COUNT(*) AS columns FROM information_schema.columns WHERE table_schema = DATABASE()',
  );
  return Number(row?.columns);
}

/** Deletes all rows but those that migrations wrote. */
async function empty({ url, written }: Spare): Promise<void> {
  const db = await Database.open(url, { maxConnections: 1 });
  try {
    const tables = await db.select<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()
         AND table_name NOT LIKE 'schema_migration%'`,
    );
    for (const { name } of tables) await db.run(`DELETE FROM ${name}`);
    for (const row of written) await db.insertRows('service_state', Object.keys(row), [Object.values(row)]);
  } finally {
    await db.close();
  }
}

/** Emptied databases of the run are files; the process that renames one has it. `written` is what migrations wrote. */
const spareSchema = z.object({
  url: z.string(),
  columns: z.number(),
  written: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});
type Spare = z.infer<typeof spareSchema>;

const spareFolder = (kind: ServerKind) => join(process.env[runFolderVariable] ?? tmpdir(), kind, 'spare');

function keepSpare(kind: ServerKind, spare: Spare): void {
  mkdirSync(spareFolder(kind), { recursive: true });
  writeFileSync(join(spareFolder(kind), new URL(spare.url).pathname.slice(1)), JSON.stringify(spare));
}

function takeSpare(kind: ServerKind): Spare | undefined {
  const folder = spareFolder(kind);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const taken = `${folder}-${name}`;
    try {
      renameSync(join(folder, name), taken);
    } catch {
      continue; // Another process was faster.
    }
    return spareSchema.parse(JSON.parse(readFileSync(taken, 'utf8')));
  }
  return undefined;
}

/** An empty SQLite database with the current schema, made once in a run: each test file would migrate several. */
async function migratedFile(): Promise<string> {
  const file = join(
    process.env[runFolderVariable] ?? tmpdir(),
    `migrated-${process.env[runPidVariable] ?? process.pid}.db`,
  );
  if (existsSync(file)) return file;
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  const db = withKeeper(await Database.open(`sqlite:${own}`), memoryKeeper());
  await migrateUp(db);
  await db.run('VACUUM INTO ?', [`${own}.whole`]);
  await db.close();
  renameSync(`${own}.whole`, file);
  for (const end of ['', '-wal', '-shm']) rmSync(own + end, { force: true });
  return file;
}

async function onServer(url: string, sql: string): Promise<void> {
  const db = await Database.open(url, { maxConnections: 1 });
  try {
    await db.run(sql);
  } finally {
    await db.close();
  }
}
