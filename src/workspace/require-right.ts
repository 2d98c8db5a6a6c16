/** Checks whether a caller has a right: one check for every interface, made by the operation itself (tools/define.ts). */
import type { Role } from '../shared/values';
import { roles } from '../shared/values';
import { OperationError } from '../shared/errors';
import { demandsOf, type OperationRight } from '../auth/rights';
import type { Workspace } from './workspace';

/**
 * Refuses a caller who lacks a right.
 * @throws OperationError `data_access_denied` for a key, naming the flag; `insufficient_scope` for a connection, naming the
 * scope; `role_required` for a person, naming the role.
 */
export function requireRight(right: OperationRight, workspace: Pick<Workspace, 'caller' | 'dataAccess'>): void {
  const { scope, flags, role, provisioning, writes } = demandsOf(right);
  const { caller, dataAccess } = workspace;
  switch (caller.kind) {
    case 'operator':
      return;
    case 'api_key': {
      if (flags === null) throw new OperationError('data_access_denied', 'No API key can do this.');
      const missing = flags.find((flag) => !dataAccess[flag]);
      if (missing === undefined && (!writes || caller.canWrite === true)) return;
      if (missing === undefined) {
        throw new OperationError(
          'data_access_denied',
          'This key can only read. To change anything, use a key made with `leadlight key create --write`.',
        );
      }
      throw new OperationError(
        'data_access_denied',
        `This key lacks the dataAccess flag "${missing}", which this address needs.`,
      );
    }
    case 'provisioning_key':
      if (provisioning) return;
      throw new OperationError('data_access_denied', 'A provisioning key can only manage the members of a workspace.');
    case 'connection':
      if (scope !== null && caller.connection.scopes.includes(scope)) return;
      throw new OperationError(
        'insufficient_scope',
        scope === null
          ? 'No connection can do this.'
          : `This needs the scope ${scope}, which the connection was not granted.`,
      );
    case 'session':
      if (role !== null && atLeast(caller.role, role)) return;
      throw new OperationError(
        'role_required',
        role === null
          ? 'Only the operator of this service can do this.'
          : `This needs the role ${role} or a higher one.`,
      );
  }
}

function atLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
