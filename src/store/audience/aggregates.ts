/** The stored audience aggregates, and the list of posts to aggregate again. */
import type { Breakdown } from '../../rules/audience/buckets';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { audienceSnapshots, postAudiences, type AudienceSnapshotRow, type PostAudienceRow } from '../tables/discovery';
import { selectIn } from '../statements/in-parts';

/** The row of one breakdown. Undefined before the first snapshot. */
export async function snapshotOf(
  db: Database,
  organizationId: string,
  breakdown: Breakdown,
): Promise<AudienceSnapshotRow | undefined> {
  const [row] = await db.select<AudienceSnapshotRow>(
    `SELECT organization_id, breakdown, computed_at, people, content FROM audience_snapshots
     WHERE organization_id = ? AND breakdown = ?`,
    [organizationId, breakdown],
  );
  return row;
}

/** Replaces all breakdowns of a workspace's snapshot together. */
export async function saveSnapshot(db: Database, rows: readonly AudienceSnapshotRow[]): Promise<void> {
  await db.transaction(() => insertInto(db, audienceSnapshots, rows, { update: ['computed_at', 'people', 'content'] }));
}

/** The aggregate of a post. Undefined until its engagement has been counted. */
export async function postAudienceOf(
  db: Database,
  organizationId: string,
  postId: string,
): Promise<PostAudienceRow | undefined> {
  const [row] = await db.select<PostAudienceRow>(
    `SELECT organization_id, post_id, computed_at, people, likes, comments, reposts, content FROM post_audiences
     WHERE organization_id = ? AND post_id = ?`,
    [organizationId, postId],
  );
  return row;
}

/** The aggregates of these posts, by post. Posts not counted yet are missing. */
export async function postAudiencesOf(
  db: Database,
  organizationId: string,
  postIds: readonly string[],
): Promise<Map<string, PostAudienceRow>> {
  const columns = 'organization_id, post_id, computed_at, people, likes, comments, reposts, content';
  const sql = `SELECT ${columns} FROM post_audiences`;
  const rows = await selectIn<PostAudienceRow>(db, sql, organizationId, 'post_id', postIds);
  return new Map(rows.map((row) => [row.post_id, row]));
}

export async function savePostAudience(db: Database, row: PostAudienceRow): Promise<void> {
  await insertInto(db, postAudiences, [row], {
    update: ['computed_at', 'people', 'likes', 'comments', 'reposts', 'content'],
  });
}

/** Posts that are due to be counted again, in id order after `after`. */
export async function dueMarks(
  db: Database,
  organizationId: string,
  now: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.select<{ post_id: string }>(
    `SELECT post_id FROM audience_marks WHERE organization_id = ? AND due_at <= ? AND post_id > ?
     ORDER BY post_id LIMIT ${limit}`,
    [organizationId, now, after],
  );
  return rows.map((row) => row.post_id);
}

export async function clearMark(db: Database, organizationId: string, postId: string): Promise<void> {
  await db.run('DELETE FROM audience_marks WHERE organization_id = ? AND post_id = ?', [organizationId, postId]);
}

/** Returns whether an import, discovery or run is storing data: its batch is open and had a write recently. */
export async function isBeingFilled(db: Database, organizationId: string, since: number): Promise<boolean> {
  const rows = await db.select(
    `SELECT 1 AS open FROM batches WHERE organization_id = ? AND status = 'OPEN' AND kind <> 'before' AND kind <> 'by_hand'
       AND touched_at >= ? LIMIT 1`,
    [organizationId, since],
  );
  return rows.length > 0;
}

/** Defers counting a post until `dueAt`, epoch ms. */
export async function deferMark(db: Database, organizationId: string, postId: string, dueAt: number): Promise<void> {
  await db.run('UPDATE audience_marks SET due_at = ? WHERE organization_id = ? AND post_id = ?', [
    dueAt,
    organizationId,
    postId,
  ]);
}

/** Workspaces with posts that are due to be counted again. */
export async function workspacesWithMarks(db: Database, now: number): Promise<string[]> {
  const rows = await db.select<{ organization_id: string }>(
    'SELECT DISTINCT organization_id FROM audience_marks WHERE due_at <= ?',
    [now],
  );
  return rows.map((row) => row.organization_id);
}

/** Marks every counted post to be counted again, because facts about people changed. */
export async function markCountedPosts(db: Database, organizationId: string): Promise<void> {
  const orIgnore = db.dialect === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
  await db.run(
    `${orIgnore} INTO audience_marks (organization_id, post_id, due_at)
     SELECT organization_id, post_id, 0 FROM post_audiences WHERE organization_id = ?`,
    [organizationId],
  );
  // Posts deferred until tomorrow become due now, because enough may have changed.
  await db.run('UPDATE audience_marks SET due_at = 0 WHERE organization_id = ?', [organizationId]);
}
