/** Session tokens that an application of the operator's own signs, and the keys by which they are checked. */
import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { SessionKeysUnavailable } from './session-keys';
import { openSessions, type Sessions } from './sessions';

const userId = randomUUID();
const secret = 'x'.repeat(40);
let folder: string;
/** Whom the token names; null when it is none. */
const subjectOf = async (sessions: Sessions, token: string) => {
  const checked = await sessions.check(token);
  return 'claims' in checked ? checked.claims.subject : null;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-sessions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let server: Server;
let url: string;
let fetches = 0;
let cacheControl: string | undefined;
let published: object[];
let now: number;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const next = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid });

beforeEach(async () => {
  fetches = 0;
  cacheControl = undefined;
  now = Date.now();
  published = [jwk(ec.publicKey, 'ec'), jwk(rsa.publicKey, 'rsa')];
  server = createServer((_req, res) => {
    fetches += 1;
    if (cacheControl !== undefined) res.setHeader('Cache-Control', cacheControl);
    res.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const open = () => openSessions({ jwksUrl: url, secret, dataDir: folder, clock: () => now, elapsed: () => now });
const sign = (key: KeyObject, header: jwt.JwtHeader, claims: object = {}) =>
  jwt.sign({ sub: userId, aud: 'leadlight:session', exp: Math.floor(now / 1000) + 600, ...claims }, key, { header });

test('ES256 and RS256 are sessions; the keys are fetched once', async () => {
  const sessions = open();
  expect(await subjectOf(sessions, sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).toBe(userId);
  expect(await subjectOf(sessions, sign(rsa.privateKey, { alg: 'RS256', kid: 'rsa', typ: 'JWT' }))).toBe(userId);
  expect(fetches).toBe(1);
});

test('a new key is looked for, but not more often than every two seconds', async () => {
  const sessions = open();
  const token = sign(next.privateKey, { alg: 'ES256', kid: 'next' });
  for (let n = 0; n < 5; n += 1) expect(await subjectOf(sessions, token)).toBeNull();
  expect(fetches).toBe(1);
  published.push(jwk(next.publicKey, 'next'));
  now += 2_000;
  expect(await subjectOf(sessions, token)).toBe(userId);
  expect(fetches).toBe(2);
});

test('nothing else is', async () => {
  const sessions = open();
  const bad = [
    sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }, { aud: 'another' }),
    sign(ec.privateKey, { alg: 'ES256', kid: 'ec', typ: 'at+jwt' }),
    sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }, { exp: Math.floor(now / 1000) - 61 }),
    sign(next.privateKey, { alg: 'ES256', kid: 'ec' }),
    sign(rsa.privateKey, { alg: 'RS256', kid: 'ec' }),
    sign(rsa.privateKey, { alg: 'PS256', kid: 'rsa' }),
    openSessions({ secret, dataDir: folder }).mintSession(userId, 60),
  ];
  for (const token of bad) expect(await subjectOf(sessions, token)).toBeNull();
  expect(() => sessions.mintSession(userId, 60)).toThrow(/SESSION_TOKEN_JWKS_URL/);
});

test.each<readonly [string | undefined, boolean]>([
  [undefined, true],
  ['JWT', true],
  ['jwt', true],
  ['session+jwt', true],
  ['application/session+jwt', true],
  ['at+jwt', false],
  ['AT+JWT', false],
  ['application/at+jwt', false],
  ['Application/AT+jwt', false],
  ['logout+jwt', false],
  ['dpop+jwt', false],
  ['', false],
])('a token of the type %s: %s', async (typ, good) => {
  const header = { alg: 'ES256', kid: 'ec', typ };
  const checked = await open().check(sign(ec.privateKey, header));
  if (good) expect(checked).toHaveProperty('claims.subject', userId);
  else expect(checked).toMatchObject({ problem: { claim: 'typ', message: expect.stringMatching(/session\+jwt/) } });
});

test.each<readonly [string, unknown]>([
  ['none', undefined],
  ['one as OpenID providers make it', '08a5019c-17e1-4977-8f42-65a12843ea02'],
  ['a long one', 'x'.repeat(500)],
  ['a number', 7],
  ['an object', { of: 'the application' }],
  ['null', null],
])('a `sid` of the application says nothing here: %s', async (_name, sid) => {
  const token = sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }, { sid });
  expect(await open().check(token)).toMatchObject({ claims: { subject: userId, sessionId: undefined } });
});

test('a weak key signs nothing, and the answer says why; the others of the set do', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const off = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  published = [jwk(ec.publicKey, 'ec'), jwk(weak.publicKey, 'weak'), jwk(off.publicKey, 'off')];
  const sessions = open();
  const body = { sub: userId, aud: 'leadlight:session', exp: Math.floor(now / 1000) + 600 };
  const header = { alg: 'RS256', kid: 'weak' };
  const signed = jwt.sign(body, weak.privateKey, { header, allowInsecureKeySizes: true });
  expect(await sessions.check(sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).toHaveProperty('claims');
  expect(await sessions.check(signed)).toEqual({
    problem: { claim: 'kid', message: 'names a key that has 1024 bits; RSA keys have 2048 or more' },
  });
  // With a header of ES256 the set is asked before the signature.
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = `${part({ alg: 'ES256', kid: 'off' })}.${part(body)}.AA`;
  expect(await sessions.check(forged)).toMatchObject({
    problem: { claim: 'kid', message: expect.stringMatching(/another curve than P-256/) },
  });
});

test('while the keys cannot be had nobody is let in', async () => {
  const sessions = openSessions({ jwksUrl: 'http://127.0.0.1:1/jwks', dataDir: folder });
  await expect(sessions.check(sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).rejects.toBeInstanceOf(
    SessionKeysUnavailable,
  );
});

test.each<readonly [reason: string, answer: (res: ServerResponse) => void]>([
  ['it answers 404', (res) => res.writeHead(404).end()],
  ['it cannot be reached, or it redirects', (res) => res.writeHead(302, { Location: '/elsewhere' }).end()],
  ['its answer is refused: the connection broke', (res) => res.destroy()],
  ['its answer is larger than 256 KB', (res) => res.end(JSON.stringify({ keys: [], more: 'x'.repeat(262_144) }))],
  ['its answer is not a JWK set', (res) => res.end('{"keys":7}')],
  ['its answer is not a JWK set', (res) => res.end('<html>')],
  ['it holds no P-256 or RSA signature key', (res) => res.end('{"keys":[]}')],
])('nobody is let in while the keys cannot be had, and why is told: %s', async (reason, answer) => {
  server.removeAllListeners('request').on('request', (_req, res: ServerResponse) => answer(res));
  const warnings: string[] = [];
  const sessions = openSessions({
    jwksUrl: url,
    dataDir: folder,
    clock: () => now,
    elapsed: () => now,
    onKeysFailure: (why) => warnings.push(why),
  });
  await expect(sessions.check(sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).rejects.toMatchObject({
    retryAfter: 5,
  });
  expect(warnings).toEqual([reason]);
});

test('a failure is told once, and the keys are asked for again after five seconds', async () => {
  const warnings: string[] = [];
  let down = true;
  server.removeAllListeners('request').on('request', (_req, res) => {
    fetches += 1;
    res.statusCode = down ? 500 : 200;
    res.end(JSON.stringify({ keys: published }));
  });
  const sessions = openSessions({
    jwksUrl: url,
    dataDir: folder,
    clock: () => now,
    elapsed: () => now,
    onKeysFailure: (reason) => warnings.push(reason),
  });
  const token = sign(ec.privateKey, { alg: 'ES256', kid: 'ec' });
  for (let n = 0; n < 3; n += 1) await expect(sessions.check(token)).rejects.toThrow(SessionKeysUnavailable);
  now += 5_000;
  await expect(sessions.check(token)).rejects.toThrow(SessionKeysUnavailable);
  expect([fetches, warnings]).toEqual([2, ['it answers 500']]);
  down = false;
  now += 5_000;
  expect(await subjectOf(sessions, token)).toBe(userId);
});

test('a key that is removed ends within a minute, and sooner where the set says so', async () => {
  const sessions = open();
  const token = sign(ec.privateKey, { alg: 'ES256', kid: 'ec' });
  expect(await subjectOf(sessions, token)).toBe(userId);
  published = [jwk(next.publicKey, 'next')];
  now += 59_000;
  expect(await subjectOf(sessions, token)).toBe(userId);
  now += 1_000;
  expect(await subjectOf(sessions, token)).toBeNull();
  cacheControl = 'public, max-age=10';
  published.push(jwk(ec.publicKey, 'ec'));
  now += 2_000;
  expect(await subjectOf(sessions, token)).toBe(userId);
  published.pop();
  now += 10_000;
  expect(await subjectOf(sessions, token)).toBeNull();
});

test('a set that may not be kept is kept for five seconds all the same', async () => {
  cacheControl = 'no-store, max-age=0';
  const sessions = open();
  const token = sign(ec.privateKey, { alg: 'ES256', kid: 'ec' });
  expect(await subjectOf(sessions, token)).toBe(userId);
  now += 4_999;
  expect([await subjectOf(sessions, token), fetches]).toEqual([userId, 1]);
  now += 1;
  expect([await subjectOf(sessions, token), fetches]).toEqual([userId, 2]);
  // Nor is one kept for longer than a minute, whatever it says.
  cacheControl = 'max-age=86400';
  now += 5_000;
  expect([await subjectOf(sessions, token), fetches]).toEqual([userId, 3]);
  now += 59_999;
  expect([await subjectOf(sessions, token), fetches]).toEqual([userId, 3]);
  now += 1;
  expect([await subjectOf(sessions, token), fetches]).toEqual([userId, 4]);
});

test('what is wrong with the header is said', async () => {
  expect(await open().check(sign(ec.privateKey, { alg: 'ES256', kid: 'ec', typ: 'at+jwt' }))).toEqual({
    problem: {
      claim: 'typ',
      message: 'must be left out or be one of jwt, session+jwt; a token of another kind is not a session',
    },
  });
  expect(await open().check(sign(rsa.privateKey, { alg: 'PS256', kid: 'rsa' }))).toEqual({
    problem: { claim: 'alg', message: 'must be ES256 or RS256' },
  });
  expect(await open().check(sign(rsa.privateKey, { alg: 'RS256', kid: 'ec' }))).toEqual({
    problem: { claim: 'kid', message: 'names no RS256 key of the set at SESSION_TOKEN_JWKS_URL' },
  });
});

test('a token without a key id is that of the only key of its kind', async () => {
  const token = sign(ec.privateKey, { alg: 'ES256' });
  expect(await subjectOf(open(), token)).toBe(userId);
  published.push(jwk(next.publicKey, 'next'));
  expect(await open().check(token)).toMatchObject({ problem: { claim: 'kid' } });
});

test('several rotations within a minute are followed', async () => {
  const sessions = open();
  for (let n = 0; n < 10; n += 1) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    published = [jwk(pair.publicKey, `key-${n}`)];
    expect(await subjectOf(sessions, sign(pair.privateKey, { alg: 'ES256', kid: `key-${n}` }))).toBe(userId);
    now += 3_000;
  }
});

test.each([
  ['aud', { aud: 'another' }],
  ['exp', { exp: 1 }],
  ['exp', { exp: 9e9 }],
  ['nbf', { nbf: 9e9 }],
  ['iat', { iat: 9e9 }],
  ['iss', { iss: 'https://another.example' }],
  ['sub', { sub: '' }],
])('what is wrong with %s is said', async (claim, claims) => {
  const sessions = openSessions({
    jwksUrl: url,
    dataDir: folder,
    issuer: 'https://app.example',
    clock: () => now,
  });
  const key = { alg: 'ES256', kid: 'ec' };
  const good = { iss: 'https://app.example' };
  expect(await sessions.check(sign(ec.privateKey, key, good))).toHaveProperty('claims.subject', userId);
  expect(await sessions.check(sign(ec.privateKey, key, { ...good, ...claims }))).toHaveProperty('problem.claim', claim);
  const withinLeeway = { exp: Math.floor(now / 1000) - 50, iat: Math.floor(now / 1000) + 50 };
  expect(await sessions.check(sign(ec.privateKey, key, { ...good, ...withinLeeway }))).toHaveProperty('claims');
  expect(await sessions.check(sign(ec.privateKey, { ...key, kid: 'gone' }, good))).toHaveProperty(
    'problem.claim',
    'kid',
  );
});
