/** The state of a profile's last sync, and how many people a day's syncs added. All writes run inside a write transaction. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { watchlistSyncDays, watchlistSyncs, type WatchlistSyncRow } from '../tables/agent';

const columns = Object.keys(watchlistSyncs.columns).join(', ');
const dayMs = 86_400_000;

/** Days since 1970-01-01, UTC. */
export const dayOf = (now: number): number => Math.floor(now / dayMs);

/** The last sync of a profile. */
export async function findSync(
  db: Database,
  organizationId: string,
  profileId: string,
): Promise<WatchlistSyncRow | undefined> {
  const [row] = await db.select<WatchlistSyncRow>(
    `SELECT ${columns} FROM watchlist_syncs WHERE organization_id = ? AND profile_id = ?`,
    [organizationId, profileId],
  );
  return row;
}

/** Stores the state of a profile's sync. */
export async function saveSync(db: Database, row: WatchlistSyncRow): Promise<void> {
  await insertInto(db, watchlistSyncs, [row], { update: updatable });
}

const updatable = [
  'status',
  'batch_id',
  'posts',
  'engagements',
  'people',
  'stop_reason',
  'failure',
  'started_at',
  'finished_at',
  'read_until',
] as const;

/** How many people that day's syncs added. */
export async function peopleOfDay(db: Database, organizationId: string, day: number): Promise<number> {
  const [row] = await db.select<{ people: number }>(
    'SELECT people FROM watchlist_sync_days WHERE organization_id = ? AND day = ?',
    [organizationId, day],
  );
  return row?.people ?? 0;
}

/** Counts people for a day, and forgets days more than a month ago. */
export async function countDay(db: Database, organizationId: string, day: number, people: number): Promise<void> {
  if (people === 0) return;
  await insertInto(db, watchlistSyncDays, [{ organization_id: organizationId, day, people: 0 }], 'ignore');
  await db.run('UPDATE watchlist_sync_days SET people = people + ? WHERE organization_id = ? AND day = ?', [
    people,
    organizationId,
    day,
  ]);
  await db.run('DELETE FROM watchlist_sync_days WHERE organization_id = ? AND day < ?', [organizationId, day - 31]);
}
