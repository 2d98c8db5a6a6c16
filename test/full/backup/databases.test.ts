/** Backups of every kind of database: one moment while others write, restored into any kind, and never half. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '../../../src/interfaces/cli/exit-codes';
import { heldBy, replaceContents, schemaOf, type StoredRows } from '../../../src/store/backup/replace';
import { snapshotOf } from '../../../src/store/backup/snapshot';
import { createOrganization } from '../../../src/store/access/organizations';
import { Database } from '../../../src/database/database';
import { migrateUp, schemaState } from '../../../src/store/facade/migrate';
import { allTables } from '../../../src/store/tables/all';
import { operator, type Operator } from '../../cli/recorded-terminal';
import { ndjson } from '../../import/support/site';
import { rows } from '../../privacy/support/household';
import {
  availableDatabases,
  createTestDatabase,
  migratedTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../../support/databases';

const made: { drop(): unknown }[] = [];
afterEach(async () => {
  for (const one of made.splice(0)) await one.drop();
});

async function empty(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await createTestDatabase(kind);
  made.push(database);
  return database;
}

async function open(url: string): Promise<Database> {
  const db = await Database.open(url);
  made.unshift({ drop: () => db.close() });
  return db;
}

function operatorOf(url: string): Operator {
  const op = operator({ DATABASE_URL: url });
  made.unshift({ drop: () => op.dispose() });
  return op;
}

/** Every row of every table, without what the two commands note. */
async function everything(url: string): Promise<Record<string, string[]>> {
  const db = await open(url);
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of allTables) {
    const found = await db.select(`SELECT ${Object.keys(columns).join(', ')} FROM ${name}`);
    tables[name] = found.map((row) => JSON.stringify(row)).filter((row) => !/"(make|restore)_backup"/.test(row));
    tables[name].sort();
  }
  return tables;
}

async function ok(op: Operator, line: string) {
  const ran = await op.run(line);
  expect({ line, status: ran.status, err: ran.trouble }).toEqual({ line, status: 0, err: '' });
  return ran;
}

const kinds = availableDatabases();
const umask = process.umask(0o077);
afterAll(() => process.umask(umask));

describe.each(kinds)('on %s', (kind) => {
  test('a backup is of one moment: what is stored while it is read is not in it', async () => {
    const database = await migratedTestDatabase(kind);
    made.push(database);
    const { url } = database;
    const db = await open(url);
    await createOrganization(db, 'Before', Date.now());
    const counts: Record<string, number> = {};
    for await (const { table, parts } of snapshotOf(db, url)) {
      // Stored beside the snapshot, before any table but the first is read, and nobody waits.
      if (Object.keys(counts).length === 0) {
        counts[table] = 0;
        await createOrganization(db, 'Meanwhile', Date.now());
      }
      for await (const part of parts) counts[table] = (counts[table] ?? 0) + part.length;
    }
    expect(counts['organizations']).toBe(1);
    expect(await db.select('SELECT id FROM organizations')).toHaveLength(2);
  });

  test('a restore that is killed leaves no half: the old rows on SQLite, on a server a database that everybody refuses', async () => {
    const source = await open((await empty('sqlite')).url);
    await migrateUp(source);
    const schema = await schemaOf(source);
    const { url } = await empty(kind);
    const db = await open(url);
    await migrateUp(db);
    await createOrganization(db, 'Old', Date.now());
    const row: StoredRows = {
      table: 'organizations',
      columns: ['id', 'name', 'revision', 'created_at'],
      rows: [['01a20514-ee81-7a1d-96b1-569036c6c32d', 'New', 0, 0]],
    };
    async function* killed(): AsyncGenerator<StoredRows> {
      yield row;
      await Promise.resolve();
      throw new Error('killed');
    }
    await expect(replaceContents(db, schema, killed)).rejects.toThrow('killed');
    const names = async () =>
      (await db.select<{ name: string }>('SELECT name FROM organizations')).map(({ name }) => name);
    if (kind === 'sqlite') {
      expect(await schemaState(db)).toEqual({ pending: [] });
      expect(await names()).toEqual(['Old']);
      expect(await heldBy(db)).toBe('data');
    } else {
      expect((await schemaState(db)).refusal).toMatch(/did not finish: run `leadlight restore FILE` again/);
      await expect(migrateUp(db)).rejects.toThrow(/did not finish/);
      const ran = await operatorOf(url).run('lead list');
      expect({ status: ran.status, err: ran.err }).toEqual({
        status: exitCodes.schema_not_current.status,
        err: expect.stringMatching(/did not finish/) as string,
      });
      expect(await heldBy(db)).toBe('unfinished restore');
    }
    async function* whole(): AsyncGenerator<StoredRows> {
      yield row;
      await Promise.resolve();
    }
    await replaceContents(db, schema, whole);
    expect(await names()).toEqual(['New']);
    expect(await schemaState(db)).toEqual({ pending: [] });
  });
});

/**
 * Each to itself and to the next one, so that each is read and written by two. A backup says nothing of the kind that it was read from:
 * the other three pairs would read and write as these do.
 */
const ways = kinds.flatMap((from, at) => {
  const next = kinds[(at + 1) % kinds.length] ?? from;
  return next === from ? [[from, from] as const] : [[from, from] as const, [from, next] as const];
});

test.each(ways)('from %s to %s: the same rows, and doctor finds nothing', async (from, to) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-move-'));
  made.push({ drop: () => rmSync(folder, { recursive: true }) });
  const source = await empty(from);
  const target = await empty(to);
  const here = operatorOf(source.url);
  const there = operatorOf(target.url);
  await ok(here, 'migrate');
  await ok(here, 'workspace create "Ünïcode \u2028 🦊"');
  const file = join(folder, 'people.ndjson');
  writeFileSync(file, ndjson([rows.comment, rows.facts, rows.own, ...rows.others]));
  await ok(here, `import ${file}`);
  await ok(here, 'key create one');
  await ok(here, `backup ${join(folder, 'one.backup')}`);
  await ok(there, `restore ${join(folder, 'one.backup')}`);
  expect(await everything(target.url)).toEqual(await everything(source.url));
  const doctor = (await there.run('doctor --json')).json()['findings'] as { level: string; message: string }[];
  expect(doctor.filter(({ level }) => level === 'problem')).toEqual([]);
  // It goes on there as it would have here.
  expect((await ok(there, `import ${file}`)).out).toMatch(/engagements 0 new/);
  expect((await ok(there, 'lead list --json')).json()['leads']).toEqual(
    (await ok(here, 'lead list --json')).json()['leads'],
  );
  const full = await there.run(`restore ${join(folder, 'one.backup')}`);
  expect(full.status).toBe(exitCodes.conflict.status);
  await ok(there, `restore ${join(folder, 'one.backup')} --overwrite`);
});
