/** Who is slowed down, from where, and who is not. */
import { scryptSync } from 'node:crypto';
import { isCurrentHash } from '../../../src/auth/passwords';
import { findUserByEmail, setPasswordHash } from '../../../src/store/access/members';
import { KnownDevices } from '../../../src/interfaces/web/known';
import { PasswordSignIn, signInLimits, type Origin, type SignInLimits } from '../../../src/interfaces/web/sign-in';
import type { Database } from '../../../src/database/database';
import { openTestDatabase } from '../../support/databases';
import { password, person } from '../../web/support/service';

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
  personFromCleanAddresses: { points: 1000, ...minute },
  device: { points: 1000, ...minute },
};
const key = Buffer.alloc(32, 1);
/** A lane in which nobody waits for long. */
const lane = { every: 50, waiting: 3, total: 10, patience: 400 };
/** As a process that was just started makes it. */
const start = (limits: Partial<SignInLimits> = {}) =>
  new PasswordSignIn(db, new KnownDevices(db, key), { ...wide, ...limits }, lane);
const signIn = (limits: Partial<SignInLimits>, passwords = start(limits)) => {
  return async (address: string, secret = 'a guess', email = 'owner@example.com') =>
    (await passwords.attempt(email, secret, { address })).outcome;
};

test('strangers who use up the tries of a person stop nobody, wherever the person is, and slow only new places down', async () => {
  const few = { points: 3, ...minute };
  const attempt = signIn({ person: few, personFromCleanAddresses: few });
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
  const guesses = await Promise.all([1, 2, 3, 4].map((host) => attempt(`198.51.100.${host}`)));
  expect(guesses).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(await attempt('198.51.100.5', password)).toBe('signed_in');
  expect(await attempt('203.0.113.1', password)).toBe('signed_in');
  expect(await attempt('203.0.113.1')).toBe('refused');
});

test('five wrong passwords from many networks, a restart in between: the known place, browser and a new place all sign in', async () => {
  const passwords = start();
  const first = await passwords.attempt('owner@example.com', password, { address: '203.0.113.7' });
  if (first.outcome !== 'signed_in') throw new Error(first.outcome);
  const restarted = start({ personFromAddress: { points: 5, ...minute }, person: { points: 20, ...minute } });
  const wrong = Array.from({ length: 20 }, (_, n) => ({ address: `198.51.100.${n % 4}` }));
  for (const origin of wrong) await restarted.attempt('owner@example.com', 'a guess', origin);
  const outcome = async (origin: Origin) => (await restarted.attempt('owner@example.com', password, origin)).outcome;
  expect(await outcome({ address: '203.0.113.7' })).toBe('signed_in');
  // The very network that attacks: the browser is known by its cookie.
  expect(await outcome({ address: '198.51.100.1', device: first.device })).toBe('signed_in');
  expect(await outcome({ address: '198.51.100.1' })).toBe('too_many');
  expect(await outcome({ address: '192.0.2.1' })).toBe('signed_in');
});

test('the mark of a browser is good for its person alone, and a stolen one buys few tries', async () => {
  const limits = { personFromAddress: { points: 1, ...minute }, device: { points: 2, ...minute } };
  const passwords = start(limits);
  const first = await passwords.attempt('owner@example.com', password, { address: '203.0.113.8' });
  const device = first.outcome === 'signed_in' ? first.device : '';
  const outcome = async (email: string, secret: string, mark = device) =>
    (await passwords.attempt(email, secret, { address: '192.0.2.66', device: mark })).outcome;
  expect([await outcome('owner@example.com', 'a'), await outcome('owner@example.com', 'b')]).toEqual([
    'refused',
    'refused',
  ]);
  // Its own tries are used up: what is left is what everybody has.
  expect([await outcome('owner@example.com', 'c'), await outcome('owner@example.com', 'd')]).toEqual([
    'refused',
    'too_many',
  ]);
  expect(await outcome('other@example.com', 'a', `${device.slice(0, -1)}x`)).toBe('refused');
  expect(await outcome('other@example.com', 'a')).toBe('too_many');
});

test('one address for everybody: who used up its tries stops neither a known browser nor who signed in there before', async () => {
  const limits = { address: { points: 5, ...minute } };
  const passwords = start(limits);
  await person({ db }, 'colleague@example.com', { Acme: 'MEMBER' });
  const attempt = signIn(limits, passwords);
  const first = await passwords.attempt('owner@example.com', password, { address: '203.0.113.50' });
  const device = first.outcome === 'signed_in' ? first.device : '';
  expect(await attempt('172.18.0.1', password, 'colleague@example.com')).toBe('signed_in');
  for (let n = 0; n < 6; n += 1) await attempt('172.18.0.1', 'a guess', `somebody${n}@example.com`);
  expect(await attempt('172.18.0.1', 'a guess', 'somebody@example.com')).toBe('too_many');
  const known = await passwords.attempt('owner@example.com', password, { address: '172.18.0.1', device });
  expect(known.outcome).toBe('signed_in');
  expect(await attempt('172.18.0.1', password, 'colleague@example.com')).toBe('signed_in');
});

test('many more wrong passwords at the same moment than may wait: a known browser and a clean address sign in', async () => {
  const passwords = start();
  const first = await passwords.attempt('owner@example.com', password, { address: '192.0.2.200' });
  const device = first.outcome === 'signed_in' ? first.device : '';
  // Each address has failed once before, as all have after a while.
  const addresses = Array.from({ length: 40 }, (_, n) => `198.51.100.${n}`);
  const guess = (address: string, n: number) =>
    passwords.attempt(n % 2 ? 'owner@example.com' : `victim${n}@example.com`, 'a guess', { address });
  await Promise.all(addresses.map(guess));
  const wrong = [0, 1, 2, 3, 4].flatMap(() => addresses.map(guess));
  const right = [
    passwords.attempt('owner@example.com', password, { address: '198.51.100.1', device }),
    passwords.attempt('owner@example.com', password, { address: '192.0.2.201' }),
  ];
  wrong.push(...addresses.map(guess));
  expect((await Promise.all(right)).map(({ outcome }) => outcome)).toEqual(['signed_in', 'signed_in']);
  const outcomes = (await Promise.all(wrong)).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['refused', 'too_many']));
});

test('a hash of an earlier release is replaced by a sign-in and by nothing else', async () => {
  const salt = Buffer.alloc(16, 7);
  const old = `scrypt$10$8$1$${salt.toString('base64url')}$${scryptSync('an older password', salt, 32, { N: 2 ** 10, r: 8, p: 1 }).toString('base64url')}`;
  await person({ db }, 'longtime@example.com', { Acme: 'MEMBER' });
  const user = await findUserByEmail(db, 'longtime@example.com');
  await setPasswordHash(db, user?.id ?? '', old);
  const attempt = signIn({});
  const hash = async () => (await findUserByEmail(db, 'longtime@example.com'))?.password_hash ?? '';
  expect(await attempt('203.0.113.9', 'a guess', 'longtime@example.com')).toBe('refused');
  expect(await hash()).toBe(old);
  expect(await attempt('203.0.113.9', 'an older password', 'longtime@example.com')).toBe('signed_in');
  expect(isCurrentHash(await hash())).toBe(true);
  expect(await attempt('203.0.113.9', 'an older password', 'longtime@example.com')).toBe('signed_in');
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
  await attempt('192.0.2.77', 'a guess', 'a@example.com');
  await attempt('192.0.2.77', 'a guess', 'b@example.com');
  expect(await attempt('192.0.2.77')).toBe('too_many');
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
  const passwords = new PasswordSignIn(db, new KnownDevices(db, key));
  const tries = Array.from({ length: signInLimits.personFromAddress.points + 1 }, () =>
    passwords.attempt('nobody@example.com', 'a guess', { address: '203.0.113.1' }),
  );
  expect((await Promise.all(tries)).filter(({ outcome }) => outcome === 'refused')).toHaveLength(5);
});
