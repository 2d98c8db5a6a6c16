/** Brings a database to this version's schema, and reports when its schema is another. */
import { readerVersion } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { migrations } from '../migrations';
import { applyStep, expectMade, SchemaMismatch } from '../../database/migrations/apply';
import {
  createJournal,
  forget,
  noteApplied,
  noteChecksum,
  readJournal,
  unfinishedRestore,
  type JournalEntry,
} from '../../database/migrations/journal';
import { MigrationLease, type LeaseTimes } from '../../database/migrations/lease';
import { checksumOf, type Migration, type Step } from '../../database/migrations/migration';
import { noteReadings } from '../writes/readings';

/** Thrown when this version neither has the database's schema nor can migrate it. */
export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused';
}

export interface SchemaState {
  /** Migrations that `migrateUp` will apply, or whose checksum it will record. */
  readonly pending: readonly string[];
  /** One sentence: why this version cannot use the database at all. */
  readonly refusal?: string;
  /** The refusal is only that a newer version has migrated the database: all that this one knows is as it left it. */
  readonly newer?: true;
}

/** Compares the database's schema with this version's. */
export async function schemaState(db: Database): Promise<SchemaState> {
  return stateOf(db, await readJournal(db), migrations);
}

/** Returns whether the database holds nothing of this service. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await readJournal(db)).length === 0;
}

/** Why this version cannot serve with the database, in one sentence for the operator. Undefined when the schema is current. */
export function whyNotCurrent({ pending, refusal }: SchemaState): string | undefined {
  if (refusal !== undefined) return refusal;
  if (pending.length === 0) return undefined;
  const what = pending.length === 1 ? 'a migration' : `${pending.length} migrations`;
  return `The database needs ${what} (${pending.join(', ')}): run \`leadlight migrate\`, then start again.`;
}

function stateOf(db: Database, journal: readonly JournalEntry[], known: readonly Migration[]): SchemaState {
  const entries = new Map(journal.map((entry) => [entry.name, entry]));
  const names = new Set(known.map(({ name }) => name));
  const newer = journal.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const pending: string[] = [];
  const other: string[] = [];
  if (entries.has(unfinishedRestore)) {
    return { pending, refusal: 'A restore into this database did not finish: run `leadlight restore FILE` again.' };
  }
  for (const migration of known) {
    const entry = entries.get(migration.name);
    if (!entry || entry.checksum === null) pending.push(migration.name);
    else if (entry.checksum !== checksumOf(migration, db.dialect)) other.push(migration.name);
  }
  if (other.length > 0) {
    return {
      pending,
      refusal:
        `The database was made by another build: ${other.join(', ')} made something else than in this version ` +
        '(checksums differ). Use the version that made it, or import its exports into a new database.',
    };
  }
  if (newer.length > 0) {
    return {
      pending,
      ...(pending.length === 0 ? { newer: true as const } : {}),
      refusal:
        `The database is newer than this version of Leadlight, which does not know ${newer.join(', ')}. ` +
        'Use the version that migrated it, or restore an older backup.',
    };
  }
  return { pending };
}

export interface MigrateOptions {
  /** Migrations to use instead of this version's, for tests. */
  readonly migrations?: readonly Migration[];
  readonly times?: LeaseTimes;
  /** The caller is the restore that marked the database as unfinished. */
  readonly restoring?: boolean;
}

/**
 * Brings the schema up to date. Of several processes that do so at once, on any cluster nodes, one migrates and the others wait
 * for it. After an interruption at any point, run it again and it finishes.
 * @returns names of the migrations that this call applied.
 * @throws SchemaRefused when the database is newer, or has other content under a migration's name; then nothing is changed.
 */
export async function migrateUp(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.migrations ?? migrations;
  const readOurs = async () =>
    (await readJournal(db)).filter(({ name }) => !options.restoring || name !== unfinishedRestore);
  // Checked before taking the lease, so that a database this version may not change stays untouched.
  refuse(stateOf(db, await readOurs(), known));
  return alone(db, options.times, async (step) => {
    await createJournal(db);
    const journal = await readOurs();
    refuse(stateOf(db, journal, known));
    for (const migration of known) {
      if (journal.some(({ name, checksum }) => name === migration.name && checksum === null))
        await adopt(db, migration);
    }
    const applied: string[] = [];
    for (const migration of known) {
      if (journal.some(({ name }) => name === migration.name)) continue;
      for (const one of migration[db.dialect].up) await step(one);
      if (await noteApplied(db, migration.name, checksumOf(migration, db.dialect))) applied.push(migration.name);
    }
    // A new database holds nothing that older rules have read.
    if (journal.length === 0 && options.migrations === undefined) {
      await noteReadings(db, { version: readerVersion(), at: null });
    }
    return applied;
  });
}

/** Reverts the newest migration, or all of them with `to: 0`. Returns the reverted names. */
export async function migrateDown(db: Database, to?: 0, options: MigrateOptions = {}): Promise<string[]> {
  const known = options.migrations ?? migrations;
  return alone(db, options.times, async (step) => {
    await createJournal(db);
    const journal = await readJournal(db);
    refuse(stateOf(db, journal, known));
    const done = known.filter((migration) => journal.some(({ name }) => name === migration.name)).reverse();
    const reverted: string[] = [];
    for (const migration of to === 0 ? done : done.slice(0, 1)) {
      for (const one of migration[db.dialect].down) await step(one);
      await forget(db, migration.name);
      reverted.push(migration.name);
    }
    return reverted;
  });
}

function refuse({ refusal }: SchemaState): void {
  if (refusal !== undefined) throw new SchemaRefused(refusal);
}

/** Records checksums in a database of the release before them, if it holds what the migration makes. */
async function adopt(db: Database, migration: Migration): Promise<void> {
  await refusingMismatch(() => expectMade(db, migration));
  await noteChecksum(db, migration.name, checksumOf(migration, db.dialect));
}

async function refusingMismatch<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    throw new SchemaRefused(`The database was made by another build: ${error.message}.`);
  }
}

/**
 * SQLite: one write transaction around everything, because its DDL is transactional. A second process waits for the file lock.
 * MySQL: DDL commits by itself, so a lease is held, and checked again before each step.
 */
async function alone<T>(
  db: Database,
  times: LeaseTimes | undefined,
  work: (step: (step: Step) => Promise<void>) => Promise<T>,
): Promise<T> {
  const apply = (step: Step) => refusingMismatch(() => applyStep(db, step));
  if (db.dialect === 'sqlite') return db.transaction(() => work(apply));
  const lease = await MigrationLease.take(db, times);
  try {
    return await work(async (step) => {
      await lease.hold();
      await apply(step);
    });
  } finally {
    // If the release fails, the next process waits until the lease ends. The failure must not hide why the work failed.
    await lease.release().catch(() => undefined);
  }
}
