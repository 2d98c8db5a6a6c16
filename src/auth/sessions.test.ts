/** Session tokens of this service: made, checked, and the secret they are signed with. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
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

test('a minted token is a session until it expires, and a minute of leeway longer', async () => {
  let now = Date.now();
  const sessions = openSessions({ secret, dataDir: folder, clock: () => now });
  const token = sessions.mintSession(userId, 60);
  expect(await subjectOf(sessions, token)).toBe(userId);
  now += 119_000;
  expect(await subjectOf(sessions, token)).toBe(userId);
  now += 1_000;
  expect(await subjectOf(sessions, token)).toBeNull();
  expect(await subjectOf(openSessions({ secret: 'y'.repeat(40), dataDir: folder }), token)).toBeNull();
});

describe('of this service', () => {
  const at = Date.UTC(2026, 10, 20);
  const sessions = () => openSessions({ secret, dataDir: folder, issuer: 'https://here.example', clock: () => at });
  const good = { sub: userId, aud: 'leadlight:session', iss: 'https://here.example', exp: at / 1000 + 600 };
  const signed = (claims: object, header: object = {}, key = secret) =>
    jwt.sign({ iat: at / 1000, ...claims }, key, { header: { alg: 'HS256', typ: 'session+jwt', ...header } });

  test('a token says whose it is, of which session, and when it was issued, to the millisecond', async () => {
    const clock = () => at + 123;
    const minted = openSessions({ secret, dataDir: folder, clock }).mintSession(userId, 60, 'session 1');
    expect(await openSessions({ secret, dataDir: folder, clock }).check(minted)).toEqual({
      claims: { subject: userId, sessionId: 'session 1', issuedAt: at + 123 },
    });
    expect(await sessions().check(signed({ ...good, sid: 'x'.repeat(64) }))).toMatchObject({
      claims: { sessionId: 'x'.repeat(64) },
    });
    for (const sid of ['x'.repeat(65), 7, null])
      expect(await sessions().check(signed({ ...good, sid }))).toMatchObject({ claims: { sessionId: undefined } });
  });

  test.each<readonly [name: string, claim: string, message: string, token: () => string]>([
    ['no token', 'token', 'is not a JWT', () => 'x'],
    ['another algorithm', 'alg', 'must be HS256', () => signed(good, { alg: 'HS512' })],
    ['no type', 'typ', 'must be session+jwt', () => signed(good, { typ: undefined })],
    ['another type', 'typ', 'must be session+jwt', () => signed(good, { typ: 'JWT' })],
    ['no person', 'sub', 'must name the person, in at most 255 characters', () => signed({ ...good, sub: undefined })],
    [
      'a long person',
      'sub',
      'must name the person, in at most 255 characters',
      () => signed({ ...good, sub: 'x'.repeat(256) }),
    ],
    ['no audience', 'aud', 'must be leadlight:session', () => signed({ ...good, aud: undefined })],
    ['an issuer that is none', 'iss', 'must be what SESSION_TOKEN_ISSUER says', () => signed({ ...good, iss: 'x' })],
    [
      'another secret',
      'signature',
      'is not that of the key which signs session tokens',
      () => signed(good, {}, 'y'.repeat(40)),
    ],
  ])('refused with the claim and what it must be: %s', async (_name, claim, message, token) => {
    expect(await sessions().check(signed(good))).toHaveProperty('claims.subject', userId);
    expect(await sessions().check(signed({ ...good, aud: ['x', 'leadlight:session'] }))).toHaveProperty('claims');
    const checked = await sessions().check(token());
    if (claim === 'token') expect(checked).toHaveProperty('problem');
    else expect(checked).toEqual({ problem: { claim, message } });
  });

  test('a token of eight kilobytes is read, a longer one is none', async () => {
    const of = (length: number) => {
      const rest = signed({ ...good, more: '' }).length;
      // Three characters of a claim are four of the token.
      return signed({ ...good, more: 'x'.repeat(Math.floor(((length - rest) * 3) / 4)) });
    };
    const [within, beyond] = [of(8_188), of(8_200)];
    expect([within.length <= 8_192, beyond.length > 8_192]).toEqual([true, true]);
    expect(await sessions().check(within)).toHaveProperty('claims');
    expect(await sessions().check(beyond)).toMatchObject({ problem: { claim: 'token' } });
  });

  test.each<readonly [name: string, claim: string, token: () => string]>([
    ['a part more', 'token', () => `${signed(good)}.x`],
    ['a part less', 'token', () => signed(good).split('.').slice(0, 2).join('.')],
    ['a sign that is none of base64url', 'token', () => signed(good).replace('.', '+.')],
    ['a header that is no JSON', 'token', () => signed(good).replace(/^[^.]+/, 'AAAA')],
    [
      'a header without algorithm',
      'token',
      () => signed(good).replace(/^[^.]+/, Buffer.from('{}').toString('base64url')),
    ],
    ['a key id that is too long', 'token', () => signed(good, { kid: 'x'.repeat(257) })],
    ['what it asks to be understood', 'crit', () => signed(good, { crit: ['b64'] })],
  ])('refused before anything is read of it: %s', async (_name, claim, token) => {
    expect(await sessions().check(signed(good, { kid: 'x'.repeat(256) }))).toHaveProperty('claims');
    expect(await sessions().check(token())).toMatchObject({ problem: { claim } });
  });

  // A minute of leeway on each side, and 31 days ahead at most.
  test.each<readonly [claim: string, good: number, bad: number]>([
    ['exp', -59, -60],
    ['exp', 31 * 86_400, 31 * 86_400 + 1],
    ['nbf', 60, 61],
    ['iat', 60, 61],
  ])('%s: %d seconds from now is good, %d is not', async (claim, within, beyond) => {
    const of = (seconds: number) => sessions().check(signed({ ...good, [claim]: at / 1000 + seconds }));
    expect(await of(within)).toHaveProperty('claims');
    expect(await of(beyond)).toMatchObject({ problem: { claim } });
  });
});

describe('without a secret', () => {
  test('one is generated once, readable by its owner only', async () => {
    const first = openSessions({ dataDir: folder });
    const second = openSessions({ dataDir: folder });
    expect(await subjectOf(second, first.mintSession(userId, 60))).toBe(userId);
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'session-secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(43);
  });

  test('a file that holds no secret is refused rather than overwritten', () => {
    writeFileSync(join(folder, 'session-secret'), 'short');
    expect(() => openSessions({ dataDir: folder })).toThrow(/session-secret/);
    expect(readFileSync(join(folder, 'session-secret'), 'utf8')).toBe('short');
  });
});
