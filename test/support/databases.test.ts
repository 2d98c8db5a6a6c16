import { migrateDown, schemaState } from '../../src/store/facade/migrate';
import { availableDatabases, openTestDatabase } from './databases';

describe.each(availableDatabases())('a test database on %s', (kind) => {
  it('has the schema and is empty', async () => {
    const { db, close } = await openTestDatabase(kind);
    expect(await db.select('SELECT id FROM organizations')).toEqual([]);
    await close();
  });

  it('has the newest schema, though a test before left one with an older', async () => {
    const { db, close } = await openTestDatabase(kind);
    expect(await migrateDown(db)).toHaveLength(1);
    await close();
    const next = await openTestDatabase(kind);
    expect(await schemaState(next.db)).toEqual({ pending: [] });
    await next.close();
  });
});
