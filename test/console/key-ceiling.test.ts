/** How many API keys a workspace, one person and the list of ended keys hold, also when many are asked for at once. */
import { createApiKey, listApiKeys, type NewApiKey } from '../../src/auth/api-keys';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { clean } from '../../src/interfaces/oauth/cleaner';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { insertProvisioningKey } from '../../src/store/access/provisioning-keys';
import { newId } from '../../src/database/new-id';
import { availableDatabases } from '../support/databases';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  let organizationId: string;
  beforeAll(async () => {
    service = await startTestService({ kind });
  });
  afterAll(() => service.end());
  beforeEach(async () => {
    organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
  });

  async function signedIn(name: string, role: 'OWNER' | 'ADMIN') {
    const member = { organizationId, email: `${name}-${newId()}@acme.example`, displayName: name, role };
    const added = await addMember(service.db, { ...member, passwordHash: null, active: true });
    const userId = added?.userId ?? '';
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
    const ask = () => browser.post(`${organizationId}/create_api_key`, { name: 'CRM', dataAccess: ['leads'] });
    return { browser, userId, ask };
  }
  const earlier = (more: Partial<NewApiKey> = {}): NewApiKey => ({
    ...{ organizationId, name: 'earlier', dataAccess: ['leads'], expiresAt: null },
    ...more,
  });
  async function make(count: number, key: NewApiKey, now?: number) {
    for (let made = 0; made < count; made += 1) await createApiKey(service.db, key, now);
  }
  const withStatus = async (wanted: string) =>
    (await listApiKeys(service.db, organizationId)).filter(({ status }) => status === wanted);
  const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

  it('refuses the key after the hundredth, and takes one again when another has ended', async () => {
    const { browser, ask } = await signedIn('Olga', 'OWNER');
    // Expired ones take no place.
    await make(5, earlier({ expiresAt: 2 }), 1);
    await make(97, earlier());
    expect((await ask()).status).toBe(200);
    expect(await withStatus('ACTIVE')).toHaveLength(98);

    expect(statusesOf(await Promise.all(Array.from({ length: 6 }, ask)))).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await withStatus('ACTIVE')).toHaveLength(100);
    expect((await ask()).code).toBe('conflict');

    const [first] = await withStatus('ACTIVE');
    expect((await browser.post(`${organizationId}/revoke_api_key`, { keyId: first?.id })).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(await withStatus('ACTIVE')).toHaveLength(100);
  });

  it('leaves room for others: one person has twenty that work, and is told what to do', async () => {
    const [olga, adam] = [await signedIn('Olga', 'OWNER'), await signedIn('Adam', 'ADMIN')];
    // Those of others, of the operator and ended ones do not count.
    await make(3, earlier());
    await make(3, earlier({ createdBy: adam.userId }));
    await make(3, earlier({ createdBy: olga.userId, expiresAt: 2 }), 1);
    await make(17, earlier({ createdBy: olga.userId }));
    expect((await olga.ask()).status).toBe(200);

    expect(statusesOf(await Promise.all(Array.from({ length: 6 }, olga.ask)))).toEqual([200, 200, 409, 409, 409, 409]);
    const refused = await olga.ask();
    expect([refused.status, refused.code]).toEqual([409, 'conflict']);
    expect(JSON.stringify(refused.body)).toMatch(/20 API keys.*revoke one of yours first.*another owner or admin/);
    expect((await adam.ask()).status).toBe(200);

    const [own] = (await withStatus('ACTIVE')).filter(({ createdBy }) => createdBy === olga.userId);
    expect((await adam.browser.post(`${organizationId}/revoke_api_key`, { keyId: own?.id })).status).toBe(200);
    expect((await olga.ask()).status).toBe(200);
    expect((await olga.ask()).status).toBe(409);
  });

  it('lists who made a key', async () => {
    const { browser, userId, ask } = await signedIn('Olga', 'OWNER');
    await make(1, earlier());
    await make(1, earlier({ createdBy: newId() }));
    await ask();
    const { body } = await browser.post(`${organizationId}/list_api_keys`);
    const makers = (body['data'] as { createdBy: { id: string; displayName: string | null } | null }[]).map(
      ({ createdBy }) => createdBy,
    );
    expect(makers).toEqual([
      { id: userId, displayName: 'Olga', left: false },
      { id: expect.any(String), displayName: null, left: true },
      null,
    ]);
  });

  it('keeps ended keys for 400 days, and the last five hundred', async () => {
    const { ask } = await signedIn('Olga', 'OWNER');
    const [day, now] = [86_400_000, Date.now()];
    // Those of the tests before.
    await clean(service.db, now);
    await make(2, earlier({ name: 'old', expiresAt: now - 401 * day }), 1);
    await make(503, earlier({ name: 'recent', expiresAt: now - 399 * day }), 1);
    await make(1, earlier({ name: 'latest', expiresAt: now - day }), 1);
    await make(1, earlier({ name: 'works' }), 1);
    const gone = { id: newId(), name: 'application', prefix: 'llp_', created_at: 1, last_used_at: null };
    for (const revoked_at of [now - 401 * day, now - 399 * day, null]) {
      const row = { ...gone, id: newId(), organization_id: organizationId, secret_hash: newId(), revoked_at };
      await insertProvisioningKey(service.db, row);
    }
    expect(await withStatus('EXPIRED')).toHaveLength(506);
    expect(await clean(service.db, now)).toBe(3);
    expect(await withStatus('EXPIRED')).toHaveLength(504);
    expect(await clean(service.db, now)).toBe(0);

    expect((await ask()).status).toBe(200);
    const left = await withStatus('EXPIRED');
    expect(left).toHaveLength(500);
    expect(left.map(({ name }) => name)).toContain('latest');
    expect(await withStatus('ACTIVE')).toHaveLength(2);
  });
});
