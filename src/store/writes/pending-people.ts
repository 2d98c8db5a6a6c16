/**
 * Pending people: the agent found them but has not accepted them. Their engagement is stored, and they are not leads. All
 * writes run inside a write transaction of the workspace.
 */
import { placeholders, type Database } from '../../database/database';
import type { EngagementRow, Origin } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';

/** Whether a workspace has any pending people. */
export async function hasPending(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.select('SELECT person_id FROM agent_held_people WHERE organization_id = ? LIMIT 1', [
    organizationId,
  ]);
  return rows.length > 0;
}

/** Which of these people are pending. */
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
 * Makes people pending whose engagements are all among the ones just stored, unless a run has accepted them. Engagement under
 * their own post does not count, because it makes nobody a lead.
 * @param added the new engagements.
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

/** Which of these people a run has accepted. */
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
 * Ends the pending state of these people.
 * @param origin of the data that releases them; null leaves their engagement as it is. Engagement that the agent stored for
 * them then counts as having the same origin, so that the lead's origin is the one that made it a lead.
 * @returns the people who were pending.
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

/** When two people are merged, the result is pending only if both were. Call it before anything of them moves. */
export async function mergePending(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const pending = await pendingAmong(db, organizationId, [keep, drop]);
  if (pending.size === 0) return;
  const known = await db.select<{ person_id: string }>(
    'SELECT DISTINCT person_id FROM engagements WHERE organization_id = ? AND person_id IN (?, ?)',
    [organizationId, keep, drop],
  );
  // A person without any engagement was not a lead before either.
  const free = known.some(({ person_id: id }) => !pending.has(id));
  await releasePending(db, organizationId, [keep, drop], free ? 'watchlist' : null);
  if (!free)
    await db.insertRows('agent_held_people', ['organization_id', 'person_id'], [[organizationId, keep]], 'ignore');
}
