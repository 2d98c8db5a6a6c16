/** What one meets before one is signed in, and the first run: in four looks, without a violation of WCAG 2.2 AA. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeLink } from '../../../src/auth/one-time-links';
import { startTestService, type TestService } from '../../support/service';
import { openBrowser } from '../../web/support/browser';
import { password, person } from '../../web/support/service';
import { inspect } from './support/demo';
import { looks } from './support/looks';

const root = join(__dirname, '../../..');
let browser: Browser;
const services: TestService[] = [];
beforeAll(async () => {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'console.mjs')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const service of services) await service.end();
});

/** A service that nobody has set up yet, and its console. */
async function startEmpty() {
  const service = await startTestService();
  services.push(service);
  return { service, console: `http://127.0.0.1:${service.port}/app` };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();

it.each(looks)('the first run: %s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { service, console } = await startEmpty();
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  const look = (name: string) => inspect(page, `${name}-${size}-${colorScheme}`);
  await page.goto(console);
  await page.getByText('Nobody has set this up yet').waitFor();
  await look('not-set-up');
  await page.goto(`${console}/setup#lk_made-up`);
  await page.getByRole('alert').waitFor();
  await look('setup-over');
  const link = await makeLink(service.db, { kind: 'SETUP', createdBy: null }, console);
  await page.goto(link);
  await page.getByLabel('Name of the workspace').fill('Acme Sales');
  await look('setup');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@acme.example');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('alert').waitFor();
  await look('setup-refused');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await heading(page, 'Who are your customers?');
  await look('setup-profile');
  await page.getByRole('button', { name: 'Later' }).click();
  await heading(page, 'Getting started');
  await look('welcome-first');
  await context.close();
});

it.each(looks)('signing in and one-time links: %s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { service, console } = await startEmpty();
  await person(service, 'owner@acme.example', { Acme: 'OWNER' });
  await person(service, 'known@acme.example', { Elsewhere: 'MEMBER' });
  const [workspace] = await service.db.select<{ id: string }>("SELECT id FROM organizations WHERE name = 'Acme'");
  const [owner] = await service.db.select<{ id: string }>("SELECT id FROM users WHERE email = 'owner@acme.example'");
  if (!workspace || !owner) throw new Error('no owner');
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  const look = (name: string) => inspect(page, `${name}-${size}-${colorScheme}`);
  await page.goto(console);
  await page.locator('input[type=email]').waitFor();
  await look('sign-in');
  await page.locator('input[type=email]').fill('owner@acme.example');
  await page.locator('input[type=password]').fill('not this one');
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await look('sign-in-refused');
  const invitation = { organizationId: workspace.id, createdBy: owner.id, role: 'MEMBER' } as const;
  for (const [name, email] of [
    ['join', 'new@acme.example'],
    ['join-known', 'known@acme.example'],
  ] as const) {
    await page.goto(await makeLink(service.db, { kind: 'INVITE', ...invitation, email }, console));
    await page.locator('form input').first().waitFor();
    await look(name);
  }
  await page.goto(`${console}/join#lk_made-up`);
  await page.getByRole('alert').waitFor();
  await look('join-over');
  const reset = { kind: 'RESET', organizationId: workspace.id, userId: owner.id, createdBy: owner.id } as const;
  await page.goto(await makeLink(service.db, reset, console));
  await page.locator('form input').first().waitFor();
  await look('reset');
  await context.close();
});
