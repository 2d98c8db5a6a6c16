/** The console over 200,000 leads in Chromium with a processor four times slower: what a person waits for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page, type Request } from 'playwright-core';
import { ConsoleSessions } from '../src/auth/console-sessions';
import { Database } from '../src/database/database';
import { addMember } from '../src/store/access/members';
import { median, MeasuredProcess, round, type Benchmark, type BenchOptions, type Cell, type Report } from './harness';
import { seededDatabase } from './seed';

/** How much slower the processor of the pages is made. */
const slower = 4;

export const benchmark: Benchmark = {
  title: `the console over 200,000 leads, in Chromium with a processor ${slower} times slower`,
  async run(options) {
    // Said by scripts/bench.mjs, which knows the machine.
    const executablePath = process.env['BENCH_CHROMIUM'];
    if (!executablePath) throw new Error('this machine has no Chromium: apt-get install chromium');
    const database = await seededDatabase('sqlite', options.scale, options.say);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      return await measured(database.url, database.workspaces[0]?.id ?? '', browser, options);
    } finally {
      await browser.close();
      await database.stop();
    }
  },
};

async function measured(
  databaseUrl: string,
  organizationId: string,
  browser: Browser,
  options: BenchOptions,
): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-bench-console-'));
  const db = await Database.open(databaseUrl, { maxConnections: 2 });
  const service = await MeasuredProcess.start(join(__dirname, 'reads', 'ours.js'), { databaseUrl, dataDir });
  try {
    const email = `console-${Date.now()}@bench.example`;
    const person = { organizationId, email, displayName: 'Bench', role: 'OWNER', passwordHash: null } as const;
    const added = await addMember(db, { ...person, active: true });
    const secret = await new ConsoleSessions(db).start(added?.userId ?? '');
    const base = `http://127.0.0.1:${service.port}/app/${organizationId}/`;
    const times: Record<string, number[]> = {};
    const sizes: Record<string, number> = {};
    for (let at = 0; at < options.rounds; at += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
      await context.addCookies([{ name: 'leadlight-console', value: secret, domain: '127.0.0.1', path: '/' }]);
      // Both as signing in leaves them in a browser.
      await context.addInitScript(`localStorage.setItem('leadlight.signed-in', '1')`);
      const measures = { ...(await visit(context, base, sizes)), ...(await visitBare(context, base)) };
      for (const [name, ms] of Object.entries(measures)) times[name] = [...(times[name] ?? []), ms];
      await context.close();
    }
    const rows = Object.entries(times).map(([name, all]): Record<string, Cell> => ({
      what: name,
      median: round(median(all), 0),
      worst: round(Math.max(...all), 0),
    }));
    const target = (name: string, limit: number) =>
      ({ name: `${name}, ms`, limit, value: round(median(times[name] ?? []), 0), sense: 'most' }) as const;
    return {
      sections: [
        { title: `ms, ${options.rounds} rounds`, rows },
        {
          title: 'the list beside a bare page of the same answer',
          rows: [
            {
              'times as long': round(median(times['lead list usable'] ?? []) / median(times[bareName] ?? []), 1),
              ...sizes,
            },
          ],
        },
      ],
      targets: [
        target('lead list usable', 1_000),
        target('inbox decision shown', 100),
        target('longest task while typing', 100),
      ],
    };
  } finally {
    await service.stop();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One person's first minute: opens the list, types into its search, decides in the inbox. */
async function visit(context: BrowserContext, base: string, sizes: Record<string, number>) {
  const { page, devtools } = await slowPage(context);
  const answered = untilAnswered(page);
  await page.addInitScript(watchTasks);
  const list = await untilThere(page, `${base}leads`);
  const listProcessor = await processorMs(devtools);
  const asked = Number(await page.evaluate(askedAt));
  await page.locator('.lead-table tbody tr').nth(49).waitFor();
  for (const [name, expression] of Object.entries(counted)) sizes[name] = Number(await page.evaluate(expression));
  await page.locator('input[type=search]').focus();
  await page.evaluate('window.longest = 0');
  await page.keyboard.type('sales', { delay: 60 });
  await page.waitForURL(/search=sales/);
  await page.locator('.lead-table tbody tr, .state').first().waitFor();
  const typing = Number(await page.evaluate('window.longest'));
  // The totals of the search are counted beside the list. The next page is measured without them.
  await answered();
  const inbox = await untilThere(page, `${base}inbox`);
  const inboxProcessor = await processorMs(devtools);
  // From the key to the row that is gone, measured in the page, where the answer of the server is not waited for.
  await page.evaluate(watchDecision);
  await page.keyboard.press('e');
  const decision = Number(await page.evaluate('window.decided'));
  await page.close();
  return {
    'lead list usable': list,
    'lead list asked for': asked,
    'lead list, processor': listProcessor,
    'longest task while typing': typing,
    'inbox usable': inbox,
    'inbox, processor': inboxProcessor,
    'inbox decision shown': decision,
  };
}

/** The same answer on a page without a console: what the browser, the service and fifty plain rows take by themselves. */
async function visitBare(context: BrowserContext, base: string): Promise<Record<string, number>> {
  const { page } = await slowPage(context);
  const script = `fetch(${JSON.stringify(base.replace('/app/', '/app/api/'))} + 'list_leads', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"limit":50}',
  }).then((response) => response.json()).then(({ data }) => {
    const rows = data.map(({ profile, leadTier, intentScore, tierReason }) => {
      const row = document.createElement('li');
      row.textContent = [profile.displayName, profile.title, profile.companyName, leadTier, intentScore, tierReason].join(' · ');
      return row;
    });
    document.querySelector('.bare').append(...rows);
  });`;
  const body = `<!doctype html><title>Bare</title><ol class="bare"></ol><script>${script}</script>`;
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }));
  const shown = await untilThere(page, `${base}bare`);
  await page.close();
  return { [bareName]: shown };
}

const bareName = 'bare page of the same leads';

async function slowPage(context: BrowserContext): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watchRows);
  return { page, devtools };
}

/** The processor time that the page's thread has used since its navigation, in ms. Other work disturbs it less than a clock. */
async function processorMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Watches the requests of a page. Returns a function that resolves when none was under way for a second, at the latest after 30. */
function untilAnswered(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let latest = 0;
  const ended = (request: Request) => {
    open.delete(request);
    latest = Date.now();
  };
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    for (let waited = 0; waited < 30_000 && (open.size > 0 || Date.now() - latest < 1_000); waited += 100)
      await setTimeout(100);
  };
}

/** From the start of the navigation to the first painted row, as the page's own clock tells it. */
async function untilThere(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return Number(await page.evaluate('window.shown'));
}

const watchRows = `window.shown = new Promise((done) => {
  new MutationObserver((_, watching) => {
    if (!document.querySelector('.lead-table tbody tr, .inbox .row, .bare li')) return;
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  }).observe(document, { childList: true, subtree: true });
}); undefined`;

const askedAt = `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/list_leads')).startTime`;

const counted = {
  'elements of the page': `document.querySelectorAll('*').length`,
  'elements of 50 rows': `document.querySelectorAll('.lead-table tbody *').length`,
  'files of script': `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length`,
};

const watchTasks = `window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: 'longtask', buffered: false });`;

const watchDecision = `window.decided = new Promise((done, failed) => {
  const current = () => document.querySelector('.inbox .row[aria-current]')?.dataset.lead;
  const before = current();
  let pressed = 0;
  addEventListener('keydown', (event) => { pressed = event.timeStamp; }, { once: true, capture: true });
  new MutationObserver((_, watching) => {
    if (pressed === 0 || current() === before) return;
    watching.disconnect();
    requestAnimationFrame(() => done(performance.now() - pressed));
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
  setTimeout(failed, 20_000, new Error('the decision was not shown'));
}); undefined`;
