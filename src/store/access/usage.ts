/** Calls and rows of keys and connections by day, and the access log. */
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { deleteSome } from '../statements/delete-some';
import { accessLog, callerUsage, type AccessRow } from '../tables/usage';

/** What a caller did on one day. */
export interface DayOfUsage {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly calls: number;
  /** Items of the answers. */
  readonly rows: number;
}

export interface CallerDay extends DayOfUsage {
  readonly organizationId: string;
  readonly callerId: string;
}

/** Adds counts that a process gathered, in one short transaction. Safe beside other processes that do the same. */
export async function addUsage(db: Database, counted: readonly CallerDay[]): Promise<void> {
  if (counted.length === 0) return;
  const callerDayKey = ({ callerId, day }: CallerDay) => `${callerId} ${day}`;
  // One order everywhere, so that two processes with the same callers do not deadlock.
  const ordered = [...counted].sort((a, b) => (callerDayKey(a) < callerDayKey(b) ? -1 : 1));
  await db.transaction(async () => {
    const ids = [...new Set(ordered.map(({ organizationId }) => organizationId))];
    const found = await db.select<{ id: string }>(
      `SELECT id FROM organizations WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    const live = new Set(found.map(({ id }) => id));
    for (const { organizationId, callerId, day, calls, rows } of ordered) {
      // A workspace that was deleted since then leaves nothing behind.
      if (!live.has(organizationId)) continue;
      const add = () =>
        db.run(
          `UPDATE caller_usage SET calls = calls + ?, rows_read = rows_read + ?
            WHERE organization_id = ? AND caller_id = ? AND day = ?`,
          [calls, rows, organizationId, callerId, day],
        );
      if ((await add()) > 0) continue;
      const first = { organization_id: organizationId, caller_id: callerId, day, calls: 0, rows_read: 0 };
      await insertInto(db, callerUsage, [first], 'ignore');
      await add();
    }
  });
}

/**
 * The days of callers of one workspace, oldest first. Callers without any are missing.
 * @param since first day, YYYY-MM-DD.
 */
export async function usageOf(
  db: Database,
  organizationId: string,
  callerIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, readonly DayOfUsage[]>> {
  const found = new Map<string, DayOfUsage[]>();
  for (let from = 0; from < callerIds.length; from += 500) {
    const some = callerIds.slice(from, from + 500);
    const rows = await db.select<{ caller_id: string; day: string; calls: number; rows_read: number }>(
      `SELECT caller_id, day, calls, rows_read FROM caller_usage
        WHERE organization_id = ? AND caller_id IN (${placeholders(some)}) AND day >= ? ORDER BY caller_id, day`,
      [organizationId, ...some, since],
    );
    for (const { caller_id, day, calls, rows_read } of rows) {
      const days = found.get(caller_id) ?? [];
      days.push({ day, calls, rows: rows_read });
      found.set(caller_id, days);
    }
  }
  return found;
}

/** First day of usage that lists show: 30 days up to today. @param now epoch ms. */
export const firstDayShown = (now: number) => new Date(now - 29 * 24 * 3_600_000).toISOString().slice(0, 10);

/**
 * The last 30 days of connections of several workspaces, oldest first.
 * @param now epoch ms.
 */
export async function usageOfConnections(
  db: Database,
  connections: readonly { readonly organizationId: string; readonly connectionId: string }[],
  now: number,
): Promise<ReadonlyMap<string, readonly DayOfUsage[]>> {
  const found = new Map<string, readonly DayOfUsage[]>();
  for (const organizationId of new Set(connections.map((one) => one.organizationId))) {
    const ids = connections.flatMap((one) => (one.organizationId === organizationId ? [one.connectionId] : []));
    for (const [id, days] of await usageOf(db, organizationId, ids, firstDayShown(now))) found.set(id, days);
  }
  return found;
}

/** Adds entries to the access log. */
export async function insertAccesses(db: Database, rows: readonly AccessRow[]): Promise<void> {
  await insertInto(db, accessLog, rows);
}

/** Rows removed by one statement. */
const together = 500;

/**
 * Removes what is older than it is kept, of the next workspace.
 * @param after the previous workspace; empty: from the first. @param before the first day and the first moment (epoch ms) that stay.
 * @returns the workspace to continue after; null: it was the last.
 */
export async function forgetUsage(
  db: Database,
  after: string,
  before: { readonly day: string; readonly at: number },
): Promise<string | null> {
  const [next] = await db.select<{ id: string }>('SELECT id FROM organizations WHERE id > ? ORDER BY id LIMIT 1', [
    after,
  ]);
  if (!next) return null;
  const days = deleteSome(db, callerUsage, 'organization_id = ? AND day < ?', together);
  while ((await db.run(days, [next.id, before.day])) === together);
  const accesses = deleteSome(db, accessLog, 'organization_id = ? AND at < ?', together);
  while ((await db.run(accesses, [next.id, before.at])) === together);
  return next.id;
}
