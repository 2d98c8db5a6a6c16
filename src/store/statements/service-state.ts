/** Secrets and state of the service that all processes share. */
import type { Database } from '../../database/database';
import { serviceStateRows } from '../tables/models';
import { serviceState } from '../tables/access';
import { insertInto } from '../../database/define';

/**
 * The value stored under a name. It is made and stored when missing. Processes that start at the same time all get the same
 * value.
 * @param make called when nothing is stored yet; its value is used unless another process was faster.
 */
export async function sharedValue(db: Database, name: string, make: () => string): Promise<string> {
  const stored = await readValue(db, name);
  if (stored !== undefined) return stored;
  await insertInto(db, serviceState, [{ name, value: make(), updated_at: Date.now() }], 'ignore');
  const value = await readValue(db, name);
  if (value === undefined) throw new Error(`service_state has no ${name} right after it was written`);
  return value;
}

async function readValue(db: Database, name: string): Promise<string | undefined> {
  return (await serviceStateRows(db).find({ name }))?.value;
}
