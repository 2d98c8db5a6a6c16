/**
 * What becomes of `put_member`: a pure table of who is there already and what is asked for.
 *
 * A workspace says who its own members are. It cannot join the account of somebody who is not its member by knowing their
 * address, change what other workspaces know of a person, or take over an address with which somebody signs in.
 */
import type { Directory } from '../shared/directory';

export interface PutFacts {
  readonly directory: Directory;
  /** The member whom this workspace calls so. */
  readonly known: { readonly elsewhere: boolean; readonly hasPassword: boolean } | null;
  /** Whether the one directory has somebody called so who is no member here. Never of separate directories. */
  readonly knownElsewhere: boolean;
  /**
   * Who has the address that is asked for: nobody; the person meant; a member here whom the application does not keep yet, or
   * keeps by another id; an account that is no member here. `not_given`: none is asked for.
   */
  readonly address: 'not_given' | 'free' | 'own' | 'unkept_member' | 'kept_member' | 'elsewhere';
  /** Whether the name or address of a person who is there would change, and whether the address would. */
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

/** Why name and address of a member may not be changed; undefined where they may, or stay. */
export function mayChange(
  { changes, directory }: Pick<PutFacts, 'changes' | 'directory'>,
  { elsewhere, hasPassword }: NonNullable<PutFacts['known']>,
): 'shared' | 'has_password' | undefined {
  if (directory === 'shared' || !changes.facts) return undefined;
  if (elsewhere) return 'shared';
  // Anyone who can move an account with a password to another address takes that address over.
  return changes.email && hasPassword ? 'has_password' : undefined;
}
