/**
 * People of whom only the agent knows, and whom it has not accepted: their engagement is kept, and they are no leads. All
 * writes run inside a write transaction of the workspace.
 */
import { placeholders, type Database } from '../../database/database';
import type { EngagementRow, Origin } from '../tables/engagement';
import { inParts, selectIn } from './batches';

/** Whether a workspace holds anybody. */
export async function hasPending(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.select('SELECT person_id FROM agent_held_people WHERE organization_id = ? LIMIT 1', [
    organizationId,
  ]);
  return rows.length > 0;
}

/** Those of these people who are pending. */
export async function pendingAmong(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const rows = await selectIn<{ person_id: string }>(
    db,
    'SELECT person_id FROM agent_held_people',
    organizationId,
    'person_id',
    people,
  );
  return new Set(rows.map((row) => row.person_id));
}

/**
 * Holds those whose engagements are all among the ones just stored, unless a run has accepted them. What somebody did under their own
 * post makes nobody a lead, so it does not count.
 * @param added the engagements that were new.
 */
export async function keepPending(
  db: Database,
  organizationId: string,
  added: readonly Pick<EngagementRow, 'person_id' | 'by_author'>[],
): Promise<void> {
  const fresh = new Map<string, number>();
  for (const { person_id: id, by_author: own } of added) if (own === 0) fresh.set(id, (fresh.get(id) ?? 0) + 1);
  for (const part of inParts([...fresh.keys()])) {
    const counted = await db.select<{ person_id: string; total: number }>(
      `SELECT person_id, COUNT(*) AS total FROM engagements${db.useIndex('engagements_person')}
       WHERE organization_id = ? AND person_id IN (${placeholders(part)}) AND by_author = 0 GROUP BY person_id`,
      [organizationId, ...part],
    );
    const unknown = counted.filter((row) => row.total === fresh.get(row.person_id)).map((row) => row.person_id);
    if (unknown.length === 0) continue;
    const accepted = await acceptedAmong(db, organizationId, unknown);
    const rows = unknown.filter((id) => !accepted.has(id)).map((id) => [organizationId, id]);
    await db.insertRows('agent_held_people', ['organization_id', 'person_id'], rows, 'ignore');
  }
}

/** Those whom a run has accepted. */
export async function acceptedAmong(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const rows = await selectIn<{ person_id: string }>(
    db,
    'SELECT DISTINCT person_id FROM agent_candidates',
    organizationId,
    'person_id',
    people,
    `AND decision = 'ACCEPTED'`,
  );
  return new Set(rows.map((row) => row.person_id));
}

/**
 * Holds these people no more.
 * @param origin of what brings them in; null leaves their engagement as it is. The engagement that the agent kept of them
 * counts as brought in by the same way then, so that the lead's origin is the one that made it a lead.
 * @returns those who were pending.
 */
export async function releasePending(
  db: Database,
  organizationId: string,
  people: readonly string[],
  origin: Origin | null,
): Promise<string[]> {
  const pending = [...(await pendingAmong(db, organizationId, people))];
  for (const part of inParts(pending)) {
    const of = [organizationId, ...part];
    const list = placeholders(part);
    await db.run(`DELETE FROM agent_held_people WHERE organization_id = ? AND person_id IN (${list})`, of);
    if (origin === null) continue;
    await db.run(
      `UPDATE engagements SET origin = ? WHERE organization_id = ? AND person_id IN (${list}) AND origin <> ?`,
      [origin, ...of, origin],
    );
  }
  return pending;
}

/** Two people turned out to be one, who is pending only where both were; called before anything of them moves. */
export async function mergePending(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const pending = await pendingAmong(db, organizationId, [keep, drop]);
  if (pending.size === 0) return;
  const known = await db.select<{ person_id: string }>(
    'SELECT DISTINCT person_id FROM engagements WHERE organization_id = ? AND person_id IN (?, ?)',
    [organizationId, keep, drop],
  );
  // Somebody without any engagement was no lead before either.
  const free = known.some(({ person_id: id }) => !pending.has(id));
  await releasePending(db, organizationId, [keep, drop], free ? 'watchlist' : null);
  if (!free)
    await db.insertRows('agent_held_people', ['organization_id', 'person_id'], [[organizationId, keep]], 'ignore');
}
