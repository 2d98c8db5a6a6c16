/**
 * What clients of the token, revocation and registration endpoints hear when the service cannot answer: the body of RFC 6749 for a
 * form, the error envelope for JSON; never a cached answer; and when to try again.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openSessions } from '../../../src/auth/sessions';
import { createLogger } from '../../../src/http/logging';
import { Metrics } from '../../../src/http/metrics';
import { apiSecurityHeaders } from '../../../src/http/security-headers';
import { HttpServer } from '../../../src/http/server';
import { unauthenticatedLimits } from '../../../src/http/unauthenticated';
import { answerFormError } from '../../../src/interfaces/oauth/form-errors';
import { startTestService, type TestService } from '../../support/service';
import * as flow from '../../oauth/support/flow';
import { addWorkspace, sessionSecret } from '../../oauth/support/server';

const env = { SESSION_TOKEN_SECRET: sessionSecret, OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com' };
const client = { redirect_uris: [flow.redirectUri], client_name: 'Assistant' };

interface Prepared {
  readonly service: TestService;
  readonly at: flow.Endpoints;
  readonly tokens: flow.Tokens;
  readonly approved: flow.Approved;
}

let prepared: Prepared;
async function prepare(options: Parameters<typeof startTestService>[0] = {}): Promise<void> {
  const service = await startTestService({ env, ...options });
  const workspace = await addWorkspace({
    db: service.db,
    sessions: openSessions({ secret: sessionSecret, dataDir: tmpdir() }),
  });
  const at = { issuer: `${service.baseUrl}/mcp/oauth`, resource: `${service.baseUrl}/mcp` };
  const [tokens, approved] = [await flow.connect(at, workspace), await flow.approve(at, workspace)];
  prepared = { service, at, tokens, approved };
}
afterEach(() => prepared.service.end());

type Post = (url: string, body: Record<string, string>) => Promise<flow.Answer>;
const calls: readonly (readonly [string, (post: Post) => Promise<flow.Answer>])[] = [
  ['a refresh', (post) => post(`${prepared.at.issuer}/token`, flow.refreshRequest(prepared.tokens))],
  ['a code', (post) => post(`${prepared.at.issuer}/token`, flow.codeRequest(prepared.at, prepared.approved))],
  ['a revocation', (post) => post(`${prepared.at.issuer}/revoke`, { token: prepared.tokens.refresh })],
];

/** What the body of RFC 6749 is allowed to hold, in the characters of its description. */
function expectFlat({ status, json, headers }: flow.Answer, wanted: readonly [number, string]): void {
  expect([status, json]).toEqual([
    wanted[0],
    { error: wanted[1], error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
  ]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toContain('no-store');
}

describe.each(calls)('%s', (_name, call) => {
  it('is answered', async () => {
    await prepare();
    expect((await call(flow.postForm)).status).toBe(200);
  });

  it.each([
    ['the files of the database are gone', loseLog, [503, 'temporarily_unavailable'], 'service_unavailable'],
    ['a table is not what it was', breakTable, [500, 'server_error'], 'internal_error'],
  ] as const)('when %s', async (_what, fail, wanted, code) => {
    await prepare();
    await fail();
    const form = await call(flow.postForm);
    expectFlat(form, wanted);
    expect(form.headers.has('retry-after')).toBe(wanted[0] === 503);
    const json = await call(flow.postJson);
    expect([json.status, json.said('error', 'code')]).toEqual([wanted[0], code]);
    expect(json.headers.get('cache-control')).toContain('no-store');
  });
});

it('too many revocations of one address', async () => {
  // The preparation asks each endpoint fewer times. The token endpoint counts by itself (test/oauth/limits).
  await prepare({ unauthenticated: { ...unauthenticatedLimits, perMinute: 4 } });
  const revoke = () => flow.postForm(`${prepared.at.issuer}/revoke`, { token: 'unknown' });
  for (let n = 0; n < 4; n += 1) expect((await revoke()).status).toBe(200);
  const last = await revoke();
  expectFlat(last, [429, 'temporarily_unavailable']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('a registration, whose errors are envelopes', () => {
  const register = () => flow.postJson(`${prepared.at.issuer}/register`, client);
  it('is answered', async () => {
    await prepare();
    expect((await register()).status).toBe(201);
  });

  it('when the files of the database are gone', async () => {
    await prepare();
    await loseLog();
    const refused = await register();
    expect([refused.status, refused.said('error', 'code')]).toEqual([503, 'service_unavailable']);
    expect(refused.headers.get('cache-control')).toContain('no-store');
    expect(refused.headers.has('retry-after')).toBe(true);
  });
});

describe('a service that is still starting', () => {
  const log = createLogger({ LOG_LEVEL: 'silent' }, { write: () => undefined });
  it.each([
    ['', '/token', 'application/x-www-form-urlencoded', 'flat'],
    ['', '/revoke', 'application/x-www-form-urlencoded; charset=utf-8', 'flat'],
    ['/sales', '/token', 'application/x-www-form-urlencoded', 'flat'],
    ['', '/token', 'application/json', 'envelope'],
    ['', '/register', 'application/x-www-form-urlencoded', 'envelope'],
    ['', '/authorize/complete', 'application/x-www-form-urlencoded', 'envelope'],
  ])('%s%s as %s: %s', async (prefix, path, type, form) => {
    await prepare();
    const server = new HttpServer({
      ...{ log, metrics: new Metrics(), securityHeaders: apiSecurityHeaders(''), publicPath: prefix },
      answerError: answerFormError,
    });
    const port = await server.listen(0, '127.0.0.1');
    const url = `http://127.0.0.1:${port}${prefix}/api/v1/mcp/oauth${path}?x=1`;
    const answer = await flow
      .send(url, { method: 'POST', headers: { 'Content-Type': type }, body: 'grant_type=x' })
      .finally(() => server.stop(1_000));
    if (form === 'flat') expectFlat(answer, [503, 'temporarily_unavailable']);
    else expect([answer.status, answer.said('error', 'code')]).toEqual([503, 'service_unavailable']);
    expect(answer.headers.has('retry-after')).toBe(true);
  });
});

/** From now on the service refuses to write, because another process would not see it. */
async function loseLog(): Promise<void> {
  const [row] = await prepared.service.db.select<{ file: string }>('PRAGMA database_list');
  rmSync(`${row?.file ?? ''}-wal`);
}

async function breakTable(): Promise<void> {
  await prepared.service.db.run('ALTER TABLE oauth_grants RENAME TO oauth_grants_of_yesterday');
}
