/** The way of a connection from registration to revocation, as the contract tells it. */
import { decodeJwt, decodeProtectedHeader } from './support/jwt';
import { listAudit } from '../../src/store/log/audit';
import { listConnections, revokeConnection } from '../../src/store/oauth/connections';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

let server: TestServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
});
afterAll(() => server.close());

test('a connection from registration to revocation', async () => {
  const registration = await flow.postJson(`${server.issuer}/register`, {
    redirect_uris: [flow.redirectUri],
    client_name: 'Assistant',
  });
  expect(registration.status).toBe(201);
  expect(registration.json).toEqual({
    client_id: expect.any(String),
    client_id_issued_at: expect.any(Number),
    client_name: 'Assistant',
    redirect_uris: [flow.redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: flow.fullScope,
  });
  // In seconds since the epoch (RFC 7591, section 3.2.1).
  const issuedAt = Number(/"client_id_issued_at":(\d+)/.exec(JSON.stringify(registration.json))?.[1]);
  expect(new Date(issuedAt * 1000).getUTCFullYear()).toBe(new Date().getUTCFullYear());
  const clientId = registration.said('client_id');

  const { verifier, challenge } = flow.pkce();
  const authorize = await flow.send(
    flow.authorizeUrl(server, clientId, challenge, { scope: undefined, resource: undefined }),
  );
  expect(authorize.status).toBe(302);
  const consent = new URL(authorize.headers.get('location') ?? '');
  expect(`${consent.origin}${consent.pathname}`).toBe(`${server.url}/consent`);
  const requestToken = consent.searchParams.get('requestToken') ?? '';

  const { OWNER } = workspace.people;
  const shown = await flow.send(`${server.issuer}/authorize/request?requestToken=${requestToken}`, {
    headers: { Authorization: `Bearer ${OWNER.session}` },
  });
  expect(shown.status).toBe(200);
  expect(shown.json).toMatchObject({
    client: {
      id: clientId,
      name: 'Assistant',
      uri: null,
      redirectHost: 'app.example.com',
      loopback: false,
      verified: false,
    },
    scopes: flow.fullScope.split(' ').map((name) => ({
      name,
      title: expect.any(String),
      description: expect.any(String),
      sensitive: name === 'leads:read',
    })),
    requiresAdmin: true,
    organizations: [{ organizationId: workspace.organizationId, name: 'Northwind', role: 'OWNER', canApprove: true }],
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });

  const completed = await flow.complete(server, OWNER, {
    requestToken,
    organizationId: workspace.organizationId,
    approved: true,
  });
  expect(completed.status).toBe(200);
  expect(completed.json).toEqual({ redirectUrl: expect.any(String) });
  const callback = new URL(completed.said('redirectUrl'));
  expect(callback.searchParams.get('state')).toBe('the-state');
  expect(callback.searchParams.get('iss')).toBe(server.issuer);
  const code = callback.searchParams.get('code') ?? '';

  const issued = await flow.token(server, flow.codeRequest(server, { clientId, code, verifier }));
  expect(issued.status).toBe(200);
  expect(issued.headers.get('cache-control')).toBe('no-store');
  expect(issued.json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: expect.any(String),
    scope: flow.fullScope,
  });
  expect(decodeProtectedHeader(issued.said('access_token'))).toEqual({
    alg: 'ES256',
    typ: 'at+jwt',
    kid: expect.any(String),
  });
  const claims = decodeJwt(issued.said('access_token'));
  expect(claims).toEqual({
    iss: server.issuer,
    aud: server.resource,
    sub: OWNER.userId,
    org: workspace.organizationId,
    client_id: clientId,
    scope: flow.fullScope,
    gid: expect.any(String),
    jti: expect.any(String),
    iat: expect.any(Number),
    exp: Number(claims['iat']) + 900,
  });

  const used = await flow.call(server, issued.said('access_token'));
  expect(used.status).toBe(200);
  expect(used.json).toMatchObject({
    connectionId: claims['gid'],
    clientName: 'Assistant',
    userRole: 'OWNER',
    lastUsedAt: null,
  });

  const refreshed = await flow.postForm(`${server.issuer}/token`, {
    grant_type: 'refresh_token',
    refresh_token: issued.said('refresh_token'),
    client_id: clientId,
  });
  expect(refreshed.status).toBe(200);
  expect(refreshed.said('refresh_token')).not.toBe(issued.said('refresh_token'));

  const revoked = await flow.postForm(`${server.issuer}/revoke`, { token: refreshed.said('refresh_token') });
  expect(revoked.status).toBe(200);
  expect(revoked.json).toEqual({});
  for (const access of [issued.said('access_token'), refreshed.said('access_token')]) {
    expect((await flow.call(server, access)).status).toBe(401);
  }
  const after = await flow.token(
    server,
    flow.refreshRequest({ clientId, access: '', refresh: refreshed.said('refresh_token') }),
  );
  expect(after.said('error', 'code')).toBe('invalid_grant');

  const audit = await listAudit(server.db, { grantId: String(claims['gid']) });
  expect(audit.map((entry) => entry.action)).toEqual(['revoked', 'connected', 'approved']);
});

describe('refusal', () => {
  test('needs no rights, no workspace, and sends access_denied with state and iss', async () => {
    const clientId = await flow.register(server);
    const requestToken = await flow.begin(server, clientId, flow.pkce().challenge, { scope: flow.fullScope });
    const answer = await flow.complete(server, workspace.people.INACTIVE, { requestToken, approved: false });
    expect(answer.status).toBe(200);
    const callback = new URL(answer.said('redirectUrl'));
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the-state',
      iss: server.issuer,
    });
    expect(callback.searchParams.has('code')).toBe(false);
  });
});

describe('unticked scopes', () => {
  test('a member may approve what is left when the sensitive scope is unticked', async () => {
    const clientId = await flow.register(server);
    const { verifier, challenge } = flow.pkce();
    const requestToken = await flow.begin(server, clientId, challenge, { scope: flow.fullScope });
    const decision = { requestToken, organizationId: workspace.organizationId, approved: true };
    const all = await flow.complete(server, workspace.people.MEMBER, decision);
    expect([all.status, all.said('error', 'code')]).toEqual([403, 'admin_required']);
    const some = await flow.complete(server, workspace.people.MEMBER, {
      ...decision,
      scopes: ['agent:read', 'workspace:read'],
    });
    const code = new URL(some.said('redirectUrl')).searchParams.get('code') ?? '';
    const issued = await flow.token(server, flow.codeRequest(server, { clientId, code, verifier }));
    expect(issued.said('scope')).toBe('workspace:read agent:read');
  });
});

describe('connections', () => {
  test('connecting again leaves the sibling alive; ending one leaves the other', async () => {
    const clientId = await flow.register(server);
    const first = await flow.connect(server, workspace, { clientId });
    const second = await flow.connect(server, workspace, { clientId });
    expect((await flow.call(server, first.access)).status).toBe(200);
    await flow.postJson(`${server.issuer}/revoke`, { token: second.access });
    expect((await flow.call(server, second.access)).status).toBe(401);
    expect((await flow.call(server, first.access)).status).toBe(200);
  });

  test('an operator lists and ends them; another process hears of it within five seconds', async () => {
    const tokens = await flow.connect(server, workspace);
    expect((await flow.call(server, tokens.access)).status).toBe(200);
    const [connection] = await listConnections(server.db, { clientId: tokens.clientId });
    expect(connection).toMatchObject({
      organizationName: 'Northwind',
      clientName: 'Assistant',
      status: 'live',
      callCount: 0,
    });
    const operator = { kind: 'operator', name: 'root' } as const;
    const end = () =>
      revokeConnection(server.db, connection?.organizationId ?? '', connection?.connectionId ?? '', operator);
    expect(await end()).toBe(true);
    expect(await end()).toBe(false);
    server.pass(5_000);
    expect((await flow.call(server, tokens.access)).status).toBe(401);
    expect(await listConnections(server.db, { clientId: tokens.clientId })).toEqual([]);
  });
});

describe('what clients differ in', () => {
  test('resource with a trailing slash, twice, or not at all', async () => {
    const clientId = await flow.register(server);
    for (const resource of [`${server.resource}/`, [server.resource, server.resource], undefined]) {
      const { verifier, challenge } = flow.pkce();
      const requestToken = await flow.begin(server, clientId, challenge, { resource });
      const decision = { requestToken, organizationId: workspace.organizationId, approved: true };
      const completed = await flow.complete(server, workspace.people.OWNER, decision);
      const code = new URL(completed.said('redirectUrl')).searchParams.get('code') ?? '';
      const request = { ...flow.codeRequest(server, { clientId, code, verifier }), resource: `${server.resource}/` };
      const issued = await flow.postForm(`${server.issuer}/token`, request);
      expect([issued.status, decodeJwt(issued.said('access_token'))['aud']]).toEqual([200, server.resource]);
    }
  });

  test('metadata is at every place they look, readable from any origin', async () => {
    const paths = ['/api/v1/mcp/oauth', '/api/v1/mcp', ''];
    const urls = paths.flatMap((path) => [
      `${server.url}/.well-known/oauth-authorization-server${path}`,
      `${server.url}/.well-known/openid-configuration${path}`,
    ]);
    urls.push(
      `${server.issuer}/.well-known/oauth-authorization-server`,
      `${server.issuer}/.well-known/openid-configuration`,
    );
    for (const url of urls) {
      const answer = await flow.send(url, { headers: { Origin: 'https://any.example' } });
      expect([url, answer.status, answer.said('issuer')]).toEqual([url, 200, server.issuer]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const path of ['', '/api/v1/mcp']) {
      const answer = await flow.send(`${server.url}/.well-known/oauth-protected-resource${path}`);
      expect([answer.status, answer.said('resource')]).toEqual([200, server.resource]);
      const head = await flow.send(`${server.url}/.well-known/oauth-protected-resource${path}`, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
    }
  });

  test('browsers may ask before they register, redeem and revoke; no credentials are allowed', async () => {
    for (const path of ['register', 'token', 'revoke', 'jwks']) {
      const answer = await flow.send(`${server.issuer}/${path}`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://any.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/Content-Type/);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});
