/** Several processes that write to one database at once: nothing is lost, and nobody gives up. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const processes = 3;
const times = 100;

function count(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(__dirname, 'support/counting-process.cjs'), [url, String(times)], { execArgv: [] });
    child.once('message', (message: { error?: string }) => {
      if (message.error === undefined) resolve();
      else reject(new Error(message.error));
    });
    child.once('exit', (code) => reject(new Error(`a counting process ended with ${code}`)));
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

  it('tell afterCommit after the commit only', async () => {
    const { db } = database;
    const told: string[] = [];
    await db.transaction(async () => {
      db.afterCommit(() => told.push('committed'));
      await db.run('UPDATE counters SET value = value + 1');
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['committed']);
    const failing = db.transaction(async () => {
      db.afterCommit(() => told.push('never'));
      await db.run('UPDATE counters SET value = value + 1');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(told).toEqual(['committed']);
  });
});
