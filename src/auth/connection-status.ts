/** Whether a connection may still be used, computed from its row and the rows that it depends on. */
import type { StoredGrant } from '../store/oauth/grants';
import { decide } from './consent-policy';
import { storedScopes } from './scope';
import type { Scope } from './rights';

export type ConnectionStatus =
  'live' | 'pending' | 'ended' | 'expired' | 'client_lost' | 'membership_lost' | 'role_lost';

/**
 * The status of a connection at a moment. `pending`: approved, but its code is not redeemed yet. `client_lost`, `membership_lost`
 * and `role_lost`: the person could no longer approve it.
 */
export function connectionStatusOf(grant: StoredGrant, now: number): ConnectionStatus {
  if (grant.revoked_at !== null) return 'ended';
  const lost = lossOf(grant);
  if (lost) return lost;
  if (grant.expires_at <= now || grant.idle_expires_at <= now) return 'expired';
  return grant.activated_at === null ? 'pending' : 'live';
}

/** What the connection depends on and has lost; `undefined` if nothing is lost. */
export function lossOf(grant: StoredGrant): 'client_lost' | 'membership_lost' | 'role_lost' | undefined {
  if (grant.client_grant_types === null) return 'client_lost';
  const membership = grant.role === null ? null : { role: grant.role, active: grant.active === 1 };
  const decision = decide(membership, storedScopes(grant.scopes), permittedOf(grant));
  if (decision === 'approve') return undefined;
  return decision === 'not_a_member' ? 'membership_lost' : 'role_lost';
}

/** The scopes that are permitted for the workspace's members for the app of this connection. */
export function permittedOf(grant: Pick<StoredGrant, 'client_permit' | 'assistant_permit'>): readonly Scope[] {
  return storedScopes(`${grant.client_permit ?? ''} ${grant.assistant_permit ?? ''}`);
}
