/** SQLite's log is moved into the file beside the event loop, also while others read and write. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Database } from '../../src/database/database';
import { SqliteCheckpoints } from '../../src/database/sqlite-checkpoints';
import { DatabaseSync, type SqliteConnection } from '../../src/database/sqlite-driver';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const megabyte = 2 ** 20;
const logOf = (file: string) => statSync(`${file}-wal`).size;

/** A file whose log holds `megabytes`. */
function filled(name: string, megabytes: number): { file: string; db: SqliteConnection; write(): void } {
  const file = join(folder, name);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x TEXT)');
  const write = () => void db.prepare('INSERT INTO t (x) VALUES (?)').run('x'.repeat(megabyte));
  for (let n = 0; n < megabytes; n += 1) write();
  return { file, db, write };
}

/** Says that something was committed, again and again, until the log is empty. */
async function untilMoved(checkpoints: SqliteCheckpoints, file: string, meanwhile = (): void => undefined) {
  while (logOf(file) > 0) {
    meanwhile();
    void checkpoints.committed();
    await checkpoints.idle();
    await setImmediate();
  }
}

test('a long log is moved, and what it held is in the file', async () => {
  const { file, db } = filled('long.db', 8);
  const checkpoints = new SqliteCheckpoints(file, 4 * megabyte);
  await untilMoved(checkpoints, file);
  expect(statSync(file).size).toBeGreaterThan(8 * megabyte);
  await checkpoints.close();
  expect(db.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 8 });
  db.close();
});

test('a short log is left alone', async () => {
  const { file, db } = filled('short.db', 2);
  const checkpoints = new SqliteCheckpoints(file, 4 * megabyte);
  void checkpoints.committed();
  await checkpoints.idle();
  expect(logOf(file)).toBeGreaterThan(2 * megabyte);
  await checkpoints.close();
  db.close();
});

test('it is moved once nobody reads an older state, and nothing written meanwhile is lost', async () => {
  const { file, db, write } = filled('read.db', 6);
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  write();
  const checkpoints = new SqliteCheckpoints(file, 4 * megabyte);
  void checkpoints.committed();
  await checkpoints.idle();
  expect(logOf(file)).toBeGreaterThan(4 * megabyte);
  expect(reader.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 6 });
  reader.exec('COMMIT');
  await untilMoved(checkpoints, file);
  await checkpoints.close();
  expect(reader.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 7 });
  reader.close();
  db.close();
});

test.each([0, 1, 4, 16, 64])('closing while a log is moved ends well, %i turns after it began', async (turns) => {
  const { file, db } = filled(`closed-${turns}.db`, 8);
  const checkpoints = new SqliteCheckpoints(file, 4 * megabyte);
  void checkpoints.committed();
  for (let n = 0; n < turns; n += 1) await setImmediate();
  const closed = checkpoints.close();
  void checkpoints.committed();
  await closed;
  await checkpoints.idle();
  expect(db.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 8 });
  db.close();
});

/** The longest log while 160 MB are written as fast as they can be, a megabyte for a commit. */
async function longestLogOf(file: string, write: () => unknown): Promise<number> {
  let longest = 0;
  for (let n = 0; n < 160; n += 1) {
    await write();
    longest = Math.max(longest, logOf(file));
    await setImmediate();
  }
  return longest;
}

describe('a writer that never pauses', () => {
  test('makes a log that nobody moves as long as all it writes', async () => {
    const { file, db, write } = filled('unmoved.db', 0);
    expect(await longestLogOf(file, write)).toBeGreaterThan(160 * megabyte);
    db.close();
  });

  test('waits for the move of a log that grows faster than it is moved', async () => {
    const file = join(folder, 'whole.db');
    const db = await Database.open(`sqlite:${file}`);
    await db.run('CREATE TABLE t (x TEXT)');
    const text = 'x'.repeat(megabyte);
    const write = () => db.transaction(() => db.run('INSERT INTO t (x) VALUES (?)', [text]));
    expect(await longestLogOf(file, write)).toBeLessThan(128 * megabyte);
    expect(await db.select<{ n: number }>('SELECT count(*) AS n FROM t')).toEqual([{ n: 160 }]);
    await db.close();
  });

  test('goes on while somebody reads an older state, and the log is moved afterwards', async () => {
    const { file, db, write } = filled('held.db', 10);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM t').get();
    const checkpoints = new SqliteCheckpoints(file, 4 * megabyte);
    for (let n = 0; n < 10; n += 1) {
      write();
      await checkpoints.committed();
    }
    expect(logOf(file)).toBeGreaterThan(20 * megabyte);
    reader.exec('COMMIT');
    reader.close();
    await untilMoved(checkpoints, file);
    await checkpoints.close();
    expect(db.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 20 });
    db.close();
  });
});
