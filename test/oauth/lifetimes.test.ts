/** How long everything of a connection lives: good to its last second, and not one longer. Each limit from both sides. */
import { listConnections } from '../../src/store/oauth/connections';
import { clean } from '../../src/interfaces/oauth/cleaner';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  workspace = await addWorkspace(server);
});

const decide = async (requestToken: string) =>
  (await flow.complete(server, workspace.people.OWNER, { requestToken, approved: false })).status;
const redeem = async (approved: flow.Approved) => (await flow.token(server, flow.codeRequest(server, approved))).status;
const refresh = (tokens: flow.Tokens) => flow.token(server, flow.refreshRequest(tokens));

const limits: readonly (readonly [
  name: string,
  lifetime: number,
  use: () => Promise<() => Promise<number>>,
  over: number,
])[] = [
  [
    'a request waits ten minutes',
    10 * minute,
    async () => {
      const token = await flow.begin(server, await flow.register(server), flow.pkce().challenge);
      return () => decide(token);
    },
    404,
  ],
  [
    'a code lives a minute',
    minute,
    async () => {
      const approved = await flow.approve(server, workspace);
      return () => redeem(approved);
    },
    400,
  ],
  [
    'an access token lives 15 minutes',
    15 * minute,
    async () => {
      const { access } = await flow.connect(server, workspace);
      return async () => (await flow.call(server, access)).status;
    },
    401,
  ],
  [
    'a connection lives 30 days without being refreshed',
    30 * day,
    async () => {
      const tokens = await flow.connect(server, await addWorkspace(server));
      return async () => (await refresh(tokens)).status;
    },
    400,
  ],
];

test.each(limits)('%s', async (_name, lifetime, begin, over) => {
  const early = await begin();
  server.pass(lifetime - 3 * second);
  expect(await early()).toBe(200);
  const late = await begin();
  server.pass(lifetime + second);
  expect(await late()).toBe(over);
});

test('a connection lives 90 days however often it is refreshed', async () => {
  let tokens = await flow.connect(server, workspace);
  for (let days = 0; days < 80; days += 20) {
    server.pass(20 * day);
    tokens = { ...tokens, refresh: (await refresh(tokens)).said('refresh_token') };
  }
  server.pass(10 * day - minute);
  const last = await refresh(tokens);
  expect(last.status).toBe(200);
  const [connection] = await listConnections(server.db, { clientId: tokens.clientId }, server.now());
  expect(Math.abs((connection?.expiresAt ?? 0) - server.now() - minute)).toBeLessThan(30 * second);
  expect(connection?.approveAgainBy).toBe(connection?.expiresAt);
  server.pass(2 * minute);
  expect((await refresh({ ...tokens, refresh: last.said('refresh_token') })).status).toBe(400);
});

test('a replaced refresh token gives its successor again for 30 seconds, and then ends the connection', async () => {
  const tokens = await flow.connect(server, workspace);
  const first = await refresh(tokens);
  server.pass(25 * second);
  const again = await refresh(tokens);
  expect([again.status, again.said('refresh_token')]).toEqual([200, first.said('refresh_token')]);
  server.pass(6 * second);
  expect((await refresh(tokens)).status).toBe(400);
  expect((await refresh({ ...tokens, refresh: first.said('refresh_token') })).status).toBe(400);
});

describe('connections and what they stand on', () => {
  const status = async (tokens: flow.Tokens) => (await flow.call(server, tokens.access)).status;

  test.each([
    ['the connection', 'oauth_grants', 'client_id'],
    ['the membership of its person', 'memberships', 'organization_id'],
    ['its client', 'oauth_clients', 'id'],
  ])('an access token ends with %s', async (_name, table, column) => {
    const tokens = await flow.connect(server, workspace);
    expect(await status(tokens)).toBe(200);
    const value = column === 'organization_id' ? workspace.organizationId : tokens.clientId;
    await server.db.run(`DELETE FROM ${table} WHERE ${column} = ?`, [value]);
    server.pass(6 * second);
    expect(await status(tokens)).toBe(401);
    expect((await refresh(tokens)).status).toBeGreaterThanOrEqual(400);
  });

  test('an approval that nobody redeemed goes with the next one of that person there, and no other goes', async () => {
    const clientId = await flow.register(server);
    const approvals = async () =>
      (await server.db.select<{ id: string }>('SELECT id FROM oauth_grants WHERE client_id = ?', [clientId])).length;
    const elsewhere = await addWorkspace(server);
    await flow.approve(server, workspace, { clientId });
    await flow.approve(server, elsewhere, { clientId });
    const live = await flow.connect(server, workspace, { clientId });
    server.pass(9 * minute);
    await flow.approve(server, workspace, { clientId, person: workspace.people.ADMIN });
    await flow.approve(server, workspace, { clientId });
    // They are ten minutes old at least before they go.
    expect(await approvals()).toBe(5);
    server.pass(2 * minute);
    await flow.approve(server, workspace, { clientId });
    expect(await approvals()).toBe(5);
    expect((await refresh(live)).status).toBe(200);
  });

  test('a connection belongs to the assistant whose redirect URI it was made with', async () => {
    const uris = ['cursor://anysphere.cursor-mcp/oauth/callback', flow.redirectUri];
    const clientId = await flow.register(server, { client_name: 'Cursor', redirect_uris: uris });
    for (const redirectUri of uris) {
      const approved = await flow.approve(server, workspace, { clientId, redirectUri });
      const body = { ...flow.codeRequest(server, approved), redirect_uri: redirectUri };
      expect((await flow.token(server, body)).status).toBe(200);
    }
    const answer = await flow.send(`${server.issuer}/connections`, {
      headers: { Authorization: `Bearer ${workspace.people.OWNER.session}` },
    });
    const { data } = answer.json as { data: { client: { id: string; assistant: string | null } }[] };
    expect(data.map(({ client }) => client.assistant).sort()).toEqual(['cursor', null]);
  });
});

describe('what is of no more use is removed', () => {
  /** Each kind of row, how long it stays, and a row of that age. */
  const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const grant = (changes: string) => (at: number, n: number) =>
    `INSERT INTO oauth_grants (id, organization_id, user_id, client_id, client_name, scopes, created_at, activated_at, expires_at,
       idle_expires_at, generation, call_count, revoked_at) SELECT '${id(n)}', '${id(0)}', '${id(0)}', 'x', 'x', 'x', created_at,
       activated_at, ${10 * at}, idle_expires_at, 1, 0, revoked_at FROM (SELECT ${changes.replaceAll('AT', String(at))}) AS one`;
  const rows: readonly (readonly [
    name: string,
    days: number,
    table: string,
    insert: (at: number, n: number) => string,
  ])[] = [
    [
      'codes',
      7,
      'oauth_codes',
      (at, n) =>
        `INSERT INTO oauth_codes (code_hash, grant_id, client_id, redirect_uri, code_challenge, created_at, expires_at)
         VALUES ('${id(n)}', '${id(0)}', 'x', 'x', 'x', 0, ${at})`,
    ],
    [
      'connections that ran out',
      30,
      'oauth_grants',
      grant('0 AS created_at, 1 AS activated_at, AT AS idle_expires_at, NULL AS revoked_at'),
    ],
    [
      'connections that were ended',
      30,
      'oauth_grants',
      grant('0 AS created_at, 1 AS activated_at, 9 * AT AS idle_expires_at, AT AS revoked_at'),
    ],
    [
      'approvals',
      7,
      'oauth_grants',
      grant('AT AS created_at, NULL AS activated_at, 9 * AT AS idle_expires_at, NULL AS revoked_at'),
    ],
    [
      'requests for apps',
      30,
      'access_requests',
      (at, n) =>
        `INSERT INTO access_requests (organization_id, id, user_id, client_id, client_name, redirect_host, scopes, created_at)
         VALUES ('${id(0)}', '${id(n)}', '${id(n)}', 'x', 'x', 'x', 'x', ${at})`,
    ],
    [
      'sessions',
      1,
      'sessions',
      (at, n) =>
        `INSERT INTO sessions (id_hash, user_id, created_at, expires_at) VALUES ('${id(n)}', '${id(0)}', 0, ${at})`,
    ],
    [
      'links',
      30,
      'one_time_links',
      (at, n) =>
        `INSERT INTO one_time_links (organization_id, id, token_hash, kind, created_at, expires_at)
         VALUES ('${id(0)}', '${id(n)}', '${id(n)}', 'x', 0, ${at})`,
    ],
    [
      'places of signing in',
      200,
      'known_places',
      (at, n) => `INSERT INTO known_places (place_hash, seen_at) VALUES ('${id(n)}', ${at})`,
    ],
  ];

  test.each(rows)('%s after %d days, and not an hour before', async (_name, days, table, insert) => {
    const now = server.now();
    await server.db.run(`DELETE FROM ${table}`);
    // More of the old ones than go in one statement.
    const old = table === 'known_places' ? 450 : 3;
    await server.db.transaction(async () => {
      for (let n = 1; n <= old; n += 1) await server.db.run(insert(now - days * day - hour, n));
      await server.db.run(insert(now - days * day + hour, old + 1));
    });
    expect(await clean(server.db, now)).toBeGreaterThanOrEqual(old);
    expect(await server.db.select(`SELECT 1 AS one FROM ${table}`)).toHaveLength(1);
  });
});
