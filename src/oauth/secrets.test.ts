import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { grantOfRefreshToken, newRefreshToken, openSuccessor, sealSuccessor } from './secrets';

const key = randomBytes(32);

test('a refresh token names its connection, under its key only', () => {
  const id = randomUUID();
  const token = newRefreshToken(id, key);
  expect(grantOfRefreshToken(token, key)).toBe(id);
  expect(grantOfRefreshToken(token, randomBytes(32))).toBeUndefined();
  expect(newRefreshToken(id, key)).not.toBe(token);
});

test('no other text is a refresh token', () => {
  const token = newRefreshToken(randomUUID(), key);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 2 }), (at, put) => {
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      if (changed !== token) expect(grantOfRefreshToken(changed, key)).toBeUndefined();
    }),
  );
  for (const text of [
    '',
    'llr_',
    token.toUpperCase(),
    ` ${token}`,
    `${token}\n`,
    `${token}=`,
    token.replace('llr_', ''),
  ]) {
    expect(grantOfRefreshToken(text, key)).toBeUndefined();
  }
});

test('a successor opens with the token it was sealed for, and with nothing else', () => {
  const id = randomUUID();
  const [token, other, successor] = [newRefreshToken(id, key), newRefreshToken(id, key), newRefreshToken(id, key)];
  const sealed = sealSuccessor(successor, token, id);
  expect(openSuccessor(sealed, token, id)).toBe(successor);
  expect(sealed).not.toContain(successor.slice(4, 40));
  expect(() => openSuccessor(sealed, other, id)).toThrow();
  expect(() => openSuccessor(sealed, token, randomUUID())).toThrow();
  expect(() => openSuccessor(`${sealed.slice(0, -2)}AA`, token, id)).toThrow();
});
