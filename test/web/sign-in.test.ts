/** Who is slowed down, from where, and who is not. */
import { PasswordSignIn, signInLimits, type SignInLimits } from '../../src/web/sign-in';
import type { Database } from '../../src/store/database';
import { openTestDatabase } from '../support/databases';
import { password, person } from './support/service';

let db: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  await person({ db }, 'owner@example.com', { Acme: 'OWNER' });
});
afterAll(() => close());

const minute = { duration: 60 };
const wide: SignInLimits = {
  address: { points: 1000, ...minute },
  personFromAddress: { points: 1000, ...minute },
  person: { points: 1000, ...minute },
};
const signIn = (limits: Partial<SignInLimits>) => {
  const passwords = new PasswordSignIn(db, { ...wide, ...limits });
  return async (address: string, secret = 'a guess', email = 'owner@example.com') =>
    (await passwords.attempt(email, secret, address)).outcome;
};

test('strangers who use up the tries of a person do not lock them out of where they signed in before', async () => {
  const attempt = signIn({ person: { points: 3, ...minute } });
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
  const guesses = await Promise.all([1, 2, 3, 4].map((host) => attempt(`198.51.100.${host}`)));
  expect(guesses.sort()).toEqual(['refused', 'refused', 'refused', 'too_many']);
  expect(await attempt('198.51.100.5', password)).toBe('too_many');
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
  expect(await attempt('203.0.113.1')).toBe('refused');
});

test('a known place gives no more than the usual tries', async () => {
  const attempt = signIn({ personFromAddress: { points: 2, ...minute } });
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
  expect([await attempt('203.0.113.1'), await attempt('203.0.113.1')]).toEqual(['refused', 'refused']);
  expect(await attempt('203.0.113.1')).toBe('too_many');
});

test('a refused guesser uses up nothing of the others at his address', async () => {
  const attempt = signIn({ address: { points: 4, ...minute }, personFromAddress: { points: 2, ...minute } });
  const guess = () => attempt('203.0.113.1', 'a guess', 'nobody@example.com');
  expect([await guess(), await guess(), await guess(), await guess(), await guess()].slice(1)).toEqual([
    'refused',
    'too_many',
    'too_many',
    'too_many',
  ]);
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
});

test('an address that tries many names is stopped before the names count', async () => {
  const attempt = signIn({ address: { points: 2, ...minute }, person: { points: 1, ...minute } });
  await attempt('203.0.113.1', 'a guess', 'a@example.com');
  await attempt('203.0.113.1', 'a guess', 'b@example.com');
  expect(await attempt('203.0.113.1')).toBe('too_many');
  expect(await attempt('203.0.113.2', password)).toBe('signed_in');
});

test('many /64 of one /48 are one guesser in the end', async () => {
  const attempt = signIn({ address: { points: 1, ...minute } });
  const from = (subnet: number) => attempt(`2001:db8:1:${subnet}::1`);
  expect([await from(0), await attempt('2001:db8:1:0::2')]).toEqual(['refused', 'too_many']);
  const rest = await Promise.all(Array.from({ length: 10 }, (_, n) => from(n + 1)));
  expect(rest.filter((outcome) => outcome === 'too_many')).toHaveLength(1);
  expect(await attempt('2001:db8:2:0::1')).toBe('refused');
});

test('without anything said, the limits are the published ones', async () => {
  const passwords = new PasswordSignIn(db);
  const tries = Array.from({ length: signInLimits.personFromAddress.points + 1 }, () =>
    passwords.attempt('owner@example.com', 'a guess', '203.0.113.1'),
  );
  expect((await Promise.all(tries)).filter(({ outcome }) => outcome === 'refused')).toHaveLength(5);
});
