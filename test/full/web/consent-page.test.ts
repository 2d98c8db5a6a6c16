import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { browserPath, openBrowser } from '../../web/support/browser';
import { startAssistant, type Assistant } from '../../web/support/client';
import { password, person, startConsentService, type ConsentService } from '../../web/support/service';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));
/** Set to a folder to look at the pages by eye. */
const screenshots = process.env['LEADLIGHT_SCREENSHOTS'];

const sizes = { narrow: { width: 320, height: 640 }, wide: { width: 1280, height: 900 } };

it('is not left out where everything must run', () => {
  expect(browserPath !== undefined || process.env['CI'] !== 'true').toBe(true);
});

const inChromium = () => {
  let service: ConsentService;
  let assistant: Assistant;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Addresses that were asked for and are neither the service nor the assistant. */
  let foreign: string[];
  let complaints: string[];

  beforeAll(async () => {
    service = await startConsentService();
    assistant = await startAssistant(service.url);
    browser = await openBrowser();
    await person(service, 'owner@example.com', { 'Acme Sales': 'OWNER', 'Beta Labs': 'MEMBER' });
    await person(service, 'member@example.com', { 'Acme Sales': 'MEMBER' });
    await person(service, 'former@example.com', { 'Acme Sales': 'INACTIVE' });
  });
  afterAll(async () => {
    await browser.close();
    await assistant.close();
    await service.close();
  });
  beforeEach(async () => {
    await fresh({});
  });
  afterEach(async () => {
    await context.close();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    expect(service.errors()).toEqual([]);
  });

  async function fresh(options: Parameters<Browser['newContext']>[0]): Promise<void> {
    foreign = [];
    complaints = [];
    context = await browser.newContext(options);
    page = await context.newPage();
    page.on('request', (request) => {
      if (!['127.0.0.1'].includes(new URL(request.url()).hostname)) foreign.push(request.url());
    });
    page.on('console', (message) => {
      // Chromium reports every status of 400 and above there, also those we mean; and asks for an icon we do not have.
      if (!/Failed to load resource/.test(message.text())) complaints.push(message.text());
    });
  }

  async function arrive(email = 'owner@example.com', scope?: string): Promise<void> {
    await page.goto(assistant.authorizeUrl(scope));
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /wants access/ }).waitFor();
    // All of the page, not its beginning.
    await page.waitForLoadState();
  }

  async function check(name: string): Promise<void> {
    // A context may bypass the page's policy for a script of the test; the page itself has none.
    await page.evaluate(axe);
    const found = violations.parse(await page.evaluate('axe.run().then((result) => result.violations)'));
    expect(found.map(({ id, nodes }) => [name, id, ...nodes.map((node) => node.html)])).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect([name, overflow]).toEqual([name, false]);
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  }

  it('leads from the assistant through sign-in and approval back to it, with a code that works', async () => {
    await arrive();
    await expect(page.locator('.host').textContent()).resolves.toMatch(/^127\.0\.0\.1:\d+$/);
    await expect(page.getByText('Unverified').count()).resolves.toBe(1);
    await expect(page.getByText('runs on the computer you are using').count()).resolves.toBe(1);
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    const query = await callback;
    expect(query.get('state')).toBe('state of the assistant');
    expect(query.get('iss')).toBe(`${service.url}/api/v1/mcp/oauth`);
    await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor();
    expect(await assistant.redeem(query.get('code') ?? '')).toBe('workspace:read leads:read analytics:read agent:read');
  });

  it('asks nobody who is signed in already to sign in again', async () => {
    await arrive();
    await page.goto(assistant.authorizeUrl());
    await page.getByRole('heading', { name: /wants access/ }).waitFor();
  });

  it('cancels with access_denied', async () => {
    await arrive('member@example.com');
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const query = await callback;
    expect(query.get('error')).toBe('access_denied');
    expect(query.get('code')).toBeNull();
    expect(query.get('state')).toBe('state of the assistant');
  });

  it('lets a person who belongs nowhere look and cancel', async () => {
    await arrive('former@example.com');
    await expect(page.getByRole('button', { name: 'Approve' }).count()).resolves.toBe(0);
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await callback).get('error')).toBe('access_denied');
  });

  it('tells a member what needs an admin, and lets them approve the rest', async () => {
    await arrive('member@example.com');
    await expect(page.getByText('You are a member here and may not approve').count()).resolves.toBe(1);
    const leads = page.getByLabel('Leads, contact data and saved profiles');
    expect([await leads.isChecked(), await leads.isDisabled()]).toEqual([false, true]);
    await expect(page.getByText('Needs an owner or admin').count()).resolves.toBe(1);
    await check('needs-admin');
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(await assistant.redeem((await callback).get('code') ?? '')).toBe('workspace:read analytics:read agent:read');
  });

  it('sends what a member asks for to the admins, who permit it for everybody on the page', async () => {
    await arrive('member@example.com');
    await expect(page.getByLabel(/permit this app for the members/).count()).resolves.toBe(0);
    await page.getByRole('button', { name: 'Ask an owner or admin' }).click();
    await page.getByRole('heading', { name: 'Your request was noted' }).waitFor();
    await expect(page.getByText('in the console under Integrations, Assistants').count()).resolves.toBe(1);
    await check('asked');
    const waiting = await service.db.select<{ scopes: string }>('SELECT scopes FROM access_requests');
    // What could not be ticked is what they asked for, beside what was.
    expect(waiting.map(({ scopes }) => scopes.split(' ').sort().join(' '))).toEqual([
      'agent:read analytics:read leads:read workspace:read',
    ]);
    await context.close();

    await fresh({});
    await arrive('owner@example.com', 'workspace:read leads:read');
    await page.getByLabel('Beta Labs').check();
    await page.getByLabel('Leads, contact data and saved profiles').uncheck();
    await page.getByLabel(/permit this app for the members/).check();
    await page.getByRole('button', { name: 'Approve' }).click();
    // A member there: neither permitted nor decided, and what was ticked is ticked still.
    await expect(page.getByRole('alert').textContent()).resolves.toMatch(/may permit an app for its members/);
    await expect(page.getByLabel(/permit this app for the members/).isChecked()).resolves.toBe(true);
    await check('permit-refused');
    await page.getByLabel('Acme Sales').check();
    await page.getByLabel('Leads, contact data and saved profiles').check();
    const approved = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    expect((await approved).get('code')).not.toBeNull();
    await context.close();

    await fresh({});
    await arrive('member@example.com', 'workspace:read leads:read');
    await expect(page.getByText('You are a member here and may approve all of this').count()).resolves.toBe(1);
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(await assistant.redeem((await callback).get('code') ?? '')).toBe('workspace:read leads:read');
    await service.db.run('DELETE FROM app_permits');
  });

  it('connects the workspace that was picked', async () => {
    await arrive('owner@example.com', 'workspace:read');
    await page.getByLabel('Beta Labs').check();
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(await assistant.redeem((await callback).get('code') ?? '')).toBe('workspace:read');
    const [grant] = await service.db.select<{ name: string }>(
      'SELECT o.name FROM oauth_grants g JOIN organizations o ON o.id = g.organization_id ORDER BY g.created_at DESC, g.id DESC LIMIT 1',
    );
    expect(grant?.name).toBe('Beta Labs');
  });

  it('wants at least one kind of access', async () => {
    await arrive('owner@example.com', 'workspace:read');
    await page.getByLabel('Workspace access and usage').uncheck();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('alert').textContent()).resolves.toMatch(/at least one/);
  });

  it('can be answered with the keyboard alone', async () => {
    await page.goto(assistant.authorizeUrl('workspace:read'));
    await page.keyboard.press('Tab');
    await page.keyboard.type('owner@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /wants access/ }).waitFor();
    await page.waitForLoadState();
    const names: unknown[] = [];
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate('document.activeElement.value || document.activeElement.textContent'));
    }
    expect(names.slice(1)).toEqual(['workspace:read', 'yes', 'approve', 'cancel', 'Use another account']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    const callback = assistant.nextCallback();
    await page.keyboard.press('Enter');
    expect((await callback).get('code')).not.toBeNull();
  });

  it('works without scripts', async () => {
    await context.close();
    await fresh({ javaScriptEnabled: false });
    await arrive();
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    expect((await callback).get('code')).not.toBeNull();
  });

  it('signs out', async () => {
    await arrive();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
  });

  it('says when a request is over', async () => {
    await arrive();
    const address = page.url();
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    await callback;
    await page.getByRole('heading', { name: 'Back in the assistant' }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'This request is over' }).waitFor();
    await check('over');
  });

  it('keeps its window tied to the app that opened it', async () => {
    await page.goto(service.url + '/consent');
    const popup = context.waitForEvent('page');
    await page.evaluate(`window.opened = window.open(${JSON.stringify(assistant.authorizeUrl())}); undefined`);
    await (await popup).getByRole('heading', { name: 'Sign in to continue' }).waitFor();
    expect(await page.evaluate('window.opened.closed')).toBe(false);
  });

  describe.each(Object.entries(sizes))('on a %s screen', (size, viewport) => {
    it.each(['light', 'dark'] as const)('reads well in %s colours', async (colorScheme) => {
      await context.close();
      await fresh({ viewport, colorScheme });
      await page.goto(assistant.authorizeUrl());
      await check(`sign-in-${size}-${colorScheme}`);
      await page.getByLabel('E-mail').fill('owner@example.com');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await check(`sign-in-wrong-${size}-${colorScheme}`);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: /wants access/ }).waitFor();
      await check(`consent-${size}-${colorScheme}`);
    });
  });

  it.each(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja'])(
    'speaks %s, fits 390 px and has no barrier',
    async (locale) => {
      await context.close();
      await fresh({ viewport: { width: 390, height: 800 }, locale, bypassCSP: true });
      await page.goto(assistant.authorizeUrl());
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
      await check(`sign-in-${locale}`);
      await page.fill('#email', 'owner@example.com');
      await page.fill('#password', password);
      await page.click('button.main');
      await page.waitForSelector('.target');
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
      expect(await page.textContent('body')).not.toMatch(/\{\w+\}/);
      await check(`consent-${locale}`);
      // The page of a request that can be sent nowhere.
      await page.goto(`${service.url}/api/v1/mcp/oauth/authorize?client_id=unknown`);
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
      await check(`unusable-${locale}`);
    },
  );
};
if (browserPath !== undefined) describe('the consent page in Chromium', inChromium);
