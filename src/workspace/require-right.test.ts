import { OperationError } from '../shared/errors';
import { newId } from '../database/new-id';
import { requireRight } from './require-right';
import { dataAccessFlags, dataAccessOf, type DataAccessFlag, type OperationRight, type Scope } from '../auth/rights';
import type { Caller } from './workspace';

const connection = (scopes: readonly Scope[]): Caller => ({
  kind: 'connection',
  connection: {
    ...{ connectionId: newId(), clientId: 'client', clientName: 'Client', userId: newId(), userRole: 'OWNER', scopes },
    ...{ protocolVersion: '2025-06-18', tokenExpiresAt: 1, connectedAt: 0, lastUsedAt: null },
  },
});
const session = (role: 'OWNER' | 'ADMIN' | 'MEMBER'): Caller => ({ kind: 'session', userId: newId(), role });
const key: Caller = { kind: 'api_key', keyId: newId() };
const operator: Caller = { kind: 'operator', name: 'root' };

/** The message of the refusal, or `allowed`. */
function said(right: OperationRight, caller: Caller, open: readonly DataAccessFlag[] = dataAccessFlags): string {
  try {
    requireRight(right, { caller, dataAccess: dataAccessOf(open) });
    return 'allowed';
  } catch (error) {
    if (error instanceof OperationError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

it.each<[OperationRight, Caller, readonly DataAccessFlag[], string]>([
  ['readLeads', key, ['leads'], 'allowed'],
  [
    'readLeads',
    key,
    ['analytics'],
    'data_access_denied: This key lacks the dataAccess flag "leads", which this address needs.',
  ],
  ['readQualifiedLeads', key, ['leads', 'analytics'], 'allowed'],
  [
    'readQualifiedLeads',
    key,
    ['analytics'],
    'data_access_denied: This key lacks the dataAccess flag "leads", which this address needs.',
  ],
  ['manageKeys', key, dataAccessFlags, 'data_access_denied: No API key can do this.'],
  ['createWorkspaces', operator, [], 'allowed'],
  ['grantCredits', operator, [], 'allowed'],
])('%s by a key or the operator', (right, caller, open, answer) => expect(said(right, caller, open)).toBe(answer));

it.each<[OperationRight, readonly Scope[], string]>([
  ['readLeads', ['workspace:read', 'leads:read'], 'allowed'],
  [
    'readLeads',
    ['workspace:read', 'analytics:read'],
    'insufficient_scope: This needs the scope leads:read, which the connection was not granted.',
  ],
  ['readLeads', [], 'insufficient_scope: This needs the scope leads:read, which the connection was not granted.'],
  ['manageKeys', ['workspace:read', 'leads:read'], 'insufficient_scope: No connection can do this.'],
])('%s by a connection with %j: %s', (right, scopes, answer) => expect(said(right, connection(scopes))).toBe(answer));

it.each<[OperationRight, 'OWNER' | 'ADMIN' | 'MEMBER', string]>([
  ['readLeads', 'MEMBER', 'allowed'],
  ['changeIcp', 'OWNER', 'allowed'],
  ['changeIcp', 'ADMIN', 'allowed'],
  ['changeIcp', 'MEMBER', 'role_required: This needs the role ADMIN or a higher one.'],
  ['deleteWorkspace', 'OWNER', 'allowed'],
  ['deleteWorkspace', 'ADMIN', 'role_required: This needs the role OWNER or a higher one.'],
  ['grantCredits', 'OWNER', 'role_required: Only the operator of this service can do this.'],
])('%s by a person of the role %s: %s', (right, role, answer) => expect(said(right, session(role), [])).toBe(answer));

it('the flags are those of the interface, in its order', () => {
  expect(dataAccessFlags.join(' ')).toBe(
    'workspace leads leadContactData leadContactEnrichment analytics icp watchlist content integrations sync agent audienceAnalytics audienceDiscovery',
  );
});
