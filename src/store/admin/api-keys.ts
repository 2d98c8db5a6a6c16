/** API keys as rows. The secret is never stored, only its SHA-256, which is enough for 256 random bits. */
import type { Database } from '../../database/database';
import { apiKeyRows } from '../models';
import { apiKeys, type ApiKeyRow } from '../tables/access';

const columns = Object.keys(apiKeys.columns).join(', ');

export async function insertApiKey(db: Database, row: ApiKeyRow): Promise<void> {
  await apiKeyRows(db).insert(row);
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

/** How many keys of a workspace work: neither revoked nor expired. @param now epoch ms. */
export async function countLiveKeys(db: Database, organizationId: string, now: number): Promise<number> {
  const [row] = await db.select<{ live: number }>(
    `SELECT COUNT(*) AS live FROM api_keys
     WHERE organization_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`,
    [organizationId, now],
  );
  return row?.live ?? 0;
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
