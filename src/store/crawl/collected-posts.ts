/** Marks of posts: how each looked at the source when it was last collected. */
import type { Database } from '../../database/database';
import { collectedPosts } from '../tables/agent';
import { insertInto } from '../../database/define';
import { selectIn } from '../statements/in-parts';

export type Purpose = 'sync' | 'agent';

/** The marks of these posts, as far as they were collected completely. */
export async function marksOf(
  db: Database,
  organizationId: string,
  purpose: Purpose,
  urns: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectIn<{ post_urn: string; mark: string }>(
    db,
    'SELECT post_urn, mark FROM collected_posts',
    organizationId,
    'post_urn',
    urns,
    `AND purpose = '${purpose}'`,
  );
  return new Map(rows.map((row) => [row.post_urn, row.mark]));
}

/**
 * Notes that a post with this mark was collected completely.
 * @param post null, or without a mark: nothing is noted.
 * @param now epoch ms.
 */
export async function markRead(
  db: Database,
  organizationId: string,
  purpose: Purpose,
  post: { readonly urn: string; readonly mark: string | null } | null,
  now: number,
): Promise<void> {
  const { urn, mark } = post ?? { urn: '', mark: null };
  if (mark === null) return;
  await insertInto(
    db,
    collectedPosts,
    [{ organization_id: organizationId, purpose, post_urn: urn, mark, collected_at: now }],
    { update: ['mark', 'collected_at'] },
  );
}

/** Removes some marks of posts that were last collected before that time, so that those posts are collected once more. */
export async function forgetMarks(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db.select<{ organization_id: string; purpose: Purpose; post_urn: string }>(
    `SELECT organization_id, purpose, post_urn FROM collected_posts WHERE collected_at < ? LIMIT ${limit}`,
    [before],
  );
  for (const row of rows) {
    await db.run('DELETE FROM collected_posts WHERE organization_id = ? AND purpose = ? AND post_urn = ?', [
      row.organization_id,
      row.purpose,
      row.post_urn,
    ]);
  }
  return rows.length;
}
