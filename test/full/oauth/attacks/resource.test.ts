/** Access tokens that must not be believed, and keys that come and go. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { AccessTokens } from '../../../../src/auth/access-tokens';
import { loadKeys, rotateSigningKey } from '../../../../src/store/oauth/keys';
import { KeyRing } from '../../../../src/interfaces/oauth/keys';
import { call, connect, member, refreshRequest, send, token, type Tokens } from '../../../oauth/support/flow';
import { decodeJwt, decodeProtectedHeader } from '../../../oauth/support/jwt';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../../oauth/support/server';

let server: TestServer;
let workspace: TestWorkspace;
let tokens: Tokens;
let privatePem: string;
let kid: string;
let claims: Record<string, unknown>;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  tokens = await connect(server, workspace);
  const key = (await loadKeys(server.db, Date.now())).find((row) => row.purpose === 'access_token');
  privatePem = key?.material ?? '';
  kid = key?.id ?? '';
  claims = decodeJwt(tokens.access);
});
afterAll(() => server.close());

/** The published keys. */
async function keysOf({ issuer }: TestServer): Promise<readonly object[]> {
  const keys = member((await send(`${issuer}/jwks`)).json, 'keys');
  return Array.isArray(keys) ? keys : [];
}

/**
 * A token with a good signature of our own key, and changes; `undefined` removes a member. Signed here and not by a library,
 * which would refuse or mend what the rows ask for.
 */
function signed(
  changes: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: string = privatePem,
): string {
  const body = `${encode({ alg: 'ES256', typ: 'at+jwt', kid, ...header })}.${encode({ ...claims, ...changes })}`;
  return `${body}.${sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const foreignPem = foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = () =>
  createPublicKey(createPrivateKey(privatePem)).export({ type: 'spki', format: 'pem' }).toString();
const header = (changes: object) => encode({ alg: 'ES256', typ: 'at+jwt', kid, ...changes });
/** HMAC over the token with the public key as its secret: what a verifier that trusts `alg` would accept. */
const hmac = (type: string) => () => {
  const body = `${header({ alg: type })}.${encode(claims)}`;
  return `${body}.${createHmac(type.replace('HS', 'sha'), publicPem()).update(body).digest('base64url')}`;
};
/** The same signature in its other form: (r, n - s). It verifies, so only the connection's id can be denied. */
const malleated = (text: string) => {
  const [head, body, signature = ''] = text.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const n = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const flipped = Buffer.from((n - s).toString(16).padStart(64, '0'), 'hex');
  return `${head}.${body}.${Buffer.concat([bytes.subarray(0, 32), flipped]).toString('base64url')}`;
};

const forged: readonly (readonly [name: string, make: () => string])[] = [
  ['none', () => ''],
  ['a word', () => 'token'],
  ['two parts', () => 'a.b'],
  ['four parts', () => `${signed()}.x`],
  ['5 KB', () => signed({ filler: 'a'.repeat(5000) })],
  ['alg none', () => `${header({ alg: 'none' })}.${encode(claims)}.`],
  ['alg none with a signature', () => `${header({ alg: 'none' })}.${encode(claims)}.${tokens.access.split('.')[2]}`],
  ['alg None in other letters', () => `${header({ alg: 'nOnE' })}.${encode(claims)}.AAAA`],
  ['HS256 with the public key', hmac('HS256')],
  ['HS512 with the public key', hmac('HS512')],
  ['signed by another key under our key id', () => signed({}, {}, foreignPem)],
  [
    'signed by another key that it carries',
    () => signed({}, { jwk: foreign.publicKey.export({ format: 'jwk' }) }, foreignPem),
  ],
  ['signed by us, carrying a key', () => signed({}, { jwk: foreign.publicKey.export({ format: 'jwk' }) })],
  ['a key address', () => signed({}, { jku: 'https://evil.example/jwks' })],
  ['a certificate address', () => signed({}, { x5u: 'https://evil.example/x' })],
  ['unknown key id', () => signed({}, { kid: randomUUID() })],
  ['key id that is a path', () => signed({}, { kid: '../../../../dev/null' })],
  ['key id with SQL', () => signed({}, { kid: "' UNION SELECT 'x" })],
  ['key id that is an object', () => signed({}, { kid: {} })],
  ['no key id', () => signed({}, { kid: undefined })],
  ['type JWT', () => signed({}, { typ: 'JWT' })],
  ['no type', () => signed({}, { typ: undefined })],
  ['type of sessions', () => signed({}, { typ: 'session+jwt' })],
  ['a critical extension', () => signed({}, { crit: ['x'], x: 1 })],
  ['an empty critical list', () => signed({}, { crit: [] })],
  ['unencoded payload extension', () => signed({}, { b64: false })],
  ['no expiry', () => signed({ exp: undefined })],
  ['expiry as text', () => signed({ exp: String(claims['exp']) })],
  ['expired', () => signed({ iat: now() - 900, exp: now() - 1 })],
  ['expiring now', () => signed({ iat: now() - 900, exp: now() })],
  ['living longer than a day', () => signed({ iat: now(), exp: now() + 86_401 })],
  ['issued in the future', () => signed({ iat: now() + 60, exp: now() + 600 })],
  ['no issue time', () => signed({ iat: undefined })],
  ['not valid yet', () => signed({ nbf: now() + 60 })],
  ['another audience', () => signed({ aud: 'https://other.example/mcp' })],
  ['our audience among others', () => signed({ aud: [server.resource, 'https://other.example/mcp'] })],
  ['no audience', () => signed({ aud: undefined })],
  ['audience with a slash', () => signed({ aud: `${server.resource}/` })],
  ['another issuer', () => signed({ iss: 'https://other.example' })],
  ['no issuer', () => signed({ iss: undefined })],
  ['no connection', () => signed({ gid: undefined })],
  ['a connection that is not', () => signed({ gid: randomUUID() })],
  ['a connection with SQL', () => signed({ gid: "' OR 1=1 --" })],
  ['no token id', () => signed({ jti: undefined })],
  ['another person', () => signed({ sub: randomUUID() })],
  ['another workspace', () => signed({ org: randomUUID() })],
  ['another client', () => signed({ client_id: randomUUID() })],
  ['an unknown scope', () => signed({ scope: 'admin:all' })],
  ['an unknown scope beside a known one', () => signed({ scope: 'workspace:read admin:all' })],
  ['no scope', () => signed({ scope: '' })],
  [
    'changed payload',
    () => {
      const [head, , signature] = tokens.access.split('.');
      return `${head}.${encode({ ...claims, scope: 'leads:read' })}.${signature}`;
    },
  ],
  ['no signature', () => `${tokens.access.split('.').slice(0, 2).join('.')}.`],
  [
    'signature of zeros',
    () => `${tokens.access.split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`,
  ],
  ['an app session token', () => workspace.people.OWNER.session],
  ['a refresh token', () => tokens.refresh],
];

describe('forged', () => {
  test('positive control: what the rows start from is believed', async () => {
    for (const good of [signed(), signed({ iat: now(), exp: now() + 600 }), signed({ nbf: now() - 60 })]) {
      expect((await call(server, good)).status).toBe(200);
    }
    // The rows with a scheme of their own sign and encode as the issuer does, too.
    expect(decodeJwt(signed())).toEqual(claims);
    expect(decodeProtectedHeader(signed())).toEqual(decodeProtectedHeader(tokens.access));
  });

  test.each(forged)('%s', async (_name, make) => {
    expect((await call(server, make())).status).toBe(401);
    // And the real one is untouched by the attempt.
    expect((await call(server, tokens.access)).status).toBe(200);
  });

  test('in the query', async () => {
    expect((await send(`${server.resource}?access_token=${tokens.access}`, { method: 'POST' })).status).toBe(401);
  });

  test('a revoked connection stays revoked under the other form of the signature', async () => {
    const victim = await connect(server, workspace);
    const twin = malleated(victim.access);
    expect((await call(server, twin)).status).toBe(200);
    await send(`${server.issuer}/revoke`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: victim.access }),
    });
    for (const text of [victim.access, twin]) expect((await call(server, text)).status).toBe(401);
  });
});

describe('keys', () => {
  test('rotation with overlap: published first, signing later, the old one verifies until its tokens are gone', async () => {
    const own = await startTestServer();
    try {
      const place = await addWorkspace(own);
      const before = await connect(own, place);
      const oldKid = decodeProtectedHeader(before.access)['kid'];
      const { newKeyId } = await rotateSigningKey(own.db, { now: own.now() });
      own.pass(15_000);
      const published = async () => (await keysOf(own)).map((key) => member(key, 'kid')).sort();
      expect(await published()).toEqual([oldKid, newKeyId].sort());
      const early = await token(own, refreshRequest(before));
      expect(decodeProtectedHeader(early.said('access_token'))['kid']).toBe(oldKid);
      own.pass(10 * 60_000);
      const late = await token(own, refreshRequest({ ...before, refresh: early.said('refresh_token') }));
      expect(decodeProtectedHeader(late.said('access_token'))['kid']).toBe(newKeyId);
      for (const access of [early.said('access_token'), late.said('access_token')]) {
        expect((await call(own, access)).status).toBe(200);
      }
      own.pass(31 * 60_000);
      expect(await published()).toEqual([newKeyId]);
    } finally {
      await own.close();
    }
  });

  test('immediate rotation: the old key verifies nothing any more, refresh tokens live on', async () => {
    const own = await startTestServer();
    try {
      const before = await connect(own, await addWorkspace(own));
      expect((await call(own, before.access)).status).toBe(200);
      await rotateSigningKey(own.db, { now: own.now(), immediately: true });
      own.pass(15_000);
      expect((await call(own, before.access)).status).toBe(401);
      const after = await token(own, refreshRequest(before));
      expect((await call(own, after.said('access_token'))).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test('a key ends at its moment, not when the set is read again', async () => {
    const own = await startTestServer();
    try {
      let time = own.now();
      const { newKeyId } = await rotateSigningKey(own.db, { now: time });
      // Its other clock stands still, so it is not read again.
      const ring = await KeyRing.open(
        own.db,
        () => time,
        () => 0,
      );
      const published = () => ring.jwks().keys.map((key) => member(key, 'kid'));
      expect(published()).toHaveLength(2);
      time += 24 * 3_600_000;
      expect(published()).toEqual([newKeyId]);
    } finally {
      await own.close();
    }
  });

  test('JWKS holds public members only', async () => {
    const { headers } = await send(`${server.issuer}/jwks`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await keysOf(server)).flatMap(Object.keys).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('processes that start at once agree on one key', async () => {
    const own = await startTestServer();
    try {
      await own.db.run('DELETE FROM oauth_keys');
      const rings = await Promise.all(Array.from({ length: 8 }, () => KeyRing.open(own.db)));
      expect(new Set(rings.map((ring) => JSON.stringify(ring.jwks()))).size).toBe(1);
      expect(new Set(rings.map((ring) => ring.refreshTokenMacKey().toString('hex'))).size).toBe(1);
    } finally {
      await own.close();
    }
  });
});

describe('the cost of a call', () => {
  test('a warm call asks the database nothing; a dead connection is asked for once in five seconds', async () => {
    let loads = 0;
    let time = Date.now();
    const verifier = new AccessTokens({
      addresses: server.oauth.mcp,
      keys: server.oauth.keys,
      clock: () => time,
      elapsed: () => time,
      load: () => {
        loads += 1;
        return Promise.resolve(null);
      },
    });
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(tokens.access)));
    expect(loads).toBe(1);
    time += 4_499;
    await verifier.verify(tokens.access);
    expect(loads).toBe(1);
    time += 1;
    await verifier.verify(tokens.access);
    expect(loads).toBe(2);
  });

  test('an end on this node is not undone by a read that was under way', async () => {
    let answer: () => void = () => undefined;
    const connection = {
      organizationId: String(claims['org']),
      clientId: String(claims['client_id']),
      userId: String(claims['sub']),
      clientName: 'x',
      userRole: 'OWNER' as const,
      connectedAt: 0,
      lastUsedAt: null,
      expiresAt: Number.MAX_SAFE_INTEGER,
    };
    const verifier = new AccessTokens({
      addresses: server.oauth.mcp,
      keys: server.oauth.keys,
      load: () => new Promise((resolve) => (answer = () => resolve(connection))),
    });
    const pending = verifier.verify(tokens.access);
    await new Promise(setImmediate);
    verifier.deny(String(claims['gid']));
    answer();
    expect(await pending).toBeNull();
    expect(await verifier.verify(tokens.access)).toBeNull();
  });
});
