/** Sessions end: with a new password, without one, with deactivation, with the sign-out of a page. On every process at once. */
import { PersonSessions } from '../../src/auth/person-sessions';
import { changeMember, setPasswordHash } from '../../src/store/access/members';
import { endSessionsOf } from '../../src/store/access/session-rows';
import { migratedTestDatabase } from '../support/databases';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

describe.each(['sqlite'] as const)('on %s', (kind) => {
  let server: TestServer;
  let workspace: TestWorkspace;
  let people: PersonSessions;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await migratedTestDatabase(kind);
    drop = database.drop;
    server = await startTestServer({ databaseUrl: database.url });
    people = new PersonSessions(server.db, server.sessions, 'id', server.now);
  });
  afterAll(async () => {
    await server.close();
    await drop();
  });
  beforeEach(async () => {
    workspace = await addWorkspace(server, `Workspace ${Math.random()}`);
  });

  /** Whether a token may still decide. */
  const decides = async (session: string) => {
    const requestToken = await flow.begin(server, await flow.register(server), flow.pkce().challenge);
    const body = { requestToken, organizationId: workspace.organizationId, approved: true };
    const answer = await flow.complete(server, { userId: '', session }, body);
    return answer.status === 200 || [answer.status, answer.said('error', 'code')].join(' ');
  };
  const refused = '401 invalid_session';

  test.each<readonly [string, (userId: string) => Promise<unknown>]>([
    ['a new password', (userId) => setPasswordHash(server.db, userId, 'x', server.now())],
    ['no password any more', (userId) => setPasswordHash(server.db, userId, null, server.now())],
    [
      'deactivation, even when it is taken back',
      async (userId) => {
        await changeMember(server.db, workspace.organizationId, userId, { active: false }, server.now());
        await changeMember(server.db, workspace.organizationId, userId, { active: true }, server.now());
      },
    ],
    ['signing out everywhere', (userId) => endSessionsOf(server.db, userId, server.now())],
  ])('%s ends every session of the person, and of nobody else', async (_name, end) => {
    const { userId, session } = workspace.people.MEMBER;
    const stored = await people.start(userId, 3_600);
    const ownersPage = await people.start(workspace.people.OWNER.userId, 3_600);
    expect([await decides(session), await decides(stored)]).toEqual([true, true]);
    await end(userId);
    expect([await decides(session), await decides(stored)]).toEqual([refused, refused]);
    expect([await decides(workspace.people.OWNER.session), await decides(ownersPage)]).toEqual([true, true]);
    // Signing in again right away works, with either kind.
    server.pass(1);
    expect(await decides(await people.start(userId, 3_600))).toBe(true);
    expect(await decides(server.sessions.mintSession(userId, 3_600))).toBe(true);
  });

  describe('a decision that waits for its turn', () => {
    const send = (method: string, path: string, body: object) => (session: string) =>
      flow.send(`${server.issuer}${path}`, {
        method,
        headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const permit = () => {
      const { organizationId } = workspace;
      return send('PUT', '/permits', { organizationId, app: 'cursor', scopes: ['workspace:read'] });
    };
    const asked = async (path: string, more: object) => {
      const requestToken = await flow.begin(server, await flow.register(server), flow.pkce().challenge);
      return send('POST', path, { organizationId: workspace.organizationId, requestToken, ...more });
    };
    const decisions: readonly (readonly [string, () => Promise<ReturnType<typeof send>>])[] = [
      ['an approval', () => asked('/authorize/complete', { approved: true })],
      ['a permit', () => Promise.resolve(permit())],
      [
        'a permit taken back',
        async () => {
          await permit()(workspace.people.OWNER.session);
          return send('DELETE', '/permits', { organizationId: workspace.organizationId, app: 'cursor' });
        },
      ],
      ['a request for an app', () => asked('/access-requests', {})],
      [
        'an answer to one',
        async () => {
          const waits = await (await asked('/access-requests', {}))(workspace.people.MEMBER.session);
          return send('POST', `/access-requests/${waits.said('accessRequestId')}`, { permitted: true });
        },
      ],
    ];
    // Each takes the turn first: what happens there happens after the session was looked up.
    const losses: readonly (readonly [string, (userId: string) => string])[] = [
      [
        'the session',
        (userId) => `AFTER UPDATE OF revision ON organizations BEGIN
          UPDATE users SET sessions_not_before = ${server.now()} WHERE id = '${userId}'; END`,
      ],
      [
        'the membership',
        (userId) => `AFTER UPDATE OF revision ON organizations BEGIN
          UPDATE memberships SET active = 0 WHERE user_id = '${userId}'; END`,
      ],
      [
        'the workspace',
        () => `BEFORE UPDATE OF revision ON organizations BEGIN
          DELETE FROM organizations WHERE id = OLD.id; SELECT RAISE(IGNORE); END`,
      ],
    ];

    test.each(decisions)('control: %s is taken', async (_name, prepare) => {
      expect([200, 201, 204]).toContain((await (await prepare())(workspace.people.OWNER.session)).status);
    });
    const rows = decisions.flatMap((decision) =>
      losses.map((loss) => [loss[0], decision[0], loss[1], decision] as const),
    );
    test.each(rows)('%s that goes meanwhile takes %s with it', async (_lost, _name, loss, [, prepare]) => {
      const { userId, session } = workspace.people.OWNER;
      const decide = await prepare();
      await server.db.run(`CREATE TRIGGER lost ${loss(userId)}`, []);
      const answer = await decide(session);
      await server.db.run('DROP TRIGGER lost', []);
      expect(['401 invalid_session', '403 not_a_member']).toContain(`${answer.status} ${answer.said('error', 'code')}`);
    });
  });

  test('signing out ends this session and no other', async () => {
    const { userId } = workspace.people.OWNER;
    const [here, there] = [await people.start(userId, 3_600), await people.start(userId, 3_600)];
    await people.end(here);
    expect([await decides(here), await decides(there)]).toEqual([refused, true]);
  });

  test('a stored session is nobody else’s, and ends in time', async () => {
    const { userId } = workspace.people.OWNER;
    const stored = await people.start(userId, 60);
    const sid = String(JSON.parse(Buffer.from(stored.split('.')[1] ?? '', 'base64url').toString('utf8')).sid);
    const forged = server.sessions.mintSession(workspace.people.MEMBER.userId, 3_600, sid);
    expect(await decides(forged)).toBe(refused);
    server.pass(61_000);
    expect(await decides(stored)).toBe(refused);
  });

  test('the `sid` of an application that signs with the shared secret is its own; one in our form must be stored', async () => {
    const { userId, session } = workspace.people.OWNER;
    expect(await decides(session)).toBe(true);
    for (const sid of ['their-session', 'A'.repeat(43), 'x'.repeat(300)])
      expect(await decides(server.sessions.mintSession(userId, 3_600, sid))).toBe(true);
    expect(await decides(server.sessions.mintSession(userId, 3_600, `ls_${'A'.repeat(43)}`))).toBe(refused);
  });

  test('a token that another key signed is refused each time it is shown', async () => {
    const { session } = workspace.people.OWNER;
    expect(await decides(session)).toBe(true);
    const [header, claims, signature = ''] = session.split('.');
    const other = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const forged = [header, claims, other].join('.');
    for (let time = 0; time < 3; time += 1) expect(await decides(forged)).toBe(refused);
    expect(await decides(session)).toBe(true);
  });

  test('no stored row holds what a browser holds', async () => {
    const token = await people.start(workspace.people.OWNER.userId, 60);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sid: string };
    const rows = await server.db.select('SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(sid);
  });
});
