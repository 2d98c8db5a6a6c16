/** The databases of earlier releases, with data: what upgrades are tested on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, SqlValue } from '../../../src/database/database';
import { frozen } from './frozen';

const folder = join(__dirname, '..', 'fixtures');

interface Rows {
  readonly columns: string[];
  readonly rows: SqlValue[][];
}

/** A release, the migrations its journal names, and whether the journal holds their checksums. */
export const releases = [
  { release: '0.1.0', journal: ['0001-baseline', '0002-oauth'], checksums: false },
  {
    release: '0.2.0',
    journal: Object.keys(frozen.sqlite).filter((name) => name <= '0072-sealed-tombstones'),
    checksums: true,
  },
] as const;
export type Release = (typeof releases)[number];

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the reader knows what the file of a release holds
function read<T>({ release }: Release, file: string): T {
  return JSON.parse(readFileSync(join(folder, release, file), 'utf8')) as T;
}

export const rowsOf = (release: Release) => read<Record<string, Rows>>(release, 'rows.json');

/** Makes an empty database that of the release: the statements its migrations sent, and its rows. */
export async function makeRelease(db: Database, release: Release): Promise<void> {
  for (const sql of read<string[]>(release, `schema.${db.dialect}.json`)) await db.run(sql);
  const checksums: Readonly<Record<string, string>> = frozen[db.dialect];
  const rows = release.journal.map((name) => [
    ...[name, 1_795_000_000_000],
    ...(release.checksums ? [checksums[name] ?? ''] : []),
  ]);
  const columns = ['name', 'applied_at', ...(release.checksums ? ['checksum'] : [])];
  await db.insertRows('schema_migrations', columns, rows);
  for (const [table, { columns, rows }] of Object.entries(rowsOf(release))) await db.insertRows(table, columns, rows);
}
