/**
 * What a page of another site can do with somebody's browser: every call of the console, of whatever origin and form, and what a
 * stolen cookie is worth after signing out. Generated from the catalogue, so that a new operation joins by itself.
 */
import { catalogue } from '../../../tools/catalogue';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { addMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import { send, startTestService, type TestService } from '../../support/service';
import { Browser, type Answered } from '../../console/support';

let service: TestService;
let organizationId: string;
let userId: string;
let owner: Browser;

async function signedIn(): Promise<Browser> {
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
  return browser;
}

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  const member = { organizationId, email: 'owner@acme.example', displayName: 'Owner', passwordHash: null };
  userId = (await addMember(service.db, { ...member, role: 'OWNER', active: true }))?.userId ?? '';
  owner = await signedIn();
});
afterAll(() => service.end());

const operations = catalogue.filter(({ interfaces }) => interfaces.console).map(({ name }) => `{workspace}/${name}`);
const sessions = [
  'sign-in',
  'sign-out',
  'sign-out-everywhere',
  'password',
  'name',
  'link',
  'join',
  'reset',
  'enter',
  'setup',
];
const addresses = [...operations, ...sessions, 'forgot', '{workspace}/upload', '{workspace}/unpack'];
const at = (address: string) => address.replace('{workspace}', organizationId);

/** What none of these calls takes: when it is read, that is what is answered, and nothing happens. */
const nothing = { 'no such parameter': 1 };
const isRead = ({ status }: Answered) => [204, 400, 404, 409, 415].includes(status);

/** Headers as a page of another site makes the browser send them. */
const foreign: readonly (readonly [string, Record<string, string>])[] = [
  ['no Origin', { Origin: '', 'Sec-Fetch-Site': '' }],
  ['another Origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' }],
  ['an opaque Origin', { Origin: 'null', 'Sec-Fetch-Site': '' }],
  ['a name that begins like ours', { Origin: 'http://127.0.0.1.evil.example', 'Sec-Fetch-Site': '' }],
  ['https instead of http', { Origin: 'https://127.0.0.1', 'Sec-Fetch-Site': '' }],
  ['our Origin from another site', { 'Sec-Fetch-Site': 'cross-site' }],
];

describe.each(addresses)('%s', (address) => {
  it('is read when a page of ours sends it', async () => {
    // Signing out and the like would end the session of the other rows.
    const browser = operations.includes(address) ? owner : await signedIn();
    const answer = await browser.post(at(address), nothing);
    expect([answer.status, isRead(answer)]).toEqual([answer.status, true]);
    expect(answer.code).not.toBe('origin_not_allowed');
  });

  it.each(foreign)('is refused with %s', async (_name, headers) => {
    const answer = await owner.post(at(address), {}, headers);
    expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed', setCookie: [] });
  });

  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
  it.each(address.endsWith('/upload') ? ['application/json', ...forms] : forms)(
    'is refused as a body of type %j',
    async (type) => {
      const answer = await owner.post(at(address), {}, { 'Content-Type': type });
      expect(answer).toMatchObject({ status: 415, code: 'unsupported_media_type', setCookie: [] });
    },
  );

  it('is no address for GET, which links and images send', async () => {
    const answer = await send(service, `/app/api/${at(address)}`, { headers: { Cookie: owner.session.join('=') } });
    expect([404, 405]).toContain(answer.status);
  });
});

it('a cookie that was kept before signing out opens nothing after it', async () => {
  const victim = await signedIn();
  const [name, stolen] = victim.session;
  const thief = new Browser(service);
  thief.cookies.set(name, stolen);
  expect((await thief.post(at('{workspace}/list_leads'), { limit: 1 })).status).toBe(200);
  expect((await victim.post('sign-out')).status).toBe(204);
  for (const address of [
    ...operations,
    'password',
    'sign-out-everywhere',
    '{workspace}/upload',
    '{workspace}/unpack',
  ]) {
    const type: Record<string, string> = address.endsWith('/upload')
      ? { 'Content-Type': 'application/octet-stream' }
      : {};
    thief.cookies.set(name, stolen);
    expect([address, (await thief.post(at(address), nothing, type)).code]).toEqual([address, 'invalid_session']);
  }
});

describe('nothing of the console is shown in a frame of another page, or taken for something else', () => {
  const pages = [
    '',
    'sign-in',
    'join',
    'reset',
    'setup',
    'account',
    '{workspace}/inbox',
    '{workspace}/leads/x',
    'nowhere',
  ];
  it.each([...pages, 'api/session', 'api/nothing', 'api/{workspace}/list_leads', 'assets/none.js'])(
    'app/%s',
    async (path) => {
      const answer = await send(service, `/app/${at(path)}`);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers['x-frame-options']).toBe('DENY');
      // Browsers ignore it on plain http, and complain.
      expect(answer.headers).not.toHaveProperty('cross-origin-opener-policy');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    },
  );

  it('answers are kept by no cache', async () => {
    const answer = await send(service, `/app/api/${organizationId}/list_leads`, {
      method: 'POST',
      headers: { Origin: owner.origin, Cookie: owner.session.join('='), 'Content-Type': 'application/json' },
      body: '{"limit":1}',
    });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
  });
});
