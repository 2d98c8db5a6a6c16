/** Finding discoveries. */
import type { Database } from '../../database/database';
import { discoveries, type DiscoveryRow } from '../tables/discovery';

/**
 * Good leads of an ended discovery are counted when they are read, so that data of other imports counts whether it came earlier
 * or later. Discoveries of older releases that did not keep their people have the number stored when they ended.
 */
const qualified = `CASE WHEN d.status = 'COMPLETED' AND EXISTS (
    SELECT 1 FROM discovery_people q WHERE q.organization_id = d.organization_id AND q.discovery_id = d.id)
  THEN (SELECT COUNT(*) FROM discovery_people q JOIN leads l ON l.organization_id = q.organization_id AND l.id = q.person_id
    WHERE q.organization_id = d.organization_id AND q.discovery_id = d.id AND l.disposition = 'ACTIVE'
      AND l.lead_tier IN ('QUALIFIED', 'PRIORITY'))
  ELSE d.people_qualified END AS people_qualified`;

const columns = Object.keys(discoveries.columns)
  .map((name) => (name === 'people_qualified' ? qualified : `d.${name}`))
  .join(', ');

export async function findDiscovery(
  db: Database,
  organizationId: string,
  id: string,
): Promise<DiscoveryRow | undefined> {
  const [row] = await db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discoveries d WHERE d.organization_id = ? AND d.id = ?`,
    [organizationId, id],
  );
  return row;
}

/** The discovery that was created with an idempotency key. */
export async function findKey(db: Database, organizationId: string, key: string): Promise<DiscoveryRow | undefined> {
  const [row] = await db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discovery_keys k
     JOIN discoveries d ON d.organization_id = k.organization_id AND d.id = k.discovery_id
     WHERE k.organization_id = ? AND k.idempotency_key = ?`,
    [organizationId, key],
  );
  return row;
}

/** The queued or running discovery of a post. */
export async function activeDiscovery(
  db: Database,
  organizationId: string,
  postId: string,
): Promise<DiscoveryRow | undefined> {
  const [row] = await db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discoveries d WHERE d.organization_id = ? AND d.active_post = ?`,
    [organizationId, postId],
  );
  return row;
}

/** The newest discovery of a post. */
export async function latestDiscovery(
  db: Database,
  organizationId: string,
  postId: string,
): Promise<DiscoveryRow | undefined> {
  const [row] = await db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discoveries d WHERE d.organization_id = ? AND d.post_id = ?
     ORDER BY d.created_at DESC LIMIT 1`,
    [organizationId, postId],
  );
  return row;
}

/** The newest discoveries of a workspace first. */
export async function listDiscoveries(db: Database, organizationId: string, limit: number): Promise<DiscoveryRow[]> {
  return db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discoveries d WHERE d.organization_id = ?
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${Math.trunc(limit)}`,
    [organizationId],
  );
}

/** Active discoveries whose job has ended or no longer exists. */
export async function abandonedDiscoveries(
  db: Database,
): Promise<(Pick<DiscoveryRow, 'organization_id' | 'id'> & { job_status: string | null; job_error: string | null })[]> {
  return db.select(
    `SELECT d.organization_id, d.id, j.status AS job_status, j.error AS job_error FROM discoveries d
     LEFT JOIN jobs j ON j.id = d.job_id
     WHERE d.active_post IS NOT NULL AND (j.id IS NULL OR j.status IN ('dead', 'cancelled', 'done')) LIMIT 100`,
  );
}
