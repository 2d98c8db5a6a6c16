/** Erasures that are not finished. */
import type { Database } from '../../database/database';

const names = `'erase-mentions', 'delete-workspace', 'apply-retention'`;
/** How long an erasure may take. */
const patienceMs = 3_600_000;

/** How many erasures began more than an hour ago and are unfinished, or failed. */
export async function unfinishedErasures(db: Database, now: number): Promise<number> {
  const [row] = await db.select<{ total: number }>(
    `SELECT COUNT(*) AS total FROM jobs WHERE name IN (${names}) AND status IN ('waiting', 'ready', 'running', 'dead') AND created_at < ?`,
    [now - patienceMs],
  );
  return row?.total ?? 0;
}
