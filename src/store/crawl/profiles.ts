/** Watched profiles, in the form a source needs. */
import { placeholders, type Database } from '../../database/database';
import type { IdentityKind } from '../tables/engagement';
import type { MonitoredProfileRow, ProfileType } from '../tables/leads';

/** A watched profile with the names it has in the network. */
export interface WatchedProfile {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly memberId: string | null;
  readonly slug: string | null;
  readonly isCompany: boolean;
  readonly personId: string;
  readonly followers: number | null;
}

type Row = Pick<
  MonitoredProfileRow,
  'id' | 'profile_url' | 'display_name' | 'person_id' | 'status' | 'profile_type' | 'followers'
>;

/** An ACTIVE watched profile. Undefined when it is paused, gone, or has no name in the network. */
export async function activeProfile(
  db: Database,
  organizationId: string,
  profileId: string,
): Promise<WatchedProfile | undefined> {
  const [row] = await db.select<Row>(
    `SELECT id, profile_url, display_name, person_id, status, followers FROM monitored_profiles
     WHERE organization_id = ? AND id = ?`,
    [organizationId, profileId],
  );
  if (row?.status !== 'ACTIVE' || row.person_id === null) return undefined;
  const names = await db.select<{ kind: IdentityKind; value: string }>(
    'SELECT kind, value FROM person_identities WHERE organization_id = ? AND person_id = ? ORDER BY kind, value',
    [organizationId, row.person_id],
  );
  const nameOf = (kind: IdentityKind) => names.find((name) => name.kind === kind)?.value ?? null;
  const company = nameOf('company');
  const [memberId, slug] = [nameOf('member'), company ?? nameOf('slug')];
  if (memberId === null && slug === null) return undefined;
  return {
    id: row.id,
    url: row.profile_url,
    name: row.display_name,
    memberId,
    slug,
    isCompany: company !== null,
    personId: row.person_id,
    followers: row.followers,
  };
}

/** Ids of the ACTIVE watched profiles, longest without a sync first. */
export async function activeProfileIds(
  db: Database,
  organizationId: string,
  { types, limit }: { readonly types?: readonly ProfileType[]; readonly limit: number },
): Promise<string[]> {
  const ofType = types === undefined ? '' : ` AND profile_type IN (${placeholders(types)})`;
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM monitored_profiles WHERE organization_id = ? AND status = 'ACTIVE'${ofType}
     ORDER BY COALESCE(last_engagement_sync_at, 0), id LIMIT ${Math.trunc(limit)}`,
    [organizationId, ...(types ?? [])],
  );
  return rows.map((row) => row.id);
}

/** Workspaces with ACTIVE watched profiles, in id order after `after`. */
export async function watchingWorkspaces(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT o.id FROM organizations o WHERE o.id > ? AND EXISTS (
       SELECT 1 FROM monitored_profiles m WHERE m.organization_id = o.id AND m.status = 'ACTIVE')
     ORDER BY o.id LIMIT ${Math.trunc(limit)}`,
    [after],
  );
  return rows.map((row) => row.id);
}

/** Known posts of a watched profile, newest first, each with all its URNs. */
export async function knownPostsOf(
  db: Database,
  organizationId: string,
  profileId: string,
  limit: number,
): Promise<{ urn: string; url: string | null; urns: string[] }[]> {
  const posts = await db.select<{ id: string; urn: string; url: string | null }>(
    `SELECT id, urn, url FROM posts${db.useIndex('posts_profile')}
     WHERE organization_id = ? AND monitored_profile_id = ? ORDER BY COALESCE(published_at, 0) DESC, id
     LIMIT ${Math.trunc(limit)}`,
    [organizationId, profileId],
  );
  if (posts.length === 0) return [];
  const names = await db.select<{ post_id: string; urn: string }>(
    `SELECT post_id, urn FROM post_urns WHERE organization_id = ? AND post_id IN (${placeholders(posts)})`,
    [organizationId, ...posts.map((post) => post.id)],
  );
  return posts.map(({ id, urn, url }) => ({
    urn,
    url,
    urns: [...new Set([urn, ...names.filter((name) => name.post_id === id).map((name) => name.urn)])].sort(),
  }));
}

/** Stores how many follow a watched profile. Unchanged when the source did not say. Must run inside a write transaction. */
export async function keepFollowers(
  db: Database,
  organizationId: string,
  profile: Pick<WatchedProfile, 'id' | 'personId'>,
  said: number | null,
  revision: number,
): Promise<void> {
  const [known] = await db.select<{ followers: number | null }>(
    'SELECT followers FROM people WHERE organization_id = ? AND id = ?',
    [organizationId, profile.personId],
  );
  const followers = said ?? known?.followers ?? null;
  if (followers === null) return;
  await db.run(
    `UPDATE monitored_profiles SET followers = ?, followers_revision = ?
     WHERE organization_id = ? AND id = ? AND (followers IS NULL OR followers <> ?)`,
    [followers, revision, organizationId, profile.id, followers],
  );
}
