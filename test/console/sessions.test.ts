/** Sessions of people in the console: cookies, foreign pages, fixation, and every way in which a session ends. */
import { createOrganization } from '../../src/store/access/organizations';
import { addMember, changeMember } from '../../src/store/access/members';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { endSessionsOf } from '../../src/store/access/session-rows';
import { hashPassword } from '../../src/auth/passwords';
import { send, startTestService, type TestService } from '../support/service';
import { Browser, isPerson } from './support';

const password = 'a password for tests';
let service: TestService;
let hash: string;
let organizationId: string;

async function person(email: string, active = true): Promise<string> {
  const added = await addMember(service.db, {
    organizationId,
    email,
    displayName: email,
    role: 'MEMBER',
    active,
    passwordHash: hash,
  });
  if (!added) throw new Error('is a member already');
  return added.userId;
}

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(service);
  const answer = await browser.signIn(email, password);
  expect(answer.status).toBe(200);
  return browser;
}

beforeAll(async () => {
  hash = await hashPassword(password);
  service = await startTestService();
  const organization = await createOrganization(service.db, 'Acme');
  if (!organization) throw new Error('no workspace');
  organizationId = organization.id;
  await addMember(service.db, {
    organizationId,
    email: 'owner@acme.example',
    displayName: 'Owner',
    role: 'OWNER',
    active: true,
    passwordHash: hash,
  });
});
afterAll(() => service.end());

describe('signing in', () => {
  it('says who it is and what they may do, and keeps it in a cookie out of reach of scripts', async () => {
    await person('ada@acme.example');
    const browser = new Browser(service);
    const answer = await browser.signIn(' ADA@acme.example', password);
    expect(answer.status).toBe(200);
    const { person: who, workspaces } = isPerson.parse(answer.body);
    expect(who.email).toBe('ada@acme.example');
    expect(workspaces).toEqual([
      { id: organizationId, name: 'Acme', role: 'MEMBER', rights: expect.arrayContaining(['readLeads']) },
    ]);
    expect(workspaces[0]?.rights).not.toContain('manageMembers');
    const cookie = answer.setCookie.find((field) => field.startsWith('leadlight-console='));
    expect(cookie).toMatch(/; Path=\/app; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    expect(await browser.get('session')).toMatchObject({ status: 200, body: answer.body });
    const stored = await service.db.select('SELECT id_hash FROM sessions');
    expect(JSON.stringify(stored)).not.toContain(browser.session[1]);
  });

  it('refuses a wrong password and an unknown address alike', async () => {
    await person('wrong@acme.example');
    for (const [email, given] of [
      ['wrong@acme.example', 'another password'],
      ['nobody@acme.example', password],
    ] as const) {
      const answer = await new Browser(service).signIn(email, given);
      expect(answer).toMatchObject({ status: 403, code: 'sign_in_refused', setCookie: [] });
    }
  });

  it('ends the session that the browser had, and never takes over one that it was given', async () => {
    await person('fix@acme.example');
    const attacker = await signedIn('owner@acme.example');
    const victim = new Browser(service);
    victim.cookies.set(...attacker.session);
    expect((await victim.signIn('fix@acme.example', password)).status).toBe(200);
    expect(victim.session[1]).not.toBe(attacker.session[1]);
    expect((await attacker.get('session')).code).toBe('invalid_session');
  });

  it('without a session nothing is told', async () => {
    const browser = new Browser(service);
    expect(await browser.get('session')).toMatchObject({ status: 401, code: 'invalid_session' });
    for (const made of [`lc_${'A'.repeat(43)}`, 'lc_short_but_long_enough', "lc_'; DROP TABLE sessions; --"]) {
      browser.cookies.set('leadlight-console', made);
      expect(await browser.get('session')).toMatchObject({ status: 401, code: 'invalid_session' });
    }
  });
});

it('a person changes their own name, on one line, and the audit log says so', async () => {
  await person('renamed@acme.example');
  const browser = await signedIn('renamed@acme.example');
  expect((await browser.post('name', { displayName: ' ' })).status).toBe(400);
  expect((await browser.post('name', { displayName: 'Ada\nLovelace' })).status).toBe(204);
  expect((await browser.get('session')).body).toMatchObject({ person: { displayName: 'Ada Lovelace' } });
  const logged = await service.db.select("SELECT object_kind FROM oauth_audit WHERE action = 'set_name'");
  expect(logged).toEqual([{ object_kind: 'member' }]);
});

describe('a session ends', () => {
  it('by signing out: the cookie is worth nothing any more', async () => {
    await person('out@acme.example');
    const browser = await signedIn('out@acme.example');
    const [name, stolen] = browser.session;
    expect((await browser.post('sign-out')).status).toBe(204);
    expect(browser.cookies.has(name)).toBe(false);
    browser.cookies.set(name, stolen);
    expect((await browser.get('session')).code).toBe('invalid_session');
  });

  it('everywhere by "sign out everywhere"', async () => {
    await person('everywhere@acme.example');
    const [one, two] = [await signedIn('everywhere@acme.example'), await signedIn('everywhere@acme.example')];
    expect((await one.post('sign-out-everywhere')).status).toBe(204);
    for (const browser of [one, two]) expect((await browser.get('session')).code).toBe('invalid_session');
  });

  it('everywhere else by a new password', async () => {
    await person('new@acme.example');
    const [here, elsewhere] = [await signedIn('new@acme.example'), await signedIn('new@acme.example')];
    const [, before] = here.session;
    expect(await here.post('password', { current: 'wrong one', password: 'another password' })).toMatchObject({
      status: 403,
      code: 'sign_in_refused',
    });
    expect(await here.post('password', { current: password, password: 'short' })).toMatchObject({ status: 400 });
    expect((await here.post('password', { current: password, password: 'another password' })).status).toBe(200);
    expect(here.session[1]).not.toBe(before);
    expect((await here.get('session')).status).toBe(200);
    expect((await elsewhere.get('session')).code).toBe('invalid_session');
    expect((await new Browser(service).signIn('new@acme.example', password)).status).toBe(403);
  });

  it('by deactivation, and stays over when access comes back', async () => {
    const userId = await person('gone@acme.example');
    const browser = await signedIn('gone@acme.example');
    await changeMember(service.db, organizationId, userId, { active: false });
    expect((await browser.get('session')).code).toBe('invalid_session');
    await changeMember(service.db, organizationId, userId, { active: true });
    expect((await browser.get('session')).code).toBe('invalid_session');
  });

  it('when all sessions of the person end while they sign in', async () => {
    const userId = await person('race@acme.example');
    await endSessionsOf(service.db, userId, Date.now() + 60_000);
    expect(await new Browser(service).signIn('race@acme.example', password)).toMatchObject({ code: 'invalid_session' });
  });

  it('fourteen days after it was last used', async () => {
    await person('slide@acme.example');
    const browser = await signedIn('slide@acme.example');
    const move = (by: number) =>
      service.db.run('UPDATE sessions SET expires_at = expires_at - ? WHERE ended_at IS NULL', [by]);
    const day = 86_400_000;
    await move(3 * day);
    expect((await browser.get('session')).setCookie).toHaveLength(1);
    expect((await browser.get('session')).setCookie).toHaveLength(0);
    await move(14 * day);
    expect((await browser.get('session')).code).toBe('invalid_session');
  });
});

describe('pages of others', () => {
  it.each<[string, Record<string, string>]>([
    ['another origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' }],
    ['no origin', { Origin: '', 'Sec-Fetch-Site': '' }],
    ['an opaque origin', { Origin: 'null', 'Sec-Fetch-Site': '' }],
    ['another port of this host', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': '' }],
    ['another site by Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour by Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('%s is refused, before anything is changed', async (_name, headers) => {
    const browser = await signedIn('owner@acme.example');
    for (const path of ['sign-out-everywhere', `${organizationId}/list_leads`, 'sign-out', 'password']) {
      expect(await browser.post(path, {}, headers)).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    }
    expect((await browser.get('session')).status).toBe(200);
    const signIn = await new Browser(service).post('sign-in', { email: 'owner@acme.example', password }, headers);
    expect(signIn).toMatchObject({ status: 403, code: 'origin_not_allowed', setCookie: [] });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'a body of type %j is refused',
    async (type) => {
      const browser = await signedIn('owner@acme.example');
      const answer = await browser.post(`${organizationId}/list_leads`, {}, { 'Content-Type': type });
      expect(answer).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    },
  );
});

describe('operations', () => {
  it('answer exactly what they answer everywhere', async () => {
    const browser = await signedIn('owner@acme.example');
    const answer = await browser.post(`${organizationId.toUpperCase()}/list_leads`, { limit: 3 });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [], page: { limit: 3, nextCursor: null, cursor: null } },
    });
    expect(await browser.post(`${organizationId}/list_leads`, { limt: 3 })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await browser.post(`${organizationId}/put_member`, {})).status).toBe(404);
    expect((await browser.post(`${organizationId}/__proto__`, {})).status).toBe(404);
  });

  it('leave their template in the log, and no cookie, address or body', async () => {
    const browser = await signedIn('owner@acme.example');
    const before = service.logLines.length;
    await browser.post(`${organizationId}/list_leads`, { search: 'Secretive Person' });
    const lines = service.logLines.slice(before).join('');
    expect(lines).toContain('"path":"/app/api/{organizationId}/list_leads"');
    for (const secret of [browser.session[1], 'Secretive', 'owner@acme.example']) expect(lines).not.toContain(secret);
  });
});

describe('the cookie', () => {
  it.each([
    ['https://leads.example', '', '__Host-leadlight-console', '/'],
    ['https://apps.example/leads', '/leads', '__Secure-leadlight-console', '/leads/app'],
    ['http://leads.lan:8080/tools', '/tools', 'leadlight-console', '/tools/app'],
  ])('of %s', async (url, prefix, name, path) => {
    const other = await startTestService({ env: { PUBLIC_URL: url } });
    try {
      const organization = await createOrganization(other.db, 'Acme');
      await addMember(other.db, {
        organizationId: organization?.id ?? '',
        email: 'owner@acme.example',
        displayName: 'Owner',
        role: 'OWNER',
        active: true,
        passwordHash: hash,
      });
      const browser = new Browser(other, { origin: new URL(url).origin, prefix });
      const answer = await browser.signIn('owner@acme.example', password);
      expect(answer.status).toBe(200);
      const field = answer.setCookie.find((one) => one.startsWith(`${name}=`)) ?? '';
      expect(field).toContain(`; Path=${path}; HttpOnly; SameSite=Lax`);
      expect(/; Secure(;|$)/.test(field)).toBe(url.startsWith('https:'));
      expect((await browser.get('session')).status).toBe(200);
    } finally {
      await other.end();
    }
  });
});

it('nobody is an answer to the first question of a page, and no error', async () => {
  const answer = await send(service, '/app/api/session?optional');
  expect([answer.status, answer.text]).toEqual([200, 'null']);
});

it('a browser that opens the bare address comes to the console, a program to the documentation', async () => {
  const page = await send(service, '/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect([page.status, page.headers.location]).toEqual([302, '/app/']);
  const program = await send(service, '/', { headers: { Accept: '*/*' } });
  expect([program.status, program.headers.location]).toEqual([302, '/api/v1/docs']);
});

it('a cookie that was not seen to be good is counted before it is looked up, a good one once', async () => {
  const sessions = new ConsoleSessions(service.db);
  let counted = 0;
  const countTry = () => {
    counted += 1;
    return Promise.resolve(() => void (counted -= 100));
  };
  const secret = await sessions.start(await person('counted@acme.example'));
  for (let n = 0; n < 3; n += 1) expect(await sessions.check(secret, countTry)).toBeDefined();
  // Counted and taken back at the first look; not counted after that.
  expect(counted).toBe(1 - 100);
  for (let n = 0; n < 3; n += 1) expect(await sessions.check(`lc_${'x'.repeat(43)}`, countTry)).toBeUndefined();
  expect(counted).toBe(4 - 100);
  // One that is over is counted again, and what has not even the form costs no look.
  await sessions.end(secret);
  expect(await sessions.check(secret, countTry)).toBeUndefined();
  expect(await sessions.check(secret, countTry)).toBeUndefined();
  expect(await sessions.check('lc_short', countTry)).toBeUndefined();
  expect(counted).toBe(5 - 100);
});
