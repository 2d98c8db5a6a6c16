/** Apps permitted for members, requests for them, connections of people; over role changes and races. */
import { changeMember } from '../../src/store/access/members';
import { clean } from '../../src/interfaces/oauth/cleaner';
import { newId } from '../../src/database/new-id';
import { permitsOf, savePermit } from '../../src/store/oauth/admin-consents';
import { availableDatabases, migratedTestDatabase } from '../support/databases';
import * as flow from './support/flow';
import {
  addPerson,
  addWorkspace,
  startTestServer,
  type Person,
  type TestServer,
  type TestWorkspace,
} from './support/server';

describe.each(availableDatabases())('on %s', (kind) => {
  let server: TestServer;
  let workspace: TestWorkspace;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await migratedTestDatabase(kind);
    drop = database.drop;
    server = await startTestServer({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await server.close();
    await drop();
  });
  beforeEach(async () => {
    workspace = await addWorkspace(server, `Workspace ${Math.random()}`);
  });

  const call = (person: Person, method: string, path: string, body?: unknown) =>
    flow.send(`${server.issuer}${path}`, {
      method,
      headers: { Authorization: `Bearer ${person.session}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const permit = (app: string, scopes: readonly string[], person = workspace.people.OWNER) =>
    call(person, 'PUT', '/permits', { organizationId: workspace.organizationId, app, scopes });
  const forbid = (app: string, person = workspace.people.ADMIN) =>
    call(person, 'DELETE', '/permits', { organizationId: workspace.organizationId, app });
  const all = flow.fullScope.split(' ');
  const status = async (tokens: flow.Tokens) => (await flow.call(server, tokens.access)).status;
  const member = (clientId: string) =>
    flow.connect(server, workspace, { clientId, person: workspace.people.MEMBER, scope: flow.fullScope });
  const code = (answer: flow.Answer) =>
    answer.status < 300 ? answer.status : `${answer.status} ${answer.said('error', 'code')}`;

  test('a member connects what was permitted, and loses it when it is forbidden; an admin keeps theirs', async () => {
    const clientId = await flow.register(server);
    await expect(member(clientId)).rejects.toThrow('403');
    expect(code(await permit(clientId, all))).toBe(200);
    const tokens = await member(clientId);
    const admins = await flow.connect(server, workspace, {
      clientId,
      person: workspace.people.ADMIN,
      scope: flow.fullScope,
    });
    const refreshed = await flow.token(server, flow.refreshRequest(tokens));
    expect(refreshed.status).toBe(200);
    expect([await status(tokens), await status(admins)]).toEqual([200, 200]);
    expect(code(await forbid(clientId))).toBe(204);
    server.pass(5_001);
    expect([await status(tokens), await status(admins)]).toEqual([401, 200]);
    const late = await flow.token(server, flow.refreshRequest({ ...tokens, refresh: refreshed.said('refresh_token') }));
    expect(late.status).toBe(400);
    // Permitting it again does not bring it back.
    await permit(clientId, all);
    server.pass(5_001);
    expect(await status(tokens)).toBe(401);
    await expect(member(clientId)).resolves.toBeDefined();
  });

  test('no member holds more than was permitted', async () => {
    const clientId = await flow.register(server);
    await permit(clientId, ['workspace:read', 'analytics:read']);
    await expect(member(clientId)).rejects.toThrow('403');
    await permit(clientId, ['leads:read']);
    const tokens = await member(clientId);
    await permit(clientId, ['workspace:read']);
    server.pass(5_001);
    expect(await status(tokens)).toBe(401);
  });

  test('a permit is for one workspace', async () => {
    const clientId = await flow.register(server);
    const other = await addWorkspace(server, `Other ${Math.random()}`);
    await permit(clientId, all);
    const elsewhere = { clientId, person: other.people.MEMBER, scope: flow.fullScope };
    await expect(flow.connect(server, other, elsewhere)).rejects.toThrow('403');
    expect(code(await permit(clientId, all, other.people.OWNER))).toBe('403 not_a_member');
  });

  test('a named assistant is permitted by its redirect URI, not by what it calls itself', async () => {
    await permit('cursor', all);
    const uris = ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'];
    const cursor = await flow.register(server, { client_name: 'Cursor', redirect_uris: uris });
    const connect = async (redirectUri: string, clientId: string) => {
      const requestToken = await flow.begin(server, clientId, flow.pkce().challenge, {
        redirect_uri: redirectUri,
        scope: flow.fullScope,
      });
      const body = { requestToken, organizationId: workspace.organizationId, approved: true };
      return code(await flow.complete(server, workspace.people.MEMBER, body));
    };
    expect(await connect(uris[0] ?? '', cursor)).toBe(200);
    // Any program of the computer can listen on a loopback.
    expect(await connect(uris[1] ?? '', cursor)).toBe('403 admin_required');
    const pretender = await flow.register(server, { client_name: 'Cursor' });
    expect(await connect(flow.redirectUri, pretender)).toBe('403 admin_required');
  });

  test.each(['MEMBER', 'INACTIVE'] as const)('%s neither permits, nor forbids, nor looks', async (role) => {
    const clientId = await flow.register(server);
    const person = workspace.people[role];
    const expected = role === 'MEMBER' ? '403 admin_required' : '403 not_a_member';
    const query = `?organizationId=${workspace.organizationId}`;
    expect(code(await permit(clientId, all, person))).toBe(expected);
    expect(code(await forbid(clientId, person))).toBe(expected);
    for (const path of ['/permits', '/access-requests', '/connections']) {
      expect([path, code(await call(person, 'GET', path + query))]).toEqual([path, expected]);
    }
  });

  test('a member asks, an admin finds it and permits, the member connects', async () => {
    const clientId = await flow.register(server, { client_name: 'Sales helper' });
    const requestToken = await flow.begin(server, clientId, flow.pkce().challenge, { scope: flow.fullScope });
    const { MEMBER, ADMIN } = workspace.people;
    const { organizationId } = workspace;
    const shown = await call(MEMBER, 'GET', `/authorize/request?requestToken=${requestToken}`);
    expect(shown.json).toMatchObject({
      person: { id: MEMBER.userId, active: true, displayName: 'A Person' },
      existing: null,
      organizations: [
        {
          canApprove: false,
          approvableScopes: flow.plainScope.split(' '),
          permitted: [],
          admins: [{ displayName: 'A Person' }, { displayName: 'A Person' }],
        },
      ],
    });
    const asked = await call(MEMBER, 'POST', '/access-requests', {
      requestToken,
      organizationId,
      scopes: ['leads:read'],
    });
    expect(code(asked)).toBe(201);
    const waiting = await call(ADMIN, 'GET', `/access-requests?organizationId=${organizationId}`);
    expect(waiting.json).toMatchObject({
      data: [
        {
          user: { id: MEMBER.userId },
          client: { id: clientId, name: 'Sales helper' },
          scopes: ['leads:read'],
          status: 'WAITING',
        },
      ],
    });
    const address = `/access-requests/${asked.said('accessRequestId')}`;
    expect(code(await call(MEMBER, 'POST', address, { permitted: true }))).toBe('404 not_found');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(ADMIN, 'POST', address, { permitted: true })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array<number>(7).fill(404)]);
    // The very request that could not be approved can be now.
    const approved = await flow.complete(server, MEMBER, { requestToken, organizationId, approved: true });
    expect(code(approved)).toBe(200);
    expect((await call(MEMBER, 'GET', '/access-requests')).json).toMatchObject({ data: [{ status: 'PERMITTED' }] });
  });

  test('people see and end their connections; owners and admins those of the workspace', async () => {
    const { OWNER, MEMBER, ADMIN } = workspace.people;
    const { organizationId } = workspace;
    const mine = await flow.connect(server, workspace, { person: MEMBER });
    const owners = await flow.connect(server, workspace, { person: OWNER });
    const list = async (person: Person, query = '') => {
      const answer = await call(person, 'GET', `/connections${query}`);
      const { data } = answer.json as { data: { connectionId: string; status: string; user: { id: string } }[] };
      return data;
    };
    const [own] = await list(MEMBER);
    expect(own).toMatchObject({
      organizationId,
      user: { id: MEMBER.userId },
      status: 'ACTIVE',
      client: { name: 'Assistant' },
    });
    expect(await list(ADMIN)).toEqual([]);
    const everybodys = await list(ADMIN, `?organizationId=${organizationId}`);
    expect(everybodys.map((one) => one.user.id).sort()).toEqual([OWNER.userId, MEMBER.userId].sort());
    const pages = await call(ADMIN, 'GET', `/connections?organizationId=${organizationId}&limit=1`);
    const cursor = pages.said('page', 'nextCursor');
    const rest = await list(ADMIN, `?organizationId=${organizationId}&limit=1&cursor=${cursor}`);
    expect(rest).toHaveLength(1);
    expect(rest[0]?.connectionId).toBe(everybodys[1]?.connectionId);
    const ownersId = everybodys.find((one) => one.user.id === OWNER.userId)?.connectionId ?? '';
    expect(code(await call(MEMBER, 'DELETE', `/connections/${ownersId}`))).toBe('404 not_found');
    const stranger = await addPerson(server);
    expect(code(await call(stranger, 'DELETE', `/connections/${ownersId}`))).toBe('404 not_found');
    expect(code(await call(ADMIN, 'DELETE', `/connections/${ownersId}`))).toBe(204);
    expect([await status(mine), await status(owners)]).toEqual([200, 401]);
    expect(code(await call(MEMBER, 'DELETE', `/connections/${own?.connectionId ?? ''}`))).toBe(204);
    expect(await status(mine)).toBe(401);
    for (const bad of ['?limit=0', '?limit=101', '?cursor=x', '?x=1', '?organizationId=x', '?limit=']) {
      expect([bad, code(await call(ADMIN, 'GET', `/connections${bad}`))]).toEqual([bad, '400 validation_failed']);
    }
  });

  test('a role that is taken away ends what it held, unless it is permitted', async () => {
    const clientId = await flow.register(server);
    const { ADMIN } = workspace.people;
    const connect = () => flow.connect(server, workspace, { clientId, person: ADMIN, scope: flow.fullScope });
    const tokens = await connect();
    await permit(clientId, all);
    await changeMember(server.db, workspace.organizationId, ADMIN.userId, { role: 'MEMBER' }, server.now());
    server.pass(5_001);
    expect(await status(tokens)).toBe(200);
    await forbid(clientId, workspace.people.OWNER);
    server.pass(5_001);
    expect(await status(tokens)).toBe(401);
  });

  test('permitting and forbidding at once with connecting: an app that is left is permitted', async () => {
    const clientId = await flow.register(server);
    for (let round = 0; round < 5; round += 1) {
      await permit(clientId, all);
      const [connected] = await Promise.all([member(clientId).catch(() => undefined), forbid(clientId)]);
      server.pass(5_001);
      if (connected) expect(await status(connected)).toBe(401);
    }
  });

  describe('how many apps are permitted', () => {
    const noLimit = { all: Infinity, ofOne: Infinity };
    const seedPermits = async (count: number, permitted_by: string | null) => {
      const { organizationId: organization_id } = workspace;
      const times = { created_at: server.now(), updated_at: server.now() };
      for (let n = 0; n < count; n += 1) {
        const row = { organization_id, app: `https://${newId()}.example/client`, scopes: 'leads:read', permitted_by };
        await savePermit(server.db, { ...row, ...times }, noLimit);
      }
    };
    const clients = (count: number) => Promise.all(Array.from({ length: count }, () => flow.register(server)));
    const count = async () => (await permitsOf(server.db, workspace.organizationId)).length;
    const twoOfSix = [200, 200, 409, 409, 409, 409];

    test('fifty by one person; others permit more, and one that is permitted can be changed', async () => {
      const { OWNER, ADMIN } = workspace.people;
      await seedPermits(47, OWNER.userId);
      const [first = '', other = '', late = '', ...six] = await clients(9);
      expect(code(await permit(first, all))).toBe(200);
      const answers = await Promise.all(six.map((app) => permit(app, all)));
      expect(answers.map((answer) => answer.status).sort()).toEqual(twoOfSix);
      expect(await count()).toBe(50);
      const refused = await permit(late, all);
      expect([code(refused), refused.said('error', 'message')]).toEqual([
        '409 conflict',
        expect.stringMatching(/50 apps.*forbid one of them first.*another owner or admin/),
      ]);
      expect(code(await permit(first, ['workspace:read']))).toBe(200);
      expect(code(await permit(other, all, ADMIN))).toBe(200);
      // What another permitted does not become the fifty-first of one's own.
      expect(code(await permit(other, all))).toBe('409 conflict');
      expect(code(await forbid(first))).toBe(204);
      expect(code(await permit(other, all))).toBe(200);
    });

    test('a hundred in a workspace, also by answers to requests; no connection ends for one more', async () => {
      const { MEMBER, ADMIN } = workspace.people;
      const [used = '', asked = '', ...six] = await clients(8);
      await permit(used, all);
      const tokens = await member(used);
      await seedPermits(97, null);
      const answers = await Promise.all(six.map((app) => permit(app, all)));
      expect(answers.map((answer) => answer.status).sort()).toEqual(twoOfSix);
      expect(await count()).toBe(100);
      const requestToken = await flow.begin(server, asked, flow.pkce().challenge, { scope: flow.fullScope });
      const { organizationId } = workspace;
      const request = await call(MEMBER, 'POST', '/access-requests', { requestToken, organizationId });
      const address = `/access-requests/${request.said('accessRequestId')}`;
      const refused = await call(ADMIN, 'POST', address, { permitted: true });
      expect([code(refused), refused.said('error', 'message')]).toEqual([
        '409 conflict',
        expect.stringMatching(/100 apps.*forbid one first/),
      ]);
      server.pass(5_001);
      expect(await status(tokens)).toBe(200);
      // The request still waits, and can be permitted when there is room.
      expect(code(await forbid(used))).toBe(204);
      expect(code(await call(ADMIN, 'POST', address, { permitted: true }))).toBe(204);
      expect(await count()).toBe(100);
    });

    test('those of clients that are gone make room by themselves', async () => {
      const [staying = '', gone = ''] = await clients(2);
      for (const app of [staying, gone, 'cursor']) expect(code(await permit(app, all))).toBe(200);
      await seedPermits(1, null);
      await server.db.run('DELETE FROM oauth_clients WHERE id = ?', [gone]);
      await clean(server.db, server.now());
      expect(await count()).toBe(4);
      // The client that is kept is not idle for a day yet: it was connected.
      await member(staying);
      await clean(server.db, server.now() + 2 * 86_400_000);
      const left = (await permitsOf(server.db, workspace.organizationId)).map(({ app }) => app);
      expect(left).toHaveLength(3);
      expect(left).toEqual(expect.arrayContaining([staying, 'assistant:cursor', expect.stringMatching(/^https:/)]));
    });
  });

  test('a step-up replaces what it exceeds, and nothing else', async () => {
    const clientId = await flow.register(server);
    const connect = (scope: string) => flow.connect(server, workspace, { clientId, scope });
    const [small, same] = [await connect('workspace:read'), await connect('workspace:read')];
    expect([await status(small), await status(same)]).toEqual([200, 200]);
    const requestToken = await flow.begin(server, clientId, flow.pkce().challenge);
    const shown = await call(workspace.people.OWNER, 'GET', `/authorize/request?requestToken=${requestToken}`);
    expect(shown.json).toMatchObject({ existing: { scopes: ['workspace:read'] } });
    const big = await connect(flow.plainScope);
    expect([await status(small), await status(same), await status(big)]).toEqual([401, 401, 200]);
  });
});
