import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { openSessions } from './sessions';

const userId = randomUUID();
const secret = 'x'.repeat(40);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-sessions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a minted token is a session until it expires', async () => {
  let now = Date.now();
  const sessions = openSessions({ secret, dataDir: folder, clock: () => now });
  const token = sessions.mintSession(userId, 60);
  expect(await sessions.verifySession(token)).toEqual({ userId });
  now += 60_000;
  expect(await sessions.verifySession(token)).toBeNull();
  expect(await openSessions({ secret: 'y'.repeat(40), dataDir: folder }).verifySession(token)).toBeNull();
});

describe('without a secret', () => {
  test('one is generated once, readable by its owner only', async () => {
    const first = openSessions({ dataDir: folder });
    const second = openSessions({ dataDir: folder });
    expect(await second.verifySession(first.mintSession(userId, 60))).toEqual({ userId });
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'session-secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(43);
  });

  test('a file that holds no secret is refused rather than overwritten', () => {
    writeFileSync(join(folder, 'session-secret'), 'short');
    expect(() => openSessions({ dataDir: folder })).toThrow(/session-secret/);
    expect(readFileSync(join(folder, 'session-secret'), 'utf8')).toBe('short');
  });
});

describe('issued by another application', () => {
  let server: Server;
  let url: string;
  let fetches = 0;
  let published: object[];
  let now: number;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const next = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid });

  beforeEach(async () => {
    fetches = 0;
    now = Date.now();
    published = [jwk(ec.publicKey, 'ec'), jwk(rsa.publicKey, 'rsa')];
    server = createServer((_req, res) => {
      fetches += 1;
      res.end(JSON.stringify({ keys: published }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const open = () => openSessions({ jwksUrl: url, secret, dataDir: folder, clock: () => now });
  const sign = (key: KeyObject, header: jwt.JwtHeader, claims: object = {}) =>
    jwt.sign({ sub: userId, aud: 'leadlight:session', exp: Math.floor(now / 1000) + 600, ...claims }, key, { header });

  test('ES256 and RS256 are sessions; the keys are fetched once', async () => {
    const sessions = open();
    expect(await sessions.verifySession(sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).toEqual({ userId });
    expect(await sessions.verifySession(sign(rsa.privateKey, { alg: 'RS256', kid: 'rsa', typ: 'JWT' }))).toEqual({
      userId,
    });
    expect(fetches).toBe(1);
  });

  test('a new key is looked for, but not more often than every 15 seconds', async () => {
    const sessions = open();
    const token = sign(next.privateKey, { alg: 'ES256', kid: 'next' });
    for (let n = 0; n < 5; n += 1) expect(await sessions.verifySession(token)).toBeNull();
    expect(fetches).toBe(1);
    published.push(jwk(next.publicKey, 'next'));
    now += 16_000;
    expect(await sessions.verifySession(token)).toEqual({ userId });
    expect(fetches).toBe(2);
  });

  test('nothing else is', async () => {
    const sessions = open();
    const bad = [
      sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }, { aud: 'another' }),
      sign(ec.privateKey, { alg: 'ES256', kid: 'ec', typ: 'at+jwt' }),
      sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }, { exp: Math.floor(now / 1000) - 1 }),
      sign(next.privateKey, { alg: 'ES256', kid: 'ec' }),
      sign(rsa.privateKey, { alg: 'RS256', kid: 'ec' }),
      sign(rsa.privateKey, { alg: 'PS256', kid: 'rsa' }),
      openSessions({ secret, dataDir: folder }).mintSession(userId, 60),
    ];
    for (const token of bad) expect(await sessions.verifySession(token)).toBeNull();
    expect(() => sessions.mintSession(userId, 60)).toThrow(/SESSION_TOKEN_JWKS_URL/);
  });

  test('while the keys cannot be had nobody is let in', async () => {
    const sessions = openSessions({ jwksUrl: 'http://127.0.0.1:1/jwks', dataDir: folder });
    expect(await sessions.verifySession(sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }))).toBeNull();
  });
});
