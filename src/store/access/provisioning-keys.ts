/** Keys of applications that manage the members of a workspace. */
import type { Database } from '../../database/database';
import { provisioningKeyRows } from '../tables/models';
import type { provisioningKeys } from '../tables/oauth';
import type { RowOf } from '../../database/define';

export type ProvisioningKeyRow = RowOf<typeof provisioningKeys>;

export async function insertProvisioningKey(db: Database, row: ProvisioningKeyRow): Promise<void> {
  await provisioningKeyRows(db).insert(row);
}

/** A key that is not revoked, and its workspace. */
export interface ProvisioningCaller {
  readonly organizationId: string;
  readonly keyId: string;
}

/** The workspace and key for a secret. Undefined when it is unknown or revoked. */
export async function findProvisioningKey(
  db: Database,
  secretHash: string,
  now: number,
): Promise<ProvisioningCaller | undefined> {
  const keys = provisioningKeyRows(db);
  const row = await keys.find({ secret_hash: secretHash, revoked_at: null });
  if (!row) return undefined;
  const { organization_id, id } = row;
  if (now - (row.last_used_at ?? 0) > 60_000) await keys.update({ last_used_at: now }, { organization_id, id });
  return { organizationId: organization_id, keyId: id };
}

/** Whether a key of a workspace exists and is not revoked. */
export async function isProvisioningKeyLive(db: Database, organizationId: string, id: string): Promise<boolean> {
  const live = { organization_id: organizationId, id, revoked_at: null };
  return (await provisioningKeyRows(db).find(live)) !== undefined;
}

export async function provisioningKeysOf(db: Database, organizationId: string): Promise<ProvisioningKeyRow[]> {
  return provisioningKeyRows(db).all({ organization_id: organizationId }, { order: ['created_at', 'id'] });
}

export async function revokeProvisioningKey(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const active = { organization_id: organizationId, id, revoked_at: null };
  return (await provisioningKeyRows(db).update({ revoked_at: now }, active)) === 1;
}
