/** Which access tokens are good: one claim, one header member, one fact of its connection wrong at a time, each limit from both sides. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AccessTokens, type LiveConnection } from './access-tokens';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const start = Date.UTC(2026, 10, 20);
const seconds = start / 1000;
let now: number;
let elapsed: number;
let loads: number;
let connection: LiveConnection | null;
let uses: [string, number][];
let retired: boolean;
let tokens: AccessTokens;

const live: LiveConnection = {
  organizationId: 'org',
  clientId: 'client',
  userId: 'user',
  clientName: 'Assistant',
  userRole: 'OWNER',
  connectedAt: 1,
  lastUsedAt: 2,
  expiresAt: start + 86_400_000,
};
beforeEach(() => {
  [now, elapsed, loads, connection, uses, retired] = [start, 0, 0, live, [], false];
  tokens = new AccessTokens({
    addresses: { isIssuer: (issuer) => issuer === 'issuer', isAudience: (audience) => audience === 'audience' },
    keys: { find: (kid) => (kid === 'k1' && !retired ? pair.publicKey : undefined), refresh: () => Promise.resolve() },
    load: () => {
      loads += 1;
      return Promise.resolve(connection);
    },
    recordUse: (grantId, at) => uses.push([grantId, at]),
    clock: () => now,
    elapsed: () => elapsed,
  });
});
const pass = (ms: number) => {
  now += ms;
  elapsed += ms;
};

const claims = {
  ...{ iss: 'issuer', aud: 'audience', sub: 'user', org: 'org', client_id: 'client', scope: 'leads:read agent:read' },
  ...{ gid: 'grant', jti: 'j', iat: seconds, exp: seconds + 900 },
};
const sign = (changes: object = {}, header: object = {}, key = pair.privateKey) =>
  jwt.sign({ ...claims, jti: randomUUID(), ...changes }, key, {
    algorithm: 'ES256',
    header: { alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...header },
  });
const good = async (token: string) => (await tokens.verify(token)) !== null;

test('control: says whose it is, and is noted as used', async () => {
  expect(await tokens.verify(sign())).toEqual({
    ...{ connectionId: 'grant', organizationId: 'org', clientId: 'client', clientName: 'Assistant', userId: 'user' },
    ...{ userRole: 'OWNER', withinReach: undefined, scopes: ['leads:read', 'agent:read'] },
    ...{ tokenExpiresAt: start + 900_000, connectedAt: 1, lastUsedAt: 2 },
  });
  expect(uses).toEqual([['grant', start]]);
  pass(1_000);
  expect(await tokens.verify(sign())).toMatchObject({ lastUsedAt: start });
  expect(await tokens.identify(sign())).toEqual({ grantId: 'grant', clientId: 'client' });
});

test.each<readonly [string, object]>([
  ['another issuer', { iss: 'x' }],
  ['another audience', { aud: 'x' }],
  ['several audiences', { aud: ['audience'] }],
  ['nobody', { sub: '' }],
  ['no workspace', { org: '' }],
  ['no client', { client_id: '' }],
  ['no scope', { scope: '' }],
  ['an unknown scope', { scope: 'leads:read all' }],
  ['no connection', { gid: '' }],
  ['half a second', { exp: seconds + 0.5 }],
  ['issued in six seconds', { iat: seconds + 6, exp: seconds + 60 }],
  ['good in six seconds', { nbf: seconds + 6 }],
  ['a life of a second more than a day', { exp: seconds + 86_401 }],
  ['over before it began', { exp: seconds }],
  ['over', { iat: seconds - 100, exp: seconds }],
  // Of the connection, which says otherwise.
  ['another workspace than its connection', { org: 'other' }],
  ['another person than its connection', { sub: 'other' }],
  ['another client than its connection', { client_id: 'other' }],
])('refused: %s', async (_name, changes) => {
  expect(await good(sign(changes))).toBe(false);
});

test('clocks differ by five seconds at most', async () => {
  expect(await good(sign({ iat: seconds + 5, nbf: seconds + 5, exp: seconds + 905 }))).toBe(true);
});

test.each<readonly [string, () => string]>([
  [
    'another algorithm',
    () => jwt.sign({ ...claims }, 'x'.repeat(32), { header: { alg: 'HS256', typ: 'at+jwt', kid: 'k1' } }),
  ],
  ['another type', () => sign({}, { typ: 'JWT' })],
  ['an unknown key', () => sign({}, { kid: 'k2' })],
  ['a member more in its header', () => sign({}, { crit: ['x'] })],
  ['a key of somebody else', () => sign({}, {}, stranger.privateKey)],
  ['a part more', () => `${sign()}.x`],
  ['a part less', () => sign().split('.').slice(0, 2).join('.')],
  ['characters around it', () => ` ${sign()}`],
  ['characters in it', () => sign().replace('.', '!.')],
  ['more than four kilobytes', () => sign({ more: 'x'.repeat(4_000) })],
  ['nothing', () => ''],
])('refused: %s', async (_name, make) => {
  expect(await good(make())).toBe(false);
  expect(await tokens.identify(make())).toBeNull();
  expect(loads).toBe(0);
});

test('it ends to the millisecond, also when the clock is set back, and so does its connection', async () => {
  const token = sign();
  pass(899_999);
  expect(await good(token)).toBe(true);
  pass(1);
  expect([await good(token), await tokens.identify(token)]).toEqual([false, null]);
  now = start;
  expect(await good(token)).toBe(false);
  connection = { ...live, expiresAt: now + 6_000 };
  const other = sign({ iat: now / 1000, exp: now / 1000 + 900 });
  pass(5_000);
  expect(await good(other)).toBe(true);
  pass(1_000);
  expect(await good(other)).toBe(false);
});

test('a name of one letter is a name', async () => {
  connection = { ...live, organizationId: 'o', userId: 'u', clientId: 'c' };
  const letters = { sub: 'u', org: 'o', client_id: 'c', gid: 'g', jti: 'j' };
  expect(await tokens.verify(sign(letters))).toMatchObject({ connectionId: 'g', userId: 'u', clientId: 'c' });
  expect(await good(sign({ ...letters, jti: '' }))).toBe(false);
});

test('it ends to the millisecond where the clock alone went on, as that of a machine that slept', async () => {
  const token = sign();
  expect(await good(token)).toBe(true);
  now = start + 899_999;
  expect(await good(token)).toBe(true);
  now = start + 900_000;
  expect([await good(token), await tokens.identify(token)]).toEqual([false, null]);
});

test('a connection is believed for five seconds; one that ended here is refused at once and for good', async () => {
  const token = sign();
  await Promise.all(Array.from({ length: 20 }, () => good(token)));
  pass(4_499);
  expect([await good(token), loads]).toEqual([true, 1]);
  pass(1);
  expect([await good(token), loads]).toEqual([true, 2]);
  connection = null;
  expect(await good(token)).toBe(true);
  pass(5_000);
  expect([await good(token), loads]).toEqual([false, 3]);
  expect([await good(token), loads]).toEqual([false, 3]);
  connection = live;
  pass(5_000);
  expect(await good(token)).toBe(true);
  tokens.deny('grant');
  expect(await good(token)).toBe(false);
  pass(5_000);
  expect([await good(token), await tokens.identify(token)]).toEqual([false, { grantId: 'grant', clientId: 'client' }]);
});

test('a key that is retired takes its tokens along', async () => {
  const token = sign();
  expect(await good(token)).toBe(true);
  retired = true;
  expect(await good(token)).toBe(false);
});

test('each token that is not known to be authentic is a try; one whose signature is good is none', async () => {
  const counted = { tries: 0, back: 0 };
  const ask = (token: string) =>
    tokens.verify(token, () => {
      counted.tries += 1;
      return Promise.resolve(() => void (counted.back += 1));
    });
  const token = sign();
  for (let n = 0; n < 3; n += 1) await ask(token);
  expect(counted).toEqual({ tries: 1, back: 1 });
  const forged = sign({}, {}, stranger.privateKey);
  for (const wrong of [forged, forged, 'x', 'x'.repeat(5_000), sign({ iss: 'x' })]) expect(await ask(wrong)).toBeNull();
  expect(counted).toEqual({ tries: 6, back: 1 });
});
