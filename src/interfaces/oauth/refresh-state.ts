/** What an authentic refresh token is worth to the row of its connection. Pure. */
import type { StoredGrant } from '../../store/oauth/grants';
import { clockTolerance, refreshGrace, replicationDelay } from './lifetimes';
import { hashSecret, type RefreshTokenFacts } from './secrets';

/**
 * `current`: to be replaced. `grace`: replaced moments ago, its successor is given again. `reused`: a copy in the wrong hands.
 * `behind`: the row is older than the token, so this database node has not seen the token's issue yet. `rolled_back`: it is
 * older, and the token is too old for a late node: the database was put back to an earlier state.
 */
export type RefreshState = 'current' | 'grace' | 'reused' | 'behind' | 'rolled_back';

/**
 * @param token the presented token.
 * @param facts what it says of itself.
 * @param grant its connection as this process read it; null when there is no such row.
 * @param now epoch milliseconds.
 */
export function refreshState(
  token: string,
  facts: RefreshTokenFacts,
  grant: StoredGrant | null,
  now: number,
): RefreshState {
  const { generation, issuedAt } = facts;
  if (generation !== undefined && generation > (grant?.generation ?? 0)) {
    return now - (issuedAt ?? 0) <= replicationDelay ? 'behind' : 'rolled_back';
  }
  if (grant === null) return 'rolled_back';
  const hash = hashSecret(token);
  if (hash === grant.refresh_hash) return 'current';
  const age = now - (grant.rotated_at ?? 0);
  // A rotation that lies ahead of this clock tells nothing of its age; the grace must not outlast a clock that is set back.
  const inGrace = age <= refreshGrace && age >= -clockTolerance;
  return inGrace && hash === grant.previous_hash && grant.successor !== null ? 'grace' : 'reused';
}
