/** Only an owner may make or change an owner. If an admin could, they could make themselves one. */
import type { Caller } from '../../src/workspace/workspace';
import type { Role } from '../../src/shared/values';
import { OperationError } from '../../src/shared/errors';

/**
 * @param touched roles that the change grants or removes.
 * @throws OperationError `role_required`
 */
export function requireOwnerFor(caller: Caller, touched: readonly (Role | undefined)[]): void {
  if (caller.kind === 'session' && caller.role !== 'OWNER' && touched.includes('OWNER')) {
    throw new OperationError('role_required', 'Only an OWNER can make or change an OWNER.');
  }
}
