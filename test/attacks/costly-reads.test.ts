/**
 * Reads that cost much, ten at a time, of one workspace with many leads: the service answers others meanwhile, because no read
 * holds its event loop up.
 */
import { bearer, send } from '../support/service';
import { startAttackedService, type AttackedService } from './support/attacked-service';

/** ATTACK_LEADS raises it; with 100,000 each of these reads took up to half a second of the event loop. */
const leads = Number(process.env['ATTACK_LEADS'] ?? 30_000);
const atOnce = 10;

let service: AttackedService;
beforeAll(async () => {
  service = await startAttackedService(leads);
  for (let n = 0; n < 20; n += 1) await send(service, `/api/v1${reads[0]}`, { headers: bearer(service.attackerKey) });
}, 240_000);
afterAll(() => service.end());

const companies = Array.from({ length: 25 }, (_, n) => `nobody ${n}`).join(',');
const reads: readonly string[] = [
  '/customer/leads?limit=50',
  '/customer/leads?search=aa%20aa%20aa',
  '/customer/leads?search=e%20a',
  '/customer/leads?search=~',
  '/customer/leads?search=manager%20director%20sales%20engineer%20software',
  '/customer/leads?minIntentScore=100',
  '/customer/leads?minIntentScore=99&maxIcpMatchPercent=1&disposition=ACTIVE,CLIENT,BAD_LEAD',
  '/customer/leads?engagementTypes=REPOST&leadTier=UNQUALIFIED&minIcpMatchPercent=97&origin=agent',
  `/customer/leads?companyNames=${encodeURIComponent(companies)}`,
  '/customer/leads/signals?search=aa%20aa%20aa',
  '/customer/leads/signals?minIcpMatchPercent=100&minIntentScore=100',
  '/customer/leads/signals?engagementTypes=REPOST&origin=agent&disposition=BAD_LEAD&search=zz',
  '/customer/account-reports?search=zzzz',
  '/customer/account-reports?industry=nothing&sortBy=accountName',
  '/customer/workspace-access',
];

test.each(reads)('%s', async (path) => {
  const ask = (to: string, key: string) => send(service, to, { headers: bearer(key) });
  await service.delay();
  let over = false;
  const costly = Promise.all(Array.from({ length: atOnce }, () => ask(`/api/v1${path}`, service.attackerKey))).finally(
    () => (over = true),
  );
  const times: number[] = [];
  do {
    const begun = performance.now();
    expect((await ask('/api/v1/customer/leads?limit=1', service.neighbourKey)).status).toBe(200);
    times.push(performance.now() - begun);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set while it waits
  } while (!over);
  for (const { status } of await costly) expect([200, 503]).toContain(status);
  times.sort((a, b) => a - b);
  // Both are a few milliseconds on an idle machine. On one whose processors are all busy, a moment now and then belongs to others.
  expect((await service.delay()).p99).toBeLessThan(100);
  expect(times[Math.floor(times.length * 0.9)]).toBeLessThan(150);
});
