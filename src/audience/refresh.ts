/** Work after engagement was stored: its posts are counted, and the first snapshot of a workspace is taken at once. */
import { isLargeEnough } from '../rules/audience/privacy';
import { snapshotOf } from '../store/audience/aggregates';
import type { Database } from '../database/database';
import { countMarkedPosts } from './posts';
import { takeSnapshot, type CountingOptions } from './snapshot';

/** Counts the marked posts. Takes a snapshot if none is large enough to be published yet. */
export async function refreshAudiences(db: Database, organizationId: string, options: CountingOptions): Promise<void> {
  await countMarkedPosts(db, organizationId, options);
  const snapshot = await snapshotOf(db, organizationId, 'title');
  if (!snapshot || !isLargeEnough(snapshot.people, options.rules)) await takeSnapshot(db, organizationId, options);
}
