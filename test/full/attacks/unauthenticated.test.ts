/** Pages and endpoints that anybody can ask: so many requests of one address to each, and good credentials are answered all the same. */
import { apiPrefix } from '../../../config/settings';
import { seedWorkspace } from '../../support/seed';
import { bearer, send, startTestService, type TestService } from '../../support/service';

const perMinute = 4;
let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({
    env: { TRUST_PROXY: 'loopback' },
    unauthenticated: { perMinute, spacing: 0, atOnce: 1, spacingOfAll: 0, atOnceOfAll: 1, patience: 0 },
  });
  key = await service.key((await seedWorkspace(service.db, 'Northwind', 3)).organizationId);
});
afterAll(() => service.end());

let lastAddress = 0;
const newAddress = () => `203.0.113.${(lastAddress += 1)}`;
const ask = async (path: string, address: string, method = 'GET', headers: Record<string, string> = {}) =>
  (await send(service, path, { method, headers: { 'X-Forwarded-For': address, ...headers } })).status;

test('the control: a good key is never counted, nor is health', async () => {
  const address = newAddress();
  for (const path of [`${apiPrefix}/customer/leads`, '/healthz', '/readyz']) {
    const answers = [];
    for (let n = 0; n < 3 * perMinute; n += 1) answers.push(await ask(path, address, 'GET', bearer(key)));
    expect(new Set(answers)).toEqual(new Set([200]));
  }
});

const jwtLike = 'eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const oauth = `${apiPrefix}/mcp/oauth`;
const rows: readonly (readonly [path: string, method?: string, headers?: Record<string, string>])[] = [
  ['/consent'],
  ['/consent?requestToken=any'],
  ['/consent?requestToken=any', 'GET', { Cookie: `leadlight-session=${jwtLike}` }],
  ['/consent', 'POST'],
  ['/sign-in'],
  ['/sign-in', 'POST'],
  ['/sign-out', 'POST'],
  ['/consent.css'],
  ['/brand-logo'],
  ['/'],
  [`${apiPrefix}/docs`],
  [`${apiPrefix}/docs/swagger-ui-bundle.js`, 'HEAD'],
  [`${apiPrefix}/openapi.json`, 'HEAD'],
  ['/nothing/at/all'],
  [`${oauth}/authorize`],
  [`${oauth}/authorize/request`],
  [`${oauth}/authorize/request`, 'GET', bearer(jwtLike)],
  [`${oauth}/authorize/complete`, 'POST'],
  [`${oauth}/authorize/picture`],
  [`${oauth}/connections`, 'GET', bearer(jwtLike)],
  [`${oauth}/access-requests`, 'POST', bearer(jwtLike)],
  [`${oauth}/permits`, 'PUT'],
  [`${oauth}/register`, 'POST'],
  [`${oauth}/register`, 'OPTIONS'],
  [`${oauth}/revoke`, 'POST'],
  [`${oauth}/jwks`],
  ['/.well-known/oauth-protected-resource'],
  [`${apiPrefix}/customer/leads`],
  [`${apiPrefix}/customer/leads`, 'GET', bearer(`ll_${'a'.repeat(43)}`)],
  [`${apiPrefix}/customer/leads/signals`, 'GET', bearer('nonsense')],
  [`${apiPrefix}/mcp`, 'POST'],
  [`${apiPrefix}/mcp`, 'POST', bearer(jwtLike)],
  [`${apiPrefix}/admin/organizations/a/members/b`, 'DELETE'],
];
test.each(rows.map(([path, method = 'GET', headers = {}]) => [method, path, headers] as const))(
  '%s %s %p',
  async (method, path, headers) => {
    const address = newAddress();
    const answers: number[] = [];
    for (let n = 0; n < perMinute + 3; n += 1) answers.push(await ask(path, address, method, headers));
    expect(answers.slice(0, perMinute)).not.toContain(429);
    expect(answers.slice(perMinute)).toEqual([429, 429, 429]);
    // Others, and the holder of a good key who was at work already, at the very same address, notice nothing.
    expect(await ask(path, newAddress(), method, headers)).not.toBe(429);
    await ask(`${apiPrefix}/customer/leads`, newAddress(), 'GET', bearer(key));
    expect(await ask(`${apiPrefix}/customer/leads`, address, 'GET', bearer(key))).toBe(200);
  },
);

test('a person reads a page, a program the error with its fields', async () => {
  const address = newAddress();
  for (let n = 0; n < perMinute; n += 1) await ask('/consent', address);
  const headers = { 'X-Forwarded-For': address };
  const page = await send(service, '/consent', { headers: { ...headers, Accept: 'text/html' } });
  expect([page.status, page.text]).toEqual([429, expect.stringContaining('Wait a minute')]);
  // What is left of the minute.
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(page.headers['retry-after'])).toBeLessThanOrEqual(60);
  const error = await send(service, '/consent', { headers });
  expect(JSON.parse(error.text)).toMatchObject({ error: { code: 'rate_limited', status: 429 } });
  expect(error.headers['ratelimit-policy']).toBe('"address";q=4;w=60');
});
