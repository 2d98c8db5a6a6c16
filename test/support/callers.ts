/** Callers that the database knows, for operations asked without an interface. */
import { createApiKey } from '../../src/auth/api-keys';
import type { Caller } from '../../src/auth/caller';
import { dataAccessFlags } from '../../src/auth/rights';
import type { Database } from '../../src/database/database';
import { newId } from '../../src/database/new-id';
import type { Role } from '../../src/shared/values';
import { addMember } from '../../src/store/access/members';

/** Adds a member with this role. */
export async function memberCaller(db: Database, organizationId: string, role: Role): Promise<Caller> {
  const email = `${newId()}@callers.example`;
  const member = { organizationId, email, displayName: role, role, active: true, passwordHash: null };
  const added = await addMember(db, member);
  if (!added) throw new Error('the member was not added');
  return { kind: 'session', userId: added.userId, role };
}

/** Makes a key that may change things. */
export async function keyCaller(db: Database, organizationId: string) {
  const key = { organizationId, name: 'caller', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
  return { kind: 'api_key', keyId: (await createApiKey(db, key)).id, canWrite: true } as const;
}
