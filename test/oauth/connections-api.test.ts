/** What pages ask about connections, requests for apps and permits: every query and body that is wrong is named, pages follow on. */
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type Person, type TestServer, type TestWorkspace } from './support/server';

let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  clientId = await flow.register(server);
});
afterAll(() => server.close());

const call = (person: Person, method: string, path: string, body?: unknown) =>
  flow.send(`${server.issuer}${path}`, {
    method,
    headers: { Authorization: `Bearer ${person.session}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}
const refusal = (answer: flow.Answer) => (answer.json as { error: Refusal }).error;
const known = 'organizationId, limit, cursor';

test.each<readonly [query: string, paths: readonly (readonly [path: string, message: string])[]]>([
  ['?x=1', [['x', `is not known here; allowed are ${known}`]]],
  [
    '?x=1&y=2',
    [
      ['x', `is not known here; allowed are ${known}`],
      ['y', `is not known here; allowed are ${known}`],
    ],
  ],
  ['?limit=1&limit=2', [['limit', 'must be there once, and not empty']]],
  ['?cursor=', [['cursor', 'must be there once, and not empty']]],
  ['?organizationId=x', [['organizationId', 'must be a uuid']]],
  [
    '?organizationId=x&z=1',
    [
      ['z', `is not known here; allowed are ${known}`],
      ['organizationId', 'must be a uuid'],
    ],
  ],
  ['?limit=0', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=101', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=1.5', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=1e1', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=0x10', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=%205', [['limit', 'must be a whole number from 1 to 100']]],
  ['?limit=ten', [['limit', 'must be a whole number from 1 to 100']]],
  ['?cursor=x', [['cursor', 'is not a cursor of this list']]],
  [`?cursor=${'A'.repeat(300)}`, [['cursor', 'is not a cursor of this list']]],
  ['?limit=%ZZ', [['', 'The query is malformed.']]],
])('connections%s: each problem is named', async (query, problems) => {
  const answer = await call(workspace.people.OWNER, 'GET', `/connections${query}`);
  const { code, details, message } = refusal(answer);
  expect([answer.status, code]).toEqual([400, 'validation_failed']);
  expect(details).toEqual(problems.map(([path, text]) => ({ path, message: text })));
  expect(message).toBe(problems.map(([path, text]) => (path ? `${path}: ${text}` : text)).join('; '));
});

test('a name that is not known is cut before it is said again', async () => {
  const answer = await call(workspace.people.OWNER, 'GET', `/connections?${'n'.repeat(200)}=1`);
  expect(refusal(answer).details?.[0]?.path).toBe('n'.repeat(64));
});

test('connections: fifty on a page, page after page, the newest first, each once', async () => {
  const place = await addWorkspace(server);
  const owner = place.people.OWNER;
  const ends: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    await flow.connect(server, place, { clientId });
    server.pass(1_000);
  }
  interface Page {
    readonly data: readonly { readonly connectionId: string; readonly connectedAt: string }[];
    readonly page: { readonly limit: number; readonly nextCursor: string | null; readonly cursor: string | null };
  }
  const pageOf = async (query: string) => (await call(owner, 'GET', `/connections${query}`)).json as Page;
  const whole = await pageOf('');
  expect(whole.page).toEqual({ limit: 50, nextCursor: null, cursor: null });
  const times = whole.data.map(({ connectedAt }) => connectedAt);
  expect(times).toEqual([...times].sort().reverse());
  for (const limit of [1, 3, 7, 100]) {
    ends.length = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await pageOf(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(page.page).toMatchObject({ limit, cursor: cursor || null });
      expect(page.data.length).toBeLessThanOrEqual(limit);
      ends.push(...page.data.map(({ connectionId }) => connectionId));
      cursor = page.page.nextCursor;
    }
    expect(ends).toEqual(whole.data.map(({ connectionId }) => connectionId));
  }
  // The id of a workspace may be written in capitals.
  const all = await pageOf(`?organizationId=${place.organizationId.toUpperCase()}`);
  expect(all.data.map(({ connectionId }) => connectionId)).toEqual(ends);
});

test('what is no connection, no request and no permit is not found', async () => {
  const { OWNER } = workspace.people;
  const none = '0198c0de-0000-7000-8000-000000000000';
  const { organizationId } = workspace;
  const approved = await flow.approve(server, workspace, { clientId });
  const [grant] = await server.db.select<{ id: string }>('SELECT id FROM oauth_grants WHERE activated_at IS NULL');
  for (const [method, path, body] of [
    ['DELETE', `/connections/${none}`],
    ['DELETE', '/connections/x'],
    // Approved and not redeemed: it is no connection yet.
    ['DELETE', `/connections/${grant?.id ?? ''}`],
    ['POST', `/access-requests/${none}`, { permitted: true }],
    ['POST', '/access-requests/x', { permitted: false }],
    ['DELETE', '/permits', { organizationId, app: none }],
    ['PUT', '/permits', { organizationId, app: none, scopes: ['leads:read'] }],
  ] as const) {
    const answer = await call(OWNER, method, path, body);
    expect([method, path, answer.status, refusal(answer).code]).toEqual([method, path, 404, 'not_found']);
  }
  expect((await flow.token(server, flow.codeRequest(server, approved))).status).toBe(200);
});

test.each<readonly [method: string, path: string, body: unknown, problem: string]>([
  ['PUT', '/permits', {}, 'organizationId'],
  ['PUT', '/permits', { organizationId: 'x', app: 'cursor', scopes: ['leads:read'] }, 'organizationId'],
  ['PUT', '/permits', { organizationId: 'ORG', app: '', scopes: ['leads:read'] }, 'app'],
  ['PUT', '/permits', { organizationId: 'ORG', app: 'x'.repeat(513), scopes: ['leads:read'] }, 'app'],
  ['PUT', '/permits', { organizationId: 'ORG', app: 'cursor', scopes: [] }, 'scopes'],
  ['PUT', '/permits', { organizationId: 'ORG', app: 'cursor', scopes: ['all'] }, 'scopes'],
  ['PUT', '/permits', { organizationId: 'ORG', app: 'cursor', scopes: ['leads:read'], more: 1 }, 'more'],
  ['DELETE', '/permits', { organizationId: 'ORG' }, 'app'],
  ['POST', '/access-requests', { organizationId: 'ORG' }, 'requestToken'],
  ['POST', '/access-requests', { requestToken: 'TOKEN', organizationId: 'ORG', scopes: [] }, 'scopes'],
  ['POST', '/access-requests', { requestToken: 'TOKEN', organizationId: 'ORG', scopes: ['all'] }, 'scopes'],
  // Known, but not asked for.
  ['POST', '/access-requests', { requestToken: 'TOKEN', organizationId: 'ORG', scopes: ['leads:read'] }, 'scopes'],
  ['GET', '/permits', undefined, 'organizationId'],
])('%s %s with %j: %s is named', async (method, path, body, problem) => {
  const requestToken = await flow.begin(server, clientId, flow.pkce().challenge);
  const filled =
    body && JSON.parse(JSON.stringify(body).replace('ORG', workspace.organizationId).replace('TOKEN', requestToken));
  const answer = await call(workspace.people.OWNER, method, path, filled);
  expect([answer.status, refusal(answer).code, refusal(answer).details?.[0]?.path]).toEqual([
    400,
    'validation_failed',
    problem,
  ]);
});

test('a member asks for what the request asked for; an admin answers once, permitting other scopes or refusing', async () => {
  const { MEMBER, ADMIN } = workspace.people;
  const { organizationId } = workspace;
  const ask = async () => {
    const other = await flow.register(server);
    const requestToken = await flow.begin(server, other, flow.pkce().challenge, { scope: flow.fullScope });
    return [
      other,
      (await call(MEMBER, 'POST', '/access-requests', { requestToken, organizationId })).said('accessRequestId'),
    ] as const;
  };
  const listed = async (person: Person, query: string) =>
    (
      (await call(person, 'GET', `/access-requests${query}`)).json as {
        data: { accessRequestId: string; status: string; scopes: string[] }[];
      }
    ).data;
  const permits = async () =>
    (
      (await call(ADMIN, 'GET', `/permits?organizationId=${organizationId}`)).json as {
        data: { app: string; scopes: string[]; permittedBy: string }[];
      }
    ).data;

  const [first, permitted] = await ask();
  const [second, refused] = await ask();
  const [third, whole] = await ask();
  expect(
    (await listed(ADMIN, `?organizationId=${organizationId}`)).map((one) => [one.status, one.scopes.join(' ')]),
  ).toEqual(Array(3).fill(['WAITING', flow.fullScope]));
  const answer = (id: string, body: unknown) => call(ADMIN, 'POST', `/access-requests/${id}`, body);
  expect((await answer(permitted, { permitted: true, scopes: ['all'] })).status).toBe(400);
  expect((await answer(permitted, { permitted: true, scopes: ['leads:read'] })).status).toBe(204);
  expect((await answer(refused.toUpperCase(), { permitted: false })).status).toBe(204);
  expect((await answer(whole, { permitted: true })).status).toBe(204);
  for (const id of [permitted, refused, whole]) expect((await answer(id, { permitted: true })).status).toBe(404);
  const by = ADMIN.userId;
  expect((await permits()).filter(({ app }) => [first, second, third].includes(app))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ organizationId, app: first, scopes: ['leads:read'], permittedBy: by }),
      expect.objectContaining({ organizationId, app: third, scopes: flow.fullScope.split(' '), permittedBy: by }),
    ]),
  );
  expect((await permits()).map(({ app }) => app)).not.toContain(second);
  expect(await listed(ADMIN, `?organizationId=${organizationId}`)).toEqual([]);
  expect((await listed(MEMBER, '')).map(({ status }) => status).sort()).toEqual(['PERMITTED', 'PERMITTED', 'REFUSED']);
  expect(await listed(ADMIN, '')).toEqual([]);
  const audited = await server.db.select<{ action: string; user_id: string; client_id: string }>(
    "SELECT action, user_id, client_id FROM oauth_audit WHERE action = 'access_refused'",
  );
  expect(audited).toEqual([{ action: 'access_refused', user_id: by, client_id: second }]);
  const stranger = await addWorkspace(server);
  const [, waiting] = await ask();
  expect((await call(stranger.people.OWNER, 'POST', `/access-requests/${waiting}`, { permitted: true })).status).toBe(
    404,
  );
  expect((await call(MEMBER, 'POST', `/access-requests/${waiting}`, { permitted: true })).status).toBe(404);
});

test('every address says which methods it answers, and pages of other origins get no leave', async () => {
  const origin = new URL(server.url).origin;
  for (const [path, allowed] of [
    ['/authorize', 'GET, HEAD'],
    ['/authorize/request', 'GET, HEAD'],
    ['/authorize/complete', 'POST'],
    ['/authorize/picture', 'GET, HEAD'],
    ['/connections', 'GET, HEAD'],
    ['/connections/x', 'DELETE'],
    ['/access-requests', 'GET, HEAD, POST'],
    ['/access-requests/x', 'POST'],
    ['/permits', 'GET, HEAD, PUT, DELETE'],
    ['/register', 'POST'],
    ['/token', 'POST'],
    ['/revoke', 'POST'],
    ['/jwks', 'GET, HEAD'],
  ] as const) {
    const answer = await flow.send(`${server.issuer}${path}`, { method: 'PATCH' });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allowed]);
    expect(answer.said('error', 'message')).toBe(`This address answers ${allowed}.`);
    const isPublic = ['/register', '/token', '/revoke', '/jwks'].includes(path);
    const isCalledByPages = !isPublic && !['/authorize', '/authorize/picture'].includes(path);
    for (const from of [origin, 'https://evil.example']) {
      const asked = await flow.send(`${server.issuer}${path}`, { method: 'OPTIONS', headers: { Origin: from } });
      const expected = isPublic ? '*' : isCalledByPages && from === origin ? origin : null;
      expect([path, from, asked.headers.get('access-control-allow-origin')]).toEqual([path, from, expected]);
      if (!isPublic && !isCalledByPages) continue;
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-max-age')).toBe('86400');
      for (const method of allowed.split(', ').filter((one) => one !== 'HEAD'))
        expect(asked.headers.get('access-control-allow-methods')).toContain(method);
      expect(asked.headers.get('vary')).toBe(isPublic ? null : 'Origin');
    }
  }
});
