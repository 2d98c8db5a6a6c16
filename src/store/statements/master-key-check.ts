/** Whether `MASTER_KEY` is the key of this database. The database stores the id of the key that everything was last encrypted under. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { serviceStateRows } from '../tables/models';
import { keeperOf } from './keeper';
import { serviceState } from '../tables/access';

const name = 'master_key';

/**
 * `unused`: neither the database nor the settings know one. `new`: the database has none yet. `rotating`: its key is
 * `MASTER_KEY_PREVIOUS`. `missing` and `different`: its secrets cannot be read.
 */
export type MasterKeyState = 'unused' | 'new' | 'good' | 'rotating' | 'missing' | 'different';

export async function masterKeyState(db: Database): Promise<MasterKeyState> {
  const stored = (await serviceStateRows(db).find({ name }))?.value;
  const keys = keeperOf(db)?.master;
  if (stored === undefined) return keys?.currentId === undefined ? 'unused' : 'new';
  if (stored === keys?.currentId) return 'good';
  if (keys?.knows(stored)) return 'rotating';
  return keys?.currentId === undefined ? 'missing' : 'different';
}

/** Why the secrets of this database cannot be read; undefined when they can. */
export function whyUnreadable(state: MasterKeyState): string | undefined {
  if (state !== 'missing' && state !== 'different') return undefined;
  const what = state === 'missing' ? 'is not set' : 'is not the one that this database was used with';
  return (
    `MASTER_KEY ${what}, so the secrets in the database cannot be read. Put it back, or set it as MASTER_KEY_PREVIOUS beside a new ` +
    'MASTER_KEY; docs/operating.md says what to do when it is lost.'
  );
}

/**
 * Called when the database is opened for work. The first MASTER_KEY becomes the database's.
 * @returns why the secrets cannot be read; undefined when they can.
 */
export async function adoptMasterKey(db: Database): Promise<string | undefined> {
  const value = keeperOf(db)?.master?.currentId;
  if (value !== undefined && (await masterKeyState(db)) === 'new') {
    await insertInto(db, serviceState, [{ name, value, updated_at: Date.now() }], 'ignore');
  }
  return whyUnreadable(await masterKeyState(db));
}

/** Notes that every secret is under the present key, or under none. */
export async function noteMasterKey(db: Database, now: number): Promise<void> {
  const value = keeperOf(db)?.master?.currentId;
  if (value === undefined) await serviceStateRows(db).delete({ name });
  else await serviceStateRows(db).save({ name, value, updated_at: now });
}
