/** A migration killed with SIGKILL at a statement is finished by the next one, and the result is that of an undisturbed one. */
import { Database } from '../../../src/database/database';
import { migrateUp, schemaState } from '../../../src/store/facade/migrate';
import { atLength } from '../../support/at-length';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../../support/databases';
import { startMigrating, type MigrateOrder } from '../../store/support/migrating';
import { shapes } from '../../store/support/shape';
import { smallMigrations } from '../../store/support/small-migrations';

const full = atLength(false, true);
/** At how many statements of the real list it is killed: in the proofs at every one. */
const every = full ? 1 : 331;
/** Of the short list at every sixth, before it and as the one after it is sent; in the proofs at every one, both ways. */
const everySmall = full ? 1 : 6;
/** How long the one who finishes waits for the killed one. */
const times = { lease: 300, patience: 60_000 };

async function killed(order: MigrateOrder): Promise<boolean> {
  const process = startMigrating(order);
  await process.ready;
  process.go();
  return (await process.done) === undefined;
}

describe.each(availableDatabases())('interrupted migrations on %s', (kind) => {
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

  /** Kills it at one statement after another, each time on an empty database. */
  async function killAtEach(
    order: Omit<MigrateOrder, 'url'>,
    { first, step }: { first: number; step: number },
    check: (fresh: Database) => Promise<void>,
  ) {
    let kills = 0;
    for (let killAt = first; ; killAt += step) {
      const one = await createTestDatabase(kind);
      try {
        if (!(await killed({ ...order, url: one.url, killAt }))) return kills;
        kills += 1;
        const fresh = await Database.open(one.url);
        await check(fresh).finally(() => fresh.close());
      } finally {
        await one.drop();
      }
    }
  }

  it.each(['before', 'sent'] as const)(
    'end as if nothing had happened, whichever statement (%s)',
    async (killWhen) => {
      const options = { migrations: smallMigrations, times };
      expect(await migrateUp(db, options)).toEqual(['0001-first', '0002-second']);
      const fruit = 'SELECT * FROM fruit ORDER BY id';
      const wanted = { shapes: await shapes(db), fruit: await db.select(fruit) };
      expect(wanted.fruit).toEqual([
        { id: '1', name: 'apple', kept: 1, weight: 7 },
        { id: '2', name: 'plum', kept: 1, weight: 7 },
      ]);
      const first = full || killWhen === 'before' ? 0 : 1;
      const kills = await killAtEach({ small: true, killWhen }, { first, step: everySmall }, async (half) => {
        await migrateUp(half, options);
        expect({ shapes: await shapes(half), fruit: await half.select(fruit) }).toEqual(wanted);
        expect(await migrateUp(half, options)).toEqual([]);
      });
      expect(kills).toBeGreaterThan(12 / everySmall);
    },
    full ? 3_600_000 : 600_000,
  );

  it(
    'of the whole schema end as if nothing had happened',
    async () => {
      await migrateUp(db);
      const wanted = await shapes(db);
      const kills = await killAtEach({ killWhen: 'sent' }, { first: 0, step: every }, async (half) => {
        await migrateUp(half, { times });
        expect(await shapes(half)).toEqual(wanted);
        expect(await schemaState(half)).toEqual({ pending: [] });
      });
      expect(kills).toBeGreaterThan(1);
    },
    full ? 3_600_000 : 900_000,
  );

  it('are finished by the two that come next, at once', async () => {
    expect(await killed({ url: database.url, killAt: 25, killWhen: 'before' })).toBe(true);
    const next = [startMigrating({ url: database.url }), startMigrating({ url: database.url })];
    await Promise.all(next.map(({ ready }) => ready));
    for (const { go } of next) go();
    const applied = await Promise.all(next.map(({ done }) => done));
    expect(applied.filter((list) => list && list.length > 0)).toHaveLength(1);
    expect(await schemaState(db)).toEqual({ pending: [] });
  });
});
