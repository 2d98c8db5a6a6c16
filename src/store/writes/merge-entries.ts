/** Merges two watchlist entries that watch the same person. */
import { fold } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { monitoredProfiles, type MonitoredProfileRow } from '../tables/leads';
import { cut } from '../../shared/text/cut';
import { markStale, relinkEngagements } from './engagement-writer';
import { currentRevision } from '../log/workspace-lock';

/** Folded name and headline of an entry: the text that `search` looks in. */
export function entrySearchText(entry: Pick<MonitoredProfileRow, 'display_name' | 'headline'>): string {
  return cut(`${fold(entry.display_name)}\n${fold(entry.headline ?? '')}`, 710);
}

/**
 * Merges two entries for one person: the older one as it was set up, completed with facts that only the younger one has.
 * @param revision of the transaction, for the sort keys that change.
 */
function mergedEntry(older: MonitoredProfileRow, younger: MonitoredProfileRow, revision: number): MonitoredProfileRow {
  const headline = older.headline ?? younger.headline;
  const labelled = older.label === null ? younger : older;
  const followers = older.followers ?? younger.followers;
  const syncs = [older, younger].flatMap((entry) => entry.last_engagement_sync_at ?? []);
  const synced = syncs.length === 0 ? null : Math.max(...syncs);
  return {
    ...older,
    headline,
    label: labelled.label,
    label_key: labelled.label_key,
    followers,
    last_engagement_sync_at: synced,
    search_text: entrySearchText({ display_name: older.display_name, headline }),
    followers_revision: older.followers === followers ? older.followers_revision : revision,
    sync_revision: older.last_engagement_sync_at === synced ? older.sync_revision : revision,
  };
}

/**
 * Makes the watchlist entry of `keep` or `drop` watch `keep`, because both are one person. Of two entries the older one stays.
 * Posts, engagement and stale marks move to it, and the younger one is deleted. Must run inside a write transaction of the
 * workspace, after the posts of `drop` got their new author.
 */
export async function mergeEntries(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const [older, younger] = await db.select<MonitoredProfileRow>(
    'SELECT * FROM monitored_profiles WHERE organization_id = ? AND person_id IN (?, ?) ORDER BY created_at, id',
    [organizationId, keep, drop],
  );
  if (!older) return;
  if (younger) {
    const revision = await currentRevision(db, organizationId);
    await db.run('DELETE FROM monitored_profiles WHERE organization_id = ? AND id = ?', [organizationId, younger.id]);
    await insertInto(db, monitoredProfiles, [mergedEntry(older, younger, revision)], { update: merged });
  }
  await db.run('UPDATE monitored_profiles SET person_id = ? WHERE organization_id = ? AND id = ?', [
    keep,
    organizationId,
    older.id,
  ]);
  if (!younger) return;
  const posts = await db.select<{ id: string }>(
    'SELECT id FROM posts WHERE organization_id = ? AND monitored_profile_id = ?',
    [organizationId, younger.id],
  );
  await db.run('UPDATE posts SET monitored_profile_id = ? WHERE organization_id = ? AND monitored_profile_id = ?', [
    older.id,
    organizationId,
    younger.id,
  ]);
  await relinkEngagements(
    db,
    organizationId,
    posts.map((post) => post.id),
  );
  await markStale(db, organizationId, 'profile', [older.id]);
}

const merged = [
  'headline',
  'label',
  'label_key',
  'followers',
  'last_engagement_sync_at',
  'search_text',
  'followers_revision',
  'sync_revision',
] as const;
