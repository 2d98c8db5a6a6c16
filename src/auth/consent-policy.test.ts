import fc from 'fast-check';
import { scopeDefinitions, scopes, type Scope } from './rights';
import { decide, demandOf, rolesThatMayHold, type Decision, type Membership } from './consent-policy';

const plain: readonly Scope[] = ['workspace:read', 'analytics:read', 'agent:read'];
const active = (role: 'OWNER' | 'ADMIN' | 'MEMBER'): Membership => ({ role, active: true });

/** The rules of the interface document, each as a row. */
const rows: readonly (readonly [membership: Membership, scopes: readonly Scope[], decision: Decision])[] = [
  [active('OWNER'), scopes, 'approve'],
  [active('ADMIN'), scopes, 'approve'],
  [active('MEMBER'), scopes, 'admin_required'],
  [active('MEMBER'), ['leads:read'], 'admin_required'],
  [active('MEMBER'), plain, 'approve'],
  [active('OWNER'), plain, 'approve'],
  [{ role: 'OWNER', active: false }, plain, 'not_a_member'],
  [{ role: 'OWNER', active: false }, scopes, 'not_a_member'],
  [{ role: 'MEMBER', active: false }, plain, 'not_a_member'],
  [null, plain, 'not_a_member'],
  [null, scopes, 'not_a_member'],
];

test.each(rows)('%j with %j: %s', (membership, asked, decision) => {
  expect(decide(membership, asked)).toBe(decision);
});

test('fewer scopes never need more rights', () => {
  fc.assert(
    fc.property(
      fc.subarray([...scopes]),
      fc.constantFrom('OWNER', 'ADMIN', 'MEMBER'),
      fc.nat(),
      (asked, role, drop) => {
        const fewer = asked.filter((_, at) => at !== drop % Math.max(1, asked.length));
        if (decide(active(role), asked) === 'approve') expect(decide(active(role), fewer)).toBe('approve');
      },
    ),
  );
});

test('every sensitive scope and every one that changes data is elevated', () => {
  for (const scope of scopes) {
    const { sensitive, changesData }: Readonly<Record<string, unknown>> = scopeDefinitions[scope];
    expect([scope, demandOf([scope])]).toEqual([
      scope,
      sensitive === true || changesData === true ? 'elevated' : 'plain',
    ]);
  }
  expect([...rolesThatMayHold(plain)].sort()).toEqual(['ADMIN', 'MEMBER', 'OWNER']);
  expect([...rolesThatMayHold(scopes)].sort()).toEqual(['ADMIN', 'OWNER']);
});
