/** The consent page in a browser whose console somebody signed in to: asked for no password within the hour, and asked after it. */
import { Browser } from '../console/support';
import { startAssistant, type Assistant } from './support/client';
import { password, person, startConsentService, type ConsentService } from './support/service';
import { formTokenIn, Visitor } from './support/visitor';

const owner = 'owner@example.com';
const other = 'other@example.com';
const anotherPassword = 'another password for tests';
const asksToSignIn = (text: string) => text.includes('name="password"');
let service: ConsentService;
let assistant: Assistant;

beforeAll(async () => {
  service = await startConsentService();
  assistant = await startAssistant(service.url);
  await person(service, owner, { Acme: 'OWNER' });
  await person(service, other, { Acme: 'ADMIN' });
});
afterAll(async () => {
  await assistant.close();
  await service.close();
});

/** One browser, as the console's API and as the forms of the consent page meet it. */
function oneBrowser(at: ConsentService = service) {
  const api = new Browser({ port: Number(new URL(at.url).port) });
  const visitor = new Visitor(at);
  const together = async <Answer>(from: Map<string, string>, to: Map<string, string>, act: () => Promise<Answer>) => {
    const answer = await act();
    to.clear();
    for (const [name, value] of from) to.set(name, value);
    return answer;
  };
  return {
    api: (path: string, body: object = {}) => together(api.cookies, visitor.cookies, () => api.post(path, body)),
    consent: (path: string) => together(visitor.cookies, api.cookies, () => visitor.get(path)),
    decide: (fields: Record<string, string | string[]>, path = '/consent') =>
      together(visitor.cookies, api.cookies, () => visitor.post(path, fields)),
    session: () => api.get('session'),
    cookies: visitor.cookies,
  };
}

async function begin(): Promise<string> {
  const response = await fetch(assistant.authorizeUrl('workspace:read'), { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
}
const pageOf = async (browser: ReturnType<typeof oneBrowser>) => {
  const requestToken = await begin();
  return { requestToken, ...(await browser.consent(`/consent?requestToken=${requestToken}`)) };
};
const signedIn = async (email = owner) => {
  const browser = oneBrowser();
  expect((await browser.api('sign-in', { email, password })).status).toBe(200);
  return browser;
};
const asked = async (browser: ReturnType<typeof oneBrowser>) => asksToSignIn((await pageOf(browser)).text);

it('asks the question at once, says who is asked, and the approval is theirs', async () => {
  expect(await asked(oneBrowser())).toBe(true);
  const browser = await signedIn();
  const { requestToken, text } = await pageOf(browser);
  expect(asksToSignIn(text)).toBe(false);
  expect(text).toContain(owner);
  const organizationId = /name="organizationId"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? '';
  const callback = assistant.nextCallback();
  const formToken = formTokenIn(text);
  const decided = await browser.decide({
    ...{ requestToken, formToken, organizationId },
    ...{ scope: ['workspace:read'], decision: 'approve' },
  });
  expect(decided.status).toBe(200);
  const address = /url=([^"]+)"/.exec(decided.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await fetch(address);
  expect(await assistant.redeem((await callback).get('code') ?? '')).toBe('workspace:read');
});

it('asks again an hour after the sign-in, though the console goes on for two weeks', async () => {
  const browser = await signedIn();
  expect(await asked(browser)).toBe(false);
  await service.db.run('UPDATE sessions SET expires_at = expires_at - 3600000, created_at = created_at - 3600000', []);
  expect(await asked(browser)).toBe(true);
  expect((await browser.session()).status).toBe(200);
});

it.each([
  ['signing out of the console', (browser: ReturnType<typeof oneBrowser>) => browser.api('sign-out')],
  ['signing out everywhere, elsewhere', async () => (await signedIn()).api('sign-out-everywhere')],
  [
    'a new password, elsewhere',
    async () => {
      const browser = await signedIn();
      const changed = await browser.api('password', { current: password, password: anotherPassword });
      expect(await asked(browser)).toBe(false);
      await browser.api('password', { current: anotherPassword, password });
      return changed;
    },
  ],
] as const)('asks again after %s, also who kept the cookie', async (_how, end) => {
  const browser = await signedIn();
  const cookies = new Map(browser.cookies);
  expect(await asked(browser)).toBe(false);
  expect([200, 204]).toContain((await end(browser)).status);
  expect(await asked(browser)).toBe(true);
  const thief = oneBrowser();
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  expect(await asked(thief)).toBe(true);
});

it('is of who signed in to the console last in this browser', async () => {
  const browser = await signedIn();
  const first = new Map(browser.cookies);
  expect((await browser.api('sign-in', { email: other, password })).status).toBe(200);
  const { text } = await pageOf(browser);
  expect(text).toContain(other);
  expect(text).not.toContain(owner);
  const before = oneBrowser();
  for (const [name, value] of first) before.cookies.set(name, value);
  expect(await asked(before)).toBe(true);
});

it('keeps its cookie where neither scripts nor other sites reach it, and none where another page asks', async () => {
  const fieldsOf = async (at: ConsentService) => {
    const api = new Browser({ port: Number(new URL(at.url).port) });
    const { setCookie, status } = await api.signIn(owner, password);
    expect(status).toBe(200);
    return setCookie.filter((field) => field.startsWith('leadlight-session='));
  };
  expect(await fieldsOf(service)).toEqual([
    expect.stringMatching(/^leadlight-session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const environments: readonly Record<string, string>[] = [
    { CONSENT_PAGE_URL: 'https://app.example.com/consent' },
    { SESSION_TOKEN_JWKS_URL: 'https://app.example.com/jwks', CONSENT_PAGE_URL: 'https://app.example.com/consent' },
    { SESSION_TOKEN_JWKS_URL: 'https://app.example.com/jwks' },
  ];
  for (const env of environments) {
    const elsewhere = await startConsentService(env);
    await person(elsewhere, owner, { Acme: 'OWNER' });
    expect(await fieldsOf(elsewhere)).toEqual([]);
    await elsewhere.close();
  }
});
