import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import { SuppressionKey, normalForm, type MarkedIdentity } from './key';

const secret = 'a secret that only these tests know 0123456789';
const key = new SuppressionKey(secret);
const other = new SuppressionKey(`${secret}x`);
const ines: MarkedIdentity = { kind: 'slug', value: 'ines-haddad' };

/** Digests as stored in databases in use. A release that computed others could no longer recognise anybody. */
const stored = (organizationId: string, kind: string, form: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'leadlight', 'digests', 32)))
    .update(`${organizationId}\n${kind}\n${form}`)
    .digest('base64url');

test('a digest stays what it is in databases, of one workspace, kind and key', () => {
  expect(key.digest('w1', ines)).toBe(stored('w1', 'slug', 'ines-haddad'));
  expect(key.digest('w1', { kind: 'post', value: 'urn:li:activity:1' })).toBe(
    stored('w1', 'post', 'urn:li:activity:1'),
  );
  const all = [
    key.digest('w1', ines),
    key.digest('w2', ines),
    key.digest('w1', { ...ines, kind: 'member' }),
    key.digest('w1', { ...ines, kind: 'post' }),
    key.digest('w1', { ...ines, value: 'ines-haddad-2' }),
    other.digest('w1', ines),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test.each<readonly [MarkedIdentity['kind'], readonly string[]]>([
  ['slug', ['ines-haddad', 'Ines-Haddad', 'ines-haddad.', 'ines-haddad;x=1', 'ines%2Dhaddad']],
  ['member', ['ACoAAB12345678', 'acoaab12345678', 'ACwAAB12345678', 'ACoAAB12345678%2C']],
])('%s: one digest for all spellings', (kind, spellings) => {
  expect(new Set(spellings.map((value) => key.digest('w', { kind, value }))).size).toBe(1);
});

test('the urn of a post is taken as it is', () => {
  expect(normalForm({ kind: 'post', value: 'urn:li:activity:1;x' })).toBe('urn:li:activity:1;x');
});

test('looked for is today’s form, and that of releases before where it differs', () => {
  expect(key.digestsToLookFor('w', ines)).toEqual([key.digest('w', ines)]);
  expect(key.digestsToLookFor('w', { kind: 'post', value: 'urn:li:ugcPost:7' })).toEqual([
    key.digest('w', { kind: 'post', value: 'urn:li:ugcPost:7' }),
  ]);
  expect(key.digestsToLookFor('w', { kind: 'member', value: 'ACwAAB12345678' })).toEqual([
    stored('w', 'member', 'acoaab12345678'),
    stored('w', 'member', 'ACoAAB12345678'),
  ]);
  expect(key.digestsToLookFor('w', { kind: 'slug', value: 'Ines-Haddad.' })).toEqual([
    stored('w', 'slug', 'ines-haddad'),
    stored('w', 'slug', 'ines-haddad.'),
  ]);
  // An accent of its own is the same letter, as it was before.
  expect(key.digestsToLookFor('w', { kind: 'slug', value: 'Ame\u0301lie.' })).toEqual([
    stored('w', 'slug', 'am\u00e9lie'),
    stored('w', 'slug', 'am\u00e9lie.'),
  ]);
});

test('the fingerprint tells keys apart, and is not the key', () => {
  expect(key.fingerprint).toBe(new SuppressionKey(secret).fingerprint);
  expect(key.fingerprint).not.toBe(other.fingerprint);
  expect(key.fingerprint).toMatch(/^[\w-]{43}$/);
  expect(key.fingerprint).toBe(
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'leadlight', 'digests', 32)))
      .update('which key')
      .digest('base64url'),
  );
});

test('what is sealed is opened by the same key, by no other, and not when it was changed', () => {
  for (const text of ['', '[]', '[{"names":["Ines Haddad"]}]', 'x'.repeat(10_000)]) {
    const sealed = key.seal(text);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(sealed).not.toBe(key.seal(text));
    expect(new SuppressionKey(secret).open(sealed)).toBe(text);
    expect(() => other.open(sealed)).toThrow();
    expect(() => key.open(sealed.slice(0, -4))).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    expect(() => key.open(bytes.toString('base64url'))).toThrow();
  }
});

test('what a job of an earlier release sealed is opened', () => {
  const nonce = Buffer.alloc(12, 7);
  const derived = Buffer.from(hkdfSync('sha256', secret, 'leadlight', 'seals', 32));
  const cipher = createCipheriv('aes-256-gcm', derived, nonce);
  const body = Buffer.concat([cipher.update('[{"names":["Ines"]}]', 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  expect(key.open(sealed)).toBe('[{"names":["Ines"]}]');
});
