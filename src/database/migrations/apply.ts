/**
 * Runs the steps of a migration. MySQL commits every change of the schema by itself, so an interrupted migration leaves some
 * steps done. Therefore each step first checks whether it is done, and an existing object must be the one the step would have
 * made.
 */
import { codeOf } from '../driver-error';
import type { Database } from '../database';
import { columnAsWritten, columnsOf, indexFields, indexText, isStoredByKey, nameOf } from './inspect';
import type { Migration, Step } from './migration';

/** Thrown when the database has an object with a migration's name that the migration does not make. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

/** Another process did the same step at the same time, or a server finished a step whose client was gone. */
const doneByAnother: ReadonlySet<unknown> = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_BAD_TABLE_ERROR',
]);

/**
 * Runs a step unless it is done.
 * @throws SchemaMismatch when its table, column or index exists and differs.
 */
export async function applyStep(db: Database, step: Step): Promise<void> {
  if (step.kind === 'rows') {
    const { while: source } = step;
    if (source && !(await columnsOf(db, source.table)).some((column) => column.startsWith(`${source.column} `))) return;
    while ((await db.run(step.sql)) > 0);
    return;
  }
  if (await isDone(db, step)) return;
  try {
    for (const sql of statementsOf(db, step)) await db.run(sql);
  } catch (error) {
    if (!doneByAnother.has(codeOf(error)) || !(await isDone(db, step))) throw error;
  }
}

/**
 * Checks that the database holds exactly what a migration makes. For databases from before checksums were kept.
 * @throws SchemaMismatch naming what differs.
 */
export async function expectMade(db: Database, migration: Migration): Promise<void> {
  for (const step of migration[db.dialect].up) {
    if (step.kind === 'rows') continue;
    if (!(await isDone(db, step))) throw new SchemaMismatch(`it lacks what ${migration.name} makes: ${label(step)}`);
    if (step.kind !== 'create-table') continue;
    const more = (await columnsOf(db, step.table)).length - step.columns.length;
    if (more > 0) throw new SchemaMismatch(`the table ${step.table} has columns that ${migration.name} does not make`);
  }
}

type SchemaStep = Exclude<Step, { kind: 'rows' }>;

const label = (step: SchemaStep) => ('name' in step ? `${step.name} of ${step.table}` : `table ${step.table}`);

async function isDone(db: Database, step: SchemaStep): Promise<boolean> {
  switch (step.kind) {
    case 'create-table': {
      const found = new Set(await columnsOf(db, step.table));
      if (found.size === 0) return false;
      return same(
        step,
        step.columns.map(columnAsWritten).every((column) => found.has(column)),
      );
    }
    case 'arrange':
      return (await isStoredByKey(db, step.table)) === (step.by === 'key');
    case 'add-column': {
      const found = await columnsOf(db, step.table);
      const name = `${nameOf(step.column)} `;
      const present = found.find((column) => column.startsWith(name));
      return present === undefined ? false : same(step, present === columnAsWritten(step.column));
    }
    case 'change-column':
      return (await columnsOf(db, step.table)).includes(columnAsWritten(step.column));
    case 'add-index': {
      const found = await indexFields(db, step.table, step.name);
      return found === undefined ? false : same(step, found === indexText(step.fields.split(','), step.unique));
    }
    case 'drop-table':
      return (await columnsOf(db, step.table)).length === 0;
    case 'drop-column':
      return !(await columnsOf(db, step.table)).some((column) => column.startsWith(`${step.name} `));
    case 'drop-index':
      return (await indexFields(db, step.table, step.name)) === undefined;
  }
}

function same(step: SchemaStep, equal: boolean): true {
  if (!equal) throw new SchemaMismatch(`${label(step)} differs from what this version makes`);
  return true;
}

/** Both dialects compare text by code points. */
const tableOptions = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

function statementsOf(db: Database, step: SchemaStep): string[] {
  if (step.kind !== 'arrange') return [sqlOf(db, step)];
  if (db.dialect !== 'sqlite') throw new Error('a server stores every table in key order; leave this step out');
  const { table, primaryKey } = step;
  const body = [...step.columns, `PRIMARY KEY (${primaryKey})`].join(', ');
  const names = step.columns.map(nameOf).join(', ');
  // SQLite runs a migration in one transaction, so no half-done state is ever seen or left.
  return [
    `CREATE TABLE ${table}_copy (${body})${step.by === 'key' ? ' WITHOUT ROWID' : ''}`,
    `INSERT INTO ${table}_copy (${names}) SELECT ${names} FROM ${table} ORDER BY ${primaryKey}`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table}_copy RENAME TO ${table}`,
  ];
}

function sqlOf(db: Database, step: Exclude<SchemaStep, { kind: 'arrange' }>): string {
  const sqlite = db.dialect === 'sqlite';
  switch (step.kind) {
    case 'create-table': {
      const body = [...step.columns, `PRIMARY KEY (${step.primaryKey})`].join(', ');
      return `CREATE TABLE ${step.table} (${body})${sqlite ? '' : ` ${tableOptions}`}`;
    }
    case 'add-index':
      return `CREATE ${step.unique ? 'UNIQUE ' : ''}INDEX ${step.name} ON ${step.table} (${step.fields})`;
    case 'add-column':
      return `ALTER TABLE ${step.table} ADD COLUMN ${step.column}`;
    case 'change-column':
      if (sqlite) throw new Error('SQLite cannot change the type of a column; leave this step out');
      return `ALTER TABLE ${step.table} MODIFY ${step.column}`;
    case 'drop-table':
      return `DROP TABLE ${step.table}`;
    case 'drop-column':
      return `ALTER TABLE ${step.table} DROP COLUMN ${step.name}`;
    case 'drop-index':
      return `DROP INDEX ${step.name}${sqlite ? '' : ` ON ${step.table}`}`;
  }
}
