/** `RATE_LIMIT_NODES`: one process of a hundred grants a hundredth of each limit, at least one. */
import { apiPrefix } from '../../config/settings';
import { unauthenticatedLimits } from '../../src/http/unauthenticated';
import { Browser } from '../console/support';
import { send, startTestService, type TestService } from '../support/service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMIT_NODES: '100', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'leads@example.com' },
    unauthenticated: { ...unauthenticatedLimits, perMinute: 1_000_000 },
  });
});
afterAll(() => service.end());

const oauth = (path: string, method = 'GET') => send(service, `${apiPrefix}/mcp/oauth/${path}`, { method });

it.each([
  ['authorize', 'GET', 10, '"authorize";q=10;w=60'],
  ['authorize/picture', 'GET', 1, '"pictures";q=1;w=60'],
  ['token', 'POST', 60, '"token";q=60;w=60'],
])('of %s %s it answers %d, then 429', async (path, method, share, policy) => {
  for (let at = 0; at < share; at += 1) expect((await oauth(path, method)).status).not.toBe(429);
  const over = await oauth(path, method);
  expect([over.status, over.headers['ratelimit-policy']]).toEqual([429, policy]);
});

it('asks for new passwords are shared too', async () => {
  const ask = () => new Browser(service).post('forgot', { email: 'nobody@acme.example' });
  expect([(await ask()).status, (await ask()).status]).toEqual([204, 429]);
});
