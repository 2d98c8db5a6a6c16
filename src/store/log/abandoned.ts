/** Imports whose process ended before they did. */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';

/** An import stores something every few seconds. One that stored nothing for an hour has no process any more. */
const abandonedAfter = 3_600_000;

/**
 * Ends imports that stored nothing for an hour: their state becomes FAILED, and they ended when they last stored something. An
 * upload that goes on later opens its batch again.
 * @param now epoch ms.
 * @returns how many there were.
 */
export async function closeAbandoned(db: Database, now: number): Promise<number> {
  const open = await db.select<Pick<BatchRow, 'organization_id' | 'id' | 'touched_at'>>(
    `SELECT organization_id, id, touched_at FROM batches WHERE kind = 'import' AND status = 'OPEN' AND touched_at < ?`,
    [now - abandonedAfter],
  );
  let closed = 0;
  for (const { organization_id: organizationId, id, touched_at: at } of open) {
    closed += await db.run(
      `UPDATE batches SET status = 'FAILED', finished_at = ?
       WHERE organization_id = ? AND id = ? AND status = 'OPEN' AND touched_at = ?`,
      [at, organizationId, id, at],
    );
  }
  return closed;
}
