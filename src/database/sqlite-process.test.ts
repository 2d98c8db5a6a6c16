import { openTestDatabase } from '../../test/support/databases';
import { sqliteWork } from './sqlite-process';

test('statements in processes of their own count as work of the service: while they run, and also one that fails', async () => {
  const { db, close } = await openTestDatabase();
  const before = sqliteWork();
  const answers: unknown[] = [];
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000)';
  const counting = db.scan('w', `${numbers} SELECT COUNT(*) AS n FROM numbers`).then((rows) => answers.push(...rows));
  while (sqliteWork() === before && answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([]);
  await counting;
  const after = sqliteWork();
  // Nothing runs now.
  expect(sqliteWork()).toBe(after);
  await expect(db.scan('w', 'SELECT nothing')).rejects.toThrow('nothing');
  expect(sqliteWork()).toBeGreaterThan(after);
  await close();
});
