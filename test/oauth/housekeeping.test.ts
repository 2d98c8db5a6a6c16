/** What is removed and what is kept, on every database; the calls that are counted; the schema both ways. */
import { clean } from '../../src/interfaces/oauth/cleaner';
import { migrateDown, migrateUp } from '../../src/store/facade/migrate';
import { listConnections } from '../../src/store/oauth/connections';
import { oauthTables } from '../../src/store/tables/oauth';
import { availableDatabases, migratedTestDatabase, openTestDatabase } from '../support/databases';
import * as flow from './support/flow';
import { addWorkspace, startTestServer, type TestServer } from './support/server';

const day = 86_400_000;

describe.each(availableDatabases())('on %s', (kind) => {
  const withServer = async (work: (server: TestServer) => Promise<void>) => {
    const database = await migratedTestDatabase(kind);
    const server = await startTestServer({ databaseUrl: database.url });
    try {
      await work(server);
    } finally {
      await server.close();
      await database.drop();
    }
  };
  const count = async (server: TestServer, table: string) => {
    const [row] = await server.db.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
    return row?.n;
  };

  test('clients without a live connection go after 30 idle days; with one they stay', () =>
    withServer(async (server) => {
      const workspace = await addWorkspace(server);
      const idle = await flow.register(server);
      const connected = await flow.connect(server, workspace);
      const revoked = await flow.connect(server, workspace);
      await flow.postJson(`${server.issuer}/revoke`, { token: revoked.refresh });

      server.pass(25 * day);
      const refreshed = await flow.token(server, flow.refreshRequest(connected));
      await clean(server.db, server.now());
      expect(await count(server, 'oauth_clients')).toBe(2);

      server.pass(6 * day);
      await clean(server.db, server.now());
      const left = await server.db.select<{ id: string }>('SELECT id FROM oauth_clients');
      expect(left.map((row) => row.id)).toEqual([connected.clientId]);
      // The assistant that is told so registers again.
      const lost = await flow.send(flow.authorizeUrl(server, idle, flow.pkce().challenge));
      expect(lost.status).toBe(400);

      const still = { ...connected, refresh: refreshed.said('refresh_token') };
      expect((await flow.token(server, flow.refreshRequest(still))).status).toBe(200);
    }));

  test('clients that nobody approved go after a day; those that ask again in time stay', () =>
    withServer(async (server) => {
      const workspace = await addWorkspace(server);
      const [unused, asking] = [await flow.register(server), await flow.register(server)];
      const approved = (await flow.approve(server, workspace)).clientId;
      server.pass(23 * 3_600_000);
      await flow.begin(server, asking, flow.pkce().challenge);
      await clean(server.db, server.now());
      expect(await count(server, 'oauth_clients')).toBe(3);
      server.pass(2 * 3_600_000);
      await clean(server.db, server.now());
      const left = await server.db.select<{ id: string }>('SELECT id FROM oauth_clients');
      expect(left.map((row) => row.id).sort()).toEqual([asking, approved].sort());
      expect(left.map((row) => row.id)).not.toContain(unused);
    }));

  test('there is a ceiling for all addresses: unapproved clients make room, and what is in use stays', async () => {
    const database = await migratedTestDatabase(kind);
    const server = await startTestServer({ databaseUrl: database.url, maximumClients: 20 });
    try {
      const workspace = await addWorkspace(server);
      const connected = await flow.connect(server, workspace);
      const register = () =>
        flow.postJson(`${server.issuer}/register`, { redirect_uris: [flow.redirectUri], client_name: 'Flood' });
      const first = await Promise.all(Array.from({ length: 30 }, register));
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201, 503]));
      expect(await count(server, 'oauth_clients')).toBe(20);
      const refused = await register();
      expect([refused.status, refused.said('error', 'code'), refused.headers.get('retry-after')]).toEqual([
        503,
        'service_unavailable',
        '600',
      ]);
      server.pass(11 * 60_000);
      expect((await register()).status).toBe(201);
      expect((await flow.token(server, flow.refreshRequest(connected))).status).toBe(200);
    } finally {
      await server.close();
      await database.drop();
    }
  });

  test('expired requests, codes, unredeemed approvals and ended connections go', () =>
    withServer(async (server) => {
      const workspace = await addWorkspace(server);
      const clientId = await flow.register(server);
      for (let n = 0; n < 5; n += 1) await flow.begin(server, clientId, flow.pkce().challenge);
      await flow.approve(server, workspace, { clientId });
      const ended = await flow.connect(server, workspace, { clientId });
      await flow.postJson(`${server.issuer}/revoke`, { token: ended.refresh });
      expect(await clean(server.db, server.now())).toBe(0);
      server.pass(2 * 3_600_000);
      expect(await clean(server.db, server.now())).toBe(7);
      expect(await count(server, 'oauth_requests')).toBe(0);
      server.pass(8 * day);
      // Two codes, and the approval that nobody redeemed.
      expect(await clean(server.db, server.now())).toBe(3);
      expect(await count(server, 'oauth_grants')).toBe(1);
      server.pass(31 * day);
      await clean(server.db, server.now());
      expect(await count(server, 'oauth_grants')).toBe(0);
      // Who did what is never removed.
      expect(await count(server, 'oauth_audit')).toBe(4);
    }));

  test('a request that nobody decided is removed when its ten minutes are over, and not before', () =>
    withServer(async (server) => {
      await flow.begin(server, await flow.register(server), flow.pkce().challenge);
      server.pass(9 * 60_000);
      expect(await clean(server.db, server.now())).toBe(0);
      server.pass(61_000);
      expect(await clean(server.db, server.now())).toBe(1);
    }));

  test('calls are counted in memory and written when it closes', async () => {
    const database = await migratedTestDatabase(kind);
    const server = await startTestServer({ databaseUrl: database.url });
    const workspace = await addWorkspace(server);
    const { access } = await flow.connect(server, workspace);
    for (let n = 0; n < 7; n += 1) await flow.call(server, access);
    await server.oauth.close();
    const [connection] = await listConnections(server.db);
    expect(connection).toMatchObject({ callCount: 7, lastUsedAt: expect.any(Number) });
    await server.close();
    await database.drop();
  });

  test('the migration goes down and up again', async () => {
    const { db, close } = await openTestDatabase(kind);
    await migrateDown(db, 0);
    await migrateUp(db);
    for (const { name } of oauthTables) expect(await db.select(`SELECT * FROM ${name}`)).toEqual([]);
    await close();
  });
});
