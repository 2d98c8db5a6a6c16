/** Rows inserted in bulk come back as they were given, whatever text they hold, inside a transaction and outside one. */
import fc from 'fast-check';
import { Database } from '../../src/database/database';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../support/databases';

/** What has a meaning in SQL, in a driver's placeholders or in UTF-8. NUL, where SQLite's driver cuts text, never gets as far. */
const piece = fc.constantFrom(
  "'",
  '"',
  '`',
  '\\',
  '?',
  '??',
  ':a',
  '%',
  '_',
  ';',
  '--',
  '/*',
  '\n',
  '\x1a',
  'é',
  '名',
  '🙂',
  'a',
  '',
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const row = fc.tuple(fc.option(text), fc.maxSafeInteger(), fc.option(text));

describe.each(availableDatabases())('rows inserted in bulk on %s', (kind) => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    db = await Database.open(database.url, { breathes: true });
    const words = db.dialect === 'sqlite' ? 'TEXT' : 'VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    await db.run(`CREATE TABLE bulk (n INTEGER PRIMARY KEY, a ${words}, b BIGINT, c ${words})`);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('leave turns to requests, however many statements a transaction has', async () => {
    // On a server a statement is waited for anyway.
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)';
    const long = db.dialect === 'sqlite' ? `${numbers} SELECT COUNT(*) AS n FROM n` : 'SELECT 1';
    let turns = 0;
    let counting = true;
    const count = () => {
      turns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    await db.transaction(async () => {
      for (let n = 0; n < 5; n += 1) {
        await db.select(long);
      }
    });
    counting = false;
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('keep a transaction to itself in the turns that it leaves', async () => {
    await db.run('DELETE FROM bulk');
    const count = async () => (await db.select<{ rows_: number }>('SELECT COUNT(*) AS rows_ FROM bulk'))[0]?.rows_;
    const insert = (n: number) => db.insertRows('bulk', ['n', 'a', 'b', 'c'], [[n, 'a', 1, null]]);
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)';
    const long = db.dialect === 'sqlite' ? `${numbers} SELECT COUNT(*) AS n FROM n` : 'SELECT 1';
    for (const ends of ['commits', 'fails'] as const) {
      const [before, order] = [await count(), [] as string[]];
      const seen: unknown[] = [];
      let isBegun = false;
      const first = ends === 'commits' ? 0 : 10;
      // Begun outside the transaction, as another request is; they run in its turns.
      const others = new Promise<void>((resolve, reject) => {
        const come = () => {
          if (!isBegun) return void setImmediate(come);
          // The read comes first: on a server its own write could be stored before it.
          const read = count().then((rows) => (order.push('read'), seen.push(rows)));
          const both = read.then(() => insert(first + 5)).then(() => order.push('write'));
          return void both.then(() => resolve(), reject);
        };
        come();
      });
      const work = db.transaction(async () => {
        for (let n = 0; n < 4; n += 1) {
          await insert(first + n);
          isBegun = true;
          await db.select(long);
        }
        order.push('work');
        if (ends === 'fails') throw new Error('refused');
      });
      if (ends === 'commits') await work;
      else await expect(work).rejects.toThrow('refused');
      await others;
      if (db.dialect === 'sqlite') expect(order).toEqual(['read', 'work', 'write']);
      // On a server the read may also come when all is stored. Never half of it.
      const after = ends === 'commits' && db.dialect !== 'sqlite' ? [before, Number(before) + 4] : [before];
      expect([seen.length, after]).toEqual([1, expect.arrayContaining(seen)]);
      expect(await count()).toBe(Number(before) + (ends === 'commits' ? 5 : 1));
    }
  });

  it('come back as they were given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 90 }), fc.boolean(), async (rows, together) => {
        await db.run('DELETE FROM bulk');
        const numbered = rows.map((values, n) => [n, ...values]);
        const insert = () => db.insertRows('bulk', ['n', 'a', 'b', 'c'], numbered);
        expect(await (together ? db.transaction(insert) : insert())).toBe(rows.length);
        const stored = await db.select<Record<string, unknown>>('SELECT n, a, b, c FROM bulk ORDER BY n');
        expect(stored).toEqual(rows.map(([a, b, c], n) => ({ n, a, b, c })));
      }),
      { numRuns: 60 },
    );
  });

  it('come in the parts that a statement takes', async () => {
    await db.run('DELETE FROM bulk');
    const rows = Array.from({ length: 7_001 }, (_, n) => [n, `it's ${n}?`, n * 1000, null]);
    expect(await db.transaction(() => db.insertRows('bulk', ['n', 'a', 'b', 'c'], rows))).toBe(rows.length);
    expect(await db.insertRows('bulk', ['n', 'a', 'b', 'c'], rows, 'ignore')).toBe(0);
    const [sum] = await db.select<{ rows_: number; total: number }>(
      'SELECT COUNT(*) AS rows_, SUM(b) AS total FROM bulk',
    );
    expect(sum).toMatchObject({ rows_: rows.length, total: (7_000 * 7_001 * 1000) / 2 });
  });
});
