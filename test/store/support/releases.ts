/** The databases of earlier releases, with data: what upgrades are tested on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, SqlValue } from '../../../src/database/database';

const folder = join(__dirname, '..', 'fixtures');

interface Rows {
  readonly columns: string[];
  readonly rows: SqlValue[][];
}

/** A release, the migrations its journal names, and the form of the journal's rows. */
export const releases = [{ release: '0.1.0', journal: ['0001-baseline', '0002-oauth'] }] as const;
export type Release = (typeof releases)[number];

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the reader knows what the file of a release holds
function read<T>({ release }: Release, file: string): T {
  return JSON.parse(readFileSync(join(folder, release, file), 'utf8')) as T;
}

export const rowsOf = (release: Release) => read<Record<string, Rows>>(release, 'rows.json');

/** Makes an empty database that of the release: the statements its migrations sent, and its rows. */
export async function makeRelease(db: Database, release: Release): Promise<void> {
  for (const sql of read<string[]>(release, `schema.${db.dialect}.json`)) await db.run(sql);
  for (const name of release.journal) {
    await db.run('INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)', [name, 1_795_000_000_000]);
  }
  for (const [table, { columns, rows }] of Object.entries(rowsOf(release))) await db.insertRows(table, columns, rows);
}
