/** Removes people from the watchlist, and updates posts and leads. */
import { keepDecision } from '../log/decisions';
import type { Database } from '../../database/database';
import { queueScoring, relinkEngagements } from './engagement-writer';
import { writeWorkspace } from '../log/workspace-lock';

/** Removes a profile from the watchlist. Returns false when there is none with this id. */
export async function removeWatchlistEntry(db: Database, organizationId: string, profileId: string): Promise<boolean> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const [old] = await db.select<{ person_id: string | null }>(
      'SELECT person_id FROM monitored_profiles WHERE organization_id = ? AND id = ?',
      [organizationId, profileId],
    );
    if (!old) return false;
    await keepDecision(db, organizationId, revision, { kind: 'unwatch', entryId: profileId });
    await db.run('DELETE FROM monitored_profiles WHERE organization_id = ? AND id = ?', [organizationId, profileId]);
    const posts = await db.select<{ id: string }>(
      'SELECT id FROM posts WHERE organization_id = ? AND monitored_profile_id = ?',
      [organizationId, profileId],
    );
    await db.run(
      'UPDATE posts SET monitored_profile_id = NULL WHERE organization_id = ? AND monitored_profile_id = ?',
      [organizationId, profileId],
    );
    await relinkEngagements(
      db,
      organizationId,
      posts.map((post) => post.id),
    );
    if (old.person_id) await queueScoring(db, organizationId, [old.person_id]);
    return true;
  });
}
