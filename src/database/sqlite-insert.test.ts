/** Inserted values are read back unchanged, whichever columns have one value in all rows. */
import fc from 'fast-check';
import { SqliteHandle } from './sqlite-dialect';
import { sqliteInsert } from './sqlite-insert';

const value = fc.constantFrom('a', 'b', '', 1, 2, null);

it('stores the rows it was given', () => {
  const handle = new SqliteHandle(':memory:');
  handle.exec('CREATE TABLE t (a, b, c, d)');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value, value, value), { minLength: 1, maxLength: 80 }),
      fc.array(fc.nat(3), { maxLength: 4 }),
      (varied, sameIn) => {
        const rows = varied.map((row) =>
          row.map((cell, at) => (sameIn.includes(at) ? (varied[0]?.[at] ?? null) : cell)),
        );
        const { sql, params } = sqliteInsert('INSERT INTO t (a,b,c,d) VALUES ', '', rows);
        handle.exec('DELETE FROM t');
        expect(handle.run(sql, params).changes).toBe(rows.length);
        const stored = handle.all('SELECT a, b, c, d FROM t ORDER BY rowid', []);
        expect(stored).toEqual(rows.map(([a, b, c, d]) => ({ a, b, c, d })));
      },
    ),
    { numRuns: 300 },
  );
  handle.close();
});

it('binds a value once that all of many rows share', () => {
  const rows = Array.from({ length: 40 }, (_, n) => ['same', n]);
  const { sql, params } = sqliteInsert('INSERT INTO t (a,b) VALUES ', ' ON CONFLICT DO NOTHING', rows);
  expect(params).toHaveLength(41);
  expect(sql).toMatch(/VALUES \(\?1,\?2\)(?:,\(\?1,\?\)){39} ON CONFLICT DO NOTHING$/);
});

it('writes no more parameters with a number than there are columns: the driver looks through them for every value', () => {
  const rows = Array.from({ length: 100 }, (_, n) => [n, 'same', n % 7, null]);
  const { sql } = sqliteInsert('INSERT INTO t (a,b,c,d) VALUES ', '', rows);
  expect(new Set(sql.match(/\?\d+/g))).toEqual(new Set(['?1', '?2', '?3', '?4']));
});
