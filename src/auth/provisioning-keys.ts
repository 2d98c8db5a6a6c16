/** Keys of applications that manage a workspace's members: creating them and finding their holder. Only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { findProvisioningKey, insertProvisioningKey } from '../store/access/provisioning-keys';
import { OperationError } from '../shared/errors';
import { credentialForm } from './credential-form';
import type { KeyHolder, Opener } from './api-keys';
import { dataAccessOf } from './rights';
import type { CountTry } from '../shared/count-try';

const keyForm = /^llp_[A-Za-z0-9_-]{43}$/;
const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Makes a provisioning key.
 * @returns its id and its secret. The secret is stored nowhere and cannot be shown again.
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

/** The refusal of a provisioning key, the same for every reason. It names another credential by its form. @param header `Authorization`. */
export const noProvisioningKey = (header?: string) => {
  const other = { api_key: 'This is an API key. ', access_token: 'This is an access token. ' };
  const form = credentialForm(header);
  const said = form === 'api_key' || form === 'access_token' ? other[form] : '';
  return new OperationError(
    'invalid_api_key',
    `${said}Send a provisioning key (\`leadlight key create --provisioning\`) as "Authorization: Bearer <key>".`,
  );
};

/** Finds the holder of a provisioning key. Each look-up reads the database, so a revoked key ends at once. */
export class ProvisioningAuthenticator<Opened> {
  constructor(
    private readonly db: Database,
    private readonly open: Opener<Opened>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param secret the bearer token of the request.
   * @param countTry as in `ApiKeyAuthenticator`. Each look-up is a try until the key proves good.
   * @throws OperationError `invalid_api_key`, the same for every reason.
   */
  async authenticate(secret: string | undefined, countTry: CountTry, header?: string): Promise<KeyHolder<Opened>> {
    const takeBack = await countTry();
    const form = secret !== undefined && keyForm.test(secret);
    const caller = form ? await findProvisioningKey(this.db, hashed(secret), this.now()) : undefined;
    if (!caller) throw noProvisioningKey(header);
    takeBack();
    const { keyId, organizationId } = caller;
    const workspace = this.open(organizationId, dataAccessOf([]), { kind: 'provisioning_key', keyId });
    return { keyId, organizationId, mcp: false, workspace };
  }
}
