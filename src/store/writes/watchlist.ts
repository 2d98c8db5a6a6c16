/** Adds people to the watchlist and changes their entries, and updates posts and leads. */
import { newId } from '../../database/new-id';
import { fold } from '../../../packages/reader/src';
import { labelKey } from '../statements/keys';
import { keepDecision } from '../log/decisions';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import {
  monitoredProfiles,
  type MonitoredProfileRow,
  type ProfileSource,
  type ProfileStatus,
  type ProfileType,
  type Relationship,
} from '../tables/leads';
import { AccountWriter } from './account-writer';
import { cut } from '../../shared/text/cut';
import { sortKey } from '../statements/in-parts';
import { markStale, queueScoring, relinkEngagements } from './engagement-writer';
import { entrySearchText } from './merge-entries';
import { identitiesOf, mentionOf } from './known-people';
import { PersonObjects, PersonWriter } from './person-writer';
import { writeWorkspace } from '../log/workspace-lock';

export interface WatchlistEntry {
  /** Parsed from the profile's address. Has at least one identity. */
  readonly person: { memberId: string | null; slug: string | null; isCompany: boolean };
  readonly profileUrl: string;
  readonly displayName: string;
  readonly headline: string | null;
  readonly profileType: ProfileType;
  readonly source: ProfileSource;
  readonly relationship: Relationship;
  readonly status: ProfileStatus;
  readonly label: string | null;
  readonly followers: number | null;
}

/** Stores the watched person and facts not known yet. Must run inside a write transaction of the workspace. */
async function storePerson(db: Database, organizationId: string, entry: WatchlistEntry, now: number) {
  const people = new PersonWriter(db, organizationId);
  await people.prepare([mentionOf(entry.person, null, 0)]);
  const person = people.resolve(entry.person, now);
  const name = person.display_name === '' ? cut(entry.displayName, 200) : person.display_name;
  people.touch({
    ...person,
    account_id: person.is_company === 1 ? await accountOfPage(db, organizationId, name, now) : person.account_id,
    display_name: name,
    headline: person.headline ?? entry.headline,
    profile_url: person.profile_url ?? entry.profileUrl,
  });
  const { mergedInto } = await people.flush();
  return { person, mergedInto };
}

/**
 * Stores what remains of the entry of a person who has objected since: their identities.
 * @throws PersonSuppressed
 */
export const storeOnceWatched = (db: Database, organizationId: string, entry: WatchlistEntry, now: number) =>
  writeWorkspace(db, organizationId, () => storePerson(db, organizationId, entry, now));

/**
 * Adds a profile to the watchlist, or changes the entry of the same person. Updates the posts they wrote, engagement with these
 * and the leads concerned. Run `workOffQueue` afterwards to score those leads.
 * @param entryId of a new entry.
 * @returns the entry's id and whether it is new.
 */
export async function saveWatchlistEntry(
  db: Database,
  organizationId: string,
  entry: WatchlistEntry,
  now: number,
  entryId = newId(),
): Promise<{ id: string; created: boolean }> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const { person, mergedInto } = await storePerson(db, organizationId, entry, now);
    if (person.do_not_contact === 1) throw new PersonObjects();

    const [old] = await db.select<MonitoredProfileRow>(
      'SELECT * FROM monitored_profiles WHERE organization_id = ? AND person_id = ?',
      [organizationId, person.id],
    );
    const followers = entry.followers;
    const name_sort = sortKey(fold(entry.displayName));
    const display_name = cut(entry.displayName, 200);
    const headline = entry.headline === null ? null : cut(entry.headline, 500);
    const row: MonitoredProfileRow = {
      organization_id: organizationId,
      id: old?.id ?? entryId,
      person_id: person.id,
      display_name,
      headline,
      profile_url: cut(entry.profileUrl, 500),
      profile_type: entry.profileType,
      source: entry.source,
      relationship: entry.relationship,
      status: entry.status,
      label: entry.label === null ? null : cut(entry.label, 80),
      label_key: entry.label === null ? null : labelKey(entry.label),
      followers,
      last_engagement_sync_at: old?.last_engagement_sync_at ?? null,
      lead_count: old?.lead_count ?? 0,
      created_at: old?.created_at ?? now,
      name_sort,
      search_text: entrySearchText({ display_name, headline }),
      name_revision: old?.name_sort === name_sort ? old.name_revision : revision,
      followers_revision: old?.followers === followers ? old.followers_revision : revision,
      sync_revision: old?.sync_revision ?? revision,
    };
    if (old && sameEntry(old, row) && mergedInto.length === 0) return { id: row.id, created: false };
    await keepDecision(
      db,
      organizationId,
      revision,
      {
        kind: 'watch',
        entryId: row.id,
        person: identitiesOf(entry.person),
        isCompany: entry.person.isCompany,
        entry: JSON.stringify(entry),
      },
      now,
    );
    await insertInto(db, monitoredProfiles, [row], { update: updatable });
    await linkPosts(db, organizationId, person.id, row.id);
    await queueScoring(db, organizationId, [person.id]);
    return { id: row.id, created: !old };
  });
}

/** How many profiles the workspace watches, paused ones among them. */
export async function countWatched(db: Database, organizationId: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS watched FROM monitored_profiles WHERE organization_id = ?';
  const [row] = await db.select<{ watched: number }>(sql, [organizationId]);
  return row?.watched ?? 0;
}

/** Follows or stops following a profile. Returns false when there is none with this id. */
export async function setWatchlistStatus(
  db: Database,
  organizationId: string,
  profileId: string,
  status: ProfileStatus,
): Promise<boolean> {
  return writeWorkspace(db, organizationId, async () => {
    const found = await db.select('SELECT 1 AS found FROM monitored_profiles WHERE organization_id = ? AND id = ?', [
      organizationId,
      profileId,
    ]);
    await db.run('UPDATE monitored_profiles SET status = ? WHERE organization_id = ? AND id = ?', [
      status,
      organizationId,
      profileId,
    ]);
    return found.length > 0;
  });
}

/** The account of a company page. Headlines may name it. */
async function accountOfPage(db: Database, organizationId: string, name: string, now: number): Promise<string | null> {
  const accounts = new AccountWriter(db, organizationId);
  const company = { name, slug: null, domain: null };
  await accounts.prepare([company]);
  const id = await accounts.resolve(company, now);
  await accounts.flush();
  await markStale(db, organizationId, 'account', id === null ? [] : [id]);
  return id;
}

async function linkPosts(db: Database, organizationId: string, personId: string, profileId: string): Promise<void> {
  const posts = await db.select<{ id: string }>(
    'SELECT id FROM posts WHERE organization_id = ? AND author_person_id = ?',
    [organizationId, personId],
  );
  if (posts.length === 0) return;
  await db.run('UPDATE posts SET monitored_profile_id = ? WHERE organization_id = ? AND author_person_id = ?', [
    profileId,
    organizationId,
    personId,
  ]);
  await relinkEngagements(
    db,
    organizationId,
    posts.map((post) => post.id),
  );
}

const updatable = Object.keys(monitoredProfiles.columns).filter(
  (name): name is Exclude<keyof typeof monitoredProfiles.columns, 'organization_id' | 'id' | 'created_at'> =>
    !['organization_id', 'id', 'created_at'].includes(name),
);

function sameEntry(old: MonitoredProfileRow, row: MonitoredProfileRow): boolean {
  const before = new Map<string, unknown>(Object.entries(old));
  return Object.entries(row).every(([name, value]) => before.get(name) === value);
}

export { removeWatchlistEntry } from './watchlist-removal';
