/** Deletes a workspace: first, in one transaction, everything that gives access or can write, then its rows, table by table. */
import { placeholders, type Database } from '../../database/database';
import { workspaceTables } from '../tables/all';
import { deleteSome } from '../statements/delete-some';

/**
 * Ends a workspace: its keys, connections and members are removed, and nothing can be written into it any more. Joins the
 * current transaction.
 * @returns false when there is none with this id.
 */
export async function endWorkspace(db: Database, organizationId: string): Promise<boolean> {
  return db.transaction(async () => {
    // People whose only workspace this was lose their user account too.
    const alone = await db.select<{ user_id: string }>(
      `SELECT m.user_id FROM memberships m WHERE m.organization_id = ?
         AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.user_id = m.user_id AND o.organization_id <> ?)`,
      [organizationId, organizationId],
    );
    const removed = await db.run('DELETE FROM organizations WHERE id = ?', [organizationId]);
    for (const table of [
      'api_keys',
      'provisioning_keys',
      'oauth_grants',
      'app_permits',
      'memberships',
      'job_schedules',
      'webhooks',
      'digests',
    ]) {
      await db.run(`DELETE FROM ${table} WHERE organization_id = ?`, [organizationId]);
    }
    await db.run(`DELETE FROM oauth_codes WHERE grant_id NOT IN (SELECT id FROM oauth_grants)`);
    await db.run(`DELETE FROM jobs WHERE organization_id = ? AND status <> 'running'`, [organizationId]);
    await db.run(`UPDATE jobs SET cancel_requested = 1 WHERE organization_id = ?`, [organizationId]);
    for (let at = 0; at < alone.length; at += 500) {
      const ids = alone.slice(at, at + 500).map((row) => row.user_id);
      await db.run(`DELETE FROM sessions WHERE user_id IN (${placeholders(ids)})`, ids);
      await db.run(`DELETE FROM users WHERE id IN (${placeholders(ids)})`, ids);
    }
    return removed > 0;
  });
}

/** Rows removed by one statement, so that others can write in between. */
const perStatement = 1_000;

/**
 * Removes the remaining rows of an ended workspace from every declared table, some at a time. Safe to repeat.
 * @param checkpoint called between statements.
 * @returns how many rows were removed.
 */
export async function removeWorkspaceRows(
  db: Database,
  organizationId: string,
  checkpoint: () => Promise<void>,
): Promise<number> {
  let total = 0;
  for (const table of workspaceTables) {
    const some = deleteSome(db, table, 'organization_id = ?', perStatement);
    for (let removed = perStatement; removed === perStatement;) {
      removed = await db.run(some, [organizationId]);
      total += removed;
      await checkpoint();
    }
  }
  // Names of daily-work state end with the workspace's id.
  total += await db.run('DELETE FROM service_state WHERE name LIKE ?', [`%:${organizationId}`]);
  return total;
}
