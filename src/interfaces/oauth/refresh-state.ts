/** The state of an authentic refresh token compared with the row of its connection. Pure. */
import type { StoredGrant } from '../../store/oauth/grants';
import { clockTolerance, refreshGrace, replicationDelay } from './lifetimes';
import { hashSecret, type RefreshTokenFacts } from './secrets';

/**
 * `current`: to be replaced. `grace`: replaced moments ago, so its successor is returned again. `reused`: a stolen copy.
 * `behind`: the row is older than the token, so this database node has not seen the issue of the token yet. `rolled_back`: the
 * row is older, and the token is too old for a late node, so the database was restored to an earlier state.
 */
export type RefreshState = 'current' | 'grace' | 'reused' | 'behind' | 'rolled_back';

/**
 * @param token the presented token.
 * @param facts the content of the token.
 * @param grant its connection as this process read it; null if there is no row.
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
  // A rotation ahead of this clock reveals nothing about its age. The grace period must not outlast a clock that is set back.
  const inGrace = age <= refreshGrace && age >= -clockTolerance;
  return inGrace && hash === grant.previous_hash && grant.successor !== null ? 'grace' : 'reused';
}
