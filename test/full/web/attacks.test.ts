/** Attacks on the pages where people sign in and decide: forms of other sites, planted sessions, places to be sent to. */
import { codeOf } from '../../oauth/support/attacks';
import { send } from '../../oauth/support/flow';
import { startAssistant, type Assistant } from '../../web/support/client';
import { password, person, startConsentService, type ConsentService } from '../../web/support/service';
import { formTokenIn, Visitor } from '../../web/support/visitor';

let service: ConsentService;
let assistant: Assistant;

beforeAll(async () => {
  service = await startConsentService();
  assistant = await startAssistant(service.url, 'Assistant');
  await person(service, 'owner@example.com', { Acme: 'OWNER' });
  await person(service, 'second@example.com', { Acme: 'OWNER', Other: 'OWNER' });
  await person(service, 'leaver@example.com', { Acme: 'OWNER' });
});
afterAll(async () => {
  expect(service.errors()).toEqual([]);
  await assistant.close();
  await service.close();
});

async function begin(): Promise<string> {
  const response = await fetch(assistant.authorizeUrl(), { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams.get('requestToken') ?? '';
}
const address = (requestToken: string) => `/consent?requestToken=${encodeURIComponent(requestToken)}`;

async function signIn(visitor: Visitor, requestToken: string, email = 'owner@example.com') {
  const formToken = formTokenIn((await visitor.get(address(requestToken))).text);
  return visitor.post('/sign-in', { requestToken, formToken, email, password });
}
/** A browser with somebody signed in, and the consent page it shows. */
async function arrived(email?: string) {
  const requestToken = await begin();
  const visitor = new Visitor(service);
  await signIn(visitor, requestToken, email);
  const { text } = await visitor.get(address(requestToken));
  const organizationId = /name="organizationId"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';
  return { requestToken, visitor, formToken: formTokenIn(text), organizationId };
}
type Arrived = Awaited<ReturnType<typeof arrived>>;
const approve = ({ visitor, requestToken, formToken, organizationId }: Arrived, headers: Record<string, string> = {}) =>
  visitor.post(
    '/consent',
    { requestToken, formToken, organizationId, decision: 'approve', scope: 'workspace:read' },
    headers,
  );
const grants = async () =>
  (await service.db.select<{ n: number }>('SELECT COUNT(*) AS n FROM oauth_grants'))[0]?.n ?? -1;

describe('where a form comes from', () => {
  const taken: readonly (readonly [name: string, headers: () => Record<string, string>])[] = [
    ['nothing said', () => ({})],
    // The pages send no referrer, and then browsers write this (Fetch §3.1).
    ['Origin: null, from the page itself', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })],
    ['this origin', () => ({ Origin: service.url, 'Sec-Fetch-Site': 'same-origin' })],
  ];
  const refused: readonly (readonly [name: string, headers: () => Record<string, string>])[] = [
    ['another site, by Origin alone', () => ({ Origin: 'https://evil.example' })],
    ['another scheme', () => ({ Origin: service.url.replace('http:', 'https:') })],
    ['another port of this host', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['a host below', () => ({ Origin: service.url.replace('127.0.0.1', 'evil.127.0.0.1') })],
    ['no origin', () => ({ Origin: 'nowhere' })],
    ['an empty Sec-Fetch-Site', () => ({ 'Sec-Fetch-Site': '' })],
    ['typed by hand', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['two words', () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site' })],
    ['a frame that is cut off', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' })],
  ];

  test.each(taken)('positive control: %s', async (_name, headers) => {
    const before = await grants();
    expect((await approve(await arrived(), headers())).status).toBe(200);
    expect(await grants()).toBe(before + 1);
  });

  test.each(refused)('refused: %s', async (_name, headers) => {
    const at = await arrived();
    const before = await grants();
    expect((await approve(at, headers())).status).toBe(403);
    const fields = { requestToken: at.requestToken, formToken: at.formToken, email: 'second@example.com', password };
    for (const path of ['/sign-in', '/sign-out']) {
      const answer = await at.visitor.post(path, fields, headers());
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
    }
    expect(await grants()).toBe(before);
    // The form is good as soon as it comes from its own page.
    expect((await approve(at)).status).toBe(200);
  });
});

describe('where people are sent to', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    '/%09/evil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    'x&next=//evil.example',
    '../../evil',
    'x#//evil.example',
    'x\r\nLocation: https://evil.example',
    '?x=//evil.example',
    '"><meta http-equiv=refresh content=0;url=//evil.example>',
  ];
  const names = [
    'requestToken',
    'return',
    'return_to',
    'returnTo',
    'next',
    'url',
    'redirect',
    'redirect_uri',
    'continue',
  ];
  const staysHere = (location: string | null) => {
    const to = new URL(location ?? 'none:', `${service.url}/sign-in`);
    expect([to.origin, to.pathname]).toEqual([service.url, '/consent']);
  };

  test.each(elsewhere)('never there: %s', async (text) => {
    for (const name of names) {
      const query = new URLSearchParams({ [name]: text });
      const reloaded = await send(`${service.url}/sign-in?${query.toString()}`);
      expect(reloaded.status).toBe(302);
      staysHere(reloaded.headers.get('location'));
    }
    const visitor = new Visitor(service);
    const forms = async (path: string, more: Record<string, string>) => {
      const formToken = formTokenIn((await visitor.get(address(text))).text);
      const others = Object.fromEntries(names.slice(1).map((name) => [name, text]));
      return visitor.post(path, { ...others, requestToken: text, formToken, ...more });
    };
    const signedIn = await forms('/sign-in', { email: 'owner@example.com', password });
    expect(signedIn.status).toBe(303);
    staysHere(signedIn.headers.get('location'));
    visitor.cookies.delete('leadlight-session');
    const signedOut = await forms('/sign-out', {});
    expect(signedOut.status).toBe(303);
    staysHere(signedOut.headers.get('location'));
    const page = await visitor.get(address(text));
    expect(page.text).not.toMatch(/(?:href|src|action)="?[^">]*evil|<meta http-equiv/);
  });

  test('positive control: a request leads back to its own page, and a decision to the assistant', async () => {
    const at = await arrived();
    const back = await send(`${service.url}/sign-in?requestToken=${at.requestToken}`);
    expect(back.headers.get('location')).toBe(`consent?requestToken=${at.requestToken}`);
    expect((await approve(at)).text).toMatch(/<meta http-equiv="refresh" content="0;url=http:\/\/127\.0\.0\.1:\d+\//);
  });
});

describe('planted sessions and marks', () => {
  test('signing in never keeps the session that the browser came with', async () => {
    const requestToken = await begin();
    const attacker = new Visitor(service);
    await signIn(attacker, requestToken, 'second@example.com');
    const planted = attacker.cookies.get('leadlight-session') ?? '';
    const victim = new Visitor(service);
    victim.cookies.set('leadlight-session', planted);
    expect((await victim.get(address(requestToken))).text).toContain('second@example.com');
    expect((await signIn(victim, requestToken)).status).toBe(303);
    expect(victim.cookies.get('leadlight-session')).not.toBe(planted);
    expect((await attacker.get(address(requestToken))).text).toContain('second@example.com');
  });

  test.each([
    ['two of them', (mark: string) => `leadlight-browser=${mark}; leadlight-browser=${'A'.repeat(43)}`],
    ['a short one', () => 'leadlight-browser=A'],
    ['one of other characters', () => `leadlight-browser=${'!'.repeat(43)}`],
    ['in other letters', (mark: string) => `Leadlight-Browser=${mark}`],
    ['by another name', (mark: string) => `__Host-leadlight-browser=${mark}`],
    ['in quotation marks', (mark: string) => `leadlight-browser="${mark}"`],
  ])('a mark of the browser counts only as it was given: %s', async (_name, cookie) => {
    const at = await arrived();
    const mark = at.visitor.cookies.get('leadlight-browser') ?? '';
    const session = at.visitor.cookies.get('leadlight-session') ?? '';
    const post = (cookies: string) =>
      send(`${service.url}/consent`, {
        method: 'POST',
        headers: { Cookie: `${cookies}; leadlight-session=${session}` },
        body: new URLSearchParams({ requestToken: at.requestToken, formToken: at.formToken, decision: 'cancel' }),
      });
    expect((await post(cookie(mark))).status).toBe(403);
    expect((await post(`leadlight-browser=${mark}`)).status).toBe(200);
  });

  test('the form of one browser is no good in another', async () => {
    const [one, other] = [await arrived(), await arrived('second@example.com')];
    const mixed = await approve({ ...other, requestToken: one.requestToken, formToken: one.formToken });
    expect(mixed.status).toBe(403);
    expect((await approve(one)).status).toBe(200);
  });
});

const otherWorkspace = async () => {
  const [row] = await service.db.select<{ id: string }>("SELECT id FROM organizations WHERE name = 'Other'");
  return row?.id ?? '';
};

describe('somebody who changes in the middle of it', () => {
  const change = (sql: string) =>
    service.db.run(
      `UPDATE memberships SET ${sql} WHERE user_id = (SELECT id FROM users WHERE email = 'leaver@example.com')`,
    );

  test.each([
    ['made inactive', 'active = 0', 403],
    ['made a member, and the scope is sensitive', "role = 'MEMBER'", 403],
  ])('%s: the page that is open grants nothing', async (_name, sql, status) => {
    const at = await arrived('leaver@example.com');
    const fields = {
      requestToken: at.requestToken,
      formToken: at.formToken,
      organizationId: at.organizationId,
      decision: 'approve',
      scope: ['workspace:read', 'leads:read'],
    };
    const before = await grants();
    await change(sql);
    expect((await at.visitor.post('/consent', fields)).status).toBe(status);
    expect(await grants()).toBe(before);
    await change("active = 1, role = 'OWNER'");
    // Positive control: nothing else was wrong, and the refusal used nothing up.
    expect((await at.visitor.post('/consent', fields)).status).toBe(200);
    expect(await grants()).toBe(before + 1);
  });

  test('a second person in the same browser decides with their own rights, and the first form is not theirs', async () => {
    const at = await arrived();
    const { visitor, requestToken, formToken } = at;
    await visitor.post('/sign-out', { requestToken, formToken });
    expect((await approve(at)).text).toContain('Sign in to continue');
    await signIn(visitor, requestToken, 'second@example.com');
    const id = await otherWorkspace();
    const answer = await approve({ ...at, organizationId: id });
    expect(answer.status).toBe(200);
    const [row] = await service.db.select<{ email: string }>(
      'SELECT u.email FROM oauth_grants g JOIN users u ON u.id = g.user_id WHERE g.organization_id = ?',
      [id],
    );
    expect(row?.email).toBe('second@example.com');
  });

  test('a workspace of somebody else is refused, and a decision is made once', async () => {
    const id = await otherWorkspace();
    const at = await arrived();
    expect((await approve({ ...at, organizationId: id })).status).toBe(403);
    expect((await approve(at)).status).toBe(200);
    expect((await approve(at)).status).toBe(404);
  });
});

describe('every page and every error', () => {
  const cases: readonly (readonly [path: string, method: string, status: number, body?: string, type?: string])[] = [
    ['/consent?requestToken=x', 'GET', 200],
    ['/consent?requestToken=x', 'HEAD', 200],
    ['/consent', 'GET', 400],
    ['/consent', 'POST', 403, 'requestToken=x'],
    ['/consent', 'POST', 400, '{"requestToken":"x"}', 'application/json'],
    ['/consent', 'POST', 400, 'requestToken=x', 'text/plain'],
    ['/consent', 'POST', 400, 'requestToken[]=x'],
    ['/consent', 'POST', 403, 'requestToken=x&__proto__=y&constructor=z'],
    ['/consent', 'POST', 400, 'requestToken=x&requestToken=y'],
    ['/consent', 'POST', 413, Array.from({ length: 60 }, (_, n) => `a${n}=1`).join('&')],
    ['/consent', 'POST', 415, 'requestToken=x', 'application/x-www-form-urlencoded; charset=utf-16'],
    ['/consent', 'POST', 413, `requestToken=${'x'.repeat(20_000)}`],
    ['/sign-in', 'POST', 403, 'requestToken=x&email=a&password=b'],
    ['/sign-out', 'POST', 403, 'requestToken=x'],
    ['/sign-out', 'GET', 405],
    ['/sign-out', 'OPTIONS', 405],
    ['/sign-in', 'PUT', 405],
    ['/consent', 'OPTIONS', 405],
    ['/sign-in/', 'POST', 404],
    ['/Sign-in', 'POST', 404],
    ['/api/v1/mcp/oauth/authorize', 'GET', 400],
    ['/api/v1/mcp/oauth/authorize?client_id=%zz', 'GET', 400],
  ];

  // As objects: for a row with fewer values the test would be taken for one with a callback.
  const rows = cases.map(([path, method, status, body, type]) => ({ path, method, status, body, type }));

  test.each(rows)(
    '$method $path: $status, not to be framed, kept, sniffed or read from elsewhere',
    async ({ path, method, status, body, type }) => {
      const answer = await send(`${service.url}${path}`, {
        method,
        headers: {
          Origin: 'https://evil.example',
          Accept: 'text/html',
          ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/x-www-form-urlencoded' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const { headers } = answer;
      expect(answer.status).toBe(status);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
      expect(answer.text).not.toMatch(/node_modules|Error:|evil\.example/);
    },
  );
});

describe('published documents', () => {
  const documents = [
    '/.well-known/oauth-authorization-server/api/v1/mcp/oauth',
    '/.well-known/openid-configuration/api/v1/mcp/oauth',
    '/.well-known/oauth-protected-resource/api/v1/mcp',
    '/api/v1/mcp/oauth/jwks',
  ];

  test.each(documents)('%s says the same to every caller under every name', async (path) => {
    const plain = await send(`${service.url}${path}`);
    expect(plain.status).toBe(200);
    const claims: readonly Record<string, string>[] = [
      { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
      { Forwarded: 'host=evil.example;proto=https' },
      { 'X-Original-URL': '/api/v1/mcp/oauth/token', 'X-Rewrite-URL': '/' },
      { Origin: 'https://evil.example', Cookie: 'a=b', Authorization: 'Bearer x' },
    ];
    for (const headers of claims) {
      const answer = await send(`${service.url}${path}?callback=alert&format=xml`, { headers });
      expect([answer.status, answer.text]).toEqual([200, plain.text]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(plain.text).not.toMatch(/"(?:d|p|q|dp|dq|qi|k)":/);
    expect(plain.headers.get('content-type')).toMatch(/^application\/json/);
    const [head, options] = [
      await send(`${service.url}${path}`, { method: 'HEAD' }),
      await send(`${service.url}${path}`, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } }),
    ];
    expect([head.status, head.text, options.status, options.text]).toEqual([200, '', 204, '']);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(`${service.url}${path}`, { method });
      expect([answer.status, codeOf(answer)]).toEqual([405, 'method_not_allowed']);
    }
  });

  test.each([
    '/.well-known/oauth-authorization-server/api/v1/mcp/oauth/',
    '/.well-known/oauth-authorization-server/api/v1/mcp/OAuth',
    '/.well-known/oauth-authorization-server/../../etc/passwd',
    '/.well-known/oauth-authorization-server%2fapi/v1/mcp/oauth',
    '/.well-known/oauth-authorization-server//evil.example',
    '/.well-known/',
    '/api/v1/mcp/oauth/jwks/',
    '/api/v1/mcp/oauth/jwks.json',
    '/api/v1/mcp/oauth/introspect',
    '/api/v1/mcp/oauth/userinfo',
    '/api/v1/mcp/oauth/par',
    '/api/v1/mcp/oauth/device_authorization',
  ])('%s is none', async (path) => {
    const answer = await send(`${service.url}${path}`);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });
});
