/** Finding discoveries. */
import type { Database } from '../database';
import { discoveries, type DiscoveryRow } from '../tables/discovery';

const columns = Object.keys(discoveries.columns)
  .map((name) => `d.${name}`)
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

/** The discovery that an idempotency key got. */
export async function findKey(db: Database, organizationId: string, key: string): Promise<DiscoveryRow | undefined> {
  const [row] = await db.select<DiscoveryRow>(
    `SELECT ${columns} FROM discovery_keys k
     JOIN discoveries d ON d.organization_id = k.organization_id AND d.id = k.discovery_id
     WHERE k.organization_id = ? AND k.idempotency_key = ?`,
    [organizationId, key],
  );
  return row;
}

/** The discovery of a post that is queued or runs. */
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
