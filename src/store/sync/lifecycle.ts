/** The state of a profile's last sync, and how many people a day's syncs added. All writes run inside a write transaction. */
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { uniqueKeyOf } from '../jobs/queue';
import type { JobRow } from '../tables/jobs';
import { watchlistSyncDays, watchlistSyncs, type WatchlistSyncRow } from '../tables/agent';

const columns = Object.keys(watchlistSyncs.columns).join(', ');
const dayMs = 86_400_000;

/** Days since 1970-01-01, UTC. */
export const dayOf = (now: number): number => Math.floor(now / dayMs);

/** Name of the schedule that syncs every profile, and of its job. */
export const everyProfileSync = 'sync-watchlists';
/** Name of the job that syncs one profile. Its unique key is the profile's id. */
export const profileSync = 'sync-profile';

/** How many ids one statement has. */
const together = 200;

async function inParts<Row>(ids: readonly string[], read: (part: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += together) rows.push(...(await read(ids.slice(at, at + together))));
  return rows;
}

/** The last syncs of these profiles. Profiles never synced have none. */
export function findSyncs(db: Database, organizationId: string, ids: readonly string[]): Promise<WatchlistSyncRow[]> {
  return inParts(ids, (part) =>
    db.select<WatchlistSyncRow>(
      `SELECT ${columns} FROM watchlist_syncs WHERE organization_id = ? AND profile_id IN (${placeholders(part)})`,
      [organizationId, ...part],
    ),
  );
}

/** The state of an unfinished sync job, and why its last attempt failed, in words. */
export type SyncUnderWay = Pick<JobRow, 'status' | 'error'>;

/** The queued or running sync jobs of these profiles, by profile. */
export async function syncsUnderWay(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SyncUnderWay>> {
  const keys = new Map(ids.map((id) => [uniqueKeyOf(profileSync, organizationId, id), id]));
  const rows = await inParts([...keys.keys()], (part) =>
    db.select<Pick<JobRow, 'unique_key' | 'status' | 'error'>>(
      `SELECT unique_key, status, error FROM jobs WHERE unique_key IN (${placeholders(part)})`,
      [...part],
    ),
  );
  return new Map(rows.map(({ unique_key: key, ...job }) => [keys.get(key ?? '') ?? '', job]));
}

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
