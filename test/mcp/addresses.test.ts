/** The endpoint's addresses: which tokens are good where, what each says of itself, and both names of loopback. */
import { randomUUID } from 'node:crypto';
import {
  codeRequest,
  complete,
  fullScope,
  pkce,
  redirectUri,
  register,
  authorizeUrl,
  token,
  send as fetched,
} from '../oauth/support/flow';
import { startConsentingService, type ConsentingService } from '../oauth/support/service';
import { addWorkspace, type Person, type TestWorkspace } from '../oauth/support/server';
import { send, type RawAnswer } from '../support/service';

let site: ConsentingService;
let other: TestWorkspace;
let clientId: string;
beforeAll(async () => {
  site = await startConsentingService({
    OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
    CUSTOMER_API_MCP_ALLOWED_ORIGINS: 'vscode-file://vscode-app,null',
  });
  other = await addWorkspace({ db: site.service.db, sessions: site.sessions }, 'Other');
  clientId = await register(site);
});
afterAll(() => site.end());

const root = () => `http://127.0.0.1:${site.service.port}`;
const host = (name: string) => ({ host: `${name}:${site.service.port}` });

interface Wish {
  readonly resource?: string;
  readonly workspace?: TestWorkspace;
  readonly person?: Person;
  readonly scope?: string;
}

/** Asks for consent and approves it. @returns the status of the decision, and the access token. */
async function connectAt({
  resource,
  workspace = site.workspace,
  person = workspace.people.OWNER,
  scope = fullScope,
}: Wish) {
  const { verifier, challenge } = pkce();
  const asked = await fetched(authorizeUrl(site, clientId, challenge, { resource, scope }));
  const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  const { organizationId } = workspace;
  const decided = await complete(site, person, { requestToken, organizationId, approved: true });
  if (decided.status !== 200) return { status: decided.status, access: '' };
  const code = new URL(decided.said('redirectUrl')).searchParams.get('code') ?? '';
  const issued = await token(site, codeRequest(site, { clientId, code, verifier }));
  return { status: 200, access: issued.said('access_token') };
}

const body = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
function post(
  path: string,
  access: string,
  text = body('tools/list', {}),
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return send(site.service, path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(access === '' ? {} : { authorization: `Bearer ${access}` }),
      ...headers,
    },
    body: text,
  });
}
const audienceOf = (access: string): unknown =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString('utf8')).aud;

test('each address is a resource of its own, and its challenge names its metadata', async () => {
  const paths = ['/api/v1/mcp', '/mcp', `/mcp/${site.workspace.organizationId}`, `/mcp/${randomUUID()}`];
  for (const path of paths) {
    const refused = await post(path, '');
    expect(refused.status).toBe(401);
    const metadata = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1] ?? '';
    expect(metadata).toBe(`${root()}/.well-known/oauth-protected-resource${path}`);
    expect((await fetched(metadata)).json).toMatchObject({
      resource: `${root()}${path}`,
      authorization_servers: [site.issuer],
    });
  }
  expect((await post('/mcp/nothing', '')).status).toBe(404);
});

test('which tokens are good where', async () => {
  const own = `${root()}/mcp/${site.workspace.organizationId}`;
  const tokens = {
    'no resource': await connectAt({}),
    'the first address': await connectAt({ resource: site.resource }),
    'the short address': await connectAt({ resource: `${root()}/mcp/` }),
    'its own address': await connectAt({ resource: own }),
  };
  const places = ['/api/v1/mcp', '/mcp', `/mcp/${site.workspace.organizationId}`, `/mcp/${other.organizationId}`];
  for (const { access } of Object.values(tokens)) {
    const statuses = [];
    for (const place of places) statuses.push((await post(place, access)).status);
    expect(statuses).toEqual([200, 200, 200, 401]);
  }
  expect(Object.values(tokens).map(({ access }) => audienceOf(access))).toEqual([
    site.resource,
    site.resource,
    `${root()}/mcp`,
    own,
  ]);
  const foreign = await post(places[3] ?? '', tokens['its own address'].access);
  const missing = await post(`/mcp/${randomUUID()}`, tokens['its own address'].access);
  const withoutIds = (answer: RawAnswer) => answer.text.replace(/"request_id":"[^"]+"/, '');
  expect(withoutIds(foreign)).toBe(withoutIds(missing));
});

test("a workspace's address leads to the consent of that workspace alone", async () => {
  const resource = `${root()}/mcp/${other.organizationId}`;
  const asked = await fetched(authorizeUrl(site, clientId, pkce().challenge, { resource }));
  const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken') ?? '';
  const shownTo = async (person: Person) =>
    (
      await fetched(`${site.issuer}/authorize/request?requestToken=${requestToken}`, {
        headers: { Authorization: `Bearer ${person.session}` },
      })
    ).json;
  expect(await shownTo(other.people.OWNER)).toMatchObject({
    organizations: [{ organizationId: other.organizationId }],
  });
  expect(await shownTo(site.workspace.people.OWNER)).toMatchObject({ organizations: [] });
  expect((await connectAt({ resource })).status).toBe(403);
  expect((await connectAt({ resource, workspace: other })).status).toBe(200);
});

test('a resource of another service is refused', async () => {
  for (const resource of [
    'https://elsewhere.example/mcp',
    `${root()}/mcp/oauth`,
    `${root()}/api/v1/mcp/${randomUUID()}`,
  ]) {
    const asked = await fetched(authorizeUrl(site, clientId, pkce().challenge, { resource }));
    expect(new URL(asked.headers.get('location') ?? 'none:').searchParams.get('error')).toBe('invalid_target');
  }
});

test('on loopback both names work, and metadata names the one that was asked', async () => {
  const at = `http://localhost:${site.service.port}`;
  const ask = async (path: string): Promise<unknown> =>
    JSON.parse((await send(site.service, path, { headers: host('localhost') })).text);
  expect(await ask('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
    resource: `${at}/mcp`,
    authorization_servers: [`${at}/api/v1/mcp/oauth`],
  });
  expect(await ask('/.well-known/oauth-authorization-server/api/v1/mcp/oauth')).toMatchObject({
    issuer: `${at}/api/v1/mcp/oauth`,
    token_endpoint: `${at}/api/v1/mcp/oauth/token`,
  });
  const refused = await post('/mcp', '', undefined, host('localhost'));
  expect(refused.headers['www-authenticate']).toContain(`${at}/.well-known/oauth-protected-resource/mcp"`);
  const elsewhere = await post('/mcp', '', undefined, { host: 'evil.example' });
  expect(elsewhere.headers['www-authenticate']).toContain(`"${root()}/.well-known`);

  const url = new URL(authorizeUrl(site, clientId, pkce().challenge, { resource: `${at}/mcp` }));
  const asked = await send(site.service, `${url.pathname}${url.search}`, { headers: host('localhost') });
  const requestToken = new URL(String(asked.headers.location)).searchParams.get('requestToken');
  const { organizationId, people } = site.workspace;
  const decided = await complete(site, people.OWNER, { requestToken, organizationId, approved: true });
  expect(new URL(decided.said('redirectUrl')).searchParams.get('iss')).toBe(`${at}/api/v1/mcp/oauth`);
  expect(new URL(decided.said('redirectUrl')).href.startsWith(redirectUri)).toBe(true);
});

test('an old client is answered in 2025-03-26 and may send it', async () => {
  const { access } = await connectAt({ resource: `${root()}/mcp` });
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  const begun = await post('/mcp', access, body('initialize', params));
  expect(JSON.parse(begun.text)).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
  expect((await post('/mcp', access, undefined, { 'mcp-protocol-version': '2025-03-26' })).status).toBe(200);
  const refused = await post('/mcp', access, undefined, { 'mcp-protocol-version': '2024-11-05' });
  expect([refused.status, JSON.parse(refused.text).error.data.supported]).toEqual([
    400,
    expect.arrayContaining(['2025-03-26']),
  ]);
});

test('a person who cannot approve a scope is told whom to ask, without a challenge', async () => {
  const { access } = await connectAt({ person: site.workspace.people.MEMBER, scope: 'workspace:read agent:read' });
  const out = await post('/mcp', access, body('tools/call', { name: 'svc_list_leads', arguments: {} }));
  expect([out.status, out.headers['www-authenticate']]).toEqual([200, undefined]);
  expect(JSON.parse(out.text)).toMatchObject({
    result: {
      isError: true,
      content: [{ text: expect.stringMatching(/^insufficient_scope: .*ask an owner or admin/) }],
    },
  });
  // A scope that this person can approve is still asked for.
  const within = await post('/mcp', access, body('tools/call', { name: 'svc_list_posts', arguments: {} }));
  expect([within.status, within.headers['www-authenticate']]).toEqual([403, expect.stringContaining('analytics:read')]);
});

test('origins of programs that are listed, and the own origin, pass', async () => {
  const statuses = [];
  for (const origin of ['vscode-file://vscode-app', 'null', root(), 'chrome-extension://abc', 'https://evil.example'])
    statuses.push((await post('/mcp', '', undefined, { origin })).status);
  expect(statuses).toEqual([401, 401, 401, 403, 403]);
});
