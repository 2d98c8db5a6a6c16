/** Requests that say they were forwarded while no proxy is trusted: the operator is told, and nothing else changes. */
import { checkProxy } from '../../../src/interfaces/cli/check-sessions';
import { loadSettings } from '../../../config/settings';
import { proxyWarning } from '../../../src/http/forwarded';
import { noteForwarded } from '../../../src/store/access/forwarded-requests';
import { atLength } from '../../support/at-length';
import { send, startTestService, type TestService } from '../../support/service';
import { eventually } from '../../jobs/support/runners';
import { formTokenIn, Visitor } from '../../web/support/visitor';

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
/** What doctor says: nothing that a stranger sends makes it more than a remark. */
const doctor = async (service: TestService, TRUST_PROXY = 'false') => {
  const { level, message } = await checkProxy(service.db, loadSettings({ TRUST_PROXY }));
  expect(level).toBe('ok');
  return message.includes('forwarding headers') ? 'remark' : 'nothing';
};
/** The mark is written beside the answer. */
async function marked(service: TestService): Promise<void> {
  await eventually(async () => (await doctor(service)) === 'remark' || undefined);
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
  expect(await doctor(service)).toBe('nothing');
});

/** The header is read before anything knows the path: each header at one address, and one header at each. */
const forwarded = addresses.flatMap((path, at) =>
  atLength(at === 0 ? headers : headers.slice(0, 1), headers).map((header) => [path, header] as const),
);
test.each(forwarded)('GET %s with %p warns once, and doctor says so', async (path, header) => {
  const service = await started();
  await send(service, path, { headers: header });
  await send(service, path, { headers: header });
  expect(warnings(service)).toHaveLength(1);
  await marked(service);
  expect(await doctor(service)).toBe('remark');
  expect(await doctor(service, 'loopback')).toBe('nothing');
});

test('a trusted proxy is no matter', async () => {
  const service = await started({ TRUST_PROXY: 'loopback' });
  for (const header of headers) await send(service, '/sign-in', { headers: header });
  expect(warnings(service)).toEqual([]);
});

test('the start warns of what was seen before, and of an https address that only a proxy can serve', async () => {
  const service = await started({ PUBLIC_URL: 'https://leads.example.com' });
  expect(warnings(service)).toEqual([expect.stringContaining('PUBLIC_URL is https')]);
  expect(proxyWarning({ TRUST_PROXY: 'false', PUBLIC_URL: 'http://localhost:3000' }, false)).toBeUndefined();
  expect(proxyWarning({ TRUST_PROXY: 'false' }, true)).toMatch(
    /Earlier requests had forwarding headers\. TRUST_PROXY is false/,
  );
  expect(proxyWarning({ TRUST_PROXY: '1', PUBLIC_URL: 'https://leads.example.com' }, true)).toBeUndefined();
});

test('the note of a forwarded request is kept for a month', async () => {
  const service = await started();
  const day = 24 * 3_600_000;
  await noteForwarded(service.db, Date.now() - 31 * day);
  expect(await doctor(service)).toBe('nothing');
  await send(service, '/healthz', { headers: headers[0] });
  await marked(service);
  expect(await doctor(service)).toBe('remark');
});

const guess = async (service: TestService, visitor: Visitor, header: Record<string, string>) => {
  const page = await visitor.get('/consent?requestToken=any');
  const fields = { requestToken: 'any', formToken: formTokenIn(page.text), email: 'nobody@example.com' };
  return (await visitor.post('/sign-in', { ...fields, password: 'a guess' }, header)).status;
};

describe('five wrong passwords for one person from one address, and further ones with forwarded headers', () => {
  test.each<[string, (n: number) => Record<string, string>]>([
    ['none (the control)', () => ({})],
    ['X-Forwarded-For, always another address', (n) => ({ 'X-Forwarded-For': `203.0.113.${n}` })],
    ['X-Forwarded-For, a list', (n) => ({ 'X-Forwarded-For': `203.0.113.${n}, 10.0.0.1` })],
    ['Forwarded', (n) => ({ Forwarded: `for=203.0.113.${n};proto=https` })],
    ['X-Real-IP', (n) => ({ 'X-Real-IP': `203.0.113.${n}` })],
    ['all of them', (n) => ({ 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: 'for=_hidden', 'X-Real-IP': '::1' })],
  ])('%s', async (_name, header) => {
    const service = await started();
    const visitor = new Visitor({ url: `http://127.0.0.1:${service.port}` });
    const answers: number[] = [];
    for (let n = 0; n < 8; n += 1) answers.push(await guess(service, visitor, header(n)));
    expect(answers).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
  });
});

/** Other ways to name the same proxy: what they share with `1` is tried once. */
const otherWays = ['127.0.0.0/8', 'loopback, 10.0.0.0/8'];

describe('behind a proxy that TRUST_PROXY names', () => {
  const long = Array.from({ length: 800 }, (_, n) => `10.9.${n % 250}.1`).join(',');
  /** What the proxy saw, and what the client made up before it. */
  type Row = [string, number, (n: number) => Record<string, string | string[]>];
  const rows: Row[] = [
    ['another client each time (the control)', 8, (n) => ({ 'X-Forwarded-For': `203.0.${n}.9` })],
    ['one client', 5, () => ({ 'X-Forwarded-For': '203.0.113.9' })],
    ['a made-up address first', 5, (n) => ({ 'X-Forwarded-For': `198.51.${n}.1, 203.0.113.9` })],
    ['a made-up header before', 5, (n) => ({ 'X-Forwarded-For': [`198.51.${n}.1`, '203.0.113.9'] })],
    ['a made-up chain of 800 addresses', 5, (n) => ({ 'X-Forwarded-For': `198.51.${n}.1,${long},203.0.113.9` })],
    ['made-up nonsense', 5, (n) => ({ 'X-Forwarded-For': `"${n}, %00,,;:::[, unknown, 1.2.3.4.5 , 203.0.113.9` })],
    [
      'other headers',
      5,
      (n) => ({
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: `for=198.51.${n}.1;proto=ftp;host=evil${n}.example`,
        'X-Forwarded-Proto': `javascript${n}, https`,
        'X-Forwarded-Host': `evil${n}.example, [::`,
        'X-Real-IP': `198.51.${n}.1`,
      }),
    ],
    ['another port each time', 5, (n) => ({ 'X-Forwarded-For': `203.0.113.9:${40_000 + n}` })],
    ['IPv6, another address of its network each time', 5, (n) => ({ 'X-Forwarded-For': `::9, 2001:db8:1:2::${n}` })],
    ['IPv6, another port each time', 5, (n) => ({ 'X-Forwarded-For': `[2001:db8:1:2::3]:${40_000 + n}` })],
  ];
  const shared = new Set([
    'another client each time (the control)',
    'a made-up address first',
    'another port each time',
  ]);
  test.each([
    ...rows.map((row) => ['1', ...row] as const),
    ...otherWays.flatMap((way) => rows.filter(([name]) => shared.has(name)).map((row) => [way, ...row] as const)),
  ])('%s, %s: %i guesses of eight are taken', async (TRUST_PROXY, _name, taken, header) => {
    const service = await started({ TRUST_PROXY });
    const first = await send(service, '/consent?requestToken=any', { headers: header(0) });
    const Cookie = [first.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; ');
    const fields = { requestToken: 'any', formToken: formTokenIn(first.text), email: 'nobody@example.com' };
    const body = new URLSearchParams({ ...fields, password: 'a guess' }).toString();
    const answers: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const headers = { ...header(n), Cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
      answers.push((await send(service, '/sign-in', { method: 'POST', headers, body })).status);
    }
    expect(answers).toEqual(Array.from({ length: 8 }, (_, n) => (n < taken ? 403 : 429)));
  });
});
