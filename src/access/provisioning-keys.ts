/** Keys of applications that keep a workspace's members: made, and told whose they are. Only a hash of one is kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database';
import { newId } from '../store/new-id';
import { findProvisioningKey, insertProvisioningKey, type ProvisioningCaller } from '../store/provisioning';

const keyForm = /^llp_[A-Za-z0-9_-]{43}$/;
const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Makes a provisioning key.
 * @returns its id, and its secret, which is kept nowhere and cannot be shown again.
 */
export async function createProvisioningKey(
  db: Database,
  organizationId: string,
  name: string,
  now = Date.now(),
): Promise<{ id: string; key: string }> {
  const key = `llp_${randomBytes(32).toString('base64url')}`;
  const id = newId();
  await insertProvisioningKey(db, {
    organization_id: organizationId,
    id,
    name,
    prefix: key.slice(0, 10),
    secret_hash: hashed(key),
    created_at: now,
    revoked_at: null,
    last_used_at: null,
  });
  return { id, key };
}

/** Whose key it is; undefined when it is none, or revoked. */
export async function callerOfKey(db: Database, secret: string, now: number): Promise<ProvisioningCaller | undefined> {
  return keyForm.test(secret) ? findProvisioningKey(db, hashed(secret), now) : undefined;
}
