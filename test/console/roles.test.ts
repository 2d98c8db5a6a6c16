/** Every operation of the console x OWNER, ADMIN, MEMBER, inactive, another workspace, over HTTP. */
import { catalogue } from '../../tools/catalogue';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { demandsOf } from '../../src/auth/rights';
import { roles } from '../../src/shared/values';
import { createOrganization } from '../../src/store/access/organizations';
import { addMember } from '../../src/store/access/members';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

type Who = 'OWNER' | 'ADMIN' | 'MEMBER' | 'inactive' | 'of another workspace';
let service: TestService;
let organizationId: string;
const browsers = new Map<Who, Browser>();

async function browserOf(organization: string, who: Who): Promise<Browser> {
  const role = roles.find((one) => one === who) ?? 'OWNER';
  const email = `${who.replaceAll(' ', '-')}@acme.example`;
  const member = { organizationId: organization, email, displayName: who, role, passwordHash: null };
  const added = await addMember(service.db, { ...member, active: who !== 'inactive' });
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(added?.userId ?? ''));
  return browser;
}

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  const other = (await createOrganization(service.db, 'Other'))?.id ?? '';
  for (const who of ['OWNER', 'ADMIN', 'MEMBER', 'inactive'] as const) {
    browsers.set(who, await browserOf(organizationId, who));
  }
  browsers.set('of another workspace', await browserOf(other, 'of another workspace'));
});
afterAll(() => service.end());

/** What no operation takes: a caller with the right hears that, and nothing happens. */
const nothing = { 'no such parameter': 1 };

describe.each(catalogue.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, { right, interfaces }) => {
    const least = demandsOf(right).role;

    it.each(['OWNER', 'ADMIN', 'MEMBER'] as const)('by %s', async (who) => {
      const answer = await browsers.get(who)?.post(`${organizationId}/${name}`, nothing);
      const may = least !== null && roles.indexOf(who) >= roles.indexOf(least);
      expect(answer?.code).toBe(!interfaces.console ? 'not_found' : may ? 'validation_failed' : 'role_required');
    });

    it.each(['inactive', 'of another workspace'] as const)('by one who is %s', async (who) => {
      const answer = await browsers.get(who)?.post(`${organizationId}/${name}`, nothing);
      expect(answer?.code).toBe('not_found');
    });

    it('by nobody', async () => {
      const answer = await new Browser(service).post(`${organizationId}/${name}`, nothing);
      expect(answer.code).toBe(interfaces.console ? 'invalid_session' : 'not_found');
    });
  },
);

test('a password hash that a client made is not taken: an owner invites, and nobody is added', async () => {
  const owner = browsers.get('OWNER');
  const invited = await owner?.post(`${organizationId}/invite_member`, { email: 'new@acme.example', role: 'MEMBER' });
  expect(invited?.status).toBe(200);
  const passwordHash = `$argon2id$v=19$m=2097152,t=40,p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`;
  for (const operation of ['add_member', 'invite_member', 'change_member']) {
    const given = { email: 'costly@acme.example', displayName: 'Costly', role: 'MEMBER', passwordHash };
    const answer = await owner?.post(`${organizationId}/${operation}`, given);
    expect([operation, answer?.status]).toEqual([operation, operation === 'add_member' ? 404 : 400]);
  }
  const people = await service.db.select('SELECT id FROM users WHERE email = ?', ['costly@acme.example']);
  expect(people).toEqual([]);
});

test('a body beyond the limits of the console names them', async () => {
  const list = (members: number) =>
    browsers.get('MEMBER')?.post(`${organizationId}/list_leads`, { 'no such parameter': Array(members).fill(0) });
  expect((await list(19_000))?.body).toMatchObject({ error: { details: [{ path: 'no such parameter' }] } });
  expect((await list(20_001))?.body).toMatchObject({ error: { message: expect.stringContaining('20000 members') } });
});
