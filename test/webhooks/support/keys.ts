import { createApiKey } from '../../../src/auth/api-keys';
import { dataAccessFlags, type DataAccessFlag } from '../../../src/auth/rights';
import type { Database } from '../../../src/database/database';

/** A key of a workspace that may change things. */
export async function writingKey(
  db: Database,
  organizationId: string,
  dataAccess: readonly DataAccessFlag[] = dataAccessFlags,
): Promise<string> {
  const { secret } = await createApiKey(db, {
    organizationId,
    name: 'sync',
    dataAccess,
    expiresAt: null,
    canWrite: true,
  });
  return secret;
}
