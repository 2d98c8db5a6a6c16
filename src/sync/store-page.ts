/** Storing one page of a sync: people, engagement, whom that counts and where to go on, in one transaction. */
import { identitiesIn, upToPeople } from '../collecting/part-of-page';
import type { WalkPage, WalkState } from '../collecting/walk';
import { BatchWriter } from '../intake/batch';
import { batchOf, type StorableRecord } from '../intake/observations';
import type { JobContext } from '../jobs/definition';
import { CompleteLog } from '../store/batches/before';
import { openBatch } from '../store/batches/lifecycle';
import { saveMark } from '../store/collecting/marks';
import { activeProfile, keepFollowers, type WatchedProfile } from '../store/collecting/profiles';
import { identityKey, peopleNamed, type Identity } from '../store/discovery/people';
import { countDay, dayOf, peopleOfDay, saveSync } from '../store/sync/lifecycle';
import { countedBySyncs, countForSync, forgetSyncPeople, type CountedFor } from '../store/sync/people';
import type { WatchlistSyncRow } from '../store/tables/agent';
import { writeWorkspace } from '../store/writes/workspace-lock';

export interface SyncPageOptions {
  readonly source: string;
  /** People with new engagement: in one sync, and in all syncs of the workspace on a day. Whoever comes up again counts once. */
  readonly maxPeople: number;
  readonly peoplePerDay: number;
  /** The first page of a sync: it counts from zero. */
  readonly isFirst: boolean;
  /** Where the walk stood before the page: there it goes on when it is stopped within it. */
  readonly state: WalkState;
}

/**
 * Stores a page as far as the limits reach.
 * @param row as the last page left it, or a new one, which is not stored yet.
 * @returns the row as it is now, and whether more is wanted; undefined when the profile is not watched any more.
 */
export async function storeSyncPage(
  context: JobContext,
  profile: WatchedProfile,
  row: WatchlistSyncRow,
  page: WalkPage,
  options: SyncPageOptions,
): Promise<{ row: WatchlistSyncRow; answer: 'go on' | 'stop' } | undefined> {
  await context.checkpoint();
  const { db, organizationId, clock } = context;
  const now = clock.now();
  const log = await CompleteLog.of(db, organizationId, () => context.checkpoint());
  return writeWorkspace(db, organizationId, async (revision) => {
    if (!(await activeProfile(db, organizationId, profile.id))) return undefined;
    if (options.isFirst) await forgetSyncPeople(db, organizationId, profile.id);
    const stored = await storeParts(log, context.id, profile, row, page, {
      ...options,
      now,
    });
    let next = stored.row;
    if (page.followers !== null) await keepFollowers(db, organizationId, profile, page.followers, revision);
    if (!stored.whole) {
      next = { ...next, stop_reason: next.people >= options.maxPeople ? 'people' : 'day' };
    } else if (page.post && page.isLast) {
      next = { ...next, posts: next.posts + 1 };
      const { urn, mark } = page.post;
      if (mark !== null) await saveMark(db, organizationId, { purpose: 'sync', urn, mark, now });
    }
    await saveSync(db, next);
    // Stopped within a page: it is read again next time, and what is known of it is passed over.
    await context.saveState(stored.whole ? page.next : options.state);
    return { row: next, answer: stored.whole ? 'go on' : 'stop' };
  });
}

async function storeParts(
  log: CompleteLog,
  jobId: string,
  profile: WatchedProfile,
  row: WatchlistSyncRow,
  page: WalkPage,
  { source, maxPeople, peoplePerDay, now }: SyncPageOptions & { readonly now: number },
): Promise<{ row: WatchlistSyncRow; whole: boolean }> {
  const { db, organizationId } = log;
  const counting = { profileId: profile.id, day: dayOf(now) };
  const before = await peopleOfDay(db, organizationId, counting.day);
  let [next, today] = [row, before];
  let rest = page.records;
  while (rest.length > 0) {
    const part = await allowed(log, counting, rest, {
      inSync: Math.max(0, maxPeople - next.people),
      onDay: Math.max(0, peoplePerDay - today),
    });
    if (part.length === 0) break;
    const name = profile.name === '' ? profile.url : profile.name;
    // One batch for what one sync brings in; made when there is something.
    const about = { kind: 'sync', name, reference: jobId, origin: 'watchlist', source, shift: 0 } as const;
    const batchId = await openBatch(log, about, now);
    const people = new Set<string>();
    let engagements = 0;
    const writer = new BatchWriter(db, organizationId, {
      origin: 'watchlist',
      source,
      now,
      batchId,
      onNew: (rows) => {
        engagements += rows.length;
        for (const one of rows) if (one.by_author === 0) people.add(one.person_id);
      },
    });
    await writer.store(batchOf(part));
    await writer.finish();
    const added = await countForSync(db, organizationId, counting, [...people]);
    today += added.onDay;
    next = {
      ...next,
      batch_id: batchId,
      engagements: next.engagements + engagements,
      people: next.people + added.inSync,
    };
    rest = rest.slice(part.length);
  }
  await countDay(db, organizationId, counting.day, today - before);
  return { row: next, whole: rest.length === 0 };
}

/** The first records that bring no more people than there is room for. */
async function allowed(
  { db, organizationId }: CompleteLog,
  counting: CountedFor,
  records: readonly StorableRecord[],
  room: { readonly inSync: number; readonly onDay: number },
): Promise<readonly StorableRecord[]> {
  const least = Math.min(room.inSync, room.onDay);
  if (upToPeople(records, least).length === records.length) return records;
  const named = await peopleNamed(db, organizationId, identitiesIn(records));
  const counted = await countedBySyncs(db, organizationId, counting, [...new Set(named.values())]);
  const isAmong = (people: ReadonlySet<string>) => (identities: readonly Identity[]) =>
    identities.some((identity) => people.has(named.get(identityKey(identity)) ?? ''));
  const inSync = upToPeople(records, room.inSync, isAmong(counted.inSync));
  return upToPeople(inSync, room.onDay, isAmong(counted.onDay));
}

/** A sync that begins. @param readUntil how far syncs before it have read. */
export const newSync = (
  organizationId: string,
  profileId: string,
  { now, readUntil }: { readonly now: number; readonly readUntil: number },
): WatchlistSyncRow => ({
  organization_id: organizationId,
  profile_id: profileId,
  status: 'RUNNING',
  batch_id: null,
  posts: 0,
  engagements: 0,
  people: 0,
  stop_reason: null,
  failure: null,
  started_at: now,
  finished_at: null,
  read_until: readUntil,
});
