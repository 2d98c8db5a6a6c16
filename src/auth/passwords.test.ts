import * as argon2 from '@node-rs/argon2';
import { hashPassword, isCurrentHash, verifyPassword } from './passwords';

// The real package, with its work counted.
jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, hash: jest.fn(real.hash), verify: jest.fn(real.verify) };
});

const work = () => jest.mocked(argon2.hash).mock.calls.length + jest.mocked(argon2.verify).mock.calls.length;
let stored: string;
beforeAll(async () => (stored = await hashPassword('a good password')));
beforeEach(() => void jest.clearAllMocks());

test('a hash is checked by its own password alone, however its characters are composed', async () => {
  expect(isCurrentHash(stored)).toBe(true);
  expect(await verifyPassword('a good password', stored)).toBe(true);
  expect(await verifyPassword('a good Password', stored)).toBe(false);
  const composed = await hashPassword('caf\u00e9 de nuit');
  expect(await verifyPassword('cafe\u0301 de nuit', composed)).toBe(true);
});

test.each([
  ['a wrong password', () => stored],
  ['an unknown person', () => undefined],
  ['a person without a password', () => null],
  ['a hash that cannot be read', () => 'nonsense'],
  ['a hash of gigabytes', () => stored.replace('m=19456', 'm=2097152')],
  ['a hash of hours', () => stored.replace('t=2', 't=4000000')],
  ['a hash of many lanes', () => stored.replace('p=1', 'p=255')],
  ['an old hash of gigabytes', () => 'scrypt$24$8$3$c2FsdA$a2V5'],
  ['an old hash of many passes', () => 'scrypt$15$8$3000000$c2FsdA$a2V5'],
])('one derivation for %s: the time of an answer does not tell them apart', async (_name, of) => {
  expect(await verifyPassword('a guess at it', of())).toBe(false);
  expect(work()).toBe(1);
});
