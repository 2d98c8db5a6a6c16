/** Replaces the contents of a database with a backup. */
import { migrateUp } from '../facade/migrate';
import { migrations } from '../migrations';
import { columnsOf } from '../../database/migrations/inspect';
import {
  createJournal,
  forget,
  forgetAllButRestore,
  readJournal,
  unfinishedRestore,
} from '../../database/migrations/journal';
import { checksumOf } from '../../database/migrations/migration';
import type { Database, Dialect } from '../../database/database';
import type { SqlValue } from '../../database/sql-value';
import { organizations, users } from '../tables/access';
import { allTables } from '../tables/all';

/** The schema that a backup was made from. */
export interface SchemaOf {
  readonly dialect: Dialect;
  readonly migrations: { name: string; checksum: string }[];
}

/** Rows of one table. */
export interface StoredRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** Describes the schema of this database, for a backup. */
export async function schemaOf(db: Database): Promise<SchemaOf> {
  const journal = await readJournal(db);
  return {
    dialect: db.dialect,
    migrations: journal.map(({ name, checksum }) => ({ name, checksum: checksum ?? '' })),
  };
}

/** Returns whether this release can make that schema: it has the same migrations, or more. */
export function canMake({ dialect, migrations: wanted }: SchemaOf): boolean {
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration, dialect)]));
  return wanted.every(({ name, checksum }) => known.get(name) === checksum);
}

/** What a restore would replace. A database with a schema but no data is empty. */
export async function heldBy(db: Database): Promise<'nothing' | 'unfinished restore' | 'data'> {
  if ((await readJournal(db)).some(({ name }) => name === unfinishedRestore)) return 'unfinished restore';
  for (const { name } of [organizations, users]) {
    if ((await columnsOf(db, name)).length === 0) continue;
    if ((await db.select(`SELECT 1 AS held FROM ${name} LIMIT 1`)).length > 0) return 'data';
  }
  return 'nothing';
}

/**
 * Replaces everything in the database, and migrates it to the schema of this release. On SQLite this is one transaction:
 * readers see the old rows or the new ones, and a killed process leaves the old ones. MySQL commits each table as it is made.
 * There the database is marked as unfinished until the last row is stored, and every release refuses it. Then run the restore
 * again.
 * @param schema one for which `canMake` returns true.
 * @param contents returns all rows from the beginning at each call.
 */
export async function replaceContents(
  db: Database,
  schema: SchemaOf,
  contents: () => AsyncIterable<StoredRows>,
): Promise<void> {
  const names = new Set(schema.migrations.map(({ name }) => name));
  const known = migrations.filter(({ name }) => names.has(name));
  const work = async () => {
    await createJournal(db);
    await forgetAllButRestore(db);
    for (const { name } of allTables) await db.run(`DROP TABLE IF EXISTS ${name}`);
    await migrateUp(db, { migrations: known, restoring: true });
    // The backup also contains the rows that migrations write.
    for (const { name } of allTables) if ((await columnsOf(db, name)).length > 0) await db.run(`DELETE FROM ${name}`);
    for await (const { table, columns, rows } of contents()) {
      const slice = (from: number, to: number) => rows.slice(from, to).map((row) => [...row]);
      await db.transaction(() => db.insertRows(table, columns, { length: rows.length, slice }));
    }
    await forget(db, unfinishedRestore);
  };
  if (db.dialect === 'sqlite') await db.transaction(work);
  else await work();
  await migrateUp(db);
}
