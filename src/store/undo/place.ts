/** How far an undo has come. It is kept in the scratch database, so that an interrupted undo goes on there. */
import { z } from 'zod';
import type { Database } from '../../database/database';
import { DatabaseSync } from '../../database/sqlite-driver';

const place = z.object({
  /** What the copy was made for (`copyKey` in ingest/undo/undo.ts). A copy with another key is of no use. */
  key: z.string(),
  /** The last revision that was replayed, and how many records until then. */
  revision: z.number(),
  records: z.number(),
  /** Whether everything until there is in it. */
  isComplete: z.boolean(),
  /** Where the comparison with the live workspace goes on, and how many rows were compared. Null: at its beginning. */
  applied: z.object({ step: z.string(), after: z.string(), rows: z.number() }).nullable(),
});
export type Place = z.output<typeof place>;

const read = `SELECT value FROM undo_place WHERE name = 'place'`;

export async function writePlace(scratch: Database, at: Place): Promise<void> {
  await scratch.run('CREATE TABLE IF NOT EXISTS undo_place (name VARCHAR(20) PRIMARY KEY, value TEXT NOT NULL)');
  await scratch.run(`INSERT OR REPLACE INTO undo_place (name, value) VALUES ('place', ?)`, [JSON.stringify(at)]);
}

/** Keeps something beside the place that the undo needs where it goes on. */
export async function noteInScratch(scratch: Database, name: string, value: unknown): Promise<void> {
  await scratch.run('CREATE TABLE IF NOT EXISTS undo_beside (name VARCHAR(20) PRIMARY KEY, value TEXT NOT NULL)');
  await scratch.run('INSERT OR REPLACE INTO undo_beside (name, value) VALUES (?, ?)', [name, JSON.stringify(value)]);
}

/** What `noteInScratch` kept. */
export async function notedInScratch(scratch: Database, name: string): Promise<unknown> {
  const [row] = await scratch.select<{ value: string }>('SELECT value FROM undo_beside WHERE name = ?', [name]);
  return row && (JSON.parse(row.value) as unknown);
}

/** The place in a file that nobody uses. Undefined where the file holds none, or is none. */
export function placeIn(path: string): Place | undefined {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    const row = z.object({ value: z.string() }).safeParse(db.prepare(read).get());
    return row.success ? place.safeParse(JSON.parse(row.data.value)).data : undefined;
  } catch {
    // An empty or damaged file, or one that is locked: a new copy is made.
    return undefined;
  } finally {
    db.close();
  }
}
