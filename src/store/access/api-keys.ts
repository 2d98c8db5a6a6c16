/** API keys as rows. The secret is never stored, only its SHA-256, which is enough for 256 random bits. */
import type { Database } from '../../database/database';
import { apiKeyRows, provisioningKeyRows } from '../tables/models';
import { apiKeys, type ApiKeyRow } from '../tables/access';

const columns = Object.keys(apiKeys.columns).join(', ');

export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await apiKeyRows(db).insert(row);
}

/** A key of a workspace by its id. */
export async function findApiKey(db: Database, organizationId: string, id: string): Promise<ApiKeyRow | undefined> {
  return apiKeyRows(db).find({ organization_id: organizationId, id });
}

/** Finds the key with this hash, valid or not. A plain statement, not a model, because every request waits for it. */
export async function findApiKeyByHash(db: Database, secretHash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.select<ApiKeyRow>(`SELECT ${columns} FROM api_keys WHERE secret_hash = ?`, [secretHash]);
  return row;
}

/** All keys of a workspace, oldest first, including revoked and expired ones. */
export async function apiKeysOf(db: Database, organizationId: string): Promise<ApiKeyRow[]> {
  return apiKeyRows(db).all({ organization_id: organizationId }, { order: ['created_at', 'id'] });
}

/**
 * The makers of a workspace's keys that work (neither revoked nor expired), one entry for each key.
 * @param now epoch ms.
 */
export async function makersOfLiveKeys(db: Database, organizationId: string, now: number): Promise<(string | null)[]> {
  const rows = await db.select<{ created_by: string | null }>(
    `SELECT created_by FROM api_keys
     WHERE organization_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
    [organizationId, now],
  );
  return rows.map((row) => row.created_by);
}

/**
 * Removes ended keys of a workspace beyond a number, those that ended first. A few hundred at a time.
 * @param most how many ended keys stay.
 */
export async function dropSurplusEnded(db: Database, organizationId: string, most: number, now: number): Promise<void> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM api_keys WHERE organization_id = ? AND (revoked_at IS NOT NULL OR expires_at <= ?)
     ORDER BY COALESCE(revoked_at, expires_at) DESC, id DESC LIMIT 200 OFFSET ${Math.trunc(most)}`,
    [organizationId, now],
  );
  for (const { id } of rows) await apiKeyRows(db).delete({ organization_id: organizationId, id });
}

/** Removes keys that ended before `before`, provisioning keys too, at most `limit` of each. Returns how many. */
export async function deleteEndedKeys(db: Database, before: number, limit: number): Promise<number> {
  const ended = await db.select<{ organization_id: string; id: string }>(
    `SELECT organization_id, id FROM api_keys WHERE COALESCE(revoked_at, expires_at) < ? LIMIT ${Math.trunc(limit)}`,
    [before],
  );
  for (const { organization_id, id } of ended) await apiKeyRows(db).delete({ organization_id, id });
  const provisioning = await db.select<{ organization_id: string; id: string }>(
    `SELECT organization_id, id FROM provisioning_keys WHERE revoked_at < ? LIMIT ${Math.trunc(limit)}`,
    [before],
  );
  for (const { organization_id, id } of provisioning) await provisioningKeyRows(db).delete({ organization_id, id });
  return ended.length + provisioning.length;
}

/** Ends a key. Returns false when there is no such key or it has already ended. */
export async function endApiKey(db: Database, organizationId: string, id: string, now: number): Promise<boolean> {
  const live = { organization_id: organizationId, id, revoked_at: null };
  return (await apiKeyRows(db).update({ revoked_at: now }, live)) === 1;
}

export interface KeyUse {
  readonly organizationId: string;
  readonly keyId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Records when keys were last used, in one transaction. A use older than the recorded one changes nothing. */
export async function recordKeyUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length === 0) return;
  // Several processes may do this at once. Taking the rows in one order prevents deadlocks.
  const ordered = [...uses].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
  await db.transaction(async () => {
    for (const { organizationId, keyId, at } of ordered) {
      await db.run(
        'UPDATE api_keys SET last_used_at = ? WHERE organization_id = ? AND id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
        [at, organizationId, keyId, at],
      );
    }
  });
}
