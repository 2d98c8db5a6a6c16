/** What a person asked owners and admins for, and their answers, as that person reads them. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { newId } from '../../src/database/new-id';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { saveAccessRequest } from '../../src/store/oauth/access-requests';
import { Browser } from '../console/support';
import { startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
let other: string;
const ids = new Map<string, string>();
const browsers = new Map<string, Browser>();

async function person(name: string, role: 'ADMIN' | 'MEMBER', organization = organizationId): Promise<void> {
  const email = `${name.toLowerCase()}@acme.example`;
  const given = { organizationId: organization, email, displayName: name, role, passwordHash: null, active: true };
  const userId = (await addMember(service.db, given))?.userId ?? '';
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
  ids.set(name, userId);
  browsers.set(name, browser);
}

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  other = (await createOrganization(service.db, 'Other'))?.id ?? '';
  await person('Mia', 'MEMBER');
  await person('Max', 'MEMBER');
  await person('Ada', 'ADMIN');
  await addMember(service.db, {
    ...{ organizationId: other, email: 'mia@acme.example', displayName: 'Mia', passwordHash: null },
    ...{ role: 'MEMBER', active: true },
  });
});
afterAll(() => service.end());

async function asks(name: string, client: string, organization = organizationId): Promise<string> {
  const row = {
    ...{ id: newId(), organization_id: organization, user_id: ids.get(name) ?? '', client_id: client },
    ...{ client_name: 'Desk <b>Assistant</b>', redirect_host: 'desk.example', scopes: 'workspace:read leads:read' },
    ...{ created_at: Date.now(), answer: null, answered_by: null, answered_at: null },
  };
  await saveAccessRequest(service.db, row, 10);
  return row.id;
}
const ask = async (name: string, operation: string, input: object = {}) => {
  const answer = await browsers.get(name)?.post(`${organizationId}/${operation}`, input);
  expect(answer?.status).toBe(200);
  return answer?.body['data'];
};
const own = (name: string) => ask(name, 'list_own_access_requests');

it('waits, is answered by somebody, and says when the permit is gone again', async () => {
  const id = await asks('Mia', 'desk');
  await asks('Mia', 'elsewhere', other);
  const asked = {
    ...{ accessRequestId: id, clientName: 'Desk <b>Assistant</b>', redirectHost: 'desk.example' },
    ...{ scopes: ['workspace:read', 'leads:read'], requestedAt: expect.any(String) },
  };
  const waiting = { ...asked, status: 'WAITING', permittedScopes: [], answeredAt: null, answeredBy: null };
  expect(await own('Mia')).toEqual([waiting]);
  // Nobody reads those of another, whatever their role.
  expect([await own('Max'), await own('Ada')]).toEqual([[], []]);
  await ask('Ada', 'answer_access_request', { accessRequestId: id, permitted: true, scopes: ['workspace:read'] });
  const answered = { ...asked, answeredAt: expect.any(String), answeredBy: 'Ada' };
  expect(await own('Mia')).toEqual([{ ...answered, status: 'PERMITTED', permittedScopes: ['workspace:read'] }]);
  await ask('Ada', 'forbid_app', { app: 'desk' });
  expect(await own('Mia')).toEqual([{ ...answered, status: 'TAKEN_BACK', permittedScopes: [] }]);
});

it('a refusal is told too, and a new request waits again', async () => {
  const id = await asks('Max', 'desk-2');
  await ask('Ada', 'answer_access_request', { accessRequestId: id, permitted: false });
  expect(await own('Max')).toMatchObject([{ status: 'REFUSED', answeredBy: 'Ada' }]);
  const again = await asks('Max', 'desk-2');
  expect(await own('Max')).toMatchObject([{ accessRequestId: again, status: 'WAITING', answeredBy: null }]);
});
