/**
 * Engagements that are in no log because a process of an older release stored them. A row's id tells when it was stored (RFC
 * 9562, section 5.7), and this release stores rows only within the time of a batch. So rows outside the time of every batch are
 * such rows.
 */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';
import { beforeBatch } from './before';

/** How far the clocks of workers that share a batch may differ, in milliseconds. */
const toleranceMs = 5_000;
const together = 100;
/** Sorts after every id. */
const never = 'g';

/** From the first id (inclusive) to the second (exclusive). */
type Range = readonly [from: string, to: string];
type BatchTimes = Pick<BatchRow, 'id' | 'status' | 'touched_at' | 'finished_at'>;

/** The smallest id of a millisecond. */
function firstIdAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Ranges of ids that were made while no batch was open. */
export function idsOutside(batches: readonly BatchTimes[]): Range[] {
  const ranges = batches
    .map(({ id, status, touched_at, finished_at }): Range => {
      const isOpen = status === 'UNDOING' || (id === beforeBatch && status === 'OPEN');
      const latest = Math.max(touched_at, finished_at ?? 0) + toleranceMs;
      // Data from before the log is covered by a batch with an id of its own.
      return [id === beforeBatch ? '' : id, isOpen ? never : firstIdAt(latest + 1)];
    })
    .sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const outside: Range[] = [];
  let covered = '';
  for (const [from, to] of ranges) {
    if (from > covered) outside.push([covered, from]);
    if (to > covered) covered = to;
  }
  return covered < never ? [...outside, [covered, never]] : outside;
}

/** Ids of engagements that no batch of the workspace can have stored, at most `limit`. */
export async function unloggedEngagements(db: Database, organizationId: string, limit: number): Promise<string[]> {
  const batches = await db.select<BatchTimes>(
    `SELECT id, status, touched_at, finished_at FROM batches WHERE organization_id = ? AND kind <> 'by_hand'`,
    [organizationId],
  );
  const outside = idsOutside(batches);
  const found: string[] = [];
  for (let at = 0; at < outside.length && found.length < limit; at += together) {
    const part = outside.slice(at, at + together);
    // Each range is one look-up in the primary key, and nearly always finds nothing.
    const ranges = part.map(() => '(id >= ? AND id < ?)').join(' OR ');
    const rows = await db.select<{ id: string }>(
      `SELECT id FROM engagements WHERE organization_id = ? AND (${ranges}) AND SUBSTR(id, 15, 1) = '7'
       ORDER BY id LIMIT ${limit - found.length}`,
      [organizationId, ...part.flat()],
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
