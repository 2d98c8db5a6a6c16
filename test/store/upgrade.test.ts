/** From every earlier release's database, with its data, to the newest schema; and the databases that are refused. */
import { Database } from '../../src/database/database';
import { migrateUp, SchemaRefused, schemaState, whyNotCurrent } from '../../src/store/facade/migrate';
import { migrations } from '../../src/store/migrations';
import { isStoredByKey } from '../../src/database/migrations/inspect';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { availableDatabases, createTestDatabase, migratedTestDatabase, type TestDatabase } from '../support/databases';
import { makeRelease, releases, rowsOf } from './support/releases';
import { shapes } from './support/shape';

const [first] = releases;

describe.each(availableDatabases())('a database of an earlier release on %s', (kind) => {
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

  it.each(releases)('$release becomes what a new one is, and keeps every row', async (release) => {
    await makeRelease(db, release);
    const names = migrations.map(({ name }) => name);
    const missing = names.slice(release.journal.length);
    // Checksums that a journal lacks are noted.
    expect((await schemaState(db)).pending).toEqual(release.checksums ? missing : names);
    expect(await migrateUp(db)).toEqual(missing);
    expect(await schemaState(db)).toEqual({ pending: [] });

    const fresh = await migratedTestDatabase(kind);
    const newest = await Database.open(fresh.url);
    const wanted = await shapes(newest);
    await newest.close();
    await fresh.drop();
    const found = await shapes(db);
    // The column that the journal got later stands behind the others in both.
    expect(found).toEqual(wanted);

    for (const [table, { columns, rows }] of Object.entries(rowsOf(release))) {
      const now = await db.select<Record<string, unknown>>(`SELECT ${columns.join(', ')} FROM ${table}`);
      const text = (row: readonly unknown[]) => JSON.stringify(row);
      const there = new Set(now.map((row) => text(columns.map((name) => row[name]))));
      // The writer version is raised on purpose.
      const mustStay = (row: readonly unknown[]) => row[0] === 'writer_version' || there.has(text(row));
      expect({ table, lost: rows.filter((row) => !mustStay(row)) }).toEqual({ table, lost: [] });
    }
    const organization = String(rowsOf(release)['organizations']?.rows[0]?.[0]);
    const leads = await openWorkspaceStore(db, organization).leads.list(
      { disposition: ['ACTIVE'] },
      { limit: 10, after: null },
    );
    expect(leads.rows).toHaveLength(10);
  });

  it('finds leads whose words are written without spaces, which were indexed in another way', async () => {
    await makeRelease(db, first);
    const organization = String(rowsOf(first)['organizations']?.rows[0]?.[0]);
    const [lead] = await db.select<{ id: string }>('SELECT id FROM leads ORDER BY id LIMIT 1');
    await db.run('UPDATE leads SET search_text = ? WHERE id = ?', ['li\n営業部長', lead?.id ?? '']);
    await migrateUp(db);
    const { leads } = openWorkspaceStore(db, organization);
    const filter = { disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'] as const, search: '業部' };
    expect((await leads.list(filter, { limit: 10, after: null })).rows.map(({ id }) => id)).toEqual([lead?.id]);
  });

  it('marks leads of words that the index is spared now, and on SQLite keeps the index by its keys', async () => {
    await makeRelease(db, first);
    const [few, many] = await db.select<{ organization_id: string; id: string }>(
      'SELECT organization_id, id FROM leads ORDER BY id LIMIT 2',
    );
    if (!few || !many) throw new Error('the release has no leads');
    const words = (lead: typeof few, count: number) =>
      Array.from({ length: count }, (_, at) => [lead.organization_id, `${'x'.repeat(36)}${at}`, lead.id]);
    const rows = [...words(few, 1), ...words(many, 4)];
    await db.insertRows('lead_terms', ['organization_id', 'term', 'lead_id'], rows);
    await migrateUp(db);
    const marked = await db.select<{ lead_id: string }>(`SELECT lead_id FROM lead_terms WHERE term = '*'`);
    const ids = marked.map((row) => row.lead_id);
    expect([ids.includes(few.id), ids.includes(many.id)]).toEqual([false, true]);
    if (kind !== 'sqlite') return;
    expect(await isStoredByKey(db, 'lead_terms')).toBe(true);
    expect(await isStoredByKey(db, 'term_suffixes')).toBe(true);
    expect(await isStoredByKey(db, 'leads')).toBe(false);
  });

  it('is upgraded by one of two processes at once', async () => {
    await makeRelease(db, first);
    const other = await Database.open(database.url);
    const applied = await Promise.all([migrateUp(db), migrateUp(other)]);
    await other.close();
    expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name).slice(first.journal.length));
    expect(await schemaState(db)).toEqual({ pending: [] });
  });

  it.each([
    ['lacks an index', 'DROP INDEX leads_recent', / ON leads/],
    ['has a column more', 'ALTER TABLE leads ADD COLUMN colour VARCHAR(20)', null],
    ['has another table under a name', 'ALTER TABLE scoring_queue RENAME TO scoring_list', null],
  ])('that %s is refused and left alone', async (_, change, onServer) => {
    await makeRelease(db, first);
    await db.run(onServer && kind !== 'sqlite' ? `${change} ON leads` : change);
    const before = await shapes(db);
    await expect(migrateUp(db)).rejects.toThrow(/^The database was made by another build: /);
    const { schema_migrations: journal, schema_migration_lease: lease, ...after } = await shapes(db);
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name in after)));
    expect([journal?.primaryKey, lease?.primaryKey ?? ['id']]).toEqual([['name'], ['id']]);
    expect((await schemaState(db)).pending).toContain(first.journal[0]);
  });
});

describe.each(availableDatabases())('a schema that is not this version’s on %s', (kind) => {
  it('is refused in words, and never changed: newer, and other under the same names', async () => {
    const database = await createTestDatabase(kind);
    const db = await Database.open(database.url);
    await migrateUp(db);
    expect(whyNotCurrent(await schemaState(db))).toBeUndefined();

    await db.run(`INSERT INTO schema_migrations (name, applied_at, checksum) VALUES ('9999-later', 1, 'x')`);
    expect(whyNotCurrent(await schemaState(db))).toBe(
      'The database is newer than this version of Leadlight, which does not know 9999-later. ' +
        'Use the version that migrated it, or restore an older backup.',
    );
    await expect(migrateUp(db)).rejects.toThrow(SchemaRefused);
    await db.run(`DELETE FROM schema_migrations WHERE name = '9999-later'`);
    expect(whyNotCurrent(await schemaState(db))).toBeUndefined();

    await db.run(`UPDATE schema_migrations SET checksum = 'other' WHERE name = '0002-oauth'`);
    expect(whyNotCurrent(await schemaState(db))).toMatch(/made by another build: 0002-oauth made something else/);
    await expect(migrateUp(db)).rejects.toThrow(SchemaRefused);
    await db.close();
    await database.drop();
  });
});
