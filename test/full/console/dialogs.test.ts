/** What opens above a page, and the pages between: each in four looks, without a violation of WCAG 2.2 AA. */
import type { Page } from 'playwright-core';
import { DemoConsole, inspect, keysWork } from './support/demo';
import { looks, rulesIn, sizes } from './support/looks';

let demo: DemoConsole;
let lead: { readonly id: string };
beforeAll(async () => {
  demo = await DemoConsole.start();
  const { page, context } = await demo.signedIn();
  for (const [operation, input] of [
    ['create_webhook', { url: 'https://hooks.example.com/leads', types: ['leads.changed'] }],
    [
      'add_digest',
      {
        ...{ for: 'workspace', to: 'slack:https://hooks.slack.com/services/T0/B0/none' },
        ...{ schedule: '0 8 * * 1', timeZone: 'Europe/Berlin' },
      },
    ],
  ] as const) {
    const made = await page.request.post(demo.at(operation).replace('/app/', '/app/api/'), {
      headers: { Origin: new URL(demo.at('')).origin, 'Sec-Fetch-Site': 'same-origin' },
      data: input,
    });
    if (!made.ok()) throw new Error(await made.text());
  }
  await context.close();
  const [first] = await demo.service.db.select<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = ? ORDER BY id LIMIT 1',
    [demo.organizationId],
  );
  if (!first) throw new Error('the demo has no lead');
  lead = first;
});
afterAll(() => demo.end());

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const unfold = (name: string) => (page: Page) => page.locator('main summary', { hasText: name }).first().click();
/** On a wide screen the navigation is open, and rows have boxes and columns. */
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) > 900;
/** A dialog of the privacy page about the lead. */
const request = (name: string) => async (page: Page) => {
  await page.getByLabel('Who').fill(lead.id);
  await press(name)(page);
};
/** The dialog before the newest import is taken back. */
const takeBack = async (page: Page) => {
  await page.locator('tbody .strong-link').first().click();
  await press('Take back')(page);
};
/** Opens the first webhook of the list. */
const ofWebhook = (name: string) => async (page: Page) => {
  await page.locator('tbody .strong-link').first().click();
  await press(name)(page);
};

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
  ['keys-of-inbox', 'inbox', (page) => page.keyboard.press('?'), 'dialog .keys'],
  ['keys-of-leads', 'leads', (page) => page.keyboard.press('?'), 'dialog .keys'],
  ['undo', 'inbox', (page) => page.keyboard.press('e'), '.toast button'],
  [
    'navigation',
    'inbox',
    (page) => (isWide(page) ? Promise.resolve() : press('Menu')(page)),
    'nav.side .foot a >> visible=true',
  ],
  ['erase', 'privacy', request('Erase'), 'dialog table'],
  ['export', 'privacy', request('Export'), 'dialog'],
  ['do-not-contact', 'privacy', request('Do not contact'), 'dialog'],
  ['never-store', 'privacy', request('Never store'), 'dialog'],
  ['filters', 'leads', unfold('More'), '.menu[open] select'],
  ['filter-tier', 'leads', unfold('Tier'), '.menu[open] input'],
  ['filter-time', 'leads', unfold('Last engaged'), '.menu[open] input'],
  ['columns', 'leads', (page) => (isWide(page) ? unfold('Columns')(page) : Promise.resolve()), '.lead-table tbody tr'],
  ['views', 'leads?leadTier=PRIORITY', unfold('Views'), '.menu[open] input'],
  [
    'picked',
    'leads',
    (page) => (isWide(page) ? page.locator('tbody .pick input').first().check() : Promise.resolve()),
    '.lead-table tbody tr',
  ],
  ['what-if', 'customer-profile', press('What would change?'), 'main .bar, main table'],
  ['take-back', 'import', takeBack, 'dialog'],
  ['webhook-remove', 'integrations/webhooks', ofWebhook('Remove'), 'dialog'],
  ['webhook-replay', 'integrations/webhooks', ofWebhook('Send failed ones again'), 'dialog input'],
  ['digest-change', 'integrations/digests', press('Change'), 'dialog input'],
  [
    'digest-remove',
    'integrations/digests',
    (page) =>
      page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click(),
    'dialog',
  ],
  ['account-of-leads', 'accounts', (page) => page.locator('tbody .strong-link').first().click(), '.figures'],
  ['post', 'posts', (page) => page.locator('tbody .strong-link').first().click(), '.post-text'],
  ['lead', 'leads?leadTier=PRIORITY', (page) => page.locator('.lead-table td.name a').first().click(), '.intent svg'],
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

it.each(sizes)('%s, %p, %p', async (size, viewport, colours) => {
  const { page, context, complaints } = await demo.signedIn({ viewport });
  for (const [name, address, open, there] of opened) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(demo.at(address));
    await page.locator('main h1').first().waitFor();
    if (address === 'inbox') await page.locator('.inbox .row').first().waitFor();
    await page.locator('main:not(:has(.bones))').waitFor();
    await keysWork(page);
    await open(page);
    await page.locator(there).first().waitFor();
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme });
      await inspect(page, `${name}-${size}-${colorScheme}`, rulesIn(colorScheme));
    }
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
  await inspect(page, `key-made-${size}-${colorScheme}`, rulesIn(colorScheme));
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.locator('tbody tr', { hasText: `${size} ${colorScheme}` });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).waitFor();
  await inspect(page, `key-revoke-${size}-${colorScheme}`, rulesIn(colorScheme));
  expect(complaints).toEqual([]);
  await context.close();
});
