/** Recent attempts to connect: what each step leaves, who sees it, and what strangers can make of it. */
import { query } from '../../tools/catalogue';
import { ConnectAttempts } from '../../src/auth/connect-attempts';
import { dataAccessOf } from '../../src/auth/rights';
import { workspaceReader } from '../../src/workspace/open-workspace';
import { deleteOldAttempts, listAttempts } from '../../src/store/oauth/attempts';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { authorizeUrl, call, codeRequest, complete, pkce, postForm, postJson, register, send } from './support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from './support/server';

describe('over HTTP', () => {
  let attempts: ConnectAttempts;
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    server = await startTestServer({
      attemptsOf: (db) => (attempts = new ConnectAttempts(db)),
      documents: { resolve: () => Promise.reject(new Error('this network has no way out')) },
    });
    workspace = await addWorkspace(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.db.run('DELETE FROM connect_attempts'));

  /** What is stored, oldest first. */
  const noted = async () => {
    await attempts.flush();
    const rows = await listAttempts(server.db, 200);
    return rows.reverse().map((row) => ({ ...row, id: '', at: 0 }));
  };

  test('a connection leaves each step, its client and, once it is known, its workspace', async () => {
    await send(server.resource.replace('/api/v1/mcp', '/.well-known/oauth-protected-resource/api/v1/mcp'));
    const clientId = await register(server);
    const { verifier, challenge } = pkce();
    const asked = await send(authorizeUrl(server, clientId, challenge));
    const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
    const { organizationId } = workspace;
    const decided = await complete(server, workspace.people.OWNER, { requestToken, organizationId, approved: true });
    const code = new URL(decided.said('redirectUrl')).searchParams.get('code') ?? '';
    const redeemed = await postForm(`${server.issuer}/token`, codeRequest(server, { clientId, code, verifier }));
    expect((await call(server, redeemed.said('access_token'))).status).toBe(200);
    const again = await postForm(`${server.issuer}/token`, codeRequest(server, { clientId, code, verifier }));
    expect(again.status).toBe(400);

    const rows = await noted();
    const own = { client_id: clientId, outcome: 'ok', code: null, reason: null, times: 1 };
    expect(rows).toEqual([
      expect.objectContaining({ step: 'discovery', outcome: 'ok', client_id: null }),
      expect.objectContaining({ ...own, step: 'registration', organization_id: '' }),
      expect.objectContaining({ ...own, step: 'authorization', organization_id: '' }),
      expect.objectContaining({ ...own, step: 'consent', organization_id: organizationId }),
      expect.objectContaining({ ...own, step: 'redemption', organization_id: organizationId }),
      expect.objectContaining({
        step: 'redemption',
        outcome: 'refused',
        code: 'invalid_grant',
        reason: expect.stringContaining('redeemed twice'),
        organization_id: organizationId,
        room: 'problem',
      }),
    ]);
    const text = JSON.stringify(rows);
    for (const secret of [
      code,
      verifier,
      requestToken ?? '',
      redeemed.said('access_token'),
      redeemed.said('refresh_token'),
    ])
      expect(text).not.toContain(secret);
    expect(text).not.toContain('@');
  });

  test('what was refused is said: a document without a way out, a redirect URI, a person who refused', async () => {
    const clientId = 'https://assistant.example/client.json';
    const { challenge } = pkce();
    await send(authorizeUrl(server, clientId, challenge));
    const foreign = 'https://elsewhere.example/callback?key=secret-in-the-address';
    await postJson(`${server.issuer}/register`, { client_name: 'Foreign', redirect_uris: [foreign] });
    const asked = await send(authorizeUrl(server, await register(server), challenge));
    const requestToken = new URL(asked.headers.get('location') ?? 'none:').searchParams.get('requestToken');
    await complete(server, workspace.people.OWNER, { requestToken, approved: false });
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId };
    await postForm(`${server.issuer}/token`, { ...form, resource: 'https://elsewhere.example/mcp' });
    const rows = (await noted()).filter((row) => row.outcome !== 'ok');
    expect(rows.map(({ step, code, reason }) => ({ step, code, reason }))).toEqual([
      {
        step: 'authorization',
        code: 'invalid_client',
        reason: expect.stringContaining('could not fetch the metadata document'),
      },
      { step: 'registration', code: 'invalid_redirect_uri', reason: expect.stringContaining('elsewhere.example') },
      { step: 'consent', code: 'access_denied', reason: 'The person refused the request.' },
      // Refused for its form alone, and still with its step.
      { step: 'refresh', code: 'invalid_target', reason: expect.stringContaining('its own MCP endpoint') },
    ]);
    expect(rows.at(-1)).toMatchObject({ client_id: clientId });
    expect(JSON.stringify(rows)).not.toContain('secret-in-the-address');
  });
});

describe('what is kept', () => {
  let opened: OpenTestDatabase;
  let now: number;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    now = Date.UTC(2026, 5, 1);
    await opened.db.run('DELETE FROM connect_attempts');
  });
  const failing: unknown[] = [];
  const open = () =>
    new ConnectAttempts(
      opened.db,
      (error) => failing.push(error),
      () => now,
    );
  const refused = (n: number, organizationId?: string) =>
    ({
      step: 'authorization',
      outcome: 'refused',
      code: 'invalid_client',
      reason: `reason ${n}`,
      organizationId,
      requestId: `r${n}`,
    }) as const;

  test('equal attempts are one row that counts, and each flush writes few', async () => {
    const attempts = open();
    for (let n = 0; n < 5; n += 1) attempts.note(refused(1));
    await attempts.flush();
    now += 30_000;
    attempts.note(refused(1));
    await attempts.flush();
    expect((await listAttempts(opened.db, 10)).map(({ times, at }) => [times, at])).toEqual([[6, now]]);
    for (let n = 100; n < 1_000; n += 1) attempts.note(refused(n));
    await attempts.flush();
    expect(await listAttempts(opened.db, 200)).toHaveLength(21);
    expect(failing).toEqual([]);
  });

  test('a flush writes few rows also where many different attempts repeat', async () => {
    const attempts = open();
    const repeated = Array.from({ length: 100 }, (_, n) => refused(n));
    for (let from = 0; from < repeated.length; from += 20) {
      for (const one of repeated.slice(from, from + 20)) attempts.note(one);
      await attempts.flush();
      now += 1_000;
    }
    for (const one of repeated) attempts.note(one);
    await attempts.flush();
    // The table holds the last 60 of the 100, and the flush wrote the first 60: both are 20.
    const times = (await listAttempts(opened.db, 200)).map((row) => row.times);
    expect([times.length, times.filter((count) => count === 2).length]).toEqual([60, 20]);
  });

  test('strangers push out neither successes nor the problems of a workspace; seven days', async () => {
    const attempts = open();
    attempts.note({ step: 'first_call', outcome: 'ok', organizationId: 'here', requestId: 'first' });
    attempts.note(refused(0, 'here'));
    await attempts.flush();
    for (let round = 1; round <= 8; round += 1) {
      now += 1_000;
      for (let n = 0; n < 20; n += 1) attempts.note(refused(round * 100 + n));
      await attempts.flush();
    }
    const rows = await listAttempts(opened.db, 200);
    expect([rows.length, rows.filter((row) => row.organization_id === 'here').length]).toEqual([62, 2]);
    expect(await deleteOldAttempts(opened.db, now + 1)).toBe(62);
  });

  test('a workspace sees its own, and steps before consent without what strangers wrote', async () => {
    const attempts = open();
    attempts.note(refused(1, 'here'));
    attempts.note(refused(2, 'elsewhere'));
    const registration = { step: 'registration', outcome: 'refused', requestId: 'r3' } as const;
    attempts.note({ ...registration, code: 'invalid_redirect_uri', reason: 'http://n8n.internal/ is not allowed' });
    const document = { step: 'authorization', outcome: 'refused', code: 'invalid_client', requestId: 'r4' } as const;
    const vendors = { ...document, clientId: 'https://claude.ai/oauth/mcp-oauth-client-metadata' };
    attempts.note({ ...vendors, reason: 'could not fetch: connection refused' });
    attempts.note({
      ...document,
      clientId: 'https://wiki.corp.example/path',
      reason: 'could not fetch: private address',
    });
    await attempts.flush();
    const workspace = workspaceReader(opened.db, { cursorKey: Buffer.alloc(32), network })('here', dataAccessOf([]), {
      kind: 'operator',
      name: 'root',
    });
    const answer = await query.listConnectAttempts.ask(workspace, {});
    expect(answer['data']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'reason 1' }),
        expect.objectContaining({
          step: 'registration',
          reason: expect.stringContaining('leadlight assistants attempts'),
        }),
      ]),
    );
    // The vendor's own document says why; of any other address, nothing that was found there.
    expect(answer['data']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ client: vendors.clientId, reason: 'could not fetch: connection refused' }),
        expect.objectContaining({ client: 'wiki.corp.example', reason: expect.stringContaining('operator') }),
      ]),
    );
    expect(JSON.stringify(answer)).not.toMatch(/reason 2|n8n|private address|corp\.example\/path/);
  });
});
