/** Which migrations ran on a database, and what each of them did there: a table of the same database. */
import type { Database } from '../database';
import { columnsOf } from './inspect';

const table = 'schema_migrations';

/** Stands among the migrations while a backup is being restored into the database: no release knows it, so none works with a half. */
export const unfinishedRestore = 'restore-unfinished';

export interface JournalEntry {
  readonly name: string;
  /** Null where the migration ran before checksums were kept. */
  readonly checksum: string | null;
}

/** Makes the table, or gives that of an earlier release its checksums. */
export async function createJournal(db: Database): Promise<void> {
  const [name, checksum] = db.dialect === 'sqlite' ? ['TEXT', 'TEXT'] : ['VARCHAR(100)', 'VARCHAR(64)'];
  await db.run(
    `CREATE TABLE IF NOT EXISTS ${table} (name ${name} NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL, checksum ${checksum})`,
  );
  if (await keepsChecksums(db)) return;
  await db.run(`ALTER TABLE ${table} ADD COLUMN checksum ${checksum}`).catch(async (error: unknown) => {
    if (!(await keepsChecksums(db))) throw error;
  });
}

const keepsChecksums = async (db: Database) => (await columnsOf(db, table)).some((column) => /^checksum /.test(column));

/** In the order of their names; empty for a database without a schema. */
export async function readJournal(db: Database): Promise<JournalEntry[]> {
  const columns = await columnsOf(db, table);
  if (columns.length === 0) return [];
  const checksum = columns.some((column) => /^checksum /.test(column)) ? 'checksum' : 'NULL AS checksum';
  return db.select<{ name: string; checksum: string | null }>(`SELECT name, ${checksum} FROM ${table} ORDER BY name`);
}

/** Notes that a migration ran; false when it was noted already. */
export async function noteApplied(db: Database, name: string, checksum: string): Promise<boolean> {
  const noted = await db.insertRows(
    table,
    ['name', 'applied_at', 'checksum'],
    [[name, Date.now(), checksum]],
    'ignore',
  );
  return noted === 1;
}

/** Gives a migration of before checksums were kept its checksum. */
export async function noteChecksum(db: Database, name: string, checksum: string): Promise<void> {
  await db.run(`UPDATE ${table} SET checksum = ? WHERE name = ? AND checksum IS NULL`, [checksum, name]);
}

export async function forget(db: Database, name: string): Promise<void> {
  await db.run(`DELETE FROM ${table} WHERE name = ?`, [name]);
}

/** Forgets every migration and leaves the mark of an unfinished restore in their place. */
export async function forgetAllButRestore(db: Database): Promise<void> {
  await noteApplied(db, unfinishedRestore, '');
  await db.run(`DELETE FROM ${table} WHERE name <> ?`, [unfinishedRestore]);
}
