/** Marks of work that is done once for a database. */
import type { Database } from '../database';
import { insertInto } from '../tables/define';
import { serviceState } from '../tables/access';

export async function isMarked(db: Database, name: string): Promise<boolean> {
  return (await db.select('SELECT name FROM service_state WHERE name = ?', [name])).length > 0;
}

export async function mark(db: Database, name: string, now = Date.now()): Promise<void> {
  await insertInto(db, serviceState, [{ name, value: '', updated_at: now }], 'ignore');
}

export async function unmark(db: Database, name: string): Promise<void> {
  await db.run('DELETE FROM service_state WHERE name = ?', [name]);
}
