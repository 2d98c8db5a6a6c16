/** Applications that an owner or admin registers by hand: any https address, exactly, for that workspace alone. */
import { operatorActor } from '../../src/auth/operator-name';
import { appWrites } from '../../src/workspace/app-writes';
import { authorizeUrl, call, codeRequest, complete, pkce, postJson, send, token } from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

let server: TestServer;
let workspace: TestWorkspace;
let other: TestWorkspace;
const back = 'https://n8n.example.org/rest/oauth2-credential/callback';
beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
  other = await addWorkspace(server, 'Other');
});
afterAll(() => server.close());

const apps = (of: TestWorkspace) => appWrites(server.db, of.organizationId, operatorActor(), server.now);
const ask = (clientId: string, challenge: string, redirect_uri = back) =>
  send(authorizeUrl(server, clientId, challenge, { redirect_uri }));

test('registration refuses the address and names this way, in the envelope and as error_description', async () => {
  const refused = await postJson(`${server.issuer}/register`, { redirect_uris: [back] });
  expect([refused.status, refused.said('error', 'code')]).toEqual([400, 'invalid_redirect_uri']);
  expect(refused.said('error_description')).toBe(refused.said('error', 'message'));
  for (const said of [back, 'OAUTH_ALLOWED_REDIRECT_URIS', 'in the console under Integrations', 'leadlight app add']) {
    expect(refused.said('error_description')).toContain(said);
  }
});

test('it connects for its workspace, and nobody else can approve it', async () => {
  const { id } = await apps(workspace).register('n8n', [back]);
  const { verifier, challenge } = pkce();
  const asked = await ask(id, challenge);
  const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
  const approve = ({ organizationId, people }: TestWorkspace) =>
    complete(server, people.OWNER, { requestToken, organizationId, approved: true });
  expect((await approve(other)).status).toBe(403);
  const code = new URL((await approve(workspace)).said('redirectUrl')).searchParams.get('code') ?? '';
  const issued = await token(server, { ...codeRequest(server, { clientId: id, code, verifier }), redirect_uri: back });
  expect((await call(server, issued.said('access_token'))).status).toBe(200);

  expect(await apps(other).unregister(id)).toBeUndefined();
  expect(await apps(workspace).unregister(id)).toMatchObject({ name: 'n8n' });
  expect((await ask(id, challenge)).status).toBe(400);
  const refresh = { grant_type: 'refresh_token', refresh_token: issued.said('refresh_token'), client_id: id };
  expect((await token(server, refresh)).status).toBe(401);
});

test.each(['https://n8n.example.org/', `${back}/x`, `${back}?a=1`, 'http://127.0.0.1:9999/cb'])(
  '%s is not the registered address',
  async (uri) => {
    const { id } = await apps(workspace).register('exact', [back, 'http://127.0.0.1:1234/cb']);
    expect((await ask(id, pkce().challenge)).status).toBe(302);
    expect((await ask(id, pkce().challenge, uri)).status).toBe(400);
  },
);
