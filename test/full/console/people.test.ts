/** People in the console, in a browser: the first run, inviting and joining, keys, assistants, one's account, one-time links. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeLink } from '../../../src/auth/one-time-links';
import { openBrowser } from '../../web/support/browser';
import { startTestService, type TestService } from '../../support/service';

const password = 'a password for tests';
/** Where screenshots go, for who looks at them; none when left out. */
const shots = process.env['CONSOLE_SHOTS'];

let service: TestService;
let browser: Browser;
let url: string;
const problems: string[] = [];

/** A browser of its own: what a page complains about is kept. */
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // A refusal that a page expects is told by browsers too.
    const said = message.text();
    if (message.type() === 'error' && !/Failed to load resource/.test(said)) problems.push(`${page.url()}: ${said}`);
  });
  return page;
}

async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

beforeAll(async () => {
  execFileSync('node', ['scripts/console.mjs'], { cwd: join(__dirname, '../../..') });
  service = await startTestService();
  url = `http://127.0.0.1:${service.port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.end();
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

let owner: Page;
let inside: string;

it('the first run makes workspace and owner, and asks who the customers are', async () => {
  owner = await newPage();
  // Who opens the bare address first is told where the way in stands.
  await owner.goto(`${url}/`);
  await owner.getByRole('heading', { name: 'Nobody has set this up yet' }).waitFor();
  await shot(owner, 'not-set-up');
  await owner.goto(await makeLink(service.db, { kind: 'SETUP', createdBy: null }, `${url}/app`));
  await owner.getByLabel('Name of the workspace').fill('Acme Sales');
  expect(owner.url()).toBe(`${url}/app/setup`);
  await shot(owner, 'setup');
  await owner.getByLabel('Your name').fill('Ada Owner');
  // A reload keeps the link, and what was typed is typed again.
  await owner.reload();
  await owner.getByLabel('Name of the workspace').fill('Acme Sales');
  await owner.getByLabel('Your name').fill('Ada Owner');
  await owner.getByLabel('E-mail').fill('ada@acme.example');
  await owner.getByLabel('Password').fill(password);
  await owner.getByLabel('Load example data').uncheck();
  await owner.getByRole('button', { name: 'Create workspace' }).click();
  await owner.waitForURL(/\/app\/setup\/[0-9a-f-]{36}$/);
  await owner.reload();
  await owner.getByLabel('Which job titles').fill('Head of Sales, CRO');
  await owner.getByLabel('In which countries').fill('DE, Nowhereland');
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByText('Countries: "Nowhereland" is no country').waitFor();
  await owner.getByLabel('In which countries').fill('Germany, at');
  await owner.getByLabel('51-200').check();
  await shot(owner, 'setup-profile');
  await owner.getByRole('button', { name: 'Save' }).click();
  // The end of the wizard: an assistant, a key, data, each when one wants it.
  await owner.waitForURL(/\/welcome$/);
  await owner.getByText('A profile is set').waitFor();
  await owner.locator('summary', { hasText: 'Claude Code' }).click();
  await owner.getByText(/claude mcp add --transport http leadlight/).waitFor();
  await owner.getByText('Waiting for a new connection').waitFor();
  await shot(owner, 'welcome');
  await owner.getByRole('link', { name: 'To the inbox' }).click();
  await owner.waitForURL(/\/inbox$/);
  inside = owner.url().replace(/inbox$/, '');
  const [icp] = await service.db.select<{ definition: string }>('SELECT definition FROM icp_definitions');
  expect(JSON.parse(icp?.definition ?? '{}')).toMatchObject({
    titles: ['Head of Sales', 'CRO'],
    countries: ['DE', 'AT'],
    sizes: ['51-200'],
  });
  // Nobody is there yet: the inbox says how to begin, instead of that everybody was called.
  await owner.getByRole('main').getByRole('link', { name: 'Getting started' }).click();
  await owner.waitForURL(/\/welcome$/);
});

it('an owner invites somebody, who joins with the link and sees the workspace', async () => {
  await owner.goto(`${inside}members`);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByRole('dialog').getByLabel('E-mail').fill('mia@acme.example');
  await owner.getByRole('button', { name: 'Make link' }).click();
  const lost = await owner.getByRole('dialog').locator('code').innerText();
  await shot(owner, 'members-link');
  await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await owner.getByRole('cell', { name: 'mia@acme.example' }).waitFor();
  await shot(owner, 'members');
  // A link that got lost is replaced, and the first one lets nobody in any more.
  await owner.getByRole('button', { name: 'New link' }).click();
  const link = await owner.getByRole('dialog').locator('code').innerText();
  expect(link).not.toBe(lost);
  await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const mia = await newPage();
  await mia.goto(lost);
  await mia.getByText('This link was used already, was replaced').waitFor();
  await mia.goto('about:blank');
  await mia.goto(link);
  await mia.getByRole('heading', { name: 'Join Acme Sales' }).waitFor();
  await shot(mia, 'join');
  await mia.getByLabel('Your name').fill('Mia Member');
  await mia.getByLabel('Password').fill(password);
  await mia.getByRole('button', { name: 'Join' }).click();
  await mia.waitForURL(/\/inbox$/);
  await mia.goto(`${inside}members`);
  await mia.getByText('Mia Member').first().waitFor();
  expect(await mia.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  await mia.goto(link);
  await mia.getByText('This link was used already').waitFor();
  await shot(mia, 'join-over');
  await mia.getByRole('link', { name: 'To the console' }).click();
  await mia.waitForURL(/\/inbox$/);
  await mia.context().close();
});

it('a key is shown once, and revoked', async () => {
  await owner.goto(`${inside}integrations/api`);
  await owner.getByRole('button', { name: 'New key' }).click();
  await owner.getByLabel('Name', { exact: true }).fill('CRM sync');
  await shot(owner, 'key-new');
  await owner.getByRole('button', { name: 'Create key' }).click();
  const key = await owner.getByRole('dialog').locator('code').first().innerText();
  const answer = await fetch(`${service.baseUrl}/customer/leads`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  await owner.getByRole('button', { name: 'I have stored it' }).click();
  await owner.getByRole('button', { name: 'Revoke' }).waitFor();
  await shot(owner, 'keys');
  expect(await owner.content()).not.toContain(key);
  await owner.getByRole('button', { name: 'Revoke' }).click();
  await owner.getByRole('dialog').getByText('CRM sync').waitFor();
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await owner.getByRole('cell', { name: 'Revoked' }).waitFor();
  await owner.goto(`${inside}integrations/assistants`);
  await owner.getByText('Nothing is connected').waitFor();
  await owner.getByText('Claude Code', { exact: true }).click();
  await shot(owner, 'assistants');
  await owner.goto(`${inside}audit`);
  await owner.getByRole('cell', { name: 'Created an API key' }).waitFor();
  await shot(owner, 'audit');
});

it('the end of the first run makes a key that reads', async () => {
  await owner.goto(`${inside}welcome`);
  await owner.getByRole('button', { name: 'Make a read-only key' }).click();
  const key = await owner.locator('.secret code', { hasText: /^ll_/ }).innerText();
  const read = await fetch(`${service.baseUrl}/customer/leads`, { headers: { Authorization: `Bearer ${key}` } });
  expect(read.status).toBe(200);
  await shot(owner, 'welcome-key');
  // Coming back, nobody makes another one by mistake.
  await owner.reload();
  await owner.getByText('There is 1 key.').waitFor();
  expect(await owner.getByRole('button', { name: 'Make a read-only key' }).count()).toBe(0);
});

it('an account does not warn of an address on this machine, changes the password and signs out everywhere', async () => {
  await owner.goto(`${url}/app/account`);
  await owner.getByLabel('Current password').fill(password);
  expect(await owner.getByText('This connection is not encrypted').count()).toBe(0);
  await shot(owner, 'account');
  await owner.getByLabel('New password').fill('another password');
  await owner.getByRole('button', { name: 'Change password' }).click();
  await owner.getByText('Password changed').waitFor();
  await owner.getByLabel('Language').selectOption('de');
  await owner.getByRole('button', { name: 'Überall abmelden' }).click();
  await owner.waitForURL(/sign-in/);
  await owner.getByLabel('Passwort').waitFor();
});

it('a sign-in link of the operator opens the inbox, once', async () => {
  const [user] = await service.db.select<{ id: string }>(`SELECT id FROM users WHERE email = 'ada@acme.example'`);
  const link = await makeLink(service.db, { kind: 'SIGN_IN', userId: user?.id ?? '', createdBy: null }, `${url}/app`);
  const page = await newPage();
  await page.goto(link);
  await page.waitForURL(/\/inbox$/);
  const again = await newPage();
  await again.goto(link);
  await again.getByRole('alert').waitFor();
});

it('nothing of it works in a frame of another page', async () => {
  const answer = await fetch(`${url}/app/sign-in`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});
