/** Marks of scheduled work that every process shares. */
import type { Database } from '../database';

export async function workspaceIds(db: Database): Promise<string[]> {
  return (await db.select<{ id: string }>('SELECT id FROM organizations ORDER BY id')).map((row) => row.id);
}

/**
 * Claims a piece of work that is due once every `every` milliseconds. Of several processes one gets it.
 * The first claim of a new piece waits a full period: what was just made needs no renewal.
 */
export async function claimDaily(db: Database, name: string, now: number, every: number): Promise<boolean> {
  const added = await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[name, '', now]], 'ignore');
  if (added > 0) return false;
  const claimed = await db.run('UPDATE service_state SET updated_at = ? WHERE name = ? AND updated_at <= ?', [
    now,
    name,
    now - every,
  ]);
  return claimed > 0;
}
