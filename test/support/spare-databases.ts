/** Databases on the servers of a test run that a test has done with, emptied for the next one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { ServerKind } from '../../scripts/database-server';
import type { Database } from '../../src/database/database';
import { schemaState } from '../../src/store/facade/migrate';
import { runFolderVariable } from './database-server';

const spareSchema = z.object({
  url: z.string(),
  /** How many its tables had when they were new. */
  columns: z.number(),
  /** What migrations wrote into service_state. */
  written: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});
export type SpareDatabase = z.infer<typeof spareSchema>;

/** @param db new, with the current schema. */
export async function describeSpare(db: Database, url: string): Promise<SpareDatabase> {
  const written = await db.select<SpareDatabase['written'][number]>('SELECT * FROM service_state');
  return { url, columns: await columnsOf(db), written };
}

async function columnsOf(db: Database): Promise<number> {
  const [row] = await db.select<{ columns: number }>(
    'SELECT COUNT(*) AS columns FROM information_schema.columns WHERE table_schema = DATABASE()',
  );
  return Number(row?.columns);
}

/** Whether nobody else is connected to a database. A server may still be at the last statement of a process that was killed. */
async function isAlone(db: Database): Promise<boolean> {
  for (let look = 0; look < 50; look += 1) {
    const [row] = await db.select<{ others: number }>(
      'SELECT COUNT(*) AS others FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
    );
    if (Number(row?.others) === 0) return true;
    await setTimeout(20);
  }
  return false;
}

/**
 * Deletes all rows but those that migrations wrote. @returns false when a test changed the schema, or somebody may still write:
 * nobody should have it then.
 */
export async function emptyAgain(db: Database, { columns, written }: SpareDatabase): Promise<boolean> {
  if (!(await isAlone(db))) return false;
  if ((await columnsOf(db)) !== columns || (await schemaState(db)).pending.length > 0) return false;
  const tables = await db.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()
       AND table_name NOT LIKE 'schema_migration%'`,
  );
  for (const { name } of tables) await db.run(`DELETE FROM ${name}`);
  for (const row of written) await db.insertRows('service_state', Object.keys(row), [Object.values(row)]);
  return true;
}

/** Each is a file; the process that renames it has it. */
const folderOf = (kind: ServerKind) => join(process.env[runFolderVariable] ?? tmpdir(), kind, 'spare');

/** Leaves an emptied database to others. */
export function keepSpare(kind: ServerKind, spare: SpareDatabase): void {
  const [folder, name] = [folderOf(kind), new URL(spare.url).pathname.slice(1)];
  mkdirSync(folder, { recursive: true });
  // Whole under another name first: nobody takes half of it.
  writeFileSync(`${folder}-${name}.draft`, JSON.stringify(spare));
  renameSync(`${folder}-${name}.draft`, join(folder, name));
}

/** A database that others left; undefined: there is none. */
export function takeSpare(kind: ServerKind): SpareDatabase | undefined {
  const folder = folderOf(kind);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const taken = `${folder}-${name}`;
    try {
      renameSync(join(folder, name), taken);
    } catch {
      continue; // Another process was faster.
    }
    return spareSchema.parse(JSON.parse(readFileSync(taken, 'utf8')));
  }
  return undefined;
}
