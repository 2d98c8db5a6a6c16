/** Token requests that must not succeed, and what a theft leaves behind. */
import { attackTable, codeOf, type Attack } from '../support/attacks';
import {
  approve,
  call,
  codeRequest,
  connect,
  fullScope,
  postForm,
  redirectUri,
  refreshRequest,
  register,
  send,
  token,
  type Answer,
  type Approved,
  type Tokens,
} from '../support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../support/server';

interface Context {
  readonly server: TestServer;
  readonly approved: Approved;
  readonly tokens: Tokens;
}

let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
let otherClientId: string;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  clientId = await register(server);
  otherClientId = await register(server);
});
afterAll(() => server.close());

const make = async (): Promise<Context> => ({
  server,
  approved: await approve(server, workspace, { clientId }),
  tokens: await connect(server, workspace, { clientId }),
});

type Body = Record<string, unknown>;
const exchange =
  (changes: Body) =>
  ({ approved }: Context): Promise<Answer> =>
    token(server, { ...codeRequest(server, approved), ...changes });
const refresh =
  (changes: Body) =>
  ({ tokens }: Context): Promise<Answer> =>
    token(server, { ...refreshRequest(tokens), ...changes });

/** The code is still good: the attempt was refused before it was looked at. */
const codeStillWorks = async ({ approved }: Context) => {
  expect((await token(server, codeRequest(server, approved))).status).toBe(200);
};
const refreshStillWorks = async ({ tokens }: Context) => {
  expect((await call(server, tokens.access)).status).toBe(200);
  expect((await token(server, refreshRequest(tokens))).status).toBe(200);
};

type Row = readonly [name: string, changes: Body, status: number, code: string];
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
  ['a client assertion', { client_assertion: 'x' }, 401, 'invalid_client'],
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

const refreshRows: readonly Row[] = [
  ['no refresh token', { refresh_token: undefined }, 400, 'invalid_request'],
  ['empty refresh token', { refresh_token: '' }, 400, 'invalid_request'],
  ['refresh token as a list', { refresh_token: ['x'] }, 400, 'invalid_request'],
  ['refresh token as an object', { refresh_token: { $ne: '' } }, 400, 'invalid_request'],
  ['refresh token of words', { refresh_token: 'not a token' }, 400, 'invalid_grant'],
  ['made-up refresh token', { refresh_token: `llr_${'A'.repeat(86)}` }, 400, 'invalid_grant'],
  ['scope upgrade', { scope: fullScope }, 400, 'invalid_scope'],
  ['unknown scope', { scope: 'admin:all' }, 400, 'invalid_scope'],
  ['malformed scope', { scope: 'workspace:read\nagent:read' }, 400, 'invalid_scope'],
  ['scope as a list', { scope: ['workspace:read'] }, 400, 'invalid_request'],
  ['changed resource', { resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
  ['a client secret', { client_secret: 'x' }, 401, 'invalid_client'],
  ['unknown client', { client_id: '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11' }, 401, 'invalid_client'],
];

describe('refresh: refused, and the token is still alive', () => {
  const tampered = (token: string, at: number) => {
    const flipped = token[at] === 'A' ? 'B' : 'A';
    return `${token.slice(0, at)}${flipped}${token.slice(at + 1)}`;
  };
  attackTable<Context>(
    [{ send: refresh({}), status: 200 }],
    [
      ...refreshRows.map(([name, changes, status, code]): Attack<Context> => ({
        name,
        send: refresh(changes),
        status,
        code,
      })),
      {
        name: "another client's refresh token",
        send: (context) => refresh({ client_id: otherClientId })(context),
        status: 400,
        code: 'invalid_grant',
      },
      ...[10, 40, 80].map((at): Attack<Context> => ({
        name: `character ${at} changed`,
        send: (context) => refresh({ refresh_token: tampered(context.tokens.refresh, at) })(context),
        status: 400,
        code: 'invalid_grant',
      })),
      {
        name: 'base64 padding added',
        send: (context) => refresh({ refresh_token: `${context.tokens.refresh}=` })(context),
        status: 400,
        code: 'invalid_grant',
      },
      {
        name: 'an access token as refresh token',
        send: (context) => refresh({ refresh_token: context.tokens.access })(context),
        status: 400,
        code: 'invalid_grant',
      },
      {
        name: 'a code as refresh token',
        send: (context) => refresh({ refresh_token: context.approved.code })(context),
        status: 400,
        code: 'invalid_grant',
      },
    ],
    make,
  );
  test('and the token still works', async () => {
    const context = await make();
    for (const [, changes] of refreshRows) await refresh(changes)(context);
    await refresh({ client_id: otherClientId })(context);
    await refreshStillWorks(context);
  });
});

describe('refresh: reuse', () => {
  const rotate = async (at: TestServer, tokens: Tokens): Promise<Tokens> => {
    const answer = await token(at, refreshRequest(tokens));
    expect(answer.status).toBe(200);
    return { ...tokens, access: answer.said('access_token'), refresh: answer.said('refresh_token') };
  };
  const withServer = async (work: (at: TestServer, tokens: Tokens, place: TestWorkspace) => Promise<void>) => {
    const own = await startTestServer();
    try {
      const place = await addWorkspace(own);
      await work(own, await connect(own, place), place);
    } finally {
      await own.close();
    }
  };
  const isDead = async (at: TestServer, tokens: Tokens) => {
    expect(codeOf(await token(at, refreshRequest(tokens)))).toBe('invalid_grant');
    expect((await call(at, tokens.access)).status).toBe(401);
  };

  test('within 30 seconds a repeat gives the same successor again', () =>
    withServer(async (at, first) => {
      const second = await rotate(at, first);
      at.pass(29_000);
      const repeated = await rotate(at, first);
      expect(repeated.refresh).toBe(second.refresh);
      expect((await call(at, repeated.access)).status).toBe(200);
      expect((await rotate(at, second)).refresh).not.toBe(second.refresh);
    }));

  test('after 30 seconds a repeat ends the connection', () =>
    withServer(async (at, first) => {
      const second = await rotate(at, first);
      at.pass(30_001);
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      await isDead(at, second);
      const rows = await at.db.select("SELECT 1 AS x FROM oauth_audit WHERE action = 'refresh_reused'");
      expect(rows).toHaveLength(1);
    }));

  test('a token two steps back ends the connection, however soon', () =>
    withServer(async (at, first) => {
      const third = await rotate(at, await rotate(at, first));
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      await isDead(at, third);
    }));

  test('32 at once: one successor, and it works', () =>
    withServer(async (at, first) => {
      const answers = await Promise.all(Array.from({ length: 32 }, () => token(at, refreshRequest(first))));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => answer.said('refresh_token'))).size).toBe(1);
      await rotate(at, { ...first, refresh: answers[31]?.said('refresh_token') ?? '' });
    }));

  test('a narrower scope narrows the access token only', () =>
    withServer(async (at, first) => {
      const narrow = await token(at, refreshRequest(first, { scope: 'workspace:read' }));
      expect(narrow.said('scope')).toBe('workspace:read');
      const wide = await token(at, refreshRequest({ ...first, refresh: narrow.said('refresh_token') }));
      expect(wide.said('scope')).toBe('workspace:read analytics:read agent:read');
    }));

  test('idle for 30 days, or 90 days old, it is over', () =>
    withServer(async (at, first, place) => {
      const day = 86_400_000;
      at.pass(30 * day);
      expect(codeOf(await token(at, refreshRequest(first)))).toBe('invalid_grant');
      const session = { ...place.people.OWNER, session: at.sessions.mintSession(place.people.OWNER.userId, 86_400) };
      let busy = await connect(at, place, { person: session });
      for (let days = 0; days < 80; days += 20) {
        at.pass(20 * day);
        busy = await rotate(at, busy);
      }
      at.pass(10 * day - 1_000);
      busy = await rotate(at, busy);
      at.pass(1_000);
      await isDead(at, busy);
    }));

  const losses: readonly (readonly [name: string, sql: string, status: number, code: string])[] = [
    ['membership deleted', 'DELETE FROM memberships WHERE user_id = ?', 400, 'invalid_grant'],
    ['membership inactive', 'UPDATE memberships SET active = 0 WHERE user_id = ?', 400, 'invalid_grant'],
    ['role lowered', "UPDATE memberships SET role = 'MEMBER' WHERE user_id = ?", 400, 'invalid_grant'],
    [
      'client removed',
      'DELETE FROM oauth_clients WHERE id IN (SELECT client_id FROM oauth_grants WHERE user_id = ?)',
      401,
      'invalid_client',
    ],
  ];
  test.each(losses)('%s: over at the next call and the next refresh', (_name, sql, status, code) =>
    withServer(async (at, _first, place) => {
      const tokens = await connect(at, place, { scope: fullScope });
      await at.db.run(sql, [place.people.OWNER.userId]);
      at.pass(5_000);
      expect((await call(at, tokens.access)).status).toBe(401);
      const answer = await token(at, refreshRequest(tokens));
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    }),
  );

  test('a lowered role does not end a connection with plain scopes', () =>
    withServer(async (at, first, place) => {
      await at.db.run("UPDATE memberships SET role = 'MEMBER' WHERE user_id = ?", [place.people.OWNER.userId]);
      await rotate(at, first);
    }));
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

describe('revocation', () => {
  const post = (body: unknown) =>
    send(`${server.issuer}/revoke`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const noEffect = { status: 200, code: undefined };
  attackTable<Context>(
    [
      { send: (c) => post({ token: c.tokens.refresh, client_id: clientId }), status: 200 },
      { send: (c) => post({ token: c.tokens.access, client_id: clientId }), status: 200 },
    ],
    [
      { name: 'unknown token', send: () => post({ token: 'x' }), ...noEffect },
      { name: 'made-up refresh token', send: () => post({ token: `llr_${'A'.repeat(86)}` }), ...noEffect },
      {
        name: "another client's refresh token",
        send: (c) => post({ token: c.tokens.refresh, client_id: otherClientId }),
        ...noEffect,
      },
      {
        name: "another client's access token",
        send: (c) => post({ token: c.tokens.access, client_id: otherClientId }),
        ...noEffect,
      },
      {
        name: 'access token with a changed signature',
        send: (c) => post({ token: `${c.tokens.access.slice(0, -8)}AAAAAAAA` }),
        ...noEffect,
      },
      {
        name: 'unsigned access token',
        send: (c) => post({ token: `${c.tokens.access.split('.').slice(0, 2).join('.')}.` }),
        ...noEffect,
      },
      { name: 'session token', send: () => post({ token: workspace.people.OWNER.session }), ...noEffect },
      { name: 'code', send: (c) => post({ token: c.approved.code }), ...noEffect },
      { name: 'no token', send: () => post({}), status: 400, code: 'invalid_request' },
      {
        name: 'token as a list',
        send: (c) => post({ token: [c.tokens.refresh] }),
        status: 400,
        code: 'invalid_request',
      },
      { name: 'token as an object', send: () => post({ token: { $ne: '' } }), status: 400, code: 'invalid_request' },
      { name: 'an array', send: () => post([]), status: 400, code: 'invalid_request' },
    ],
    make,
  );
  test.each(['access', 'refresh'] as const)('the %s token ends the connection', async (which) => {
    const { tokens } = await make();
    const answer = await post({ token: tokens[which], token_type_hint: 'anything' });
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect((await call(server, tokens.access)).status).toBe(401);
    expect(codeOf(await token(server, refreshRequest(tokens)))).toBe('invalid_grant');
    expect((await post({ token: tokens[which] })).status).toBe(200);
  });
});
