/** Rows through models behave as hand-written statements do: one transaction, one winner, plain values, the driver's errors. */
import fc from 'fast-check';
import type { Database } from '../../src/database/database';
import { codeOf } from '../../src/database/driver-error';
import { codeRows, organizationRows, sessionRows, userRows } from '../../src/store/tables/models';
import { moreThan, noneOrMoreThan, type Where } from '../../src/database/rows';
import { newId } from '../../src/database/new-id';
import type { CodeRow } from '../../src/store/tables/oauth';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { runSeed } from '../support/run-seed';

const now = Date.UTC(2026, 10, 22, 1, 2, 3, 456);
const organization = (name: string) => ({ id: newId(), name, revision: 2 ** 40, created_at: now });
const code = (hash: string): CodeRow => ({
  code_hash: hash,
  grant_id: newId(),
  client_id: 'c',
  redirect_uri: 'https://app.example/cb',
  code_challenge: 'x'.repeat(43),
  created_at: now,
  expires_at: now + 60_000,
  used_at: null,
});

describe.each(availableDatabases())('rows on %s', (kind) => {
  let open: OpenTestDatabase;
  let db: Database;
  beforeAll(async () => {
    open = await openTestDatabase(kind);
    ({ db } = open);
  });
  afterAll(() => open.close());

  test('come back as they were given, by a model and by hand, whatever text they hold', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'));
    const special = fc.constantFrom("'", '\\', "\\'", '"', '`', '?', ':a', '$1', '%', '--', '\n', '\x1a');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, special), { maxLength: 4 }), async (parts) => {
        const row = organization(`${newId()} ${parts.join('')}`);
        await organizationRows(db).insert(row);
        expect(await organizationRows(db).find({ name: row.name })).toEqual(row);
        const byHand = await db.select('SELECT id, name, revision, created_at FROM organizations WHERE id = ?', [
          row.id,
        ]);
        expect(byHand).toEqual([row]);
        expect(await organizationRows(db).update({ name: `${row.name}!` }, { name: row.name })).toBe(1);
        expect(await organizationRows(db).find({ id: row.id })).toEqual({ ...row, name: `${row.name}!` });
      }),
      { seed: runSeed, numRuns: 50 },
    );
  });

  test('of any number of callers that set what must not be set yet, one gets 1', async () => {
    await codeRows(db).insert(code('a'));
    const use = (at: number) =>
      codeRows(db).update({ used_at: at }, { code_hash: 'a', used_at: null, expires_at: moreThan(at) });
    expect(await use(now + 60_000)).toBe(0);
    const claims = await Promise.all(Array.from({ length: 32 }, (_, n) => use(now + n)));
    expect(claims.reduce((sum, claimed) => sum + claimed, 0)).toBe(1);
    expect((await codeRows(db).find({ code_hash: 'a' }))?.used_at).toBe(now + claims.indexOf(1));
  });

  test('belong to the transaction they are written in, and are seen in it only', async () => {
    const row = organization('rolled back');
    const rows = organizationRows(db);
    const failed = db.transaction(async () => {
      // Not awaited: the model's statements must come after it all the same.
      const first = db.run('INSERT INTO organizations (id, name, revision, created_at) VALUES (?, ?, 0, 0)', [
        row.id,
        'x',
      ]);
      await rows.update({ name: row.name }, { id: row.id });
      expect((await rows.find({ id: row.id }))?.name).toBe(row.name);
      await db.transaction(() => rows.insert(organization('rolled back too')));
      await first;
      throw new Error('enough');
    });
    await expect(failed).rejects.toThrow('enough');
    const outside = [await rows.find({ id: row.id }), await rows.find({ name: 'rolled back too' })];
    expect(outside).toEqual([undefined, undefined]);
  });

  test('are written outside a transaction while others are under way', async () => {
    const rows = organizationRows(db);
    const names = Array.from({ length: 40 }, (_, n) => `writer ${n}`);
    await Promise.all(
      names.map((name, n) =>
        n % 2 === 0 ? rows.insert(organization(name)) : db.transaction(() => rows.insert(organization(name))),
      ),
    );
    const all = await rows.all({}, { order: ['name'] });
    expect(all.filter(({ name }) => name.startsWith('writer ')).length).toBe(names.length);
  });

  test('fail with the error of the driver', async () => {
    const row = organization('twice');
    await organizationRows(db).insert(row);
    const error: unknown = await organizationRows(db)
      .insert(row)
      .catch((caught: unknown) => caught);
    expect([codeOf(error), error instanceof Error && error.name.startsWith('Sequelize')]).toEqual([
      kind === 'sqlite' ? 'SQLITE_CONSTRAINT' : 'ER_DUP_ENTRY',
      false,
    ]);
  });

  test('are overwritten by a save, removed by a delete, and found in order', async () => {
    const rows = codeRows(db);
    for (const hash of ['b', 'd', 'c']) await rows.save(code(hash));
    await rows.save({ ...code('c'), used_at: now });
    const unused: Where<CodeRow> = { client_id: 'c', used_at: null };
    const hashes = async (newestFirst: boolean) =>
      (await rows.all(unused, { order: ['code_hash'], newestFirst })).map((row) => row.code_hash);
    expect([await hashes(false), await hashes(true)]).toEqual([
      ['b', 'd'],
      ['d', 'b'],
    ]);
    expect((await rows.all({ used_at: noneOrMoreThan(now - 1) }, { limit: 3 })).length).toBe(3);
    expect(await rows.delete({ code_hash: 'b', used_at: null })).toBe(1);
    expect(await rows.delete({ code_hash: 'b' })).toBe(0);
    expect(await hashes(false)).toEqual(['d']);
  });

  test('a list that got past the compiler is refused, and a NUL fits nothing', async () => {
    const list: Where<CodeRow> = JSON.parse('{"code_hash": ["c", "d"]}');
    await expect(codeRows(db).find(list)).rejects.toThrow(TypeError);
    await expect(codeRows(db).update({ used_at: 1 }, list)).rejects.toThrow(TypeError);
    expect(await userRows(db).find({ email: "a\0' OR 1=1 --" })).toBeUndefined();
    expect(await sessionRows(db).delete({ id_hash: '\0' })).toBe(0);
  });
});
