/** Stores engagements once each, linked to their post, person and watched profile, and queues the work that follows. */
import type { Database } from '../../database/database';
import { placeholders } from '../../database/database';
import { insertInto } from '../../database/define';
import { engagements, type EngagementRow } from '../tables/engagement';
import type { ScoringCause } from '../tables/leads';
import { inParts, padded, selectIn } from '../statements/in-parts';

/**
 * Inserts engagements that are not stored yet.
 * @returns the new rows.
 */
export async function insertEngagements(
  db: Database,
  organizationId: string,
  rows: readonly EngagementRow[],
): Promise<readonly EngagementRow[]> {
  if (rows.length === 0) return [];
  const inserted = await insertInto(db, engagements, rows, 'ignore');
  if (inserted === 0) return [];
  await markAudiences(
    db,
    organizationId,
    rows.map((row) => row.post_id),
  );
  if (inserted === rows.length) return rows;
  const found = await selectIn<{ id: string }>(
    db,
    'SELECT id FROM engagements',
    organizationId,
    'id',
    rows.map((row) => row.id),
  );
  const ids = new Set(found.map((row) => row.id));
  return rows.filter((row) => ids.has(row.id));
}

/** The columns that identify an engagement. */
export interface EngagementKey {
  readonly postId: string;
  readonly personId: string;
  readonly type: EngagementRow['type'];
  readonly discriminator: string;
}

/** How many pairs of post and person one statement looks up: each post with each person, by the index. */
const pairsTogether = 50;

/** @param keys without repetition. @returns how many of them are stored. */
export async function knownEngagements(
  db: Database,
  organizationId: string,
  keys: readonly EngagementKey[],
): Promise<number> {
  const wanted = new Set(keys.map(identityOf));
  let known = 0;
  for (const part of inParts(
    keys.toSorted((a, b) => (a.postId < b.postId ? -1 : 1)),
    pairsTogether,
  )) {
    const posts = padded([...new Set(part.map(({ postId }) => postId))]);
    const people = padded([...new Set(part.map(({ personId }) => personId))]);
    const rows = await db.select<
      { post_id: string; person_id: string } & Pick<EngagementKey, 'type' | 'discriminator'>
    >(
      `SELECT post_id, person_id, type, discriminator FROM engagements${db.useIndex('engagements_identity')}
       WHERE organization_id = ? AND post_id IN (${placeholders(posts)}) AND person_id IN (${placeholders(people)})`,
      [organizationId, ...posts, ...people],
    );
    for (const { post_id: postId, person_id: personId, type, discriminator } of rows) {
      if (wanted.delete(identityOf({ postId, personId, type, discriminator }))) known += 1;
    }
  }
  return known;
}

const identityOf = ({ postId, personId, type, discriminator }: EngagementKey) =>
  `${postId} ${personId} ${type} ${discriminator}`;

/**
 * Queues people to be scored again.
 * @param cause is reported with a change of their tier. People already queued for another reason keep it, unless the cause is
 * an undo.
 */
export async function queueScoring(
  db: Database,
  organizationId: string,
  people: Iterable<string>,
  cause: ScoringCause | null = null,
): Promise<void> {
  const columns = ['organization_id', 'person_id', ...(cause === null ? [] : ['cause'])];
  const rows = [...new Set(people)].map((id) => [organizationId, id, ...(cause === null ? [] : [cause])]);
  const known = { key: columns.slice(0, 2), update: ['cause'] };
  await db.insertRows('scoring_queue', columns, rows, cause === 'undo' ? known : 'ignore');
}

/** Marks accounts or watched profiles whose counts must be rebuilt. */
export async function markStale(
  db: Database,
  organizationId: string,
  kind: 'account' | 'profile',
  targets: Iterable<string>,
): Promise<void> {
  const rows = [...new Set(targets)].map((target) => [organizationId, kind, target]);
  await db.insertRows('stale_summaries', ['organization_id', 'kind', 'target_id'], rows, 'ignore');
}

/** Marks posts whose audiences must be counted again. */
export async function markAudiences(db: Database, organizationId: string, posts: Iterable<string>): Promise<void> {
  const rows = [...new Set(posts)].map((id) => [organizationId, id, 0]);
  const columns = ['organization_id', 'post_id', 'due_at'];
  await db.insertRows('audience_marks', columns, rows, { key: columns.slice(0, 2), update: ['due_at'] });
}

/** Records that engagement was stored for posts of these watched profiles. */
export async function markSynced(
  db: Database,
  organizationId: string,
  profiles: Iterable<string>,
  at: number,
  revision: number,
): Promise<void> {
  const ids = [...new Set(profiles)];
  if (ids.length === 0) return;
  await db.run(
    `UPDATE monitored_profiles SET last_engagement_sync_at = ?, sync_revision = ?
     WHERE organization_id = ? AND id IN (${placeholders(ids)})
       AND (last_engagement_sync_at IS NULL OR last_engagement_sync_at <> ?)`,
    [at, revision, organizationId, ...ids, at],
  );
  await markStale(db, organizationId, 'profile', ids);
}

/** Updates engagements of posts whose author or watched profile changed. Everybody who engaged is scored again. */
export async function relinkEngagements(db: Database, organizationId: string, posts: readonly string[]): Promise<void> {
  // Without the hint, SQLite reads all engagements of the workspace, in the order of what is distinct.
  const ofPosts = `engagements${db.useIndex('engagements_identity')}`;
  for (const part of inParts(posts, 200)) {
    const list = placeholders(part);
    const params = [organizationId, ...part];
    const profiles = await db.select<{ id: string }>(
      `SELECT DISTINCT monitored_profile_id AS id FROM ${ofPosts}
       WHERE organization_id = ? AND post_id IN (${list}) AND monitored_profile_id IS NOT NULL`,
      params,
    );
    const linked = await db.select<{ id: string; profile: string | null; author: string | null }>(
      `SELECT id, monitored_profile_id AS profile, author_person_id AS author FROM posts
       WHERE organization_id = ? AND id IN (${list})`,
      params,
    );
    for (const post of linked) {
      await db.run(
        // An export may have named a person as the author though the post does not. That stays.
        `UPDATE engagements SET monitored_profile_id = ?, by_author = CASE WHEN person_id = ? THEN 1 ELSE by_author END
         WHERE organization_id = ? AND post_id = ?`,
        [post.profile, post.author ?? '', organizationId, post.id],
      );
    }
    const orIgnore = db.dialect === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
    await db.run(
      `${orIgnore} INTO scoring_queue (organization_id, person_id)
       SELECT DISTINCT organization_id, person_id FROM ${ofPosts} WHERE organization_id = ? AND post_id IN (${list})`,
      params,
    );
    await markStale(db, organizationId, 'profile', [
      ...profiles.map((row) => row.id),
      ...linked.flatMap((row) => row.profile ?? []),
    ]);
  }
}
