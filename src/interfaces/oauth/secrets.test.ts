import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { readRefreshToken, newRefreshToken, openSuccessor, sealSuccessor } from './secrets';

const key = randomBytes(32);
const at = Date.UTC(2026, 10, 1);
const make = (id: string, generation = 1) => newRefreshToken(id, generation, at, key);

test('a refresh token names its connection, its generation and when it was issued, under its key only', () => {
  const id = randomUUID();
  const token = make(id, 70_000);
  expect(readRefreshToken(token, key)).toEqual({ grantId: id, generation: 70_000, issuedAt: at });
  expect(readRefreshToken(token, randomBytes(32))).toBeUndefined();
  expect(make(id)).not.toBe(token);
});

test('a token of the first release is read: a connection and nothing else', () => {
  const [id, macKey] = ['0190a8c2-3a55-7c1e-9d52-000000000001', Buffer.alloc(32, 7)];
  const body = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.alloc(32, 9)]);
  const mac = createHmac('sha256', macKey).update(body).digest().subarray(0, 16);
  const token = `llr_${Buffer.concat([body, mac]).toString('base64url')}`;
  expect(readRefreshToken(token, macKey)).toEqual({ grantId: id, generation: undefined, issuedAt: undefined });
});

test('no other text is a refresh token', () => {
  const token = make(randomUUID());
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 2 }), (at, put) => {
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      if (changed !== token) expect(readRefreshToken(changed, key)).toBeUndefined();
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
    expect(readRefreshToken(text, key)).toBeUndefined();
  }
});

test('a successor opens with the token it was sealed for, and with nothing else', () => {
  const id = randomUUID();
  const [token, other, successor] = [make(id), make(id), make(id)];
  const sealed = sealSuccessor(successor, token, id);
  expect(openSuccessor(sealed, token, id)).toBe(successor);
  expect(sealed).not.toContain(successor.slice(4, 40));
  expect(() => openSuccessor(sealed, other, id)).toThrow();
  expect(() => openSuccessor(sealed, token, randomUUID())).toThrow();
  expect(() => openSuccessor(`${sealed.slice(0, -2)}AA`, token, id)).toThrow();
});
