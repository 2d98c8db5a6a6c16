/** A clock that is set back: revocation keeps working, a grace ends, and there is always a key that signs. */
import { rotateSigningKey } from '../../src/store/oauth/keys';
import { revokeConnection } from '../../src/store/oauth/connections';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type Person, type TestServer, type TestWorkspace } from './support/server';

const hour = 3_600_000;
let server: TestServer;
let workspace: TestWorkspace;

beforeEach(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
});
afterEach(() => server.close());

/** A session token of now: one from before a clock was set back lies ahead, and is refused for that. */
const signedIn = ({ userId }: Person): Person => ({ userId, session: server.sessions.mintSession(userId, 600) });

const status = async (access: string) => (await flow.call(server, access)).status;

test('a connection that another process ended is refused after five seconds', async () => {
  const { access } = await flow.connect(server, workspace);
  expect(await status(access)).toBe(200);
  server.setBack(hour);
  const [grant] = await server.db.select<{ id: string; organization_id: string }>(
    'SELECT id, organization_id FROM oauth_grants',
  );
  const operator = { kind: 'operator', name: 'root' } as const;
  await revokeConnection(server.db, grant?.organization_id ?? '', grant?.id ?? '', operator);
  server.pass(5_001);
  expect(await status(access)).toBe(401);
});

test('a signing key that leaked is trusted no more, and its successor signs at once', async () => {
  const tokens = await flow.connect(server, workspace);
  expect(await status(tokens.access)).toBe(200);
  await rotateSigningKey(server.db, { immediately: true, now: server.now() });
  server.setBack(hour);
  server.pass(15_001);
  expect(await status(tokens.access)).toBe(401);
  const refreshed = await flow.token(server, flow.refreshRequest(tokens));
  expect(refreshed.status).toBe(200);
  expect(await status(refreshed.said('access_token'))).toBe(200);
});

test('an access token ends when its fifteen minutes are over', async () => {
  const { access } = await flow.connect(server, workspace);
  expect(await status(access)).toBe(200);
  server.setBack(hour);
  server.pass(901_000);
  expect(await status(access)).toBe(401);
});

test('the grace of a replaced refresh token ends', async () => {
  const tokens = await flow.connect(server, workspace);
  expect((await flow.token(server, flow.refreshRequest(tokens))).status).toBe(200);
  server.setBack(hour);
  server.pass(31_000);
  expect((await flow.token(server, flow.refreshRequest(tokens))).status).toBe(400);
});

test('a service that is started while every key lies ahead signs with the oldest', async () => {
  const tokens = await flow.connect(server, workspace);
  await server.db.run('UPDATE oauth_keys SET active_at = active_at + ?', [hour]);
  server.pass(15_001);
  expect((await flow.token(server, flow.refreshRequest(tokens))).status).toBe(200);
});

test('a request to authorize ends after its ten minutes, however far the clock was set back', async () => {
  const { challenge } = flow.pkce();
  const clientId = await flow.register(server);
  const approve = (requestToken: string) =>
    flow.complete(server, signedIn(workspace.people.OWNER), {
      requestToken,
      organizationId: workspace.organizationId,
      approved: true,
    });
  const control = await flow.begin(server, clientId, challenge);
  server.setBack(20_000);
  expect((await approve(control)).status).toBe(200);
  const late = await flow.begin(server, clientId, challenge);
  server.setBack(hour);
  server.pass(601_000);
  const answer = await approve(late);
  expect([answer.status, answer.said('error', 'code')]).toEqual([404, 'invalid_request_token']);
});

test('a code ends after its minute, however far the clock was set back', async () => {
  const control = await flow.approve(server, workspace);
  server.setBack(20_000);
  expect((await flow.token(server, flow.codeRequest(server, control))).status).toBe(200);
  const late = await flow.approve(server, workspace);
  server.setBack(hour);
  server.pass(61_000);
  const answer = await flow.token(server, flow.codeRequest(server, late));
  expect([answer.status, answer.said('error', 'code')]).toEqual([400, 'invalid_grant']);
});

test('an access token of a day is good all day, and for five seconds after its connection ended', async () => {
  const daily = await startTestServer({ env: { ACCESS_TOKEN_SECONDS: '86400' } });
  try {
    const tokens = await flow.connect(daily, await addWorkspace(daily));
    const statusOf = async (access: string) => (await flow.call(daily, access)).status;
    daily.pass(23 * hour);
    expect(await statusOf(tokens.access)).toBe(200);
    const refreshed = await flow.token(daily, flow.refreshRequest(tokens));
    expect(refreshed.json).toMatchObject({ expires_in: 86_400 });
    const [grant] = await daily.db.select<{ id: string; organization_id: string }>(
      'SELECT id, organization_id FROM oauth_grants',
    );
    await revokeConnection(daily.db, grant?.organization_id ?? '', grant?.id ?? '', { kind: 'operator', name: 'root' });
    daily.pass(5_001);
    expect(await statusOf(tokens.access)).toBe(401);
    expect(await statusOf(refreshed.said('access_token'))).toBe(401);
  } finally {
    await daily.close();
  }
});
