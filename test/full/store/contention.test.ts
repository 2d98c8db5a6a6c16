/** Several processes that write to one database at once: nothing is lost, and nobody gives up. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../../support/databases';

const processes = 3;
const times = 100;

function count(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(__dirname, '../../store/support/counting-process.cjs'), [url, String(times)], {
      execArgv: [],
    });
    child.once('message', (message: { error?: string }) => {
      if (message.error === undefined) resolve();
      else reject(new Error(message.error));
    });
    // Not its exit, which may be heard of before its last message.
    child.once('close', (code) => reject(new Error(`a counting process ended with ${code}`)));
  });
}

describe.each(availableDatabases())('writers on %s', (kind) => {
  let database: OpenTestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.db.run('CREATE TABLE counters (value INTEGER NOT NULL)');
    await database.db.run('INSERT INTO counters (value) VALUES (0)');
  });
  afterAll(() => database.close());

  it('of three processes and many calls of one lose no update', async () => {
    const { db } = database;
    const here = Array.from({ length: times }, () => db.run('UPDATE counters SET value = value + 1'));
    await Promise.all([...here, ...Array.from({ length: processes }, () => count(database.database.url))]);
    expect(await db.select('SELECT value FROM counters')).toEqual([{ value: times * (processes + 1) }]);
  });

  it('undo a transaction that fails, and the statements called in it', async () => {
    const { db } = database;
    const before = await db.select('SELECT value FROM counters');
    const failing = db.transaction(async () => {
      await db.run('UPDATE counters SET value = -1');
      expect(await db.select('SELECT value FROM counters')).toEqual([{ value: -1 }]);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await db.select('SELECT value FROM counters')).toEqual(before);
  });

  it('send nothing after a statement that failed, and keep nothing of those before', async () => {
    const { db } = database;
    const before = await db.select('SELECT value FROM counters');
    const failing = db.transaction(() =>
      Promise.all([
        db.run('UPDATE counters SET value = -1'),
        db.run('UPDATE no_such_table SET value = -2'),
        db.run('UPDATE counters SET value = -3'),
      ]),
    );
    await expect(failing).rejects.toThrow(/no_such_table/);
    expect(await db.select('SELECT value FROM counters')).toEqual(before);
    const thrown = db.transaction(() => {
      void db.run('UPDATE counters SET value = -4').catch(() => undefined);
      void db.run('UPDATE counters SET value = -5').catch(() => undefined);
      return Promise.reject(new Error('on purpose'));
    });
    await expect(thrown).rejects.toThrow('on purpose');
    expect(await db.select('SELECT value FROM counters')).toEqual(before);
  });

  it('commit when all statements have ended, awaited or not', async () => {
    const { db } = database;
    await db.transaction(async () => {
      await db.run('UPDATE counters SET value = 0');
      for (let n = 0; n < 20; n += 1) void db.run('UPDATE counters SET value = value + 1');
    });
    expect(await db.select('SELECT value FROM counters')).toEqual([{ value: 20 }]);
  });

  it('send nothing after their end, on a connection that may be another’s by then', async () => {
    const { db } = database;
    const before = await db.select('SELECT value FROM counters');
    let late: Promise<unknown> = Promise.resolve();
    const over = new Promise<void>((ended) => {
      void db.transaction(() => {
        late = new Promise((resolve) => db.afterCommit(() => setTimeout(resolve, 20))).then(() =>
          db.run('UPDATE counters SET value = -6'),
        );
        late.catch(() => undefined).finally(ended);
        return Promise.resolve();
      });
    });
    await over;
    await expect(late).rejects.toThrow('the transaction has ended');
    expect(await db.select('SELECT value FROM counters')).toEqual(before);
  });

  it('of which a server takes one back run it once more, whole', async () => {
    const { db } = database;
    await db.run('CREATE TABLE rounds (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
    await db.run('INSERT INTO rounds (id, value) VALUES (1, 0), (2, 0), (3, 0)');
    const add = (id: number) => db.run('UPDATE rounds SET value = value + 1 WHERE id = ?', [id]);
    let attempts = 0;
    let started = 0;
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (go = resolve));
    const crossing = (first: number, second: number) =>
      db.transaction(async () => {
        attempts += 1;
        await add(first);
        started += 1;
        // Each holds what the other asks for next. SQLite has one writer at a time, so there is nothing to wait for.
        if (db.dialect === 'sqlite' || started >= 2) go();
        await both;
        await Promise.all([add(second), add(3)]);
      });
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(attempts).toBe(db.dialect === 'sqlite' ? 2 : 3);
    expect(await db.select('SELECT value FROM rounds ORDER BY id')).toEqual([{ value: 2 }, { value: 2 }, { value: 2 }]);
  });

  it('tell afterCommit after the commit only', async () => {
    const { db } = database;
    const reported: string[] = [];
    await db.transaction(async () => {
      db.afterCommit(() => reported.push('committed'));
      await db.run('UPDATE counters SET value = value + 1');
      expect(reported).toEqual([]);
    });
    expect(reported).toEqual(['committed']);
    const failing = db.transaction(async () => {
      db.afterCommit(() => reported.push('never'));
      await db.run('UPDATE counters SET value = value + 1');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(reported).toEqual(['committed']);
  });
});
