/** Which migrations ran on a database, and their checksums: a table of the same database. */
import type { Database } from '../database';
import { columnsOf } from './inspect';

const table = 'schema_migrations';

/**
 * An entry among the migrations while a backup is being restored. No release knows it, so none works with a half-restored
 * database.
 */
export const unfinishedRestore = 'restore-unfinished';

export interface JournalEntry {
  readonly name: string;
  /** Null if the migration ran before checksums were kept. */
  readonly checksum: string | null;
}

/** Makes the table, or adds the checksum column to that of an earlier release. */
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

/** Entries in name order. Empty for a database without a schema. */
export async function readJournal(db: Database): Promise<JournalEntry[]> {
  const columns = await columnsOf(db, table);
  if (columns.length === 0) return [];
  const checksum = columns.some((column) => /^checksum /.test(column)) ? 'checksum' : 'NULL AS checksum';
  return db.select<{ name: string; checksum: string | null }>(`SELECT name, ${checksum} FROM ${table} ORDER BY name`);
}

/** Records that a migration ran. Returns false when it was recorded already. */
export async function noteApplied(db: Database, name: string, checksum: string): Promise<boolean> {
  const noted = await db.insertRows(
    table,
    ['name', 'applied_at', 'checksum'],
    [[name, Date.now(), checksum]],
    'ignore',
  );
  return noted === 1;
}

/** Records the checksum of a migration that ran before checksums were kept. */
export async function noteChecksum(db: Database, name: string, checksum: string): Promise<void> {
  await db.run(`UPDATE ${table} SET checksum = ? WHERE name = ? AND checksum IS NULL`, [checksum, name]);
}

export async function forget(db: Database, name: string): Promise<void> {
  await db.run(`DELETE FROM ${table} WHERE name = ?`, [name]);
}

/** Removes all entries and leaves the mark of an unfinished restore. */
export async function forgetAllButRestore(db: Database): Promise<void> {
  await noteApplied(db, unfinishedRestore, '');
  await db.run(`DELETE FROM ${table} WHERE name <> ?`, [unfinishedRestore]);
}
