/** The workspaces, and when each was last scored completely. */
import type { Database } from '../../database/database';

/** Ids of workspaces in id order after `after`. */
export async function workspacesAfter(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.select<{ id: string }>(`SELECT id FROM organizations WHERE id > ? ORDER BY id LIMIT ${limit}`, [
    after,
  ]);
  return rows.map((row) => row.id);
}

const markOf = (organizationId: string) => `rescore:${organizationId}`;

/** Notes that everybody of a workspace was scored again. Joins the transaction of the last part. */
export async function markRescored(db: Database, organizationId: string, now: number): Promise<void> {
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[markOf(organizationId), '', now]], {
    key: ['name'],
    update: ['updated_at'],
  });
}

/** Epoch ms of the latest complete scoring of any workspace. Undefined when there was none yet. */
export async function lastRescored(db: Database): Promise<number | undefined> {
  // The character after the colon: the upper bound of all names with the prefix.
  const [row] = await db.select<{ last: number | null }>(
    `SELECT MAX(updated_at) AS last FROM service_state WHERE name >= 'rescore:' AND name < 'rescore;'`,
  );
  return row?.last ?? undefined;
}

/** Workspaces older than `before` that were not scored since then, or only by a clock ahead of `now`. */
export async function workspacesNotRescored(
  db: Database,
  before: number,
  now: number,
): Promise<{ id: string; name: string; rescoredAt: number | null }[]> {
  const rows = await db.select<{ id: string; name: string; rescored_at: number | null }>(
    `SELECT o.id, o.name, s.updated_at AS rescored_at FROM organizations o
     LEFT JOIN service_state s ON s.name = ${db.dialect === 'sqlite' ? `'rescore:' || o.id` : `CONCAT('rescore:', o.id)`}
     WHERE o.created_at < ? AND (s.updated_at IS NULL OR s.updated_at < ? OR s.updated_at > ?) ORDER BY o.name`,
    [before, before, now + 3_600_000],
  );
  return rows.map(({ id, name, rescored_at: rescoredAt }) => ({ id, name, rescoredAt }));
}
