/** Going back before jokes: they are plain comments again, which older releases know. */
import { migrateDown } from '../../src/store/facade/migrate';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { makeWorld } from './support/world';

describe.each(availableDatabases())('on %s', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => (opened = await openTestDatabase(kind)));
  afterAll(() => opened.close());

  test('jokes become plain, and nothing else changes', async () => {
    await makeWorld(opened.db, 'jokes', 3);
    const counted = async () =>
      new Map(
        (
          await opened.db.select<{ said: string | null; rows_count: number }>(
            'SELECT comment_class AS said, COUNT(*) AS rows_count FROM engagements GROUP BY comment_class',
          )
        ).map((row) => [row.said, row.rows_count]),
      );
    const before = await counted();
    const jokes = before.get('joke') ?? 0;
    expect(jokes).toBeGreaterThan(0);
    // Later ones first, which leave these rows alone.
    let down: readonly string[] = [];
    while (!down.includes('0076-jokes')) down = await migrateDown(opened.db);
    before.delete('joke');
    expect(await counted()).toEqual(before.set('plain', (before.get('plain') ?? 0) + jokes));
  });
});
