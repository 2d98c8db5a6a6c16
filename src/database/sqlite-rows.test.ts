import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { SqliteHandle } from './sqlite-dialect';

const numbers = ['a', 'b', 'c'];
const texts = ['d', 'e', 'f', 'g', 'h'];
const letters = [...numbers, ...texts];
const number = fc.option(fc.maxSafeInteger());
const text = fc.option(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\u001f', '\u2028', '…', '😀', '', ' ', '12')),
);

describe('rows of eight columns, which come as one text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-'));
  const handle = new SqliteHandle(join(folder, 'rows.db'));
  const columns = [...numbers.map((name) => `${name} BIGINT`), ...texts.map((name) => `${name} TEXT`)];
  handle.exec(`CREATE TABLE t (n INTEGER PRIMARY KEY, ${columns.join(', ')})`);
  afterAll(() => {
    handle.close();
    rmSync(folder, { recursive: true });
  });

  it('are those that were stored, in their order', () => {
    const row = fc.tuple(...numbers.map(() => number), ...texts.map(() => text));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        handle.run('DELETE FROM t', []);
        const marks = letters.map(() => '?').join(', ');
        for (const [n, values] of rows.entries()) {
          handle.run(`INSERT INTO t (n, ${letters.join(', ')}) VALUES (?, ${marks})`, [n, ...values]);
        }
        const stored = rows.map((values) => Object.fromEntries(letters.map((name, at) => [name, values[at]])));
        const read = handle.all(`SELECT ${letters.join(', ')} FROM t ORDER BY n DESC`, []);
        expect(read).toEqual([...stored].reverse());
      }),
    );
  });

  it('are not found by a text with a NUL, at which the driver ends a text, and no such text is stored', () => {
    handle.run('DELETE FROM t', []);
    handle.run('INSERT INTO t (n, g) VALUES (?, ?)', [1, 'x']);
    const found = (text: string) => handle.all('SELECT n FROM t WHERE g = ?', [text]);
    expect([found('x'), found('x\u0000y')]).toEqual([[{ n: 1 }], []]);
    expect(() => handle.run('UPDATE t SET g = ?', ['x\u0000y'])).toThrow('U+0000');
  });

  it('are found by a statement that ends with a semicolon, and by one that names a column twice', () => {
    handle.run('DELETE FROM t', []);
    handle.run('INSERT INTO t (n, g, h) VALUES (?, ?, ?)', [1, 'x', 'y']);
    expect(handle.all(`SELECT ${letters.join(', ')} FROM t;`, [])).toMatchObject([{ g: 'x', h: 'y', b: null }]);
    expect(handle.all(`SELECT ${letters.join(', ')}, n, h AS g FROM t`, [])).toMatchObject([{ g: 'y', n: 1 }]);
  });
});
