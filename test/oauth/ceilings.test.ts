/** What one address, one person and all strangers together can have stored. Rows are counted, before and after. */
import jwt from 'jsonwebtoken';
import { mostAccessRequests, mostConnections } from '../../src/auth/connection-ceiling';
import { requestCeilings } from '../../src/interfaces/oauth/request-quota';
import { listConnections } from '../../src/store/oauth/connections';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

let server: TestServer;
let workspace: TestWorkspace;
const started = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' }, ...options });
  workspace = await addWorkspace(server);
};
afterEach(() => server.close());

const count = async (table: string, where = '1 = 1') => {
  const [row] = await server.db.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`);
  return row?.n;
};
const authorize = async (clientId: string, address: string, state = '') => {
  const url = `${flow.authorizeUrl(server, clientId, flow.pkce().challenge)}&state=${state}`;
  return (
    await fetch(url.replace(/&state=[^&]*&/, '&'), { redirect: 'manual', headers: { 'X-Forwarded-For': address } })
  ).status;
};

describe('authorization requests', () => {
  const small = {
    address: { rows: 5, bytes: 20_000 },
    crowded: { rows: 2, bytes: 20_000 },
    all: { rows: 20, bytes: 200_000 },
  };
  const fill = async (clientId: string, address: string, times = 8, state = '') => {
    const answers = [];
    for (let n = 0; n < times; n += 1) answers.push(await authorize(clientId, address, state));
    return answers.filter((status) => status === 302).length;
  };

  test('one address has its rows, then 429; another has its own', async () => {
    await started({ requestCeilings: small });
    const client = await flow.register(server);
    expect([await fill(client, '203.0.113.1'), await fill(client, '203.0.113.2')]).toEqual([5, 5]);
    expect(await authorize(client, '203.0.113.1')).toBe(429);
    expect(await count('oauth_requests')).toBe(10);
  });

  test('one address has its bytes', async () => {
    await started({ requestCeilings: { ...requestCeilings, address: { rows: 100, bytes: 6_000 } } });
    const client = await flow.register(server);
    expect(await fill(client, '203.0.113.1', 8, 's'.repeat(1_900))).toBe(2);
  });

  test('many addresses fill no more than the whole, and after ten minutes there is room again', async () => {
    await started({ requestCeilings: small });
    const client = await flow.register(server);
    for (let n = 1; n <= 20; n += 1) await fill(client, `203.0.113.${n}`);
    expect(await count('oauth_requests')).toBe(20);
    expect(await authorize(client, '198.51.100.1')).toBe(503);
    server.pass(10 * 60_000 + 1_000);
    expect(await authorize(client, '198.51.100.1')).toBe(302);
    expect(await count('oauth_requests')).toBe(1);
  });
});

describe('requests of a member for apps', () => {
  const ask = async (clientId: string, scopes?: readonly string[]) => {
    const token = await flow.begin(server, clientId, flow.pkce().challenge);
    return flow.postJson(
      `${server.issuer}/access-requests`,
      { requestToken: token, organizationId: workspace.organizationId, ...(scopes ? { scopes } : {}) },
      { Authorization: `Bearer ${workspace.people.MEMBER.session}` },
    );
  };
  const audited = () => count('oauth_audit', "action = 'access_requested'");

  test('repeated ones are one, with one entry in the audit log', async () => {
    await started();
    const client = await flow.register(server);
    const first = await ask(client);
    expect(first.status).toBe(201);
    const ids = new Set([first.said('accessRequestId')]);
    for (let n = 0; n < 20; n += 1) ids.add((await ask(client)).said('accessRequestId'));
    expect([ids.size, await count('access_requests'), await audited()]).toEqual([1, 1, 1]);
  });

  test('of many apps so many wait, and the rest is refused', async () => {
    await started();
    const answers = [];
    for (let n = 0; n < mostAccessRequests + 5; n += 1) answers.push((await ask(await flow.register(server))).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(mostAccessRequests);
    expect(new Set(answers.slice(mostAccessRequests))).toEqual(new Set([429]));
    expect([await count('access_requests'), await audited()]).toEqual([mostAccessRequests, mostAccessRequests]);
  });
});

test('connections of one person in one workspace: one more ends the one unused for longest', async () => {
  await started();
  const connected = [];
  for (let n = 0; n < mostConnections; n += 1) {
    connected.push(await flow.connect(server, workspace));
    server.pass(1_000);
  }
  const [first, second] = connected;
  if (!first || !second) throw new Error('nothing was connected');
  // A refresh is a use: the second is now the one unused for longest.
  expect((await flow.token(server, flow.refreshRequest(first))).status).toBe(200);
  server.pass(1_000);
  await flow.connect(server, workspace);
  expect(await listConnections(server.db, {}, server.now())).toHaveLength(mostConnections);
  expect((await flow.token(server, flow.refreshRequest(second))).status).toBe(400);
  expect(await count('oauth_grants', "revoked_reason = 'too_many'")).toBe(1);
});

describe('tokens of strangers that look like good ones', () => {
  const verifications = jest.spyOn(jwt, 'verify');
  beforeEach(() => verifications.mockClear());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = (claims: object, header: object) => `${part(header)}.${part(claims)}.${'s'.repeat(43)}`;

  test('a session token: wrong claims cost no signature, and a forged one costs it once', async () => {
    await started();
    const at = Math.floor(server.now() / 1000);
    const header = { alg: 'HS256', typ: 'session+jwt' };
    const good = { sub: workspace.people.OWNER.userId, aud: 'leadlight:session', iat: at, exp: at + 600 };
    const check = async (token: string) => 'session' in (await server.oauth.people.check(token));
    expect([await check(workspace.people.OWNER.session), verifications.mock.calls.length]).toEqual([true, 1]);
    for (let n = 0; n < 10; n += 1) await check(workspace.people.OWNER.session);
    expect(verifications).toHaveBeenCalledTimes(1);
    for (const wrong of [{ aud: 'x' }, { exp: at - 600 }, { exp: at + 9e7 }, { sub: '' }, { iat: at + 600 }]) {
      expect(await check(forged({ ...good, ...wrong }, header))).toBe(false);
    }
    expect(await check(forged(good, { ...header, alg: 'none' }))).toBe(false);
    expect(verifications).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 10; n += 1) expect(await check(forged(good, header))).toBe(false);
    expect(verifications).toHaveBeenCalledTimes(2);
  });

  test('an access token', async () => {
    await started();
    const { access } = await flow.connect(server, workspace);
    verifications.mockClear();
    for (let n = 0; n < 5; n += 1) expect(await server.oauth.verifyAccessToken(access)).not.toBeNull();
    expect(verifications).toHaveBeenCalledTimes(1);
    const [head = '', body = ''] = access.split('.');
    const copy = `${head}.${body}.${'s'.repeat(86)}`;
    for (let n = 0; n < 10; n += 1) expect(await server.oauth.verifyAccessToken(copy)).toBeNull();
    expect(verifications).toHaveBeenCalledTimes(2);
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    for (const wrong of [{ aud: 'x' }, { exp: 1 }, { iss: 'x' }, { scope: 'all' }]) {
      expect(
        await server.oauth.verifyAccessToken(`${head}.${part({ ...claims, ...wrong })}.${'s'.repeat(86)}`),
      ).toBeNull();
    }
    expect(verifications).toHaveBeenCalledTimes(2);
  });
});
