/** What becomes of `put_member`, for every combination of who is there and what is asked for. */
import { decidePut, mayChange, type PutDecision, type PutFacts } from './provisioning-policy';

const nothing = { facts: false, email: false };
const facts: PutFacts = {
  directory: 'workspace',
  known: null,
  knownElsewhere: false,
  address: 'free',
  changes: nothing,
};
const plain = { elsewhere: false, hasPassword: false };

describe('nobody here is called so', () => {
  const rows: readonly (readonly [PutFacts['address'], alone: PutDecision, inOneDirectory: PutDecision])[] = [
    ['free', 'make', 'make'],
    ['not_given', 'email_required', 'email_required'],
    ['own', 'make', 'make'],
    ['unkept_member', 'adopt', 'adopt'],
    ['kept_member', 'email_taken', 'email_taken'],
    // Knowing the address of somebody is no leave to have them, but where the operator says that all share one directory.
    ['elsewhere', 'email_elsewhere', 'join'],
  ];
  test.each(rows)('address %s: %s, in one directory %s', (address, alone, inOneDirectory) => {
    expect(decidePut({ ...facts, address })).toBe(alone);
    expect(decidePut({ ...facts, address, directory: 'shared' })).toBe(inOneDirectory);
  });

  test.each<readonly [PutFacts['address'], PutDecision]>([
    ['not_given', 'join'],
    ['own', 'join'],
    ['free', 'email_taken'],
    ['unkept_member', 'email_taken'],
    ['kept_member', 'email_taken'],
    ['elsewhere', 'email_taken'],
  ])('but the one directory has somebody called so, and the address is %s: %s', (address, decision) => {
    expect(decidePut({ ...facts, directory: 'shared', knownElsewhere: true, address })).toBe(decision);
  });
});

describe('a member is called so', () => {
  test.each<readonly [PutFacts['address'], PutDecision]>([
    ['not_given', 'change'],
    ['free', 'change'],
    ['own', 'change'],
    ['unkept_member', 'email_taken'],
    ['kept_member', 'email_taken'],
    ['elsewhere', 'email_taken'],
  ])('address %s: %s', (address, decision) => {
    expect(decidePut({ ...facts, known: plain, address })).toBe(decision);
  });

  test.each([
    [{ facts: false, email: false }, plain, undefined],
    [{ facts: true, email: false }, plain, undefined],
    [{ facts: true, email: true }, plain, undefined],
    [{ facts: true, email: true }, { elsewhere: false, hasPassword: true }, 'has_password'],
    [{ facts: true, email: false }, { elsewhere: false, hasPassword: true }, undefined],
    [{ facts: true, email: false }, { elsewhere: true, hasPassword: false }, 'shared'],
    [{ facts: true, email: true }, { elsewhere: true, hasPassword: true }, 'shared'],
    [{ facts: false, email: false }, { elsewhere: true, hasPassword: true }, undefined],
  ] as const)('%j of one with %j: %s; in one directory always allowed', (changes, known, refused) => {
    expect(mayChange({ changes, directory: 'workspace' }, known)).toBe(refused);
    expect(mayChange({ changes, directory: 'shared' }, known)).toBeUndefined();
    expect(decidePut({ ...facts, known, changes })).toBe(refused ?? 'change');
    expect(decidePut({ ...facts, known, changes, directory: 'shared' })).toBe('change');
  });
});
