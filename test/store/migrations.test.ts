/** Migrations there and back, the schema they make against the definitions, and two processes migrating at once. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Database } from '../../src/store/database';
import { migrateDown, migrateUp, pendingMigrations } from '../../src/store/migrate';
import { oauthTables } from '../../src/store/oauth/tables';
import { accessTables } from '../../src/store/tables/access';
import type { Column, Table } from '../../src/store/tables/define';
import { engagementTables } from '../../src/store/tables/engagement';
import { jobTables } from '../../src/store/tables/jobs';
import { leadTables } from '../../src/store/tables/leads';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../support/databases';

const definitions: readonly Table[] = [
  ...accessTables,
  ...engagementTables,
  ...leadTables,
  ...oauthTables,
  ...jobTables,
];
const journal = 'schema_migrations';

interface Shape {
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly string[];
}

const descends = (field: string | { name: string; order: 'DESC' }) =>
  typeof field === 'string' ? field : `${field.name} DESC`;
const indexText = (name: string, unique: boolean, fields: readonly string[]) =>
  `${unique ? 'UNIQUE ' : ''}${name} (${fields.join(', ')})`;

function typeOf(column: Column<unknown>, sqlite: boolean): string {
  const type = String(column.type).toLowerCase();
  if (sqlite) return type;
  // Display widths are MariaDB's; plain text becomes what holds 16 MB.
  return type
    .replace(/^(int|bigint|tinyint|integer)\b.*$/, '$1')
    .replace('integer', 'int')
    .replace(/^text$/, 'mediumtext');
}

/** What a definition asks for. */
function wanted(table: Table, sqlite: boolean): Shape {
  return {
    columns: Object.entries(table.columns).map(
      ([name, column]) => `${name} ${typeOf(column, sqlite)}${column.optional ? '' : ' NOT NULL'}`,
    ),
    primaryKey: table.primaryKey,
    indexes: table.indexes
      .map((index) => indexText(index.name, index.unique ?? false, index.fields.map(descends)))
      .sort(),
  };
}

async function sqliteShape(db: Database, table: string): Promise<Shape> {
  const columns = await db.select<{ name: string; type: string; notnull: number; pk: number }>(
    `PRAGMA table_info(${table})`,
  );
  const list = await db.select<{ name: string; unique: number; origin: string }>(`PRAGMA index_list(${table})`);
  const indexes: string[] = [];
  for (const index of list.filter(({ origin }) => origin === 'c')) {
    const fields = await db.select<{ name: string | null; desc: number }>(`PRAGMA index_xinfo(${index.name})`);
    indexes.push(
      indexText(
        index.name,
        index.unique === 1,
        fields.flatMap(({ name, desc }) => (name === null ? [] : [desc === 1 ? `${name} DESC` : name])),
      ),
    );
  }
  return {
    columns: columns.map(
      ({ name, type, notnull }) => `${name} ${type.toLowerCase()}${notnull === 1 ? ' NOT NULL' : ''}`,
    ),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
    indexes: indexes.sort(),
  };
}

async function mysqlShape(db: Database, table: string): Promise<Shape> {
  const columns = await db.select<{ name: string; type: string; nullable: string; collation: string | null }>(
    `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable, COLLATION_NAME AS collation
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ORDINAL_POSITION`,
    [table],
  );
  // Text compares by code points, as it does on SQLite.
  expect(columns.filter(({ collation }) => collation !== null && collation !== 'utf8mb4_bin')).toEqual([]);
  const keys = await db.select<{ name: string; field: string; direction: string; repeats: number }>(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS field, COLLATION AS direction, NON_UNIQUE AS repeats
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    [table],
  );
  const byName = new Map<string, { unique: boolean; fields: string[] }>();
  for (const { name, field, direction, repeats } of keys) {
    const index = byName.get(name) ?? { unique: Number(repeats) === 0, fields: [] };
    index.fields.push(direction === 'D' ? `${field} DESC` : field);
    byName.set(name, index);
  }
  const primaryKey = byName.get('PRIMARY')?.fields ?? [];
  byName.delete('PRIMARY');
  return {
    columns: columns.map(
      ({ name, type, nullable }) =>
        `${name} ${type.toLowerCase().replace(/^(int|bigint|tinyint)\(\d+\)$/, '$1')}${nullable === 'YES' ? '' : ' NOT NULL'}`,
    ),
    primaryKey,
    indexes: [...byName].map(([name, { unique, fields }]) => indexText(name, unique, fields)).sort(),
  };
}

async function tablesOf(db: Database): Promise<string[]> {
  const sql =
    db.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : 'SELECT TABLE_NAME AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  return (await db.select<{ name: string }>(sql)).map(({ name }) => name).sort();
}

describe.each(availableDatabases())('migrations on %s', (kind) => {
  let database: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    db = await Database.open(database.url);
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  it('are applied once, and pending until then', async () => {
    const names = await pendingMigrations(db);
    expect(names.length).toBeGreaterThan(1);
    expect(await tablesOf(db)).toEqual([]);
    expect(await migrateUp(db)).toEqual(names);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrateUp(db)).toEqual([]);
  });

  it('make the schema that the definitions say, and nothing else', async () => {
    await migrateUp(db);
    expect(await tablesOf(db)).toEqual([...definitions.map(({ name }) => name), journal].sort());
    for (const table of definitions) {
      const shape = db.dialect === 'sqlite' ? await sqliteShape(db, table.name) : await mysqlShape(db, table.name);
      expect({ table: table.name, ...shape }).toEqual({ table: table.name, ...wanted(table, db.dialect === 'sqlite') });
    }
  });

  it('lead every key of a workspace’s table with the workspace', () => {
    // The authorization server and the job queue look across workspaces; no request for a workspace's data reads their tables.
    const tenant = definitions.filter(
      (table) => Object.hasOwn(table.columns, 'organization_id') && !/^(oauth_|jobs$|job_)/.test(table.name),
    );
    expect(tenant.length).toBeGreaterThan(15);
    for (const table of tenant) {
      expect(table.primaryKey[0]).toBe('organization_id');
      for (const index of table.indexes) {
        // A key is found by its hash before anybody knows whose it is, a member's workspaces by the member.
        if (['api_keys_secret', 'memberships_user'].includes(index.name)) continue;
        expect(index.fields[0]).toBe('organization_id');
      }
    }
  });

  it('go back one by one and all at once, and forth again', async () => {
    const names = await migrateUp(db);
    const tables = await tablesOf(db);
    expect(await migrateDown(db)).toEqual(names.slice(-1));
    expect(await pendingMigrations(db)).toEqual(names.slice(-1));
    expect(await migrateUp(db)).toEqual(names.slice(-1));
    expect(await tablesOf(db)).toEqual(tables);
    expect(await migrateDown(db, 0)).toEqual([...names].reverse());
    expect(await tablesOf(db)).toEqual([journal]);
    expect(await migrateUp(db)).toEqual(names);
    expect(await tablesOf(db)).toEqual(tables);
  });

  it('of two processes at once are done by one', async () => {
    const names = await pendingMigrations(db);
    const started = [start(database.url), start(database.url)];
    await Promise.all(started.map(({ ready }) => ready));
    for (const { go } of started) go();
    const applied = await Promise.all(started.map(({ done }) => done));
    expect(applied.flat().sort()).toEqual([...names].sort());
    expect(applied.filter((list) => list.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(db)).toEqual([]);
  });
});

/** A process that is about to migrate. */
function start(url: string) {
  const child = fork(join(__dirname, 'support', 'migrate-process.cjs'), {
    env: { PATH: process.env['PATH'], LEADLIGHT_TEST_DATABASE: url },
    execArgv: [],
  });
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const done = new Promise<string[]>((resolve, reject) => {
    child.on('message', (message: { ready?: true; applied?: string[]; error?: string }) => {
      if (message.ready) isReady();
      else if (message.applied) resolve(message.applied);
      else reject(new Error(message.error));
    });
    child.once('exit', (code) => reject(new Error(`the migrating process ended with ${code}`)));
  });
  return { ready, done, go: () => void child.send('go') };
}
