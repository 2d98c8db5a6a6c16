import { signInLimits } from '../../src/interfaces/web/sign-in';
import { startAssistant, type Assistant } from './support/client';
import { password, person, startConsentService, type ConsentService } from './support/service';
import { formTokenIn, Visitor } from './support/visitor';

describe('the forms of the consent page', () => {
  let service: ConsentService;
  let assistant: Assistant;
  let visitor: Visitor;
  let requestToken: string;

  beforeAll(async () => {
    service = await startConsentService();
    assistant = await startAssistant(service.url, 'R&D "Desk" App');
    await person(service, 'owner@example.com', { 'Acme <b>Sales</b>': 'OWNER' });
  });
  afterAll(async () => {
    await assistant.close();
    await service.close();
  });
  beforeEach(async () => {
    visitor = new Visitor(service);
    requestToken = await begin();
  });
  afterEach(() => expect(service.errors()).toEqual([]));

  async function begin(more = ''): Promise<string> {
    const response = await fetch(`${assistant.authorizeUrl()}${more}`, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
  }

  const address = () => `/consent?requestToken=${requestToken}`;

  async function signIn(who = visitor, email = 'owner@example.com', secret = password) {
    const formToken = formTokenIn((await who.get(address())).text);
    return who.post('/sign-in', { requestToken, formToken, email, password: secret });
  }

  it('sends a page that can run no script, load nothing foreign, be framed by nobody and kept nowhere', async () => {
    const { headers, status } = await visitor.get(address());
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self';style-src 'self'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
  });

  it('serves its style sheet from itself', async () => {
    const { text } = await visitor.get(address());
    const href = /href="(consent\.css[^"]*)"/.exec(text)?.[1] ?? '';
    const sheet = await visitor.get(`/${href}`);
    expect(sheet.status).toBe(200);
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(text).not.toMatch(/<script|style=|https?:\/\//);
  });

  it('keeps the session where neither scripts nor other sites reach it', async () => {
    const { status, headers } = await signIn();
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`consent?requestToken=${requestToken}`);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^leadlight-session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('marks cookies Secure and host-bound under an https address', async () => {
    const secure = await startConsentService({ PUBLIC_URL: 'https://leads.example.com' });
    const { headers } = await new Visitor(secure).get('/consent?requestToken=anything');
    await secure.close();
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-leadlight-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('writes names of clients and workspaces as text, never as markup', async () => {
    await signIn();
    const { text } = await visitor.get(address());
    expect(text).toContain('Acme &lt;b&gt;Sales&lt;/b&gt;');
    expect(text).toContain('R&amp;D &quot;Desk&quot; App” wants access');
    expect(text).not.toMatch(/<img|<b>/);
  });

  it('quotes what a member may not approve as their language does', async () => {
    await person(service, 'member@example.com', { 'Acme <b>Sales</b>': 'MEMBER' });
    requestToken = await begin('&ui_locales=de');
    await signIn(visitor, 'member@example.com');
    const { text } = await visitor.get(address());
    expect(text).toContain('dürfen „Leads, Kontaktdaten und gespeicherte Profile“ nicht freigeben');
  });

  it('positive control: takes the right e-mail and password', async () => {
    expect((await signIn(visitor, 'owner@example.com', password)).status).toBe(303);
  });

  it('starts no session with a password that was replaced while it was checked', async () => {
    await person(service, 'race@example.com', { Acme: 'OWNER' });
    // The last step of a sign-in remembers its place.
    await service.db.run(
      `CREATE TRIGGER replaced AFTER INSERT ON known_places BEGIN UPDATE users SET sessions_not_before =
        CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - 1 WHERE email = 'race@example.com'; END`,
      [],
    );
    expect((await signIn(visitor, 'race@example.com')).status).toBe(303);
    await service.db.run('DROP TRIGGER replaced', []);
    expect((await visitor.get(address())).text).toContain('name="password"');
    expect((await signIn(visitor, 'race@example.com')).status).toBe(303);
    expect((await visitor.get(address())).text).not.toContain('name="password"');
  });

  it.each([
    ['unknown person', 'nobody@example.com', password],
    ['wrong password', 'owner@example.com', 'not the password'],
    ['no password', 'owner@example.com', ''],
    ['nothing at all', '', ''],
    ['a very long password', 'owner@example.com', 'x'.repeat(9000)],
  ])('answers the same to %s', async (_what, email, secret) => {
    const { status, text, headers } = await signIn(visitor, email, secret);
    expect(status).toBe(403);
    expect(text).toContain('E-mail or password is wrong.');
    expect(headers.getSetCookie().join()).not.toContain('session');
  });

  describe('a form that is not this browser’s own', () => {
    const forged: [
      string,
      (good: string) => { formToken?: string; headers?: Record<string, string>; forget?: boolean },
    ][] = [
      ['no token', () => ({})],
      ['a made-up token', () => ({ formToken: 'x'.repeat(43) })],
      ['a token that is one character short', (good) => ({ formToken: good.slice(0, -1) })],
      ['no cookie', (good) => ({ formToken: good, forget: true })],
      ['another site', (good) => ({ formToken: good, headers: { 'Sec-Fetch-Site': 'cross-site' } })],
      ['another host of the same site', (good) => ({ formToken: good, headers: { 'Sec-Fetch-Site': 'same-site' } })],
    ];
    it('positive control: the form of this browser, unchanged, is taken', async () => {
      await signIn();
      const formToken = formTokenIn((await visitor.get(address())).text);
      const answer = await visitor.post('/consent', { requestToken, formToken, decision: 'cancel' });
      expect(answer.status).toBe(200);
    });

    it.each(forged)('is refused: %s', async (_what, forge) => {
      await signIn();
      const session = visitor.cookies.get('leadlight-session') ?? '';
      const { formToken = '', headers = {}, forget = false } = forge(formTokenIn((await visitor.get(address())).text));
      if (forget) visitor.cookies.delete('leadlight-browser');
      for (const path of ['/consent', '/sign-in', '/sign-out']) {
        const fields = { requestToken, formToken, decision: 'cancel', email: 'owner@example.com', password };
        const answer = await visitor.post(path, fields, headers);
        expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
      }
      const open = await fetch(`${service.url}/api/v1/mcp/oauth/authorize/request?requestToken=${requestToken}`, {
        headers: { Authorization: `Bearer ${session}` },
      });
      expect(open.status).toBe(200);
    });

    it('is refused with the token of another request', async () => {
      await signIn();
      const foreign = formTokenIn((await visitor.get(`/consent?requestToken=${await begin()}`)).text);
      const answer = await visitor.post('/consent', { requestToken, formToken: foreign, decision: 'cancel' });
      expect(answer.status).toBe(403);
    });
  });

  it.each([
    ['/consent', 'GET', 400],
    ['/consent?requestToken=', 'GET', 400],
    ['/consent?requestToken=a&requestToken=b', 'GET', 400],
    ['/consent', 'POST', 400],
    ['/sign-in', 'GET', 302],
    ['/sign-in?requestToken=a', 'GET', 302],
    ['/sign-in', 'DELETE', 405],
    ['/consent', 'DELETE', 405],
    ['/consent/', 'GET', 404],
  ])('answers %s %s with %d', async (path, method, expected) => {
    const response = await fetch(service.url + path, { method, redirect: 'manual' });
    expect(response.status).toBe(expected);
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
  });

  it('refuses a form that is far too long', async () => {
    const answer = await visitor.post('/sign-in', { requestToken, email: 'x'.repeat(20_000) });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('knows an unknown request only by telling a signed-in person', async () => {
    const unsigned = await visitor.get('/consent?requestToken=made-up');
    expect([unsigned.status, unsigned.text.includes('Sign in to continue')]).toEqual([200, true]);
    await signIn();
    expect((await visitor.get('/consent?requestToken=made-up')).status).toBe(404);
  });

  it('asks for a new sign-in when the session is none', async () => {
    visitor.cookies.set('leadlight-session', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.x');
    const { status, text } = await visitor.get(address());
    expect([status, text.includes('Sign in to continue')]).toEqual([200, true]);
  });

  it('approves nothing that was not asked for', async () => {
    await signIn();
    const { text } = await visitor.get(address());
    const organizationId = /name="organizationId"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';
    const answer = await visitor.post('/consent', {
      requestToken,
      formToken: formTokenIn(text),
      decision: 'approve',
      organizationId,
      scope: ['workspace:read', 'everything:write'],
    });
    const code = /[?&]code=([\w-]+)/.exec(answer.text.replaceAll('&amp;', '&'))?.[1] ?? '';
    expect(await assistant.redeem(code)).toBe('workspace:read');
  });

  it('slows down a person who guesses, and nobody else', async () => {
    const own = await startConsentService();
    await person(own, 'owner@example.com', { Acme: 'OWNER' });
    await person(own, 'other@example.com', { Acme: 'MEMBER' });
    const visit = new Visitor(own);
    const formToken = formTokenIn((await visit.get('/consent?requestToken=any')).text);
    const attempt = (email: string, secret: string) =>
      visit.post('/sign-in', { requestToken: 'any', formToken, email, password: secret });
    const { points } = signInLimits.personFromAddress;
    const guesses = await Promise.all(Array.from({ length: points + 3 }, () => attempt('owner@example.com', 'guess')));
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(points);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    const refused = await attempt('OWNER@example.com ', password);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await attempt('other@example.com', password)).status).toBe(303);
    await own.close();
  });

  it('says where sign-in is when another application does it', async () => {
    const own = await startConsentService({ SESSION_TOKEN_JWKS_URL: 'https://app.example.com/jwks' });
    const { status, text } = await new Visitor(own).get('/consent?requestToken=any');
    await own.close();
    expect([status, text.includes('another application')]).toEqual([503, true]);
  });
});
