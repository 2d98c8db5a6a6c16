/**
 * What `put_member` does: a pure table of who exists already and what is requested.
 *
 * A workspace decides about its own members. Knowing an address does not let it take in the account of a person who is not its
 * member, change what other workspaces know about a person, or take over an address that somebody signs in with.
 */
import type { Directory } from '../shared/directory';

export interface PutFacts {
  readonly directory: Directory;
  /** The member with this external id in this workspace. */
  readonly known: { readonly elsewhere: boolean; readonly hasPassword: boolean } | null;
  /** Whether the shared directory has a person with this id who is not a member here. Never true for separate directories. */
  readonly knownElsewhere: boolean;
  /**
   * Who has the requested address: nobody; the person meant; a member here whom the application does not manage yet, or manages
   * under another id; an account that is not a member here. `not_given`: no address is requested.
   */
  readonly address: 'not_given' | 'free' | 'own' | 'unkept_member' | 'kept_member' | 'elsewhere';
  /** Whether the name or address of an existing person would change, and whether the address would. */
  readonly changes: { readonly facts: boolean; readonly email: boolean };
}

export type PutDecision = 'make' | 'join' | 'adopt' | 'change' | PutRefusal;
export type PutRefusal = 'email_required' | 'email_taken' | 'email_elsewhere' | 'shared' | 'has_password';

/** @returns what to do, or why not. */
export function decidePut(facts: PutFacts): PutDecision {
  const { known, knownElsewhere, address, directory } = facts;
  const isShared = directory === 'shared';
  if (known === null) {
    if (address === 'kept_member') return 'email_taken';
    if (knownElsewhere) return address === 'not_given' || address === 'own' ? 'join' : 'email_taken';
    if (address === 'not_given') return 'email_required';
    if (address === 'elsewhere') return isShared ? 'join' : 'email_elsewhere';
    return address === 'unkept_member' ? 'adopt' : 'make';
  }
  if (address !== 'not_given' && address !== 'free' && address !== 'own') return 'email_taken';
  return mayChange(facts, known) ?? 'change';
}

/** Why name and address of a member may not be changed; undefined if they may, or do not change. */
export function mayChange(
  { changes, directory }: Pick<PutFacts, 'changes' | 'directory'>,
  { elsewhere, hasPassword }: NonNullable<PutFacts['known']>,
): 'shared' | 'has_password' | undefined {
  if (directory === 'shared' || !changes.facts) return undefined;
  if (elsewhere) return 'shared';
  // Moving an account with a password to another address would hand that address over.
  return changes.email && hasPassword ? 'has_password' : undefined;
}
