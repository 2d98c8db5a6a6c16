/** Client metadata that must not be believed. */
import { attackTable, type Attack } from '../../../oauth/support/attacks';
import { postJson, redirectUri, send } from '../../../oauth/support/flow';
import { startTestServer, type TestServer } from '../../../oauth/support/server';

interface Context {
  readonly server: TestServer;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const badRedirectUris: readonly unknown[] = [
  'https://evil.example/callback',
  'http://app.example.com/callback',
  'https://app.example.com:8443/callback',
  'https://app.example.com./callback',
  'https://app.example.com.evil.example/callback',
  'https://app.example.com%2eevil.example/callback',
  'https://аpp.example.com/callback',
  'https://xn--pp-5cd.example.com/callback',
  'https://APP.example.com/callback',
  'https://user@app.example.com/callback',
  'https://user:pass@app.example.com/callback',
  'https://@app.example.com/callback',
  'https://evil.example\\@app.example.com/callback',
  'https://app.example.com\\@evil.example/callback',
  'https://app.example.com@evil.example/callback',
  'https://app.example.com/callback#',
  'https://app.example.com/callback#fragment',
  'https://app.example.com/a/../callback',
  'https://app.example.com/a/%2e%2e/callback',
  'https://app.example.com/call back',
  'https://app.example.com/call\tback',
  'https://app.example.com/call\nback',
  ' https://app.example.com/callback',
  'https://app.example.com/callback ',
  'https:app.example.com/callback',
  'https:///app.example.com/callback',
  '//app.example.com/callback',
  '/callback',
  'https://app.example.com/callback?code=x',
  'https://app.example.com/callback?state=x',
  'https://app.example.com/callback?iss=x',
  'https://app.example.com/callback?error=x',
  'blob:https://app.example.com/9115d58c-bcda-ff47-86e5-083e9a215304',
  'javascript:alert(1)//app.example.com',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'cursor://callback',
  'urn:ietf:wg:oauth:2.0:oob',
  'http://127.1/cb',
  'http://0x7f000001/cb',
  'http://2130706433/cb',
  'http://0177.0.0.1/cb',
  'http://127.0.0.1./cb',
  { toString: 1 },
  [[['https://app.example.com/callback']]],
  { length: 1, 0: 'https://app.example.com/callback' },
  'http://１２７.0.0.1/cb',
  'http://[::ffff:127.0.0.1]/cb',
  'http://[::ffff:7f00:1]/cb',
  'http://[0:0:0:0:0:0:0:1]/cb',
  'http://0.0.0.0/cb',
  'http://127.0.0.2/cb',
  'http://localhost.evil.com/cb',
  'http://127.0.0.1.nip.io/cb',
  'http://foo.localhost/cb',
  'http://localhost./cb',
  'http://LOCALHOST/cb',
  'http://localhost:0/cb',
  'http://127.0.0.1:0/cb',
  'http://localhost@evil.com/cb',
  'http://evil.com\\@127.0.0.1/cb',
  'http:127.0.0.1/cb',
  'http://127.0.0.1:80/cb',
  'http://127.0.0.1',
  'https://localhost/cb',
  'https://127.0.0.1/cb',
  `https://app.example.com/${'x'.repeat(2048)}`,
  '',
  42,
  null,
  {},
  ['https://app.example.com/callback'],
];

const goodMetadata = {
  redirect_uris: [redirectUri],
  client_name: 'Assistant',
  client_uri: 'https://client.example/',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'workspace:read agent:read',
};
/** The member of the good metadata that a row replaces: its refusal names it. */
const memberOf = (metadata: unknown) => Object.keys(Object(metadata)).at(0) ?? 'redirect_uris';

const badMetadata: readonly (readonly [name: string, metadata: unknown, code?: string, says?: RegExp])[] = [
  ['no redirect URIs', { client_name: 'x' }, 'invalid_redirect_uri', /\bredirect_uris\b/],
  ['an empty list of redirect URIs', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['redirect URIs as a string', { redirect_uris: redirectUri }, 'invalid_redirect_uri'],
  ['redirect URIs as an object', { redirect_uris: { 0: redirectUri } }, 'invalid_redirect_uri'],
  [
    'eleven redirect URIs',
    { redirect_uris: Array.from({ length: 11 }, (_, at) => `${redirectUri}/${at}`) },
    'invalid_redirect_uri',
  ],
  [
    'one bad redirect URI among good ones',
    { redirect_uris: [redirectUri, 'https://evil.example/'] },
    'invalid_redirect_uri',
    /does not allow: https:\/\/evil\.example\/\. .*OAUTH_ALLOWED_REDIRECT_ORIGINS/,
  ],
  ['a client secret', { client_secret: 'x' }, undefined, /client secret/],
  ['a client secret expiry', { client_secret_expires_at: 0 }, undefined, /client secret/],
  ['client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['client_secret_post', { token_endpoint_auth_method: 'client_secret_post' }],
  ['private_key_jwt', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['no authentication as a list', { token_endpoint_auth_method: ['none'] }],
  ['the implicit grant', { grant_types: ['implicit'] }],
  ['the password grant beside ours', { grant_types: ['authorization_code', 'password'] }],
  ['client credentials', { grant_types: ['client_credentials'] }],
  ['refresh_token alone', { grant_types: ['refresh_token'] }],
  ['no grant', { grant_types: [] }],
  ['a grant as a string', { grant_types: 'authorization_code' }],
  ['a grant that is an object', { grant_types: [{}] }],
  ['response type token', { response_types: ['token'] }],
  ['response types code and token', { response_types: ['code', 'token'] }],
  ['no response type', { response_types: [] }],
  ['scope as a list', { scope: ['workspace:read'] }],
  ['scope with two blanks', { scope: 'workspace:read  agent:read' }],
  [
    'redirect URIs of 13 KB',
    { redirect_uris: Array.from({ length: 8 }, (_, n) => `https://app.example.com/${n}${'x'.repeat(1600)}`) },
    'invalid_redirect_uri',
  ],
  ['a home page of 2 KB', { client_uri: `https://app.example.com/${'x'.repeat(2000)}` }],
  ['a name with a right-to-left override', { client_name: 'Bank\u202Eecar' }],
  ['a name with an isolate', { client_name: 'Bank\u2066x\u2069' }],
  ['a name with a zero-width space', { client_name: 'Cla\u200Bude' }],
  ['a name with a zero-width joiner', { client_name: 'Cla\u200Dude' }],
  ['a name with a byte order mark', { client_name: '\uFEFFClaude' }],
  ['a name with a soft hyphen', { client_name: 'Cla\u00ADude' }],
  ['a name with a Hangul filler', { client_name: 'Claude\u3164' }],
  ['a name with a variation selector', { client_name: 'Claude\uFE0F' }],
  ['a name with a tag character', { client_name: 'Claude\u{E0041}' }],
  ['a name with a no-break space', { client_name: 'Claude\u00A0AI' }],
  ['a name with a braille blank', { client_name: 'Claude\u2800' }],
  ['a name with NUL', { client_name: 'Cla\0ude' }],
  ['a name with a newline', { client_name: 'Claude\nverified' }],
  ['a name with an escape', { client_name: 'Claude\u001b[31m' }],
  ['a name with HTML', { client_name: '<b>Claude</b>' }],
  ['a name with half a tag', { client_name: 'Claude>' }],
  ['a name with a lone surrogate', { client_name: 'Claude\uD800' }],
  ['a name with a private character', { client_name: 'Claude\uE000' }],
  ['a name of stacked marks', { client_name: 'Z\u0301\u0302\u0303\u0304' }],
  ['a name of blanks', { client_name: '   ' }],
  ['a name of 101 characters', { client_name: 'x'.repeat(101) }],
  ['a name that is a number', { client_name: 7 }],
  ['a script as client_uri', { client_uri: 'javascript:alert(1)' }],
  ['client_uri with credentials', { client_uri: 'https://a:b@client.example/' }],
  ['client_uri as an object', { client_uri: {} }],
];

describe('redirect URIs', () => {
  attackTable<Context>(
    [{ send: () => postJson(`${server.issuer}/register`, { redirect_uris: [redirectUri] }), status: 201 }],
    badRedirectUris.map((uri): Attack<Context> => ({
      name: JSON.stringify(uri).slice(0, 80),
      send: () => postJson(`${server.issuer}/register`, { redirect_uris: [uri] }),
      status: 400,
      code: 'invalid_redirect_uri',
    })),
    async () => ({ server }),
  );

  test.each([
    'https://app.example.com/callback',
    'https://claude.ai/api/mcp/auth_callback',
    'https://app.example.com/callback?tenant=7',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://[::1]:1234/cb',
    'http://localhost:6274/oauth/callback',
  ])('%s is good', async (uri) => {
    const answer = await postJson(`${server.issuer}/register`, { redirect_uris: [uri] });
    expect(answer).toMatchObject({ status: 201, json: { redirect_uris: [uri] } });
  });
});

describe('metadata', () => {
  const post =
    (body: string, type = 'application/json') =>
    () =>
      send(`${server.issuer}/register`, { method: 'POST', headers: { 'Content-Type': type }, body });
  const deep = `{"redirect_uris":["${redirectUri}"],"x":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const refused = { status: 400, code: 'invalid_client_metadata' };
  attackTable<Context>(
    [
      { send: () => postJson(`${server.issuer}/register`, goodMetadata), status: 201 },
      { send: post(JSON.stringify(goodMetadata)), status: 201 },
    ],
    [
      ...badMetadata.map(([name, metadata, code = 'invalid_client_metadata', says]): Attack<Context> => ({
        name,
        send: async () => {
          const answer = await postJson(
            `${server.issuer}/register`,
            code === 'invalid_redirect_uri' ? metadata : { ...goodMetadata, ...Object(metadata) },
          );
          // Refused for what is wrong about it, and for nothing else.
          expect(answer.said('error', 'message')).toMatch(says ?? new RegExp(`\\b${memberOf(metadata)}\\b`));
          return answer;
        },
        status: 400,
        code,
      })),
      { name: 'malformed JSON', send: post('{"redirect_uris":'), ...refused },
      { name: 'an array', send: post('[]'), ...refused },
      { name: 'null', send: post('null'), ...refused },
      { name: 'an empty body', send: post(''), ...refused },
      {
        name: 'a form',
        send: post(`redirect_uris=${redirectUri}`, 'application/x-www-form-urlencoded'),
        status: 415,
        code: 'unsupported_media_type',
      },
      {
        name: 'a prototype member',
        send: post(`{"redirect_uris":["${redirectUri}"],"__proto__":{"x":1}}`),
        ...refused,
      },
      { name: 'a depth bomb', send: post(deep), ...refused },
      {
        name: 'over 16 KB',
        send: post(JSON.stringify({ x: 'y'.repeat(17_000) })),
        status: 413,
        code: 'payload_too_large',
      },
      {
        name: 'another charset',
        send: post('{}', 'application/json; charset=utf-16'),
        status: 415,
        code: 'unsupported_media_type',
      },
    ],
    async () => ({ server }),
  );

  test('what is not supported is left out, and the answer says what was registered', async () => {
    const answer = await postJson(`${server.issuer}/register`, {
      ...goodMetadata,
      redirect_uris: [redirectUri, 'example.app://callback', 'javascript:alert(1)'],
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'unheard-of'],
      response_types: ['code', 'id_token'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      scope: 'workspace:read admin:all openid',
      client_name: null,
      client_uri: '',
      logo_uri: null,
      client_secret: null,
    });
    expect(answer).toMatchObject({
      status: 201,
      json: {
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'workspace:read',
        client_name: 'Unnamed client',
      },
    });
    expect(answer.json).not.toHaveProperty('client_uri');
  });

  test('unknown members are ignored', async () => {
    const answer = await postJson(`${server.issuer}/register`, {
      redirect_uris: [redirectUri],
      software_id: 'x',
      contacts: ['a@b.example'],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).not.toHaveProperty('software_id');
    expect(answer.json).not.toHaveProperty('contacts');
  });
});

test('a flood is limited for its address', async () => {
  const small = await startTestServer({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '3' } });
  try {
    const statuses = [];
    for (let at = 0; at < 5; at += 1) {
      // Refused metadata does not count.
      await postJson(`${small.issuer}/register`, {});
      const answer = await postJson(`${small.issuer}/register`, { redirect_uris: [redirectUri] });
      statuses.push(answer.status);
      if (answer.status !== 429) continue;
      expect(answer.said('error', 'code')).toBe('rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    const [row] = await small.db.select<{ n: number }>('SELECT COUNT(*) AS n FROM oauth_clients');
    expect(row?.n).toBe(3);
  } finally {
    await small.close();
  }
});
