/** Migrations there and back, the schema they make against the definitions, and two processes migrating at once. */
import { Database } from '../../src/database/database';
import { migrateDown, migrateUp, schemaState } from '../../src/store/facade/migrate';
import { migrations } from '../../src/store/migrations';
import { checksumOf } from '../../src/database/migrations/migration';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../support/databases';
import { frozen } from './support/frozen';
import { startMigrating } from './support/migrating';
import { definitions, ownTables, shapeOf, tablesOf, wanted } from './support/shape';

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

  it('are applied once, are pending until then, and make the schema that the definitions say', async () => {
    const names = (await schemaState(db)).pending;
    expect(names.length).toBeGreaterThan(1);
    expect(await tablesOf(db)).toEqual([]);
    expect(await migrateUp(db)).toEqual(names);
    expect((await schemaState(db)).pending).toEqual([]);
    expect(await migrateUp(db)).toEqual([]);
    // They make the schema that the definitions say, and nothing else.
    expect(await tablesOf(db)).toEqual([...definitions.map(({ name }) => name), ...ownTables(db)].sort());
    for (const table of definitions) {
      const shape = await shapeOf(db, table.name);
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
        // A key is found by its hash before anybody knows whose it is, a member's workspaces by the member or what they call one.
        const before = [
          ...['api_keys_secret', 'provisioning_keys_secret', 'memberships_user', 'memberships_called'],
          ...['one_time_links_token', 'one_time_links_expiry'],
        ];
        if (before.includes(index.name)) continue;
        expect(index.fields[0]).toBe('organization_id');
      }
    }
  });

  it('go back one by one and all at once, and forth again', async () => {
    const names = await migrateUp(db);
    const tables = await tablesOf(db);
    expect(await migrateDown(db)).toEqual(names.slice(-1));
    expect((await schemaState(db)).pending).toEqual(names.slice(-1));
    expect(await migrateUp(db)).toEqual(names.slice(-1));
    expect(await tablesOf(db)).toEqual(tables);
    expect(await migrateDown(db, 0)).toEqual([...names].reverse());
    expect(await tablesOf(db)).toEqual(ownTables(db));
    expect(await migrateUp(db)).toEqual(names);
    expect(await tablesOf(db)).toEqual(tables);
  });

  it('are frozen: what each does is what it did when it was written', async () => {
    const now = Object.fromEntries(migrations.map((one) => [one.name, checksumOf(one, db.dialect)]));
    expect(now).toEqual(frozen[db.dialect]);
  });

  it('of two processes at once are done by one', async () => {
    const names = (await schemaState(db)).pending;
    const started = [startMigrating({ url: database.url }), startMigrating({ url: database.url })];
    await Promise.all(started.map(({ ready }) => ready));
    for (const { go } of started) go();
    const applied = await Promise.all(started.map(async ({ done }) => (await done) ?? []));
    expect(applied.flat().sort()).toEqual([...names].sort());
    expect(applied.filter((list) => list.length > 0)).toHaveLength(1);
    expect((await schemaState(db)).pending).toEqual([]);
  });
});

/** A step that changes rows runs until it changes none: one that finds its own rows again would never end. */
test('each step that changes rows says which rows are still to be changed', () => {
  const steps = migrations.flatMap(({ name, sqlite, mysql }) =>
    [...sqlite.up, ...sqlite.down, ...mysql.up, ...mysql.down].flatMap((step) =>
      step.kind === 'rows' && step.sql.trimStart().startsWith('UPDATE') ? [{ name, sql: step.sql }] : [],
    ),
  );
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.filter(({ sql }) => !/\sWHERE\s/.test(sql))).toEqual([]);
});
