import type { StoredGrant } from '../store/oauth/grants';
import { connectionStatusOf, type ConnectionStatus } from './connection-status';

const now = 1_000_000;
const live: StoredGrant = {
  id: 'g',
  organization_id: 'o',
  user_id: 'u',
  client_id: 'c',
  client_name: 'Assistant',
  scopes: 'workspace:read leads:read',
  activated_at: 1,
  expires_at: now + 1,
  idle_expires_at: now + 1,
  refresh_hash: 'h',
  previous_hash: null,
  successor: null,
  generation: 1,
  rotated_at: null,
  last_used_at: null,
  revoked_at: null,
  resource: null,
  client_grant_types: 'authorization_code refresh_token',
  role: 'ADMIN',
  active: 1,
  client_permit: null,
  assistant_permit: null,
};

const rows: readonly (readonly [changes: Partial<StoredGrant>, status: ConnectionStatus])[] = [
  [{}, 'live'],
  [{ activated_at: null }, 'pending'],
  [{ revoked_at: 1 }, 'ended'],
  [{ expires_at: now }, 'expired'],
  [{ idle_expires_at: now }, 'expired'],
  [{ client_grant_types: null }, 'client_lost'],
  [{ role: null, active: null }, 'membership_lost'],
  [{ active: 0 }, 'membership_lost'],
  [{ role: 'MEMBER' }, 'role_lost'],
  [{ role: 'MEMBER', scopes: 'workspace:read' }, 'live'],
  [{ role: 'OWNER' }, 'live'],
  // Permitted for members: by the client's own permit, by that of its assistant, or by both together.
  [{ role: 'MEMBER', client_permit: 'leads:read' }, 'live'],
  [{ role: 'MEMBER', assistant_permit: 'leads:read' }, 'live'],
  [{ role: 'MEMBER', client_permit: 'agent:read', assistant_permit: 'leads:read' }, 'live'],
  [{ role: 'MEMBER', client_permit: 'leads:read', assistant_permit: 'agent:read' }, 'live'],
  [{ role: 'MEMBER', client_permit: 'agent:read', assistant_permit: 'workspace:read' }, 'role_lost'],
  [{ role: 'MEMBER', active: 0, client_permit: 'leads:read' }, 'membership_lost'],
  [{ revoked_at: 1, role: null, active: null, client_grant_types: null }, 'ended'],
];

test.each(rows)('%j: %s', (changes, status) => {
  expect(connectionStatusOf({ ...live, ...changes }, now)).toBe(status);
});
