/** Who may approve what. The whole policy is the two tables below. */
import { roles, type Role } from '../shared/values';
import { scopeDefinitions, type Scope } from './rights';

export type { Role };

/** A person's membership of the chosen workspace; `null` for none. */
export type Membership = { readonly role: Role; readonly active: boolean } | null;

/** `plain`: scopes that only read and show no personal data. `elevated`: saved contact data and profiles, changes, credits. */
export type Demand = 'plain' | 'elevated';

export type Decision = 'approve' | 'not_a_member' | 'admin_required';

type MemberStatus = Role | 'INACTIVE' | 'NONE';

const policy: Readonly<Record<MemberStatus, Readonly<Record<Demand, Decision>>>> = {
  OWNER: { plain: 'approve', elevated: 'approve' },
  ADMIN: { plain: 'approve', elevated: 'approve' },
  MEMBER: { plain: 'approve', elevated: 'admin_required' },
  INACTIVE: { plain: 'not_a_member', elevated: 'not_a_member' },
  NONE: { plain: 'not_a_member', elevated: 'not_a_member' },
};

/** What a set of scopes requires of the person who approves it. */
export function demandOf(scopes: readonly Scope[]): Demand {
  return scopes.some((scope) => scopeDefinitions[scope].sensitive || scopeDefinitions[scope].changesData)
    ? 'elevated'
    : 'plain';
}

/** Scopes that only an owner or admin may approve, or permit for the members. */
export function elevatedOf(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.filter((scope) => demandOf([scope]) === 'elevated');
}

/**
 * Whether a person with this membership may approve, and continue to use, a connection with these scopes. Denial needs no rights,
 * so it is not decided here.
 * @param permitted what an owner or admin has permitted this app for the workspace's members: such a permit counts as their
 * approval.
 */
export function decide(membership: Membership, scopes: readonly Scope[], permitted: readonly Scope[] = []): Decision {
  const left = scopes.filter((scope) => !permitted.includes(scope));
  return policy[memberStatusOf(membership)][demandOf(left)];
}

/** The roles with which an active member may have a connection with these scopes. */
export function rolesThatMayHold(scopes: readonly Scope[]): readonly Role[] {
  return roles.filter((role) => decide({ role, active: true }, scopes) === 'approve');
}

function memberStatusOf(membership: Membership): MemberStatus {
  if (membership === null) return 'NONE';
  return membership.active ? membership.role : 'INACTIVE';
}
