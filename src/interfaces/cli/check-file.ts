/** What `leadlight doctor` finds in the file of a SQLite database. */
import type { Database } from '../../database/database';
import { damageAdvice, isDamage, quickCheck } from '../../database/sqlite-damage';
import { realFile } from '../../database/sqlite-files';
import { whyReadOnly } from '../../database/sqlite-writing';
import { databaseFileOf } from '../../service/data-place';
import type { Settings } from '../../../config/settings';
import type { Finding } from './checks';

/** How long the file is read, in milliseconds. */
const patience = 60_000;

const check = 'database file';

/** What keeps this user from writing the files of a SQLite database. Empty when nothing does, and for a database server. */
export function checkWritable(settings: Pick<Settings, 'DATABASE_URL'>): Finding[] {
  const file = databaseFileOf(settings);
  const why = file === undefined ? undefined : whyReadOnly(realFile(file));
  return why === undefined ? [] : [{ check, level: 'problem', message: why }];
}

/** Reads the whole file and looks for damage. Empty for a database server, which has checks of its own. */
export async function checkDatabaseFile({ damage }: Database): Promise<Finding[]> {
  if (!damage) return [];
  const { state, milliseconds, found } = await quickCheck(damage.filename, patience);
  const duration = `${(milliseconds / 1000).toFixed(1)} s`;
  if (state === 'well') return [{ check, level: 'ok', message: `quick_check found no damage, in ${duration}` }];
  if (state === 'damaged') return [damagedFile(damage.filename, `quick_check, in ${duration}: ${found.join('; ')}`)];
  const message =
    `quick_check was given up after ${duration} and had found no damage; \`sqlite3 ${damage.filename} "PRAGMA quick_check"\` ` +
    'reads on for as long as it takes';
  return [{ check, level: 'warning', message }];
}

/** @returns the finding for an error that a damaged file caused; undefined for any other error. */
export function damageFinding(error: unknown, file: string): Finding | undefined {
  const met = error instanceof Error && isDamage(error.cause) ? error.cause : error;
  return isDamage(met) ? damagedFile(file, met instanceof Error ? met.message : String(met)) : undefined;
}

const damagedFile = (file: string, found: string): Finding => ({
  check,
  level: 'problem',
  message: `${file} is damaged (${found}); ${damageAdvice(file)}`,
});
