/** Requests to authorize that must not be believed. */
import { attackTable, type Attack } from '../../../oauth/support/attacks';
import { authorizeUrl, pkce, redirectUri, register, send, type Query } from '../../../oauth/support/flow';
import { startTestServer, type TestServer } from '../../../oauth/support/server';

interface Context {
  readonly server: TestServer;
  readonly clientId: string;
}

let server: TestServer;
let clientId: string;
let nativeId: string;
const { challenge } = pkce();

beforeAll(async () => {
  server = await startTestServer();
  clientId = await register(server, { redirect_uris: [redirectUri, `${redirectUri}?tenant=7`] });
  nativeId = await register(server, { redirect_uris: ['http://127.0.0.1:8080/cb', 'http://localhost/cb'] });
});
afterAll(() => server.close());

const changed = (changes: Query) => (context: Context) =>
  send(authorizeUrl(context.server, context.clientId, challenge, changes));
const raw = (text: string) => (context: Context) =>
  send(`${authorizeUrl(context.server, context.clientId, challenge)}${text}`);

/** Before client and redirect URI are good: a page, no Location. */
const pages: readonly (readonly [name: string, changes: Query, code: string])[] = [
  ['unknown client', { client_id: '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11' }, 'invalid_client'],
  ['missing client', { client_id: undefined }, 'invalid_client'],
  ['empty client', { client_id: '' }, 'invalid_client'],
  ['client id with SQL', { client_id: "' OR 1=1 --" }, 'invalid_client'],
  ['client id with a NUL', { client_id: 'a\0b' }, 'invalid_client'],
  ['two client ids', { client_id: ['a', 'b'] }, 'invalid_client'],
  ['client id at a private address', { client_id: 'https://10.0.0.1/client.json' }, 'invalid_client'],
  ['client id at http', { client_id: 'http://client.example/client.json' }, 'invalid_client'],
  ['missing redirect URI', { redirect_uri: undefined }, 'invalid_request'],
  ['empty redirect URI', { redirect_uri: '' }, 'invalid_request'],
  ['two redirect URIs', { redirect_uri: [redirectUri, redirectUri] }, 'invalid_request'],
  ['unregistered redirect URI', { redirect_uri: 'https://app.example.com/other' }, 'invalid_request'],
  ['redirect URI with a path below', { redirect_uri: `${redirectUri}/more` }, 'invalid_request'],
  ['redirect URI with another query', { redirect_uri: `${redirectUri}?next=evil` }, 'invalid_request'],
  ['redirect URI at another host', { redirect_uri: 'https://evil.example/callback' }, 'invalid_request'],
  ['redirect URI with another scheme', { redirect_uri: 'http://app.example.com/callback' }, 'invalid_request'],
  ['redirect URI with a port', { redirect_uri: 'https://app.example.com:8443/callback' }, 'invalid_request'],
  ['redirect URI with a fragment', { redirect_uri: `${redirectUri}#x` }, 'invalid_request'],
  ['redirect URI with userinfo', { redirect_uri: 'https://user@app.example.com/callback' }, 'invalid_request'],
  ['redirect URI in other letters', { redirect_uri: 'https://APP.example.com/callback' }, 'invalid_request'],
  ['redirect URI with dot segments', { redirect_uri: 'https://app.example.com/x/../callback' }, 'invalid_request'],
  ['redirect URI that is a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
  ['redirect URI that is no URL', { redirect_uri: 'callback' }, 'invalid_request'],
];

/** Afterwards: a redirect with error, state and iss. */
const redirects: readonly (readonly [name: string, changes: Query, code: string, state: string | null])[] = [
  ['missing response type', { response_type: undefined }, 'invalid_request', 'the-state'],
  ['implicit grant', { response_type: 'token' }, 'unsupported_response_type', 'the-state'],
  ['hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type', 'the-state'],
  ['two response types', { response_type: ['code', 'code'] }, 'invalid_request', 'the-state'],
  ['fragment response mode', { response_mode: 'fragment' }, 'invalid_request', 'the-state'],
  ['form_post response mode', { response_mode: 'form_post' }, 'invalid_request', 'the-state'],
  ['request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported', 'the-state'],
  ['request object by reference', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported', 'the-state'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request', 'the-state'],
  ['no challenge method', { code_challenge_method: undefined }, 'invalid_request', 'the-state'],
  ['plain challenge', { code_challenge_method: 'plain' }, 'invalid_request', 'the-state'],
  ['unknown challenge method', { code_challenge_method: 'S512' }, 'invalid_request', 'the-state'],
  ['challenge of 42 characters', { code_challenge: challenge.slice(1) }, 'invalid_request', 'the-state'],
  ['challenge of 44 characters', { code_challenge: `${challenge}A` }, 'invalid_request', 'the-state'],
  ['challenge with padding', { code_challenge: `${challenge.slice(1)}=` }, 'invalid_request', 'the-state'],
  ['two challenges', { code_challenge: [challenge, challenge] }, 'invalid_request', 'the-state'],
  ['two scopes', { scope: ['workspace:read', 'agent:read'] }, 'invalid_request', 'the-state'],
  ['two states', { state: ['a', 'b'] }, 'invalid_request', null],
  ['state with CR LF', { state: 'a\r\nSet-Cookie: x=1' }, 'invalid_request', null],
  ['state with NUL', { state: 'a\0b' }, 'invalid_request', null],
  ['state with an escape character', { state: 'a\u001bb' }, 'invalid_request', null],
  ['state over 2 KB', { state: 'x'.repeat(2049) }, 'invalid_request', null],
  ['unknown scope', { scope: 'admin:all' }, 'invalid_scope', 'the-state'],
  ['scope of another case', { scope: 'Workspace:Read' }, 'invalid_scope', 'the-state'],
  ['scope with a quote', { scope: 'workspace:read "' }, 'invalid_scope', 'the-state'],
  ['scope of blanks', { scope: ' ' }, 'invalid_scope', 'the-state'],
  ['scope with a tab', { scope: 'workspace:read\tagent:read' }, 'invalid_scope', 'the-state'],
  ['scope named like a prototype member', { scope: '__proto__' }, 'invalid_scope', 'the-state'],
  ['foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target', 'the-state'],
  ['relative resource', { resource: '/api/v1/mcp' }, 'invalid_target', 'the-state'],
  ['resource with a fragment', { resource: 'RESOURCE#x' }, 'invalid_target', 'the-state'],
  ['resource with a query', { resource: 'RESOURCE?x' }, 'invalid_target', 'the-state'],
  [
    'our resource and a foreign one',
    { resource: ['RESOURCE', 'https://other.example/mcp'] },
    'invalid_target',
    'the-state',
  ],
];

describe('until client and redirect URI are good, an error is a page', () => {
  attackTable<Context>(
    [
      { send: changed({}), status: 302 },
      { send: raw('&x=%20'), status: 302 },
    ],
    [
      ...pages.map(([name, changes, code]): Attack<Context> => ({ name, send: changed(changes), status: 400, code })),
      { name: 'malformed escapes', send: raw('&x=%zz'), status: 400, code: 'invalid_request' },
      { name: 'escapes that are no UTF-8', send: raw('&x=%ff'), status: 400, code: 'invalid_request' },
    ],
    async () => ({ server, clientId }),
  );
});

describe('afterwards it is a redirect', () => {
  const withResource = (changes: Query): Query => {
    const fill = (value: string) => value.replace('RESOURCE', server.resource);
    const { resource } = changes;
    if (resource === undefined) return changes;
    return { ...changes, resource: typeof resource === 'string' ? fill(resource) : resource.map(fill) };
  };
  attackTable<Context>(
    [
      { send: changed({}), status: 302 },
      { send: (context) => changed(withResource({ resource: 'RESOURCE' }))(context), status: 302 },
    ],
    redirects.map(([name, changes, code, state]): Attack<Context> => ({
      name,
      status: 302,
      code,
      send: async (context) => {
        const answer = await changed(withResource(changes))(context);
        const location = new URL(answer.headers.get('location') ?? 'none:');
        expect(`${location.origin}${location.pathname}`).toBe(redirectUri);
        expect(location.searchParams.get('state')).toBe(state);
        expect(location.searchParams.get('iss')).toBe(server.issuer);
        expect(location.searchParams.has('code')).toBe(false);
        expect(location.searchParams.get('error_description')).toMatch(/^[A-Za-z].{10,}/);
        return answer;
      },
    })),
    async () => ({ server, clientId }),
  );

  test("keeps the redirect URI's own query", async () => {
    const answer = await send(
      authorizeUrl(server, clientId, challenge, { redirect_uri: `${redirectUri}?tenant=7`, response_type: 'token' }),
    );
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect([searchParams.get('tenant'), searchParams.get('error')]).toEqual(['7', 'unsupported_response_type']);
  });
});

describe('loopback redirect URIs', () => {
  const cases: readonly (readonly [uri: string, status: number])[] = [
    ['http://127.0.0.1:8080/cb', 302],
    ['http://127.0.0.1:53123/cb', 302],
    ['http://127.0.0.1/cb', 302],
    ['http://localhost:9/cb', 302],
    ['http://127.0.0.1:0/cb', 400],
    ['http://127.0.0.1:8080/other', 400],
    ['http://127.0.0.1:8080/cb?x=1', 400],
    ['http://127.0.0.2:8080/cb', 400],
    ['http://[::1]:8080/cb', 400],
    ['https://127.0.0.1:8080/cb', 400],
    ['http://localhost.:8080/cb', 400],
    ['http://foo.localhost:8080/cb', 400],
  ];
  test.each(cases)('%s -> %i', async (uri, status) => {
    const answer = await send(authorizeUrl(server, nativeId, challenge, { redirect_uri: uri }));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('location') === null).toBe(status === 400);
  });
});

test('other methods are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await send(authorizeUrl(server, clientId, challenge), { method });
    expect([answer.status, answer.headers.get('allow'), answer.said('error', 'code')]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ]);
  }
});

test('neither page nor redirect tells a cache or another site', async () => {
  for (const changes of [{}, { client_id: 'x' }]) {
    const answer = await send(authorizeUrl(server, clientId, challenge, changes));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
});
