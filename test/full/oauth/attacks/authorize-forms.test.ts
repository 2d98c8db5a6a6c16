/** Further forms of requests to authorize: what is written almost right, twice, in another encoding, or by another method. */
import { attackTable, codeOf, type Attack } from '../../../oauth/support/attacks';
import {
  authorizeUrl,
  begin,
  complete,
  pkce,
  redirectUri,
  register,
  send,
  type Answer,
  type Query,
} from '../../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../../oauth/support/server';

interface Context {
  readonly server: TestServer;
}

let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
let webId: string;
let nativeId: string;
const { challenge } = pkce();

beforeAll(async () => {
  server = await startTestServer({
    env: { OAUTH_ALLOWED_REDIRECT_URIS: 'com.example.app://callback/done' },
  });
  workspace = await addWorkspace(server);
  clientId = await register(server, { redirect_uris: [redirectUri, 'com.example.app://callback/done'] });
  webId = await register(server, { redirect_uris: ['https://app.example.com/a/b?x=1&y=2'] });
  nativeId = await register(server, { redirect_uris: ['http://[::1]/cb', 'http://127.0.0.1/cb?x=1'] });
});
afterAll(() => server.close());

const ask = (changes: Query, client = () => clientId) => send(authorizeUrl(server, client(), challenge, changes));
/** The request with a text put after it as it stands, so that its escapes arrive as they are. */
const askRaw = (text: string, without: Query = {}) =>
  send(`${authorizeUrl(server, clientId, challenge, without)}${text}`);

describe('a redirect URI that only looks registered', () => {
  const app: readonly (readonly [name: string, uri: string])[] = [
    ['the default port written out', 'https://app.example.com:443/callback'],
    ['a trailing slash', `${redirectUri}/`],
    ['two slashes in the path', 'https://app.example.com//callback'],
    ['a backslash for a slash', 'https://app.example.com\\callback'],
    ['one slash after the scheme', 'https:/app.example.com/callback'],
    ['no slash after the scheme', 'https:app.example.com/callback'],
    ['no scheme', '//app.example.com/callback'],
    ['the scheme in capitals', 'HTTPS://app.example.com/callback'],
    ['the path in capitals', 'https://app.example.com/Callback'],
    ['an escaped letter', 'https://app.example.com/%63allback'],
    ['an escaped slash', 'https://app.example.com%2fcallback'],
    ['an escaped dot segment', 'https://app.example.com/x/%2e%2e/callback'],
    ['a twice escaped dot segment', 'https://app.example.com/x/%252e%252e/callback'],
    ['a path parameter', 'https://app.example.com/callback;x=1'],
    ['a dot at the end of the host', 'https://app.example.com./callback'],
    ['a host below the registered one', 'https://evil.app.example.com/callback'],
    ['a host that begins like it', 'https://app.example.com.evil.example/callback'],
    ['a host that ends like it', 'https://evilapp.example.com/callback'],
    ['it as the user of another host', 'https://app.example.com@evil.example/callback'],
    ['it as the password of another host', 'https://x:app.example.com@evil.example/callback'],
    ['another host before a backslash', 'https://evil.example\\@app.example.com/callback'],
    ['another host before an escaped at', 'https://evil.example%40app.example.com/callback'],
    ['an empty user', 'https://@app.example.com/callback'],
    ['an empty query', `${redirectUri}?`],
    ['an empty fragment', `${redirectUri}#`],
    ['an escaped fragment', `${redirectUri}%23x`],
    ['a code of its own', `${redirectUri}?code=x`],
    ['a state of its own', `${redirectUri}?state=x`],
    ['a blank before it', ` ${redirectUri}`],
    ['a blank after it', `${redirectUri} `],
    ['a tab in it', 'https://app.exa\tmple.com/callback'],
    ['a line break after it', `${redirectUri}\r\nX: y`],
    ['a NUL after it', `${redirectUri}\0`],
    ['a zero-width space in it', 'https://app.exam\u200Bple.com/callback'],
    ['fullwidth letters', 'https://ａpp.example.com/callback'],
    ['an ideographic full stop', 'https://app。example.com/callback'],
    ['a Cyrillic letter', 'https://аpp.example.com/callback'],
    ['the same in punycode', 'https://xn--pp-6kc.example.com/callback'],
    ['a list', `["${redirectUri}"]`],
    ['two with a blank between', `${redirectUri} https://evil.example/`],
    ['over 2 KB', `${redirectUri}?${'x'.repeat(2048)}`],
    ['a blob of the origin', `blob:${redirectUri}`],
    ['a view of the source', `view-source:${redirectUri}`],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a private scheme in capitals', 'COM.EXAMPLE.APP://callback/done'],
    ['a private scheme with another host', 'com.example.app://other/done'],
    ['a private scheme without a host', 'com.example.app:/callback/done'],
    ['a private scheme with a query', 'com.example.app://callback/done?x=1'],
    ['a private scheme with a port', 'com.example.app://callback:80/done'],
    ['a private scheme that begins like it', 'com.example.app.evil://callback/done'],
    ['the out-of-band address', 'urn:ietf:wg:oauth:2.0:oob'],
  ];
  const web: readonly (readonly [name: string, uri: string])[] = [
    ['its query in another order', 'https://app.example.com/a/b?y=2&x=1'],
    ['its query with one more', 'https://app.example.com/a/b?x=1&y=2&z=3'],
    ['its query with one less', 'https://app.example.com/a/b?x=1'],
    ['its query in capitals', 'https://app.example.com/a/b?X=1&y=2'],
    ['no query', 'https://app.example.com/a/b'],
    ['its parent', 'https://app.example.com/a/?x=1&y=2'],
  ];
  const native: readonly (readonly [name: string, uri: string])[] = [
    ['the other loopback host', 'http://[::1]/cb?x=1'],
    ['loopback by name', 'http://localhost/cb'],
    ['IPv6 loopback written long', 'http://[0:0:0:0:0:0:0:1]/cb'],
    ['IPv4 inside IPv6', 'http://[::ffff:127.0.0.1]/cb'],
    ['a zone', 'http://[::1%25lo]/cb'],
    ['all addresses', 'http://[::]/cb'],
    ['127.1', 'http://127.1/cb?x=1'],
    ['a hexadecimal address', 'http://0x7f000001/cb?x=1'],
    ['a decimal address', 'http://2130706433/cb?x=1'],
    ['an octal address', 'http://0177.0.0.1/cb?x=1'],
    ['port 0', 'http://[::1]:0/cb'],
    ['port 65536', 'http://[::1]:65536/cb'],
    ['a port of signs', 'http://[::1]:+80/cb'],
    ['the default port written out', 'http://[::1]:80/cb'],
    ['https', 'https://[::1]/cb'],
    ['a user', 'http://u@[::1]/cb'],
    ['loopback as a user', 'http://127.0.0.1@evil.example/cb?x=1'],
    ['a fragment', 'http://[::1]/cb#x'],
    ['nip.io', 'http://127.0.0.1.nip.io/cb?x=1'],
  ];
  const rows = (of: typeof app, client: () => string): Attack<Context>[] =>
    of.map(([name, uri]) => ({
      name,
      send: () => ask({ redirect_uri: uri }, client),
      status: 400,
      code: 'invalid_request',
    }));
  attackTable<Context>(
    [
      { send: () => ask({}), status: 302 },
      { send: () => ask({ redirect_uri: 'com.example.app://callback/done' }), status: 302 },
      { send: () => ask({ redirect_uri: 'https://app.example.com/a/b?x=1&y=2' }, () => webId), status: 302 },
      { send: () => ask({ redirect_uri: 'http://[::1]:65535/cb' }, () => nativeId), status: 302 },
      { send: () => ask({ redirect_uri: 'http://127.0.0.1:1/cb?x=1' }, () => nativeId), status: 302 },
    ],
    [
      ...rows(app, () => clientId),
      ...rows(web, () => webId),
      ...rows(native, () => nativeId),
      {
        name: 'that of another application',
        send: () => ask({ redirect_uri: 'https://app.example.com/a/b?x=1&y=2' }),
        status: 400,
        code: 'invalid_request',
      },
    ],
    () => Promise.resolve({ server }),
  );
});

describe('an application that is named almost right', () => {
  const named = (id: () => string | readonly string[]) => () =>
    send(authorizeUrl(server, clientId, challenge, { client_id: id() }));
  attackTable<Context>(
    [{ send: named(() => clientId), status: 302 }],
    (
      [
        ['in capitals', () => clientId.toUpperCase()],
        ['with a blank after it', () => `${clientId} `],
        ['with a blank before it', () => ` ${clientId}`],
        ['with a NUL after it', () => `${clientId}\0`],
        ['with a zero-width space', () => `${clientId}\u200B`],
        ['in braces', () => `{${clientId}}`],
        ['without hyphens', () => clientId.replaceAll('-', '')],
        ['as a pattern', () => `${clientId.slice(0, -1)}_`],
        ['twice the same', () => [clientId, clientId]],
        ['once empty, once right', () => ['', clientId]],
        ['12 KB of it', () => 'x'.repeat(12_000)],
      ] as const
    ).map(([name, id]): Attack<Context> => ({ name, send: named(id), status: 400, code: 'invalid_client' })),
    () => Promise.resolve({ server }),
  );
});

describe('the rest of the request', () => {
  const at = (text: string) => `${server.resource}${text}`;
  const rows: readonly (readonly [name: string, changes: () => Query, code: string])[] = [
    ['a challenge of blanks', () => ({ code_challenge: ' '.repeat(43) }), 'invalid_request'],
    ['a challenge with a blank after it', () => ({ code_challenge: `${challenge} ` }), 'invalid_request'],
    ['a challenge with a line break after it', () => ({ code_challenge: `${challenge}\n` }), 'invalid_request'],
    ['a challenge of plain base64', () => ({ code_challenge: `${challenge.slice(2)}+/` }), 'invalid_request'],
    ['a challenge in hexadecimal', () => ({ code_challenge: 'a'.repeat(64) }), 'invalid_request'],
    ['a challenge of letters that are not ASCII', () => ({ code_challenge: 'ａ'.repeat(43) }), 'invalid_request'],
    ['a challenge of 10,000 characters', () => ({ code_challenge: 'a'.repeat(10_000) }), 'invalid_request'],
    ['an empty challenge', () => ({ code_challenge: '' }), 'invalid_request'],
    ['an empty method', () => ({ code_challenge_method: '' }), 'invalid_request'],
    ['the method in small letters', () => ({ code_challenge_method: 's256' }), 'invalid_request'],
    ['the method with a blank', () => ({ code_challenge_method: 'S256 ' }), 'invalid_request'],
    ['two methods in one', () => ({ code_challenge_method: 'S256 plain' }), 'invalid_request'],
    ['two methods', () => ({ code_challenge_method: ['S256', 'plain'] }), 'invalid_request'],
    ['plain, then S256', () => ({ code_challenge_method: ['plain', 'S256'] }), 'invalid_request'],
    ['a challenge, and an empty one', () => ({ code_challenge: [challenge, ''] }), 'invalid_request'],
    ['response type in capitals', () => ({ response_type: 'CODE' }), 'unsupported_response_type'],
    ['response type with a blank', () => ({ response_type: 'code ' }), 'unsupported_response_type'],
    ['response type none', () => ({ response_type: 'none' }), 'unsupported_response_type'],
    ['code and token', () => ({ response_type: 'code token' }), 'unsupported_response_type'],
    ['the same response type twice in one', () => ({ response_type: 'code code' }), 'unsupported_response_type'],
    ['a signed response', () => ({ response_mode: 'jwt' }), 'invalid_request'],
    ['a signed response in the query', () => ({ response_mode: 'query.jwt' }), 'invalid_request'],
    ['a message to the opener', () => ({ response_mode: 'web_message' }), 'invalid_request'],
    ['response mode in capitals', () => ({ response_mode: 'QUERY' }), 'invalid_request'],
    ['two response modes', () => ({ response_mode: ['query', 'fragment'] }), 'invalid_request'],
    ['a request object twice', () => ({ request: ['e30.e30.', 'e30.e30.'] }), 'request_not_supported'],
    ['a pushed request', () => ({ request_uri: 'urn:ietf:params:oauth:request_uri:x' }), 'request_uri_not_supported'],
    [
      'both kinds of request object',
      () => ({ request: 'x', request_uri: 'https://a.example/' }),
      'request_not_supported',
    ],
    ['a scope of another server', () => ({ scope: 'repo openid' }), 'invalid_scope'],
    ['two blanks between scopes', () => ({ scope: 'workspace:read  agent:read' }), 'invalid_scope'],
    ['a blank after the scope', () => ({ scope: 'workspace:read ' }), 'invalid_scope'],
    ['a blank before the scope', () => ({ scope: ' workspace:read' }), 'invalid_scope'],
    ['scopes with a comma', () => ({ scope: 'workspace:read,agent:read' }), 'invalid_scope'],
    ['scopes with a line break', () => ({ scope: 'workspace:read\nagent:read' }), 'invalid_scope'],
    ['scopes with a no-break space', () => ({ scope: 'workspace:read\u00A0agent:read' }), 'invalid_scope'],
    ['all scopes by a star', () => ({ scope: '*' }), 'invalid_scope'],
    ['a scope by its beginning', () => ({ scope: 'workspace' }), 'invalid_scope'],
    ['writing', () => ({ scope: 'leads:write' }), 'invalid_scope'],
    ['fullwidth colon', () => ({ scope: 'workspace：read' }), 'invalid_scope'],
    ['a scope 700 times', () => ({ scope: Array(700).fill('workspace:read').join(' ') }), 'invalid_scope'],
    ['a scope like a member of objects', () => ({ scope: 'constructor' }), 'invalid_scope'],
    ['resource at another port', () => ({ resource: at('').replace(/:\d+\//, ':1/') }), 'invalid_target'],
    ['resource in capitals', () => ({ resource: at('').replace('/mcp', '/MCP') }), 'invalid_target'],
    ['resource with the scheme in capitals', () => ({ resource: at('').replace('http', 'HTTP') }), 'invalid_target'],
    ['resource with two slashes', () => ({ resource: at('//') }), 'invalid_target'],
    ['resource with a path below', () => ({ resource: at('/x') }), 'invalid_target'],
    ['resource with dot segments', () => ({ resource: at('/../mcp') }), 'invalid_target'],
    ['resource with an empty fragment', () => ({ resource: at('#') }), 'invalid_target'],
    ['resource with a user', () => ({ resource: at('').replace('://', '://x@') }), 'invalid_target'],
    ['resource with an escape', () => ({ resource: at('').replace('mcp', '%6dcp') }), 'invalid_target'],
    [
      'resource by another name of the host',
      () => ({ resource: at('').replace('127.0.0.1', '127.0.0.2') }),
      'invalid_target',
    ],
    ['the issuer as resource', () => ({ resource: server.issuer }), 'invalid_target'],
    ['a list of resources in one', () => ({ resource: `${at('')} ${at('')}` }), 'invalid_target'],
    [
      'ours a hundred times and a foreign one',
      () => ({ resource: [...Array<string>(100).fill(at('')), 'x:y'] }),
      'invalid_target',
    ],
    ['prompt none', () => ({ prompt: 'none' }), 'interaction_required'],
    ['prompt none with another', () => ({ prompt: 'none login' }), 'invalid_request'],
    ['two prompts', () => ({ prompt: ['login', 'none'] }), 'invalid_request'],
    ['two hints of who signs in', () => ({ login_hint: ['a@example.com', 'b@example.com'] }), 'invalid_request'],
  ];
  attackTable<Context>(
    [
      { send: () => ask({}), status: 302 },
      { send: () => ask({ resource: [at(''), at('/'), at('')] }), status: 302 },
      { send: () => ask({ response_mode: 'query', prompt: 'login consent', max_age: '0' }), status: 302 },
      // What is not known is not looked at (RFC 6749 §3.1), and what is empty was not sent.
      { send: () => ask({ nonce: ['a', 'b'], claims: '{}', display: 'popup', approved: 'true' }), status: 302 },
      {
        send: () => ask({ state: '', scope: '', resource: '', prompt: '', request: '', request_uri: '' }),
        status: 302,
      },
      { send: () => ask({ scope: 'agent:read agent:read agent:read' }), status: 302 },
    ],
    rows.map(([name, changes, code]): Attack<Context> => ({
      name,
      status: 302,
      code,
      send: async () => {
        const answer = await ask(changes());
        const location = new URL(answer.headers.get('location') ?? 'none:');
        expect(`${location.origin}${location.pathname}`).toBe(redirectUri);
        expect(location.searchParams.get('iss')).toBe(server.issuer);
        expect(location.searchParams.getAll('state')).toEqual(['the-state']);
        expect(location.searchParams.has('code') || location.searchParams.has('requestToken')).toBe(false);
        return answer;
      },
    })),
    () => Promise.resolve({ server }),
  );
});

describe('escapes and states as they arrive', () => {
  attackTable<Context>(
    [
      { send: () => askRaw('&x=%F0%9F%8E%89'), status: 302 },
      { send: () => askRaw(`&state=${encodeURIComponent('é'.repeat(1024))}`, { state: undefined }), status: 302 },
    ],
    [
      ...(
        [
          ['half a surrogate', '&x=%ED%A0%80'],
          ['an overlong slash', '&x=%C0%AF'],
          ['beyond Unicode', '&x=%F4%90%80%80'],
          ['half an escape at the end', '&x=%e'],
          ['an escape of the old kind', '&x=%u0041'],
        ] as const
      ).map(([name, text]): Attack<Context> => ({
        name,
        send: () => askRaw(text),
        status: 400,
        code: 'invalid_request',
      })),
      ...(
        [
          ['a delete', '%7f'],
          ['a C1 control', '%C2%85'],
          ['a line feed alone', '%0a'],
          ['1,025 letters of two bytes', encodeURIComponent('é'.repeat(1025))],
        ] as const
      ).map(([name, state]): Attack<Context> => ({
        name: `state: ${name}`,
        send: () => askRaw(`&state=${state}`, { state: undefined }),
        status: 302,
        code: 'invalid_request',
      })),
    ],
    () => Promise.resolve({ server }),
  );

  test.each([
    ['markup', '"><script>alert(1)</script>'],
    ['another parameter', 'x&code=stolen&iss=https://evil.example'],
    ['an escape', '%26code%3Dx %'],
    ['a fragment', '#code=x'],
    ['plus and blank', 'a+b c'],
    ['JSON', '{"a":["é","\u{1F389}"]}'],
    ['as long as allowed', 's'.repeat(2048)],
  ])('a state comes back as it was, in one parameter: %s', async (_name, state) => {
    const refused = await ask({ state, scope: 'unknown' });
    const requestToken = await begin(server, clientId, challenge, { state });
    const done = await complete(server, workspace.people.OWNER, {
      requestToken,
      organizationId: workspace.organizationId,
      approved: true,
    });
    for (const text of [refused.headers.get('location') ?? '', done.said('redirectUrl')]) {
      const { searchParams, hash } = new URL(text);
      expect([searchParams.getAll('state'), searchParams.getAll('iss'), hash]).toEqual([[state], [server.issuer], '']);
      expect(searchParams.getAll('code').length + searchParams.getAll('error').length).toBe(1);
    }
  });
});

describe('every address of the server, by every method', () => {
  /** Methods that an address answers with something else than 405; OPTIONS only where browsers ask. */
  const addresses: readonly (readonly [path: string, allowed: readonly string[]])[] = [
    ['/authorize', ['GET', 'HEAD']],
    ['/authorize/request', ['GET', 'HEAD', 'OPTIONS']],
    ['/authorize/complete', ['POST', 'OPTIONS']],
    ['/authorize/picture', ['GET', 'HEAD']],
    ['/jwks', ['GET', 'HEAD', 'OPTIONS']],
  ];
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'];
  const calls = addresses.flatMap(([path, allowed]) => methods.map((method) => ({ path, method, allowed })));

  test.each(calls)('$method $path', async ({ path, method, allowed }) => {
    const answer = await send(`${server.issuer}${path}`, { method });
    expect(answer.status === 405 || answer.status === 501).toBe(!allowed.includes(method));
    if (answer.status === 405 && method !== 'HEAD') expect(codeOf(answer)).toBe('method_not_allowed');
    expect(answer.status).not.toBe(500);
    guarded(answer);
  });

  test.each([['X-HTTP-Method-Override'], ['X-HTTP-Method'], ['X-Method-Override']])(
    'a method is not overridden by %s',
    async (name) => {
      const answer = await send(`${server.issuer}/authorize/complete`, { method: 'GET', headers: { [name]: 'POST' } });
      expect([answer.status, codeOf(answer)]).toEqual([405, 'method_not_allowed']);
    },
  );

  test.each([
    '/authorize/',
    '/Authorize',
    '/authorize//complete',
    '/authorize/complete/',
    '/authorize%2Fcomplete',
    '/authorize/./complete/.',
  ])('%s is no address of the server', async (path) => {
    const answer = await send(`${server.issuer}${path}`, { method: 'POST' });
    expect([404, 405]).toContain(answer.status);
  });
});

/** No answer may be framed, sniffed, or kept where it was made for one person. */
function guarded({ headers }: Answer): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('access-control-allow-credentials')).toBeNull();
}
