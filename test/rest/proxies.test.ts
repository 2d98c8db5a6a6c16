/** A proxy that is not trusted: the operator is told in the log, at the next start, and by `doctor`. */
import { checkProxy } from '../../src/cli/check-sessions';
import { loadSettings } from '../../config/settings';
import { proxyWarning } from '../../src/http/forwarded';
import { send, startTestService, type TestService } from '../support/service';
import { eventually } from '../jobs/support/runners';

const running: TestService[] = [];
const started = async (env: Record<string, string> = {}) => {
  const service = await startTestService({ env });
  running.push(service);
  return service;
};
afterEach(async () => {
  for (const service of running.splice(0)) await service.end();
});

const warnings = (service: TestService) => service.logLines.filter((line) => line.includes('TRUST_PROXY is false'));
const doctor = async (service: TestService, TRUST_PROXY = 'false') =>
  (await checkProxy(service.db, loadSettings({ TRUST_PROXY }))).level;
/** The mark is written beside the answer. */
async function marked(service: TestService): Promise<void> {
  await eventually(async () => ((await doctor(service)) === 'ok' ? undefined : true));
}

const addresses = [
  '/sign-in',
  '/healthz',
  '/api/v1/customer/leads',
  '/api/v1/mcp',
  '/api/v1/mcp/oauth/jwks',
  '/nothing',
];
const headers: readonly Record<string, string>[] = [
  { 'X-Forwarded-For': '203.0.113.9' },
  { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' },
  { Forwarded: 'for=203.0.113.9' },
  { 'X-Real-IP': '203.0.113.9' },
];

test('requests that nobody forwarded warn of nothing', async () => {
  const service = await started();
  for (const path of addresses) await send(service, path);
  expect(warnings(service)).toEqual([]);
  expect(await doctor(service)).toBe('ok');
});

test.each(addresses.flatMap((path) => headers.map((header) => [path, header] as const)))(
  'GET %s with %p warns once, and doctor says so',
  async (path, header) => {
    const service = await started();
    await send(service, path, { headers: header });
    await send(service, path, { headers: header });
    expect(warnings(service)).toHaveLength(1);
    await marked(service);
    expect(await doctor(service)).toBe('problem');
    expect(await doctor(service, 'loopback')).toBe('ok');
  },
);

test('a trusted proxy is no matter', async () => {
  const service = await started({ TRUST_PROXY: 'loopback' });
  for (const header of headers) await send(service, '/sign-in', { headers: header });
  expect(warnings(service)).toEqual([]);
});

test('the start warns of what was seen before, and of an https address that only a proxy can serve', async () => {
  const service = await started({ PUBLIC_URL: 'https://leads.example.com' });
  expect(warnings(service)).toEqual([expect.stringContaining('PUBLIC_URL is https')]);
  expect(proxyWarning({ TRUST_PROXY: 'false', PUBLIC_URL: 'http://localhost:3000' }, false)).toBeUndefined();
  expect(proxyWarning({ TRUST_PROXY: 'false' }, true)).toMatch(/were forwarded .* before, and TRUST_PROXY is false/);
  expect(proxyWarning({ TRUST_PROXY: '1', PUBLIC_URL: 'https://leads.example.com' }, true)).toBeUndefined();
});
