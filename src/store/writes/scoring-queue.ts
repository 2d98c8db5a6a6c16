/** The queue of people to score, and the marks of counts to rebuild. */
import { placeholders, type Database } from '../../database/database';
import type { ScoringCause } from '../tables/leads';

/** The next people in the queue, with the cause if it was recorded. */
export async function queuedPeople(
  db: Database,
  organizationId: string,
  limit: number,
): Promise<{ ids: string[]; causes: Map<string, ScoringCause> }> {
  const rows = await db.select<{ person_id: string; cause: ScoringCause | null }>(
    `SELECT person_id, cause FROM scoring_queue WHERE organization_id = ? ORDER BY person_id LIMIT ${limit}`,
    [organizationId],
  );
  const causes = new Map<string, ScoringCause>();
  for (const { person_id: id, cause } of rows) if (cause !== null) causes.set(id, cause);
  return { ids: rows.map((row) => row.person_id), causes };
}

/** How many people wait to be scored. */
export async function countQueued(db: Database, organizationId: string): Promise<number> {
  const [row] = await db.select<{ people: number }>(
    'SELECT COUNT(*) AS people FROM scoring_queue WHERE organization_id = ?',
    [organizationId],
  );
  return row?.people ?? 0;
}

/** Queues everybody of a workspace, as a new ICP requires. */
export async function queueEverybody(db: Database, organizationId: string): Promise<void> {
  const insert = db.dialect === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
  await db.run(
    `${insert} INTO scoring_queue (organization_id, person_id, cause) SELECT organization_id, id, 'icp' FROM people WHERE organization_id = ?`,
    [organizationId],
  );
}

export async function unqueue(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  await db.run(`DELETE FROM scoring_queue WHERE organization_id = ? AND person_id IN (${placeholders(ids)})`, [
    organizationId,
    ...ids,
  ]);
}

/** Ids of stale accounts or watched profiles. */
export async function staleTargets(
  db: Database,
  organizationId: string,
  kind: 'account' | 'profile',
  limit: number,
): Promise<string[]> {
  const rows = await db.select<{ target_id: string }>(
    `SELECT target_id FROM stale_summaries WHERE organization_id = ? AND kind = ? ORDER BY target_id LIMIT ${limit}`,
    [organizationId, kind],
  );
  return rows.map((row) => row.target_id);
}

export async function clearStale(
  db: Database,
  organizationId: string,
  kind: 'account' | 'profile',
  ids: readonly string[],
): Promise<void> {
  await db.run(
    `DELETE FROM stale_summaries WHERE organization_id = ? AND kind = ? AND target_id IN (${placeholders(ids)})`,
    [organizationId, kind, ...ids],
  );
}

/** People of the workspace who engaged or are leads, in id order after `after`. */
export async function peopleAfter(
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM people WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );
  return rows.map((row) => row.id);
}

/** Whether people of a workspace are queued or counts are stale. */
export async function hasWork(db: Database, organizationId: string): Promise<boolean> {
  const of = [organizationId];
  const people = await db.select('SELECT person_id FROM scoring_queue WHERE organization_id = ? LIMIT 1', of);
  if (people.length > 0) return true;
  return (await db.select('SELECT target_id FROM stale_summaries WHERE organization_id = ? LIMIT 1', of)).length > 0;
}

/** Workspaces with queued people or stale counts. */
export async function workspacesWithWork(db: Database): Promise<string[]> {
  const rows = await db.select<{ organization_id: string }>(
    'SELECT organization_id FROM scoring_queue UNION SELECT organization_id FROM stale_summaries',
  );
  return rows.map((row) => row.organization_id);
}
