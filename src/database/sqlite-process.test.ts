import { openTestDatabase } from '../../test/support/databases';
import { sqliteWork } from './sqlite-process';

test('statements in processes of their own count as work of the service, also one that fails', async () => {
  const { db, close } = await openTestDatabase();
  const steps = [sqliteWork()];
  await db.scan('w', 'SELECT 1 AS one');
  steps.push(sqliteWork());
  await expect(db.scan('w', 'SELECT nothing')).rejects.toThrow('nothing');
  steps.push(sqliteWork());
  const [first = 0, second = 0, third = 0] = steps;
  expect([second > first, third > second]).toEqual([true, true]);
  await close();
});
