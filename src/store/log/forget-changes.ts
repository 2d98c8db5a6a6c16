/** Removes old rows of the change log and old answers to idempotency keys, a few at a time. */
import type { Database } from '../../database/database';
import { deleteSome } from '../statements/delete-some';
import { changeTombstones, tierChanges } from '../tables/changes';
import { idempotencyKeys } from '../tables/outreach';

/** Rows removed by one statement. */
const together = 500;

/**
 * Removes old rows of the next workspace.
 * @param after the previous workspace; empty: from the first. @param before epoch ms: older rows are removed.
 * @returns the workspace to continue after; null: it was the last.
 */
export async function forgetSome(
  db: Database,
  after: string,
  before: { readonly tombstones: number; readonly tierChanges: number; readonly answers: number },
): Promise<string | null> {
  const [next] = await db.select<{ id: string }>('SELECT id FROM organizations WHERE id > ? ORDER BY id LIMIT 1', [
    after,
  ]);
  if (!next) return null;
  const old = 'organization_id = ? AND changed_at < ?';
  while ((await db.run(deleteSome(db, changeTombstones, old, together), [next.id, before.tombstones])) === together);
  while ((await db.run(deleteSome(db, tierChanges, old, together), [next.id, before.tierChanges])) === together);
  const asked = deleteSome(db, idempotencyKeys, 'organization_id = ? AND created_at < ?', together);
  while ((await db.run(asked, [next.id, before.answers])) === together);
  return next.id;
}
