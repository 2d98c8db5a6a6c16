/** API keys: made, shown once, used, expired, revoked, and noted as used. */
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { ApiKeyAuthenticator, createApiKey, listApiKeys, revokeApiKey } from '../../src/auth/api-keys';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessOf } from '../../src/auth/rights';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService } from '../support/service';
import { network } from '../support/network';

const organizationId = '0190a8c2-3a55-7c1e-9d52-000000000001';
const newKey = { organizationId, name: 'reporting', dataAccess: ['leads', 'workspace'] as const, expiresAt: null };

describe.each(['sqlite'] as const)('API keys on %s', (kind) => {
  let opened: OpenTestDatabase;
  let now: number;
  /** The monotonic clock, which ages what is remembered. */
  let elapsed: number;
  const elapse = (milliseconds: number) => {
    now += milliseconds;
    elapsed += milliseconds;
  };
  let authenticator: ApiKeyAuthenticator<ActingWorkspace>;
  let queries: number;
  const failures: unknown[] = [];

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });

  afterAll(() => opened.close());

  beforeEach(async () => {
    await opened.db.run('DELETE FROM api_keys');
    now = Date.UTC(2026, 0, 1);
    elapsed = 0;
    queries = 0;
    const { db } = opened;
    const select = db.select.bind(db);
    jest.spyOn(db, 'select').mockImplementation((sql, params) => {
      queries += 1;
      return select(sql, params);
    });
    authenticator = new ApiKeyAuthenticator(
      db,
      workspaceOpener(db, { cursorKey: Buffer.alloc(32), network }),
      (error) => failures.push(error),
      () => now,
      () => elapsed,
    );
  });

  afterEach(async () => {
    await authenticator.close();
    jest.restoreAllMocks();
    expect(failures).toEqual([]);
  });

  const holder = (secret: string) => authenticator.authenticate(secret, undefined, `Bearer ${secret}`);
  const refused = { code: 'invalid_api_key', status: 401 };

  test('an access token is told where it belongs, by its form alone', async () => {
    await expect(holder('eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('belongs to the MCP endpoint (/mcp)'),
    });
    await expect(holder('a.b.c')).rejects.toMatchObject({ message: expect.stringContaining('Send a valid API key') });
  });

  it('are shown once and stored as a hash', async () => {
    const { secret, ...summary } = await createApiKey(opened.db, newKey, now);
    expect(secret).toMatch(/^ll_[A-Za-z0-9_-]{43}$/);
    expect(await listApiKeys(opened.db, organizationId, now)).toEqual([summary]);
    expect(summary).toMatchObject({
      name: 'reporting',
      status: 'ACTIVE',
      dataAccess: dataAccessOf(['leads', 'workspace']),
      lastUsedAt: null,
    });
    expect(secret.startsWith(summary.prefix)).toBe(true);
    const rows = JSON.stringify(await opened.db.select('SELECT * FROM api_keys'));
    expect(rows).not.toContain(secret.slice(summary.prefix.length));
  });

  it('say whose they are and what they may read', async () => {
    const { secret, id } = await createApiKey(opened.db, newKey, now);
    const { keyId, workspace } = await holder(secret);
    expect(keyId).toBe(id);
    expect(workspace).toMatchObject({
      organizationId,
      dataAccess: dataAccessOf(['leads', 'workspace']),
      caller: { kind: 'api_key', keyId: id },
    });
  });

  it('cost one query in five seconds, also when many requests come at once', async () => {
    const { secret } = await createApiKey(opened.db, newKey, now);
    queries = 0;
    await Promise.all(Array.from({ length: 50 }, () => holder(secret)));
    elapse(4_499);
    await holder(secret);
    expect(queries).toBe(1);
    elapse(1);
    await holder(secret);
    expect(queries).toBe(2);
  });

  it('are refused within five seconds of being revoked, and revoked once', async () => {
    const { secret, id } = await createApiKey(opened.db, newKey, now);
    await holder(secret);
    expect(await revokeApiKey(opened.db, organizationId, id, now)).toBe(true);
    expect(await revokeApiKey(opened.db, organizationId, id, now)).toBe(false);
    expect(await revokeApiKey(opened.db, '0190a8c2-3a55-7c1e-9d52-000000000002', id, now)).toBe(false);
    elapse(5_000);
    await expect(holder(secret)).rejects.toMatchObject(refused);
    expect(await listApiKeys(opened.db, organizationId, now)).toMatchObject([{ status: 'REVOKED' }]);
  });

  it('are refused within five seconds of being revoked, although the clock steps back meanwhile', async () => {
    const { secret, id } = await createApiKey(opened.db, newKey, now);
    await holder(secret);
    expect(await revokeApiKey(opened.db, organizationId, id, now)).toBe(true);
    now -= 3_600_000;
    elapsed += 5_000;
    await expect(holder(secret)).rejects.toMatchObject(refused);
  });

  it('are refused from the millisecond they expire', async () => {
    const { secret } = await createApiKey(opened.db, { ...newKey, expiresAt: now + 1_000 }, now);
    elapse(999);
    await holder(secret);
    elapse(1);
    await expect(holder(secret)).rejects.toMatchObject(refused);
    expect(await listApiKeys(opened.db, organizationId, now)).toMatchObject([{ status: 'EXPIRED' }]);
  });

  it('that nobody has are looked up once in a second, and do not push out the good ones', async () => {
    const { secret } = await createApiKey(opened.db, newKey, now);
    await holder(secret);
    queries = 0;
    const invented = `ll_${'x'.repeat(43)}`;
    for (let turn = 0; turn < 5; turn += 1) await expect(holder(invented)).rejects.toMatchObject(refused);
    expect(queries).toBe(1);
    await expect(holder('ll_short')).rejects.toMatchObject(refused);
    expect(queries).toBe(1);
    for (let index = 0; index < 1_100; index += 1) {
      await expect(holder(`ll_${String(index).padStart(43, '0')}`)).rejects.toMatchObject(refused);
    }
    queries = 0;
    await holder(secret);
    expect(queries).toBe(0);
  });

  it('are taken within a second of being made, although they were asked for before', async () => {
    const { secret, id } = await createApiKey(opened.db, newKey, now);
    await opened.db.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', [now, id]);
    await expect(holder(secret)).rejects.toMatchObject(refused);
    await opened.db.run('UPDATE api_keys SET revoked_at = NULL WHERE id = ?', [id]);
    elapse(1_000);
    await holder(secret);
  });

  it('count as a try unless they are known to be good; one that proves good is no try', async () => {
    const { secret, id } = await createApiKey(opened.db, newKey, now);
    const counted = { tries: 0, back: 0 };
    const ask = (given: string | undefined) =>
      authenticator.authenticate(given, () => {
        counted.tries += 1;
        return Promise.resolve(() => void (counted.back += 1));
      });
    await ask(secret);
    expect(counted).toEqual({ tries: 1, back: 1 });
    // Remembered, and asked for again after five seconds: nobody guesses a key that was good a moment ago.
    await ask(secret);
    elapse(60_000);
    await ask(secret);
    expect(counted).toEqual({ tries: 1, back: 1 });
    for (const wrong of [undefined, 'x', `ll_${'y'.repeat(43)}`, `ll_${'y'.repeat(43)}`])
      await expect(ask(wrong)).rejects.toMatchObject(refused);
    expect(counted).toEqual({ tries: 5, back: 1 });
    // Revoked it is a guess from the second time on.
    await revokeApiKey(opened.db, organizationId, id, now);
    elapse(5_000);
    for (let n = 0; n < 2; n += 1) await expect(ask(secret)).rejects.toMatchObject(refused);
    expect(counted).toEqual({ tries: 6, back: 1 });
    const expiring = await createApiKey(opened.db, { ...newKey, expiresAt: now + 10 }, now);
    elapse(10);
    await expect(ask(expiring.secret)).rejects.toMatchObject(refused);
    expect(counted).toEqual({ tries: 7, back: 1 });
  });

  it('keep what they are made with: name, flags in their order, the right to write, the end', async () => {
    const made = await createApiKey(
      opened.db,
      { organizationId, name: 'w', dataAccess: ['sync', 'leads'], expiresAt: now + 5_000, canWrite: true },
      now,
    );
    expect(made).toMatchObject({
      ...{ organizationId, name: 'w', canWrite: true, status: 'ACTIVE', createdAt: now, expiresAt: now + 5_000 },
      ...{ revokedAt: null, lastUsedAt: null, prefix: made.secret.slice(0, 9) },
    });
    expect(await opened.db.select('SELECT data_access, can_write FROM api_keys')).toEqual([
      { data_access: 'leads,sync', can_write: 1 },
    ]);
    expect((await holder(made.secret)).workspace.caller).toMatchObject({ canWrite: true });
    const reads = await createApiKey(opened.db, newKey, now);
    expect(reads.canWrite).toBe(false);
    expect((await holder(reads.secret)).workspace.caller).toMatchObject({ canWrite: false });
  });

  it('a use that could not be noted is noted with the next batch', async () => {
    const { secret } = await createApiKey(opened.db, newKey, now);
    await holder(secret);
    const failing = jest.spyOn(opened.db, 'run').mockRejectedValue(new Error('disk full'));
    const batch = jest.spyOn(opened.db, 'transaction').mockRejectedValue(new Error('disk full'));
    await expect(authenticator.flush()).rejects.toThrow('disk full');
    failing.mockRestore();
    batch.mockRestore();
    await authenticator.flush();
    expect(await listApiKeys(opened.db, organizationId, now)).toMatchObject([{ lastUsedAt: now }]);
  });

  it('note their last use in one batch, never going back in time', async () => {
    const keys = [];
    for (let index = 0; index < 3; index += 1) keys.push(await createApiKey(opened.db, newKey, now));
    for (const { secret } of keys.slice(0, 2)) await holder(secret);
    elapse(10);
    await holder(keys[0]?.secret ?? '');
    await authenticator.flush();
    const uses = async () => (await listApiKeys(opened.db, organizationId, now)).map(({ lastUsedAt }) => lastUsedAt);
    expect((await uses()).sort()).toEqual([now - 10, now, null].sort());
    await opened.db.run('UPDATE api_keys SET last_used_at = ?', [now + 5]);
    await holder(keys[0]?.secret ?? '');
    await authenticator.flush();
    expect(await uses()).toEqual([now + 5, now + 5, now + 5]);
  });
});

it('writes the last use when the service stops', async () => {
  const service = await startTestService();
  const { organizationId: id } = await seedWorkspace(service.db, 'last-use', 1);
  const key = await service.key(id);
  await send(service, '/api/v1/customer/workspace-access', { headers: bearer(key) });
  await service.stop();
  expect((await listApiKeys(service.db, id))[0]?.lastUsedAt).toEqual(expect.any(Number));
  await service.end();
});
