/**
 * An INSERT of many rows for SQLite that binds a value once if all rows of a column have the same one. Each binding costs a
 * call into the driver. Rows of one workspace share at least its id, and rows of an import share half of their columns.
 */
import { LRUCache } from 'lru-cache';

/** For fewer rows, statements would differ too often for this to save time. */
const fewRows = 32;

/** Statements by their shape. A text takes about 10 KB. */
const texts = new LRUCache<string, string>({ max: 64 });

/**
 * @param into `INSERT INTO t (a,b) VALUES `, with a space at its end.
 * @param suffix the SQL after the rows, or an empty text.
 * @param rows values in the order of the columns; at least one row.
 */
export function sqliteInsert<Value>(
  into: string,
  suffix: string,
  rows: readonly (readonly Value[])[],
): { sql: string; params: Value[] } {
  const [first = []] = rows;
  const shared = first.map((value, column) => rows.length >= fewRows && rows.every((row) => row[column] === value));
  const params = first.filter((_, column) => shared[column]);
  for (const row of rows) {
    let column = 0;
    for (const value of row) {
      if (!shared[column]) params.push(value);
      column += 1;
    }
  }
  const key = `${into}${suffix} ${rows.length} ${shared.map(Number).join('')}`;
  let sql = texts.get(key);
  if (sql === undefined) {
    sql = `${into}${tuples(shared, rows.length)}${suffix}`;
    texts.set(key, sql);
  }
  return { sql, params };
}

/**
 * `(?1,?2),(?1,?),(?1,?)`: shared values have the first numbers, and those of the first row the next ones. A plain `?` is the number
 * after the highest one before it. For every value that it binds, the driver looks through all parameters that are written with a
 * number: with a thousand of them that took longer than the insert.
 */
function tuples(shared: readonly boolean[], rows: number): string {
  let next = shared.filter(Boolean).length;
  let sharedSoFar = 0;
  const first = shared.map((isShared) => `?${isShared ? (sharedSoFar += 1) : (next += 1)}`);
  const others = first.map((number, column) => (shared[column] ? number : '?')).join(',');
  return [`(${first.join(',')})`, ...new Array<string>(rows - 1).fill(`(${others})`)].join(',');
}

/** SQLite prepares and keeps each statement, so inserts have few sizes: the largest, and powers of two. */
export function sqliteInsertSize(left: number, most: number): number {
  return left >= most ? most : 2 ** Math.floor(Math.log2(left));
}
