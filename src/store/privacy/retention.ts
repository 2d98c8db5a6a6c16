/** How long a workspace keeps people, and which people are beyond that limit. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { workspacePrivacy, type WorkspacePrivacyRow } from '../tables/privacy';

export async function retentionOf(db: Database, organizationId: string): Promise<WorkspacePrivacyRow | undefined> {
  const [row] = await db.select<WorkspacePrivacyRow>('SELECT * FROM workspace_privacy WHERE organization_id = ?', [
    organizationId,
  ]);
  return row;
}

/** Sets or removes the limit of a workspace. @param months null: people are kept without limit. */
export async function setRetention(
  db: Database,
  organizationId: string,
  months: number | null,
  now: number,
): Promise<void> {
  const row = {
    organization_id: organizationId,
    retention_months: months,
    applied_at: null,
    removed: 0,
    updated_at: now,
  };
  await insertInto(db, workspacePrivacy, [row], { update: ['retention_months', 'updated_at'] });
}

export async function noteRetentionApplied(
  db: Database,
  organizationId: string,
  removed: number,
  now: number,
): Promise<void> {
  await db.run('UPDATE workspace_privacy SET applied_at = ?, removed = ? WHERE organization_id = ?', [
    now,
    removed,
    organizationId,
  ]);
}

/** Workspaces that have a limit. */
export async function workspacesWithRetention(db: Database): Promise<string[]> {
  const rows = await db.select<{ organization_id: string }>(
    'SELECT organization_id FROM workspace_privacy WHERE retention_months IS NOT NULL',
  );
  return rows.map((row) => row.organization_id);
}

export interface Slice {
  /** People of the slice beyond the limit. */
  readonly beyond: readonly string[];
  /** The last person looked at. Null: there are no more. */
  readonly last: string | null;
}

/**
 * Looks through people in id order. A person is beyond the limit if they last engaged before `cutoff`. For a person who never
 * engaged, the time they were first stored counts, and seeing them again does not extend it. A watched person stays, and so
 * does the author of a newer post.
 */
export async function peopleBeyond(
  db: Database,
  organizationId: string,
  cutoff: number,
  after: string,
  limit: number,
): Promise<Slice> {
  const rows = await db.select<{ id: string; beyond: number }>(
    `SELECT p.id, CASE WHEN
         COALESCE((SELECT MAX(e.occurred_at) FROM engagements e${db.useIndex('engagements_person')}
                   WHERE e.organization_id = p.organization_id AND e.person_id = p.id), p.created_at) < ?
         AND NOT EXISTS (SELECT 1 FROM monitored_profiles m
                         WHERE m.organization_id = p.organization_id AND m.person_id = p.id)
         AND NOT EXISTS (SELECT 1 FROM posts o WHERE o.organization_id = p.organization_id AND o.author_person_id = p.id
                           AND COALESCE(o.published_at, o.collected_at) >= ?)
       THEN 1 ELSE 0 END AS beyond
     FROM people p WHERE p.organization_id = ? AND p.id > ? AND p.is_company = 0 ORDER BY p.id LIMIT ${Math.trunc(limit)}`,
    [cutoff, cutoff, organizationId, after],
  );
  return {
    beyond: rows.filter((row) => row.beyond === 1).map(({ id }) => id),
    last: rows[rows.length - 1]?.id ?? null,
  };
}
