/** A server whose open connections go silent while new ones are fine, as behind a network that drops packets. */
import { Database } from '../../../src/database/database';
import type { Patience } from '../../../src/database/server-connections';
import { isDatabaseUnavailable } from '../../../src/database/unavailable';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../../support/databases';
import { freezingProxy, type FreezingProxy } from '../../../scripts/freezing-proxy';

const patience: Patience = { silence: 0.6, lock: 1, acquire: 1.5, conflicts: 1 };
const servers = availableDatabases().filter((kind) => kind !== 'sqlite');
const connections = 6;

/** What must succeed: on a busy machine the server may need longer for it than the patience of these tests. */
async function inTheEnd<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}

const opened = (url: string, more: Partial<Patience> = {}): Promise<Database> =>
  inTheEnd(() => Database.open(url, { maxConnections: connections, patience: { ...patience, ...more } }));

/** Nothing to freeze on SQLite; the file has a test wherever it runs. */
it('closes a SQLite database at once, whatever the deadline', async () => {
  const database = await createTestDatabase();
  const db = await Database.open(database.url);
  await db.run('CREATE TABLE t (id INTEGER)');
  await db.close(60_000);
  await database.drop();
});

for (const kind of servers) {
  describe(`frozen connections to ${kind}`, () => {
    let database: TestDatabase;
    let proxy: FreezingProxy;
    let db: Database;

    beforeEach(async () => {
      database = await createTestDatabase(kind);
      const url = new URL(database.url);
      proxy = await freezingProxy(Number(url.port));
      url.port = String(proxy.port);
      const patient = await Database.open(database.url);
      await patient.run('CREATE TABLE t (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
      await patient.run('INSERT INTO t (id, value) VALUES (1, 0)');
      await patient.close();
      db = await opened(url.href);
      // All connections of the pool are open and have been used.
      await inTheEnd(() =>
        Promise.all(Array.from({ length: connections }, () => db.select('SELECT SLEEP(0.05) AS slept'))),
      );
    });
    afterEach(async () => {
      await db.close(100);
      await proxy.close();
      await database.drop();
    });

    const ask = () => db.select<{ value: number }>('SELECT value FROM t WHERE id = 1');

    it('are given up soon, all of them, and the next statements go over new ones', async () => {
      proxy.freeze();
      const first = await Promise.allSettled(Array.from({ length: 3 }, ask));
      expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      for (const one of first) if (one.status === 'rejected') expect(isDatabaseUnavailable(one.reason)).toBe(true);
      const lost = () => proxy.unheard().split('SELECT value').length - 1;
      const before = lost();
      expect(before).toBeGreaterThan(0);
      // More than the pool holds: none of them gets a connection of before.
      await Promise.all(Array.from({ length: 3 * connections }, () => inTheEnd(ask)));
      expect(lost()).toBe(before);
    });

    it('in the middle of an answer are given up too', async () => {
      proxy.freezeAfter(40);
      const rows = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i FROM n';
      await expect(db.select(rows)).rejects.toThrow(/stopped answering/);
      expect(await inTheEnd(() => db.select(rows))).toHaveLength(900);
    });

    it('fail the transaction that is on them, which leaves nothing behind', async () => {
      const failing = db.transaction(async () => {
        await db.run('UPDATE t SET value = value + 1 WHERE id = 1');
        proxy.freeze();
        await ask();
      });
      const error: unknown = await failing.catch((thrown: unknown) => thrown);
      expect(isDatabaseUnavailable(error)).toBe(true);
      // The server notices that its client is gone when the proxy's connection ends.
      await proxy.close();
      proxy = await freezingProxy(Number(new URL(database.url).port));
      const fresh = await Database.open(database.url);
      expect(await fresh.select('SELECT value FROM t WHERE id = 1')).toEqual([{ value: 0 }]);
      await fresh.close();
    });

    it('do not hold up closing beyond its deadline', async () => {
      const patient = await Database.open(`mysql://root@127.0.0.1:${proxy.port}${new URL(database.url).pathname}`);
      const running = patient.select('SELECT SLEEP(20) AS slept').catch((error: unknown) => error);
      await patient.select('SELECT 1 AS one');
      proxy.freeze();
      await patient.close(300);
      expect(isDatabaseUnavailable(await running)).toBe(true);
    });

    it('are told from idle ones, which are kept', async () => {
      const id = async () => (await db.select<{ id: number }>('SELECT CONNECTION_ID() AS id'))[0]?.id;
      // One that answered too late is given up, and all three are asked for again.
      const ids = await inTheEnd(async () => {
        const [first, second] = [await id(), await id()];
        // Idle for longer than the 0.6 seconds after which a silent connection is given up.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return new Set([first, second, await id()]);
      });
      expect(ids.size).toBe(1);
    });

    it('and statements that run too long end as something to try again later', async () => {
      const url = new URL(database.url);
      const limited = await opened(url.href, { silence: 5, statement: 1 });
      const slow = 'SELECT COUNT(*) AS n FROM t a WHERE (SELECT SLEEP(30) FROM t b WHERE b.id = a.id) = 0';
      const error: unknown = await limited.select(slow).catch((thrown: unknown) => thrown);
      // MySQL wakes a SLEEP with success, MariaDB with an error; neither waits for it.
      if (!Array.isArray(error)) expect(isDatabaseUnavailable(error)).toBe(true);
      await limited.close();
    });

    it('a lock that others keep is waited for, tried again, and then something to try again later', async () => {
      const other = await Database.open(database.url);
      let release: () => void = () => undefined;
      let isHeld: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (isHeld = resolve));
      const holding = other.transaction(async () => {
        await other.run('UPDATE t SET value = value + 1 WHERE id = 1');
        isHeld();
        await new Promise<void>((resolve) => (release = resolve));
      });
      await held;
      const bounded = await opened(database.url, { silence: 5, conflicts: 1.5 });
      const late: unknown = await bounded.run('UPDATE t SET value = 9 WHERE id = 1').catch((thrown: unknown) => thrown);
      expect(isDatabaseUnavailable(late)).toBe(true);
      release();
      await holding;
      expect(await inTheEnd(() => bounded.run('UPDATE t SET value = 9 WHERE id = 1'))).toBe(1);
      await bounded.close();
      await other.close();
    });
  });
}
