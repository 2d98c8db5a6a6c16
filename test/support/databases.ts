/**
 * The databases that tests run on: SQLite always, MariaDB and MySQL when the machine has them (scripts/machine.cjs) or, for
 * MySQL, when `LEADLIGHT_TEST_MYSQL=mysql://user:password@host:port/` names a server. `TEST_DATABASES=sqlite,mariadb` narrows
 * the choice.
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { hasServer, type ServerKind } from '../../scripts/database-server';
import { runFolderVariable, runPidVariable, urlOfRun } from './database-server';
import { memoryKeeper } from './keeper';
import { describeSpare, emptyAgain, keepSpare, takeSpare, type SpareDatabase } from './spare-databases';
import { withKeeper } from '../../src/store/statements/keeper';

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

/**
 * Makes a database with the current schema and opens it.
 * @param copied a SQLite file of the run to begin with a copy of, from `databaseOfRun`.
 */
export async function openTestDatabase(kind: DatabaseKind = 'sqlite', copied?: string): Promise<OpenTestDatabase> {
  const database = copied === undefined ? await migratedTestDatabase(kind) : await copyOf(copied);
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
 * A database with the current schema and no rows. On a server it is one that an earlier test of the run has done with, if there is one:
 * migrating takes seconds, emptying milliseconds.
 */
export async function migratedTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'sqlite') return copyOf(await databaseOfRun('migrated', () => Promise.resolve()));
  const spare = takeSpare(kind) ?? (await migratedOnServer(kind));
  const { url } = spare;
  const drop = async () => {
    const emptied = await at(url, (db) => emptyAgain(db, spare));
    if (emptied) keepSpare(kind, spare);
    else await onServerAt(kind, url).drop();
  };
  return { kind, url, drop };
}

async function migratedOnServer(kind: ServerKind): Promise<SpareDatabase> {
  const { url } = await createTestDatabase(kind);
  return at(url, async (db) => {
    await migrateUp(withKeeper(db, memoryKeeper()));
    return describeSpare(db, url);
  });
}

async function copyOf(file: string): Promise<TestDatabase> {
  const database = await createTestDatabase('sqlite');
  copyFileSync(file, database.url.slice('sqlite:'.length));
  return database;
}

/**
 * A SQLite database with the current schema and what `fill` stores, made once in a run: each test file would make its own.
 * @returns its file, to be copied.
 */
export async function databaseOfRun(name: string, fill: (db: Database) => Promise<void>): Promise<string> {
  const file = join(
    process.env[runFolderVariable] ?? tmpdir(),
    `${name}-${process.env[runPidVariable] ?? process.pid}.db`,
  );
  if (existsSync(file)) return file;
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  const db = withKeeper(await Database.open(`sqlite:${own}`), memoryKeeper());
  await migrateUp(db);
  await fill(db);
  await db.run('VACUUM INTO ?', [`${own}.whole`]);
  await db.close();
  renameSync(`${own}.whole`, file);
  for (const end of ['', '-wal', '-shm']) rmSync(own + end, { force: true });
  return file;
}

const onServer = (url: string, sql: string) =>
  at(url, async (db) => {
    await db.run(sql);
  });

async function at<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await Database.open(url, { maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
