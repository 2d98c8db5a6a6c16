/** What a consent page can know and say: persons told apart, dead requests, hints, refusals. */
import jwt from 'jsonwebtoken';
import * as flow from './support/flow';
import {
  addPerson,
  addWorkspace,
  sessionSecret,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from './support/server';

let server: TestServer;
let workspace: TestWorkspace;
let clientId: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  clientId = await flow.register(server, {
    client_name: 'Helper',
    logo_uri: 'https://app.example.com/logo.png',
    tos_uri: 'https://app.example.com/terms',
    policy_uri: 'javascript:alert(1)',
  });
});
afterAll(() => server.close());

const look = (session: string, requestToken: string) =>
  flow.send(`${server.issuer}/authorize/request?requestToken=${requestToken}`, {
    headers: { Authorization: `Bearer ${session}` },
  });
const begin = (changes: flow.Query = {}) => flow.begin(server, clientId, flow.pkce().challenge, changes);

test('an active person, an inactive one, one without workspace and one nobody knows are told apart', async () => {
  const requestToken = await begin();
  const seen = async (session: string) => {
    const { person, organizations } = (await look(session, requestToken)).json as {
      person: { active: boolean } | null;
      organizations: unknown[];
    };
    return [person && person.active, organizations.length];
  };
  expect(await seen(workspace.people.MEMBER.session)).toEqual([true, 1]);
  expect(await seen(workspace.people.INACTIVE.session)).toEqual([false, 0]);
  expect(await seen((await addPerson(server)).session)).toEqual([false, 0]);
  const nobody = server.sessions.mintSession('0190a8c2-3a55-7c1e-9d52-000000000001', 60);
  expect(await seen(nobody)).toEqual([null, 0]);
});

test('an unknown person may cancel, and may not approve', async () => {
  const nobody = { userId: '', session: server.sessions.mintSession('somebody-else', 60) };
  const requestToken = await begin();
  const body = { requestToken, organizationId: workspace.organizationId, approved: true };
  expect((await flow.complete(server, nobody, body)).status).toBe(403);
  const cancelled = await flow.complete(server, nobody, { requestToken, approved: false });
  expect(new URL(cancelled.said('redirectUrl')).searchParams.get('error')).toBe('access_denied');
});

test('a dead request says how it died and where the person came from', async () => {
  const { session } = workspace.people.OWNER;
  const [used, expired] = [await begin(), await begin()];
  await flow.complete(server, workspace.people.OWNER, { requestToken: used, approved: false });
  const said = async (requestToken: string) => {
    const answer = await look(session, requestToken);
    return [answer.status, (answer.json as { error: { code: string; reason: string; client?: object } }).error];
  };
  const from = { name: 'Helper', uri: null, redirectHost: 'app.example.com' };
  expect(await said(used)).toMatchObject([404, { code: 'invalid_request_token', reason: 'used', client: from }]);
  server.pass(601_000);
  expect(await said(expired)).toMatchObject([404, { code: 'invalid_request_token', reason: 'expired', client: from }]);
  const unknown = await said('made-up');
  expect(unknown).toMatchObject([404, { code: 'invalid_request_token', reason: 'unknown' }]);
  expect(unknown[1]).not.toHaveProperty('client');
});

test('hints reach the page; what is no hint does not', async () => {
  const { session } = workspace.people.OWNER;
  const hints = { login_hint: 'ada@example.com', ui_locales: 'de fr-CA', prompt: 'consent' };
  const shown = (await look(session, await begin(hints))).json;
  expect(shown).toMatchObject({
    context: { loginHint: 'ada@example.com', uiLocales: 'de fr-CA', prompt: 'consent' },
    client: {
      logoUri: `${server.issuer}/authorize/picture?client_id=${clientId}`,
      tosUri: 'https://app.example.com/terms',
      policyUri: null,
      createdAt: expect.stringMatching(/Z$/),
    },
  });
  const bad = { login_hint: `a\u202E${'x'.repeat(300)}`, ui_locales: 'x'.repeat(300) };
  expect((await look(session, await begin(bad))).json).toMatchObject({
    context: { loginHint: null, uiLocales: null, prompt: null },
  });
});

test.each([
  ['none', 'interaction_required'],
  ['none login', 'invalid_request'],
])('prompt=%s fails and shows no page', async (prompt, error) => {
  const answer = await flow.send(flow.authorizeUrl(server, clientId, flow.pkce().challenge, { prompt }));
  const location = new URL(answer.headers.get('location') ?? '');
  expect([location.host, location.searchParams.get('error')]).toEqual(['app.example.com', error]);
  expect(location.searchParams.get('state')).toBe('the-state');
});

test('a refusal may choose its error from the list, and no other', async () => {
  const refuse = async (error: unknown, approved = false) =>
    flow.complete(server, workspace.people.OWNER, {
      requestToken: await begin(),
      approved,
      error,
      ...(approved ? { organizationId: workspace.organizationId } : {}),
    });
  for (const error of ['access_denied', 'temporarily_unavailable', 'invalid_scope']) {
    const answer = await refuse(error);
    expect(new URL(answer.said('redirectUrl')).searchParams.get('error')).toBe(error);
  }
  for (const error of ['login_required', 'x', '', 7, null]) expect((await refuse(error)).status).toBe(400);
  expect((await refuse('access_denied', true)).status).toBe(400);
});

test.each([
  ['aud', { aud: 'another' }],
  ['exp', { exp: 1 }],
])('a session token whose %s is wrong is answered with that', async (claim, claims) => {
  const good = {
    sub: workspace.people.OWNER.userId,
    aud: 'leadlight:session',
    exp: Math.floor(server.now() / 1000) + 60,
  };
  const sign = (body: object) => jwt.sign(body, sessionSecret, { header: { alg: 'HS256', typ: 'session+jwt' } });
  const requestToken = await begin();
  expect((await look(sign(good), requestToken)).status).toBe(200);
  const answer = await look(sign({ ...good, ...claims }), requestToken);
  expect([answer.status, answer.json]).toMatchObject([
    401,
    { error: { code: 'invalid_session', details: [{ path: claim }] } },
  ]);
});
