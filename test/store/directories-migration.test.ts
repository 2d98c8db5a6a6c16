/** External ids move from people to memberships, and back; a step that was interrupted goes on. */
import { Database } from '../../src/database/database';
import { migrateDown, migrateUp } from '../../src/store/facade/migrate';
import { migrations } from '../../src/store/migrations';
import { applyStep } from '../../src/database/migrations/apply';
import { directories } from '../../src/store/migrations/0022-directories';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../support/databases';

describe.each(availableDatabases())('on %s', (kind) => {
  let database: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    db = await Database.open(database.url);
    await migrateUp(db);
    for (const id of ['a', 'b']) {
      await db.run('INSERT INTO organizations (id, name, revision, created_at) VALUES (?, ?, 0, 1)', [id, id]);
    }
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  const person = (id: string, email: string) =>
    db.run('INSERT INTO users (id, email, display_name, created_at) VALUES (?, ?, ?, 1)', [id, email, id]);
  const place = (organization: string, user: string, externalId: string | null) =>
    db.run(
      `INSERT INTO memberships (organization_id, user_id, role, active, created_at, updated_at, external_id)
       VALUES (?, ?, 'MEMBER', 1, 1, 1, ?)`,
      [organization, user, externalId],
    );
  const ids = async () =>
    (
      await db.select<{ organization_id: string; user_id: string; external_id: string | null }>(
        'SELECT organization_id, user_id, external_id FROM memberships ORDER BY organization_id, user_id',
      )
    ).map((row) => `${row.organization_id} ${row.user_id} ${row.external_id}`);
  const oldIds = async () =>
    (await db.select<{ id: string; external_id: string | null }>('SELECT id, external_id FROM users ORDER BY id')).map(
      (row) => `${row.id} ${row.external_id}`,
    );
  /** Back to before it, with all that came after. */
  const down = async () => {
    const later = migrations.length - migrations.indexOf(directories);
    for (let n = 0; n < later; n += 1) await migrateDown(db);
  };

  test('down and up again keep every id that the older form can hold', async () => {
    for (const id of ['ada', 'bob', 'cy', 'dee']) await person(id, `${id}@example.com`);
    await place('a', 'ada', 'emp-1');
    await place('b', 'ada', 'emp-1');
    await place('a', 'bob', 'same');
    await place('b', 'cy', 'same');
    await place('b', 'dee', null);
    await down();
    // An id that two people have is nobody's in the older form.
    expect(await oldIds()).toEqual(['ada emp-1', 'bob null', 'cy null', 'dee null']);
    await migrateUp(db);
    expect(await ids()).toEqual(['a ada emp-1', 'a bob null', 'b ada emp-1', 'b cy null', 'b dee null']);
    // Each workspace has its own name for somebody from now on.
    await db.run("UPDATE memberships SET external_id = 'emp-1' WHERE user_id = 'cy'").then(
      () => Promise.reject(new Error('b has two people called emp-1')),
      () => undefined,
    );
    await db.run("UPDATE memberships SET external_id = 'emp-2' WHERE organization_id = 'b' AND user_id = 'ada'");
    await db.run("UPDATE memberships SET external_id = 'emp-1' WHERE user_id = 'cy'");
  });

  test('either way goes on where it was interrupted', async () => {
    await person('ada', 'ada@example.com');
    await place('a', 'ada', 'emp-1');
    for (const [steps, shown] of [
      [directories[db.dialect].down, oldIds],
      [directories[db.dialect].up, ids],
    ] as const) {
      for (const [at] of steps.entries()) for (const step of steps.slice(0, at + 1)) await applyStep(db, step);
      expect((await shown()).join()).toContain('ada emp-1');
    }
  });
});
