/** What opens above a page, and the pages between: each in four looks, without a violation of WCAG 2.2 AA. */
import type { Page } from 'playwright-core';
import { DemoConsole, inspect } from './support/demo';
import { looks } from './support/looks';

let demo: DemoConsole;
let lead: { readonly id: string };
beforeAll(async () => {
  demo = await DemoConsole.start();
  const [first] = await demo.service.db.select<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = ? ORDER BY id LIMIT 1',
    [demo.organizationId],
  );
  if (!first) throw new Error('the demo has no lead');
  lead = first;
}, 120_000);
afterAll(() => demo.end());

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

/** By the name of its picture: where it is, what opens it, and what is there then. */
const opened: readonly (readonly [
  name: string,
  address: string,
  open: (page: Page) => Promise<void>,
  there: string,
])[] = [
  ['welcome', 'welcome', () => Promise.resolve(), 'main h1'],
  ['account', '../account', () => Promise.resolve(), 'form'],
  ['key-new', 'integrations/api', press('New key'), 'dialog input'],
  ['webhook-new', 'integrations/webhooks', press('New webhook'), 'dialog input'],
  ['digest-new', 'integrations/digests', press('New digest'), 'dialog select'],
  ['invite', 'members', press('Invite'), 'dialog input'],
  ['watch', 'watchlist', press('Watch a profile'), 'dialog input'],
  ['agent-set-up', 'agent', press('Set up'), 'dialog input'],
  ['snooze', 'inbox', (page) => page.keyboard.press('s'), 'dialog'],
  ['assign', 'inbox', (page) => page.keyboard.press('a'), 'dialog'],
  ['note', 'inbox', (page) => page.keyboard.press('n'), 'dialog textarea'],
  [
    'erase',
    'privacy',
    async (page) => {
      await page.getByLabel('Who').fill(lead.id);
      await press('Erase')(page);
    },
    'dialog table',
  ],
  [
    'filters',
    'leads',
    async (page) => {
      await page.locator('.filters summary', { hasText: 'More' }).click();
    },
    '.menu[open] select',
  ],
  [
    'members-menu',
    'members',
    async (page) => {
      const row = page.locator('tbody tr', { hasText: 'member@console.example' });
      await row.getByRole('button', { name: 'Reset password' }).click();
    },
    'dialog code',
  ],
];

it.each(looks)('%s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme });
  for (const [name, address, open, there] of opened) {
    await page.goto(demo.at(address));
    await page.locator('main h1').first().waitFor();
    if (address === 'inbox') await page.locator('.inbox .row').first().waitFor();
    await open(page);
    await page.locator(there).first().waitFor();
    await inspect(page, `${name}-${size}-${colorScheme}`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(looks)('a key and a secret that are shown once: %s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme });
  const dialog = page.getByRole('dialog');
  await page.goto(demo.at('integrations/api'));
  await press('New key')(page);
  await dialog.getByLabel('Name', { exact: true }).fill(`${size} ${colorScheme}`);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.locator('code').first().waitFor();
  await inspect(page, `key-made-${size}-${colorScheme}`);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.locator('tbody tr', { hasText: `${size} ${colorScheme}` });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).waitFor();
  await inspect(page, `key-revoke-${size}-${colorScheme}`);
  expect(complaints).toEqual([]);
  await context.close();
});
