/** The demo workspace, served with the built console, and a browser that is signed in to it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { z } from 'zod';
import type { Database } from '../../../../src/database/database';
import { demoWorkspaces, loadDemoWorkspace } from '../../../../src/demo/workspaces';
import { findOrganization } from '../../../../src/store/access/organizations';
import { databaseOfRun } from '../../../support/databases';
import { testSuppressionKey } from '../../../support/keeper';
import { eventually } from '../../../jobs/support/runners';
import { network } from '../../../support/network';
import { startTestService, type TestService } from '../../../support/service';
import { openBrowser } from '../../../web/support/browser';
import { password, person } from '../../../web/support/service';

const root = resolve(__dirname, '../../../..');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const rules = {
  all: "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }",
  // Of these rules, only two read colours.
  colours:
    "{ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, resultTypes: ['violations'] }",
};
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** Set to a folder to look at the pages by eye. */
const screenshots = process.env['LEADLIGHT_SCREENSHOTS'];

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser's console complained of, and requests to elsewhere. */
  readonly complaints: string[];
  /** Resolves when every request has its answer and the page shows it: what `networkidle` waits half a second for. */
  settled(): Promise<void>;
}

/** The demo workspace, and a person of each role with a password. */
async function fill(db: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-console-'));
  const places = { examples: join(root, 'examples', 'exports'), rejects: folder, network, now: Date.now() };
  await loadDemoWorkspace(db, demoWorkspaces.main, places, () => undefined);
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    await person({ db }, `${role.toLowerCase()}@console.example`, { [demoWorkspaces.main.name]: role });
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Counts, in the page, the questions whose whole answer is not there. Playwright's own events are no help: where requests are under way
 * while a route is set, the end of some is never told.
 */
const countQuestions = `window.underWay = 0;
const ask = window.fetch;
window.fetch = async (...question) => {
  window.underWay += 1;
  const over = () => { window.underWay -= 1; };
  try {
    const answer = await ask(...question);
    answer.clone().arrayBuffer().then(over, over);
    return answer;
  } catch (error) {
    over();
    throw error;
  }
};`;

/**
 * Whether all is answered, and nothing was asked once it was drawn: what an answer brings is drawn, and asks for more, when the browser
 * is idle. No browser that draws no frame for long is waited for: the question is put again.
 */
const isStill = `window.underWay === 0 && new Promise((drawn) => {
  requestAnimationFrame(() => requestIdleCallback(() => drawn(window.underWay === 0 && document.querySelector('main .bones') === null)));
  setTimeout(() => drawn(false), 5_000);
})`;

export class DemoConsole {
  private constructor(
    readonly service: TestService,
    readonly browser: Browser,
    readonly organizationId: string,
  ) {}

  /** @param env further settings of the service. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<DemoConsole> {
    // The service reads the built console once, when it starts.
    const built = spawnSync(process.execPath, [join(root, 'scripts', 'console.mjs')], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    const copied = await databaseOfRun('demo', fill);
    const service = await startTestService({ copied, env: { SUPPRESSION_KEY: testSuppressionKey, ...env } });
    const organization = await findOrganization(service.db, demoWorkspaces.main.name);
    if (!organization) throw new Error('the demo is not there');
    return new DemoConsole(service, await openBrowser(), organization.id);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.service.end();
  }

  /** Address of a page of the workspace. */
  at(path: string): string {
    return `http://127.0.0.1:${this.service.port}/app/${this.organizationId}/${path}`;
  }

  /** A browser of its own, where nobody is signed in. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The first question who is signed in is answered with 401, which Chromium reports.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== '127.0.0.1' && protocol !== 'data:') complaints.push(request.url());
    });
    await page.addInitScript(countQuestions);
    const settled = async () => {
      await eventually(async () => (await page.evaluate<boolean>(isStill)) || undefined);
    };
    return { context, page, complaints, settled };
  }

  /**
   * A browser in which a person with this role is signed in and sees the inbox, and has the lead that it opens with: of a lead
   * that is not read yet the page knows only the second in which the list was answered, and asks about a change in that second.
   */
  async signedIn(options: BrowserContextOptions = {}, role: 'OWNER' | 'ADMIN' | 'MEMBER' = 'OWNER'): Promise<Visit> {
    const visit = await this.visit(options);
    await visit.page.goto(this.at('inbox'));
    await visit.page.locator('input[type=email]').fill(`${role.toLowerCase()}@console.example`);
    await visit.page.locator('input[type=password]').fill(password);
    await visit.page.locator('button[type=submit]').click();
    await visit.page.locator('.inbox .row').first().waitFor();
    await visit.page.locator('.reader .intent svg').waitFor({ state: 'attached' });
    await keysWork(visit.page);
    return visit;
  }
}

/**
 * Resolves when the keys of what a page shows now work: it adds them after the frame in which it is drawn. Nobody presses a key that
 * soon, but a test does.
 */
export const keysWork = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(() => setTimeout(drawn))))');

/**
 * Answers these requests of a page that is open, from now on. Right after `page.route` alone, about one request of 50 still goes to
 * the server. A page that is loaded afterwards does not need this.
 */
export async function intercept(page: Page, url: string | RegExp, handler: (route: Route) => unknown): Promise<void> {
  await page.route(url, handler);
  await page.route('**/intercepted', (route) => route.fulfill());
  // One that gets no answer is asked again.
  const asked = "fetch('/intercepted', { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok, () => false)";
  while (!(await page.evaluate(asked)));
  await page.unroute('**/intercepted');
}

/**
 * No violation of WCAG 2.2 AA, nothing wider than the screen, no cell of a lead over the next one, and a picture where one is asked for.
 * @param which colours: where the same page is inspected by all rules in the same size and other colours.
 */
export async function inspect(page: Page, name: string, which: keyof typeof rules = 'all'): Promise<void> {
  // A dialog that is still coming up is not drawn in its colours yet; its animation begins with the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found = violations.parse(await page.evaluate(`axe.run(${rules[which]}).then((result) => result.violations)`));
  expect(found.map(({ id, nodes }) => [name, id, ...nodes.map((node) => node.html)])).toEqual([]);
  const wide = await page.evaluate(
    "[document.documentElement, document.querySelector('main')].some((box) => box && box.scrollWidth > box.clientWidth)",
  );
  expect([name, wide]).toEqual([name, false]);
  const intoNext = await page.evaluate(
    "[...document.querySelectorAll('.lead-table :is(th, td):not(.pick)')].filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible').map((cell) => cell.textContent)",
  );
  expect([name, intoNext]).toEqual([name, []]);
  if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
