/**
 * People counted by syncs: each person once per sync, and once per day of the workspace. Writes run inside a write transaction.
 */
import { placeholders, type Database } from '../../database/database';
import { inParts } from '../statements/in-parts';

/** The sync of a profile, and the day (as of `dayOf`). */
export interface CountedFor {
  readonly profileId: string;
  readonly day: number;
}

/** People who are already counted. */
export interface CountedPeople {
  readonly inSync: ReadonlySet<string>;
  readonly onDay: ReadonlySet<string>;
}

const dayName = (day: number) => `day ${day}`;

/** Which of these people are counted. */
export async function countedBySyncs(
  db: Database,
  organizationId: string,
  { profileId, day }: CountedFor,
  people: readonly string[],
): Promise<CountedPeople> {
  const counted = { inSync: new Set<string>(), onDay: new Set<string>() };
  for (const part of inParts(people)) {
    const rows = await db.select<{ counted_for: string; person_id: string }>(
      `SELECT counted_for, person_id FROM watchlist_sync_people
       WHERE organization_id = ? AND counted_for IN (?, ?) AND person_id IN (${placeholders(part)})`,
      [organizationId, profileId, dayName(day), ...part],
    );
    for (const row of rows) (row.counted_for === profileId ? counted.inSync : counted.onDay).add(row.person_id);
  }
  return counted;
}

/** Counts people. @returns how many were new. */
export async function countForSync(
  db: Database,
  organizationId: string,
  counting: CountedFor,
  people: readonly string[],
): Promise<{ inSync: number; onDay: number }> {
  const { profileId, day } = counting;
  const known = await countedBySyncs(db, organizationId, counting, people);
  const inSync = people.filter((id) => !known.inSync.has(id));
  const onDay = people.filter((id) => !known.onDay.has(id));
  const rows = [
    ...inSync.map((id) => [organizationId, profileId, id, day]),
    ...onDay.map((id) => [organizationId, dayName(day), id, day]),
  ];
  const columns = ['organization_id', 'counted_for', 'person_id', 'day'];
  if (rows.length > 0) await db.insertRows('watchlist_sync_people', columns, rows, 'ignore');
  return { inSync: inSync.length, onDay: onDay.length };
}

/** Forgets the people counted by a profile's last sync, so that a new sync starts at zero. */
export async function forgetSyncPeople(db: Database, organizationId: string, profileId: string): Promise<void> {
  await db.run('DELETE FROM watchlist_sync_people WHERE organization_id = ? AND counted_for = ?', [
    organizationId,
    profileId,
  ]);
}

/** The next workspace, in id order, with people counted by syncs. */
export async function nextCounted(db: Database, after: string): Promise<string | undefined> {
  const [row] = await db.select<{ id: string | null }>(
    'SELECT MIN(organization_id) AS id FROM watchlist_sync_people WHERE organization_id > ?',
    [after],
  );
  return row?.id ?? undefined;
}

/** Forgets some people counted before that day. Joins no transaction. @returns how many. */
export async function forgetPeopleOfDays(
  db: Database,
  organizationId: string,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.select<{ counted_for: string; person_id: string }>(
    `SELECT counted_for, person_id FROM watchlist_sync_people WHERE organization_id = ? AND day < ?
     LIMIT ${Math.trunc(limit)}`,
    [organizationId, before],
  );
  for (const row of rows) {
    await db.run('DELETE FROM watchlist_sync_people WHERE organization_id = ? AND counted_for = ? AND person_id = ?', [
      organizationId,
      row.counted_for,
      row.person_id,
    ]);
  }
  return rows.length;
}
