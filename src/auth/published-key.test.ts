import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readPublishedKey } from './published-key';

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const rsa = (modulusLength: number, publicExponent = 0x10001) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent });
const jwk = (key: KeyObject, more: object = {}): Record<string, unknown> => ({
  ...key.export({ format: 'jwk' }),
  kid: 'k',
  ...more,
});
const p256 = ec('P-256');
const strong = rsa(2048);

test.each<readonly [string, object, 'ES256' | 'RS256']>([
  ['P-256', jwk(p256.publicKey), 'ES256'],
  ['P-256 that says what it is for', jwk(p256.publicKey, { use: 'sig', alg: 'ES256', key_ops: ['verify'] }), 'ES256'],
  ['RSA of 2048 bits', jwk(strong.publicKey), 'RS256'],
  ['RSA with the exponent 3', jwk(rsa(2048, 3).publicKey), 'RS256'],
])('%s is used', (_name, key, alg) => {
  expect(readPublishedKey({ ...key })).toMatchObject({ kid: 'k', alg });
});

test.each<readonly [string, object, RegExp]>([
  ['RSA of 1024 bits', jwk(rsa(1024).publicKey), /1024 bits; RSA keys have 2048 or more/],
  ['RSA of 2040 bits', jwk(rsa(2040).publicKey), /2040 bits/],
  [
    'RSA that is slow to check',
    { kty: 'RSA', kid: 'k', n: Buffer.alloc(2048, 0xff).toString('base64url'), e: 'AQAB' },
    /16384 bits/,
  ],
  ['RSA with the exponent 1', jwk(strong.publicKey, { e: 'AQ' }), /exponent below 3/],
  ['RSA for PS256', jwk(strong.publicKey, { alg: 'PS256' }), /not for RS256/],
  ['secp256k1', jwk(ec('secp256k1').publicKey), /another curve/],
  ['P-224 by name', { kty: 'EC', crv: 'P-224', x: 'AA', y: 'AA', kid: 'k' }, /another curve/],
  ['P-384', jwk(ec('P-384').publicKey), /another curve/],
  ['a point that is not on the curve', jwk(p256.publicKey, { y: 'AA' }), /malformed/],
  ['a private key', jwk(p256.privateKey), /private part/],
  ['a private RSA key', jwk(strong.privateKey), /private part/],
])('%s is refused, with the reason', (_name, key, reason) => {
  expect(readPublishedKey({ ...key })).toEqual({ kid: 'k', refused: expect.stringMatching(reason) });
});

test.each<readonly [string, object]>([
  ['a key for encryption', jwk(p256.publicKey, { use: 'enc' })],
  ['a key that verifies nothing', jwk(p256.publicKey, { key_ops: ['deriveKey'] })],
  ['a secret', { kty: 'oct', k: 'AA' }],
  ['an Edwards curve', jwk(generateKeyPairSync('ed25519').publicKey)],
])('%s is not looked at', (_name, key) => {
  expect(readPublishedKey({ ...key })).toBeUndefined();
});
