import { availableDatabases, openTestDatabase } from './databases';

describe.each(availableDatabases())('a test database on %s', (kind) => {
  it('has the schema and is empty', async () => {
    const { db, close } = await openTestDatabase(kind);
    expect(await db.select('SELECT id FROM organizations')).toEqual([]);
    await close();
  });
});
