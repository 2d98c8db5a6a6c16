/**
 * Engagements that stand in no log, because a process of a release before the log stored them. A row's id says when it was stored
 * (RFC 9562, section 5.7), and every writer of this release stores within the time of a batch: what lies outside of all is of others.
 */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';
import { beforeBatch } from './before';

/** Workers that take turns at a batch may disagree about the time, in milliseconds. */
const toleranceMs = 5_000;
const together = 100;
/** Behind every id. */
const never = 'g';

/** From the first id to before the second. */
type Range = readonly [from: string, to: string];
type BatchTimes = Pick<BatchRow, 'id' | 'status' | 'touched_at' | 'finished_at'>;

/** The first id of a millisecond. */
function firstIdAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Ids that were made while no batch was open. */
export function idsOutside(batches: readonly BatchTimes[]): Range[] {
  const ranges = batches
    .map(({ id, status, touched_at, finished_at }): Range => {
      const isOpen = status === 'UNDOING' || (id === beforeBatch && status === 'OPEN');
      const latest = Math.max(touched_at, finished_at ?? 0) + toleranceMs;
      // What was stored before the log was taken into it later; that batch has an id of its own.
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

/** Ids of engagements of a workspace that no batch can have stored, at most `limit`. */
export async function unloggedEngagements(db: Database, organizationId: string, limit: number): Promise<string[]> {
  const batches = await db.select<BatchTimes>(
    `SELECT id, status, touched_at, finished_at FROM batches WHERE organization_id = ? AND kind <> 'by_hand'`,
    [organizationId],
  );
  const outside = idsOutside(batches);
  const found: string[] = [];
  for (let at = 0; at < outside.length && found.length < limit; at += together) {
    const part = outside.slice(at, at + together);
    // Each is one look into the primary key, and nearly always finds nothing.
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
