/** Token requests that must not succeed, and what a stolen code leaves behind. */
import { attackTable, codeOf, type Attack } from '../../../oauth/support/attacks';
import { Attacked, codeStillWorks, exchange, refresh, type Context, type Row } from '../../../oauth/support/attacked';
import {
  approve,
  call,
  codeRequest,
  postForm,
  redirectUri,
  refreshRequest,
  register,
  send,
  token,
  type Tokens,
} from '../../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../../oauth/support/server';

let attacked: Attacked;
let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
let otherClientId: string;

beforeAll(async () => {
  attacked = await Attacked.start();
  ({ server, workspace, clientId, otherClientId } = attacked);
});
afterAll(() => server.close());

const make = () => attacked.make();

const beforeAnyLookup: readonly Row[] = [
  ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
  ['password grant', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
  ['client credentials grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
  ['implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
  ['device grant', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, 400, 'unsupported_grant_type'],
  ['grant named like a prototype member', { grant_type: 'constructor' }, 400, 'unsupported_grant_type'],
  ['grant as a list', { grant_type: ['authorization_code'] }, 400, 'invalid_request'],
  ['no code', { code: undefined }, 400, 'invalid_request'],
  ['empty code', { code: '' }, 400, 'invalid_request'],
  ['code null', { code: null }, 400, 'invalid_request'],
  ['code as a list', { code: ['a'] }, 400, 'invalid_request'],
  ['code as an object', { code: { $ne: '' } }, 400, 'invalid_request'],
  ['code as a number', { code: 1 }, 400, 'invalid_request'],
  ['code with a NUL', { code: 'a\0' }, 400, 'invalid_request'],
  ['code with a letter beyond ASCII', { code: 'ä' }, 400, 'invalid_request'],
  ['code of 3 KB', { code: 'a'.repeat(3000) }, 400, 'invalid_request'],
  ['no client', { client_id: undefined }, 400, 'invalid_request'],
  ['client as a list', { client_id: ['a'] }, 400, 'invalid_request'],
  ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
  ['redirect URI as a list', { redirect_uri: [redirectUri] }, 400, 'invalid_request'],
  ['no verifier', { code_verifier: undefined }, 400, 'invalid_request'],
  ['short verifier', { code_verifier: 'a'.repeat(42) }, 400, 'invalid_request'],
  ['long verifier', { code_verifier: 'a'.repeat(129) }, 400, 'invalid_request'],
  ['verifier with a blank', { code_verifier: `${'a'.repeat(43)} ` }, 400, 'invalid_request'],
  ['verifier as an object', { code_verifier: {} }, 400, 'invalid_request'],
  ['an unrelated parameter as an object', { x: { toString: 1 } }, 400, 'invalid_request'],
  ['foreign resource', { resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
  ['resource as a list', { resource: ['https://other.example/mcp'] }, 400, 'invalid_request'],
  ['a client secret', { client_secret: 'x' }, 401, 'invalid_client'],
  ['a client assertion without its type', { client_assertion: 'x' }, 400, 'invalid_request'],
  [
    'a client assertion of a client that registered without keys',
    { client_assertion: 'x', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
    401,
    'invalid_client',
  ],
  ['unknown client', { client_id: '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11' }, 401, 'invalid_client'],
  ['client with SQL', { client_id: "' OR 1=1 --" }, 401, 'invalid_client'],
  ['client that is a URL', { client_id: 'https://client.example/client.json' }, 401, 'invalid_client'],
  ['unknown code', { code: 'A'.repeat(43) }, 400, 'invalid_grant'],
  ['code with SQL', { code: "' OR '1'='1" }, 400, 'invalid_grant'],
];

describe('codes: refused without touching the code', () => {
  attackTable<Context>(
    [{ send: exchange({}), status: 200 }],
    [
      ...beforeAnyLookup.map(([name, changes, status, code]): Attack<Context> => ({
        name,
        send: exchange(changes),
        status,
        code,
      })),
      {
        name: "another client's code",
        send: (context) => exchange({ client_id: otherClientId })(context),
        status: 400,
        code: 'invalid_grant',
      },
    ],
    make,
  );
  test('and the code still works', async () => {
    const context = await make();
    await exchange({ client_id: otherClientId })(context);
    await codeStillWorks(context);
  });
});

describe('codes: refused, and the code is used up', () => {
  const usedUp = async ({ approved }: Context) => {
    const again = await token(server, codeRequest(server, approved));
    expect([again.status, codeOf(again)]).toEqual([400, 'invalid_grant']);
  };
  const refused = { status: 400, code: 'invalid_grant', changes: usedUp };
  attackTable<Context>(
    [{ send: exchange({}), status: 200 }],
    [
      { name: 'wrong verifier', send: exchange({ code_verifier: 'a'.repeat(43) }), ...refused },
      { name: 'wrong redirect URI', send: exchange({ redirect_uri: 'https://app.example.com/other' }), ...refused },
      { name: 'redirect URI with a slash more', send: exchange({ redirect_uri: `${redirectUri}/` }), ...refused },
    ],
    make,
  );
});

describe('codes: replay', () => {
  test('ends the connection that the first use produced, and is audited', async () => {
    const { approved } = await make();
    const first = await token(server, codeRequest(server, approved));
    const tokens: Tokens = { clientId, access: first.said('access_token'), refresh: first.said('refresh_token') };
    expect((await call(server, tokens.access)).status).toBe(200);
    const replay = await token(server, codeRequest(server, approved));
    expect([replay.status, codeOf(replay)]).toEqual([400, 'invalid_grant']);
    expect((await call(server, tokens.access)).status).toBe(401);
    expect(codeOf(await token(server, refreshRequest(tokens)))).toBe('invalid_grant');
    const rows = await server.db.select("SELECT 1 AS x FROM oauth_audit WHERE action = 'code_replayed'");
    expect(rows.length).toBeGreaterThan(0);
  });

  test('32 at once: one answer with tokens, and they are dead', async () => {
    const { approved } = await make();
    const answers = await Promise.all(Array.from({ length: 32 }, () => token(server, codeRequest(server, approved))));
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners).toHaveLength(1);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map(codeOf))).toEqual(new Set(['invalid_grant']));
    expect((await call(server, winners[0]?.said('access_token') ?? '')).status).toBe(401);
  });

  test('by another client is not a replay and ends nothing', async () => {
    const { approved } = await make();
    const first = await token(server, codeRequest(server, approved));
    await token(server, { ...codeRequest(server, approved), client_id: otherClientId });
    expect((await call(server, first.said('access_token'))).status).toBe(200);
  });

  test('after the code expired is still seen', async () => {
    const own = await startTestServer();
    try {
      const place = await addWorkspace(own);
      const approved = await approve(own, place);
      const first = await token(own, codeRequest(own, approved));
      own.pass(120_000);
      await token(own, codeRequest(own, approved));
      expect((await call(own, first.said('access_token'))).status).toBe(401);
      const late = await approve(own, place);
      own.pass(60_000);
      expect(codeOf(await token(own, codeRequest(own, late)))).toBe('invalid_grant');
    } finally {
      await own.close();
    }
  });
});
describe('the request itself', () => {
  const rawPost =
    (body: string, headers: Record<string, string>, query = '') =>
    () =>
      send(`${server.issuer}/token${query}`, { method: 'POST', headers, body });
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const malformed = { status: 400, code: 'invalid_request' };
  const wrongMediaType = { status: 415, code: 'unsupported_media_type' } as const;
  attackTable<Context>(
    [
      { send: (c) => rawPost(JSON.stringify(codeRequest(server, c.approved)), json)(), status: 200 },
      { send: (c) => rawPost(String(new URLSearchParams(codeRequest(server, c.approved))), form)(), status: 200 },
    ],
    [
      {
        name: 'parameters in the query',
        send: (c) =>
          send(`${server.issuer}/token?${new URLSearchParams(codeRequest(server, c.approved)).toString()}`, {
            method: 'POST',
          }),
        ...malformed,
      },
      {
        name: 'one parameter in the query',
        send: (c) => rawPost(JSON.stringify(codeRequest(server, c.approved)), json, '?redirect_uri=x')(),
        ...malformed,
      },
      {
        name: 'Basic beside the body',
        send: (c) =>
          rawPost(JSON.stringify(codeRequest(server, c.approved)), { ...json, Authorization: 'Basic YTpi' })(),
        ...malformed,
      },
      {
        name: 'Bearer beside the body',
        send: (c) => rawPost(JSON.stringify(codeRequest(server, c.approved)), { ...json, Authorization: 'Bearer x' })(),
        ...malformed,
      },
      { name: 'malformed JSON', send: rawPost('{', json), ...malformed },
      { name: 'a JSON array', send: rawPost('[]', json), ...malformed },
      { name: 'JSON text', send: rawPost('"x"', json), ...malformed },
      { name: 'JSON null', send: rawPost('null', json), ...malformed },
      { name: '__proto__ in JSON', send: rawPost('{"__proto__":{"grant_type":"refresh_token"}}', json), ...malformed },
      { name: 'constructor in JSON', send: rawPost('{"constructor":"x"}', json), ...malformed },
      { name: 'no body', send: rawPost('', json), ...malformed },
      {
        name: 'duplicate form keys',
        send: rawPost('grant_type=refresh_token&grant_type=authorization_code', form),
        ...malformed,
      },
      { name: '__proto__ in a form', send: rawPost('__proto__=x&grant_type=refresh_token', form), ...malformed },
      { name: 'form with malformed escapes', send: rawPost('grant_type=%zz', form), ...malformed },
      { name: 'form with escapes that are no UTF-8', send: rawPost('grant_type=%ff', form), ...malformed },
      { name: 'form with brackets', send: rawPost('code[]=x&grant_type=authorization_code', form), ...malformed },
      { name: 'empty form', send: rawPost('', form), ...malformed },
      {
        name: 'plain text',
        send: rawPost('grant_type=refresh_token', { 'Content-Type': 'text/plain' }),
        ...wrongMediaType,
      },
      {
        name: 'multipart',
        send: rawPost('--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }),
        ...wrongMediaType,
      },
      { name: 'XML', send: rawPost('<x/>', { 'Content-Type': 'application/xml' }), ...wrongMediaType },
      {
        name: 'JSON in latin-1',
        send: rawPost('{}', { 'Content-Type': 'application/json; charset=iso-8859-1' }),
        status: 415,
        code: 'unsupported_media_type',
      },
      {
        name: 'a compressed body',
        send: rawPost('x', { ...json, 'Content-Encoding': 'gzip' }),
        status: 415,
        code: 'unsupported_media_type',
      },
      {
        name: 'JSON over 16 KB',
        send: rawPost(JSON.stringify({ x: 'y'.repeat(17_000) }), json),
        status: 413,
        code: 'payload_too_large',
      },
      { name: 'form over 16 KB', send: rawPost(`x=${'y'.repeat(17_000)}`, form), status: 413, code: 'invalid_request' },
      { name: 'GET', send: () => send(`${server.issuer}/token`), status: 405, code: 'method_not_allowed' },
    ],
    make,
  );

  test('errors of a form are RFC 6749 bodies, of JSON envelopes', async () => {
    const body = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId };
    const asForm = await postForm(`${server.issuer}/token`, body);
    expect([asForm.status, asForm.json]).toEqual([
      400,
      { error: 'invalid_grant', error_description: expect.any(String) },
    ]);
    const asJson = await token(server, body);
    expect(asJson.json).toEqual({
      error: {
        code: 'invalid_grant',
        message: expect.any(String),
        status: 400,
        request_id: expect.any(String),
      },
    });
    for (const answer of [asForm, asJson]) expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  });

  test('unknown, expired and foreign look the same', async () => {
    const context = await make();
    const answers = [
      await exchange({ code: 'A'.repeat(43) })(context),
      await exchange({ client_id: otherClientId })(context),
      await refresh({ refresh_token: 'x' })(context),
      await refresh({ client_id: otherClientId })(context),
    ];
    const shown = answers.map(
      ({ status, text, headers }) => `${status} ${text.replaceAll(headers.get('x-request-id') ?? 'none', '')}`,
    );
    expect(new Set(shown).size).toBe(1);
  });

  test('a client that did not register for refresh gets no refresh token', async () => {
    const id = await register(server, { grant_types: ['authorization_code'] });
    const approved = await approve(server, workspace, { clientId: id });
    const answer = await token(server, codeRequest(server, approved));
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('refresh_token');
    const refused = await token(server, { grant_type: 'refresh_token', refresh_token: 'x', client_id: id });
    expect(codeOf(refused)).toBe('unauthorized_client');
  });
});
