/** Flags of a database, by name: one-time work that is done, or an option that is on. */
import { placeholders, type Database } from '../../database/database';
import { serviceStateRows } from '../tables/models';
import { insertInto } from '../../database/define';
import { serviceState } from '../tables/access';

export async function hasFlag(db: Database, name: string): Promise<boolean> {
  return (await serviceStateRows(db).find({ name })) !== undefined;
}

/** Returns which of these flags are set. */
export async function flagsAmong(db: Database, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.select<{ name: string }>(
    `SELECT name FROM service_state WHERE name IN (${placeholders(names)})`,
    names,
  );
  return new Set(rows.map((row) => row.name));
}

export async function setFlag(db: Database, name: string, now = Date.now()): Promise<void> {
  await insertInto(db, serviceState, [{ name, value: '', updated_at: now }], 'ignore');
}

export async function clearFlag(db: Database, name: string): Promise<void> {
  await serviceStateRows(db).delete({ name });
}
