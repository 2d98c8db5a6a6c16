/** The OpenAPI document of the addresses for assistants: complete, and kept by the answers of the running service. */
import { randomUUID } from 'node:crypto';
import { describedBy, escaped, type Described, type Document } from './support/openapi-document';
import { mcpOpenApi } from '../../src/interfaces/mcp/openapi';
import { oauthOpenApi } from '../../src/interfaces/oauth/openapi';
import { oauthRouter } from '../../src/interfaces/oauth/router';
import { OauthService } from '../../src/interfaces/oauth/service';
import { addressesOf } from '../../src/auth/mcp-addresses';
import { wellKnownPaths } from '../../src/interfaces/oauth/metadata';
import { loadSettings } from '../../config/settings';
import { PersonSessions } from '../../src/auth/person-sessions';
import { openSessions, type Sessions } from '../../src/auth/sessions';
import {
  authorizeUrl,
  begin,
  codeRequest,
  approve,
  pkce,
  postForm,
  postJson,
  redirectUri,
  register,
  send as ask,
  type Answer,
  type Endpoints,
} from '../oauth/support/flow';
import { addWorkspace, sessionSecret } from '../oauth/support/server';
import { bearer, silentLog, startTestService, type TestService } from '../support/service';

interface Example {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

let service: TestService;
let document: Document;
let conforms: Described['conforms'];

beforeAll(async () => {
  service = await startTestService({
    env: {
      PUBLIC_URL: 'https://leads.example',
      SESSION_TOKEN_SECRET: sessionSecret,
      OAUTH_ALLOWED_REDIRECT_ORIGINS: new URL(redirectUri).origin,
    },
  });
  ({ document, conforms } = await describedBy(service));
});

afterAll(() => service.end());

describe('the addresses for assistants', () => {
  const url = 'https://leads.example';
  let sessions: Sessions;
  let endpoints: Endpoints;
  let oauth: OauthService;

  beforeAll(async () => {
    sessions = openSessions({ secret: sessionSecret, dataDir: '' });
    endpoints = { issuer: `${service.baseUrl}/mcp/oauth`, resource: `${service.baseUrl}/mcp` };
    oauth = await OauthService.open({
      db: service.db,
      publicUrl: url,
      settings: loadSettings({}),
      people: new PersonSessions(service.db, sessions),
      log: silentLog,
      background: false,
    });
  });
  afterAll(() => oauth.close());

  /** The answer has the form that the document gives for its path, method, status and media type, and a request id. */
  function expectDescribed(method: 'get' | 'post', path: string, status: number, answer: Answer): void {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/\S/);
    const response = `/paths/${escaped(path)}/${method}/responses/${status}`;
    const type = answer.headers.get('content-type')?.split(';')[0];
    if (type === undefined) {
      expect(at(response)).not.toHaveProperty('content');
      return;
    }
    const value: unknown = type === 'text/html' ? answer.text : JSON.parse(answer.text);
    expect(conforms(`${response}/content/${escaped(type)}/schema`, value)).toEqual([]);
  }

  function at(pointer: string): object {
    const names = pointer.split('/').slice(1);
    return names.reduce<object>(
      (object, name) => Object(new Map(Object.entries(object)).get(decodeURIComponent(name).replaceAll('~1', '/'))),
      document,
    );
  }

  it('are all there, with the methods that they answer', () => {
    const mounted = oauthRouter(oauth).stack.flatMap(({ route }) =>
      route
        ? route.stack.flatMap(({ method }) =>
            method ? [`${method} /mcp/oauth${route.path.replace(/:(\w+)/g, '{$1}')}`] : [],
          )
        : [],
    );
    const wellKnown = [...wellKnownPaths(addressesOf(url)).keys()];
    // One of the paths of each document; its description names the others.
    const canonical = wellKnown.filter((path) => document.paths[path]);
    expect(canonical).toHaveLength(3);
    const named = canonical.map((path) => document.paths[path]?.get.description).join();
    for (const path of wellKnown) if (!canonical.includes(path)) expect(named).toContain(`\`${path}\``);
    const expected = ['post /mcp', ...mounted, ...canonical.map((path) => `get ${path}`)];
    expect(mounted.length).toBeGreaterThan(6);
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).flatMap((name) => (['get', 'post', 'put', 'delete'].includes(name) ? [`${name} ${path}`] : [])),
    );
    // Whole addresses that an answer names (`logoUri`) are not there.
    const built = new Set(expected.filter((line) => !line.endsWith('/authorize/picture')));
    expect(described.filter((line) => /\/mcp|well-known/.test(line)).sort()).toEqual([...built].sort());
  });

  it('have operation ids of their own and tags that exist', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.entries(item).flatMap(([name, operation]) => (name === 'servers' ? [] : [operation])),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) expect(tags).toEqual(expect.arrayContaining(operation.tags));
  });

  it('have examples that conform', () => {
    let count = 0;
    for (const part of [oauthOpenApi(url), mcpOpenApi({ publicUrl: url, perMinute: 600 })]) {
      for (const { path, method, responses } of part.routes) {
        for (const [status, response] of Object.entries(responses)) {
          const { content = {} }: { content?: Record<string, Example> } = Object(response);
          for (const [type, { example, examples = {} }] of Object.entries(content)) {
            const schema = `/paths/${escaped(path)}/${method}/responses/${status}/content/${escaped(type)}/schema`;
            const values = Object.values(examples).map(({ value }) => value);
            for (const value of example === undefined ? values : [example, ...values]) {
              expect([schema, conforms(schema, value)]).toEqual([schema, []]);
              count += 1;
            }
          }
        }
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  it('answer a connection as described, step by step', async () => {
    const northwind = await addWorkspace({ db: service.db, sessions });
    const owner = bearer(northwind.people.OWNER.session);
    const path = '/mcp/oauth';
    expectDescribed(
      'post',
      `${path}/register`,
      201,
      await postJson(`${endpoints.issuer}/register`, { redirect_uris: [redirectUri] }),
    );
    expectDescribed('post', `${path}/register`, 400, await postJson(`${endpoints.issuer}/register`, {}));

    const client = await register(endpoints);
    const { challenge } = pkce();
    expectDescribed('get', `${path}/authorize`, 302, await ask(authorizeUrl(endpoints, client, challenge)));
    expectDescribed('get', `${path}/authorize`, 400, await ask(authorizeUrl(endpoints, 'nobody', challenge)));
    expectDescribed('get', `${path}/authorize`, 405, await ask(`${endpoints.issuer}/authorize`, { method: 'PUT' }));

    const requestToken = await begin(endpoints, client, challenge);
    const request = `${endpoints.issuer}/authorize/request?requestToken=${requestToken}`;
    expectDescribed('get', `${path}/authorize/request`, 200, await ask(request, { headers: owner }));
    expectDescribed('get', `${path}/authorize/request`, 401, await ask(request));
    const complete = `${endpoints.issuer}/authorize/complete`;
    expectDescribed('post', `${path}/authorize/complete`, 400, await postJson(complete, {}, owner));
    const refusal = { requestToken, approved: false };
    expectDescribed('post', `${path}/authorize/complete`, 200, await postJson(complete, refusal, owner));
    expectDescribed('post', `${path}/authorize/complete`, 404, await postJson(complete, refusal, owner));

    const approved = await approve(endpoints, northwind);
    const exchange = codeRequest(endpoints, approved);
    expect(conforms('/components/schemas/OauthTokenRequest', exchange)).toEqual([]);
    expectDescribed('post', `${path}/token`, 400, await postForm(`${endpoints.issuer}/token`, { grant_type: 'none' }));
    const issued = await postForm(`${endpoints.issuer}/token`, exchange);
    expectDescribed('post', `${path}/token`, 200, issued);
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: issued.said('refresh_token'),
      client_id: approved.clientId,
    };
    expect(conforms('/components/schemas/OauthTokenRequest', refresh)).toEqual([]);
    const renewed = await postJson(`${endpoints.issuer}/token`, refresh);
    expectDescribed('post', `${path}/token`, 200, renewed);
    expectDescribed(
      'post',
      `${path}/token`,
      401,
      await postJson(`${endpoints.issuer}/token`, { ...refresh, client_id: 'x' }),
    );

    const access = bearer(renewed.said('access_token'));
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = { Accept: 'application/json, text/event-stream' };
    const mcp = (body: unknown, headers: Record<string, string>) =>
      postJson(endpoints.resource, body, { ...accept, ...headers });
    expectDescribed('post', '/mcp', 200, await mcp(list, access));
    expectDescribed('post', '/mcp', 202, await mcp({ jsonrpc: '2.0', method: 'notifications/initialized' }, access));
    expectDescribed('post', '/mcp', 400, await mcp([list], access));
    expectDescribed('post', '/mcp', 400, await mcp(list, { ...access, 'MCP-Protocol-Version': '2024-11-05' }));
    expectDescribed('post', '/mcp', 401, await mcp(list, {}));
    expectDescribed('post', '/mcp', 403, await mcp(list, { ...access, Origin: 'https://elsewhere.example' }));
    expectDescribed(
      'post',
      '/mcp',
      403,
      await mcp({ ...list, method: 'tools/call', params: { name: 'svc_list_leads' } }, access),
    );
    expectDescribed('post', '/mcp', 405, await ask(endpoints.resource));
    expectDescribed('post', '/mcp', 406, await mcp(list, { ...access, Accept: 'text/html' }));

    const token: string = renewed.said('refresh_token');
    expectDescribed('post', `${path}/revoke`, 200, await postForm(`${endpoints.issuer}/revoke`, { token }));
    expectDescribed('post', `${path}/revoke`, 400, await postJson(`${endpoints.issuer}/revoke`, {}));
    expectDescribed('get', `${path}/jwks`, 200, await ask(`${endpoints.issuer}/jwks`));
  });

  /** Every optional member of client metadata (RFC 7591, section 2), at its best and where it is not fit to be shown. */
  const optional: readonly Record<string, unknown>[] = [
    { client_name: 'Assistant' },
    { client_uri: 'https://client.example/' },
    { logo_uri: 'https://client.example/logo.png' },
    { tos_uri: 'https://client.example/terms' },
    { policy_uri: 'https://client.example/privacy' },
    { logo_uri: 'http://client.example/logo.png', tos_uri: 'javascript:alert(1)', policy_uri: 7 },
    { grant_types: ['authorization_code'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    { scope: 'workspace:read', contacts: ['ops@client.example'], jwks_uri: 'https://client.example/jwks' },
    { software_id: 'a', software_version: '1', application_type: 'native', 'client_name#de': 'Assistentin' },
  ];

  it('answer a registration with any optional members as described', async () => {
    const all = Object.assign({}, ...optional, ...optional.slice(0, 5)) as Record<string, unknown>;
    for (const members of [...optional, all]) {
      const metadata = { redirect_uris: [redirectUri], ...members };
      const answer = await postJson(`${endpoints.issuer}/register`, metadata);
      expect([members, answer.status]).toEqual([members, 201]);
      expectDescribed('post', '/mcp/oauth/register', 201, answer);
    }
    // The description forbids what it does not name.
    expect(conforms('/components/schemas/OauthClient', { logo_url: 'x' })).not.toEqual([]);
    const { text } = await postJson(`${endpoints.issuer}/register`, { redirect_uris: [redirectUri], ...all });
    expect(JSON.parse(text)).toMatchObject({
      logo_uri: 'https://client.example/logo.png',
      tos_uri: 'https://client.example/terms',
      policy_uri: 'https://client.example/privacy',
      client_uri: 'https://client.example/',
    });
  });

  it('serve each metadata document as described', async () => {
    const served = [...wellKnownPaths(addressesOf(url))];
    for (const [path, name] of served) {
      // Described once for each document, at the path that its RFC gives it.
      const described = served.find(([other, same]) => same === name && document.paths[other])?.[0] ?? '';
      const address = `http://127.0.0.1:${service.port}${path.replace('{organizationId}', randomUUID())}`;
      expectDescribed('get', described, 200, await ask(address));
      expectDescribed('get', described, 405, await ask(address, { method: 'POST' }));
    }
  });

  it.each(['/mcp/oauth/token', '/mcp/oauth/authorize/request', '/mcp', '/mcp/oauth/nothing'])(
    'carry a request id when a browser asks first, and where there is nothing: %s',
    async (path) => {
      const answer = await ask(service.baseUrl + path, { method: 'OPTIONS', headers: { 'X-Request-Id': 'mine' } });
      expect(answer.headers.get('x-request-id')).toBe('mine');
    },
  );
});
