/** A workspace has at most a hundred API keys that work, also when many are asked for at once. */
import { createApiKey, listApiKeys } from '../../src/auth/api-keys';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { addMember } from '../../src/store/admin/members';
import { createOrganization } from '../../src/store/admin/organizations';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

it('refuses the key after the hundredth, and takes one again when another has ended', async () => {
  const { db } = service;
  const organizationId = (await createOrganization(db, 'Acme'))?.id ?? '';
  const member = { organizationId, email: 'o@acme.example', displayName: 'Olga', role: 'OWNER' as const };
  const added = await addMember(db, { ...member, passwordHash: null, active: true });
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(db).start(added?.userId ?? ''));
  const ask = () => browser.post(`${organizationId}/create_api_key`, { name: 'CRM', dataAccess: ['leads'] });
  const statuses = async () => (await listApiKeys(db, organizationId)).map(({ status }) => status);
  const working = async () => (await statuses()).filter((status) => status === 'ACTIVE').length;

  const key = { organizationId, name: 'earlier', dataAccess: ['leads'] as const, expiresAt: null };
  // Expired ones take no place.
  for (let made = 0; made < 5; made += 1) {
    await createApiKey(db, { ...key, expiresAt: 2 }, 1);
  }
  for (let made = 0; made < 97; made += 1) await createApiKey(db, key);
  expect((await ask()).status).toBe(200);
  expect(await working()).toBe(98);

  const answers = await Promise.all(Array.from({ length: 6 }, ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  expect(await working()).toBe(100);
  expect((await ask()).code).toBe('conflict');

  const [first] = (await listApiKeys(db, organizationId)).filter(({ status }) => status === 'ACTIVE');
  expect((await browser.post(`${organizationId}/revoke_api_key`, { keyId: first?.id })).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(await working()).toBe(100);
});
