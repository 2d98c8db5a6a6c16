/**
 * Whether a caller still is who they were when the request began. A body may arrive slowly, and a stream may run for minutes:
 * meanwhile a key is revoked, a session ends, a member is deactivated or gets another role.
 */
import type { Database } from '../database/database';
import { OperationError, notFound } from '../shared/errors';
import { findApiKey } from '../store/access/api-keys';
import { findPresentRole } from '../store/access/session-rows';
import { findStoredGrant } from '../store/oauth/grants';
import { isProvisioningKeyLive } from '../store/access/provisioning-keys';
import { invalidKey } from './api-keys';
import type { Caller } from './caller';
import { connectionStatusOf } from './connection-status';
import { noSession } from './console-sessions';
import { noProvisioningKey } from './provisioning-keys';

/**
 * Asks the database about a caller, inside the transaction of the asker if there is one.
 * @param now epoch milliseconds.
 * @returns the caller with their present role.
 * @throws OperationError `invalid_api_key` for a key that has ended; `invalid_session` for a session or connection that has;
 * `not_found` for a person who has lost the membership.
 */
export async function presentCaller(
  db: Database,
  organizationId: string,
  caller: Caller,
  now: number,
): Promise<Caller> {
  switch (caller.kind) {
    case 'operator':
      return caller;
    case 'api_key': {
      const row = await findApiKey(db, organizationId, caller.keyId);
      if (!row || row.revoked_at !== null || (row.expires_at ?? Infinity) <= now) throw invalidKey();
      return caller;
    }
    case 'provisioning_key':
      if (await isProvisioningKeyLive(db, organizationId, caller.keyId)) return caller;
      throw noProvisioningKey();
    case 'connection': {
      const grant = await findStoredGrant(db, caller.connection.connectionId);
      if (grant?.role && connectionStatusOf(grant, now) === 'live') {
        return { ...caller, connection: { ...caller.connection, userRole: grant.role } };
      }
      throw new OperationError('invalid_session', 'This connection has ended. Connect again.');
    }
    case 'session': {
      const role = await findPresentRole(db, organizationId, caller.userId, caller.sessionHash);
      if (role === 'session_over') throw noSession();
      if (role === 'not_a_member') throw notFound('operation');
      return { ...caller, role };
    }
  }
}
