/** Every page of the console on the demo workspace: wide and narrow, light and dark, in English and German. */
import { gzipSync } from 'node:zlib';
import { atLength } from '../../support/at-length';
import { DemoConsole, inspect } from './support/demo';
import { rulesIn } from './support/looks';

/** Pages by address, and what stands there when their data has come. */
const pages: readonly (readonly [address: string, there: string])[] = [
  ['inbox', '.inbox .row'],
  ['inbox?tab=snoozed', '.inbox .state'],
  ['leads', '.lead-table tbody tr'],
  ['leads?search=nobody+is+called+this', '.leads .state'],
  ['accounts', 'tbody tr'],
  ['signals', '.stream li'],
  ['posts', 'tbody tr'],
  ['audience', '.buckets li'],
  ['watchlist', 'tbody tr'],
  ['agent', '.figures'],
  ['discoveries', 'form.card'],
  ['import', 'tbody tr'],
  ['customer-profile', 'textarea'],
  ['privacy', '.card'],
  ['credits', '.figures'],
  ['audit', 'h1'],
  ['jobs', '.tabs'],
  ['jobs?status=all', 'h1'],
  ['leads/00000000-0000-4000-8000-000000000000', '.state'],
  ['no-such-page', '.state'],
];

/** German words are longer. A page that is open in the light is looked at in the dark without being opened again. */
const looks = [
  ['wide', { width: 1280, height: 900 }, ['light', 'dark'], 'de-DE'],
  ['narrow', { width: 390, height: 844 }, ['light'], 'de-DE'],
  ...atLength([], [['narrow', { width: 390, height: 844 }, ['light', 'dark'], 'en-GB'] as const]),
] as const;

/** The text of a page without what others wrote, which is marked by its own direction, and without titles of people. */
const ownText = `(() => {
  const all = document.body.cloneNode(true);
  for (const part of all.querySelectorAll('noscript, [dir=auto], .lead-table td, textarea, datalist, option')) part.remove();
  return all.innerText;
})()`;
// No "and": names of industries have it.
const english = /.{0,30}\b(?:the|is|are|with|your|this|that|they|has|have|unknown)\b.{0,30}/gi;

let demo: DemoConsole;
beforeAll(async () => {
  demo = await DemoConsole.start();
});
afterAll(async () => {
  await demo.end();
});

it.each(looks)('%s, %p, %p, %s', async (size, viewport, colours, locale) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, locale });
  for (const [address, there] of pages) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(demo.at(address));
    await page.locator(there).first().waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(locale.slice(0, 2));
    expect([address, await page.title()]).toEqual([address, expect.stringMatching(/Leadlight$/)]);
    expect(await page.textContent('body')).not.toMatch(/\{\w+\}/);
    if (locale === 'de-DE')
      expect([address, String(await page.evaluate(ownText)).match(english)]).toEqual([address, null]);
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme });
      await inspect(page, `${address.replace(/\W+/g, '-')}-${size}-${colorScheme}`, rulesIn(colorScheme));
    }
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows a lead, an account and a post by their own addresses', async () => {
  const { page, context, complaints } = await demo.signedIn();
  await page.goto(demo.at('leads?leadTier=PRIORITY'));
  await page.locator('.lead-table td.name a').first().click();
  await page.locator('.intent svg').waitFor();
  await page.locator('.time li').first().waitFor();
  await inspect(page, 'lead-wide-light');
  await page.locator('.links a[href*="/accounts/"]').click();
  await page.locator('.figures').waitFor();
  await inspect(page, 'account-wide-light');
  await page.goto(demo.at('posts'));
  await page.locator('tbody .strong-link').first().click();
  await page.locator('.post-text').waitFor();
  await inspect(page, 'post-wide-light');
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps filters in the address and the place in a list on the way back', async () => {
  const { page, context } = await demo.signedIn();
  await page.goto(demo.at('leads'));
  // The list opens with those worth a call, best first, and its address says so.
  await page.waitForURL(/\/leads\?leadTier=PRIORITY%2CQUALIFIED%2CNURTURE&sortBy=priority$/);
  await page.goto(demo.at('leads?sortBy=lastSignalAt'));
  await page.locator('.filters summary', { hasText: 'Tier' }).click();
  await page.getByLabel('Nurture').check();
  await page.waitForURL(/leadTier=NURTURE/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.lead-table tbody tr').nth(60).waitFor();
  await page.locator('.lead-table td.name a').nth(60).click();
  await page.locator('article.lead').waitFor();
  await page.goBack();
  const row = page.locator('.lead-table td.name a').nth(60);
  await row.waitFor();
  expect(await page.evaluate("document.querySelector('main').scrollTop")).toBeGreaterThan(1_000);
  await context.close();
});

it('says how many leads there are and how many are left out, and sorts by the heads of columns with an index', async () => {
  const { page, context } = await demo.signedIn();
  await page.goto(demo.at('leads'));
  const totals = page.locator('.leads .totals');
  await totals.waitFor();
  const [shown = '', hidden = ''] = (await totals.innerText()).match(/\d+/g) ?? [];
  expect(await totals.innerText()).toBe(`${shown} leads · ${hidden} in other tiers, show them too`);
  expect(Number(hidden)).toBeGreaterThan(0);
  const head = (name: string) => page.locator('.lead-table th', { hasText: name });
  expect(await head('Tier').getAttribute('aria-sort')).toBe('descending');
  expect(await page.locator('.lead-table th button').allInnerTexts()).toHaveLength(2);
  await head('Last').getByRole('button').click();
  await page.waitForURL(/sortBy=lastSignalAt$/);
  const first = await page.locator('.lead-table time').first().getAttribute('datetime');
  await head('Last').getByRole('button').click();
  await page.waitForURL(/sortOrder=asc/);
  await page.locator('th[aria-sort=ascending]').waitFor();
  await page.waitForFunction(
    `document.querySelector('.lead-table time').dateTime < ${JSON.stringify(first)}`,
    undefined,
  );
  await totals.getByRole('link').click();
  await totals.getByText(`${Number(shown) + Number(hidden)} leads`, { exact: true }).waitFor();
  expect(page.url()).toMatch(/leads\?sortBy=lastSignalAt&sortOrder=asc$/);
  await context.close();
});

it('prints the list with what is shown, and no buttons; a phone shows why', async () => {
  const { page, context } = await demo.signedIn({ viewport: { width: 794, height: 1123 } });
  await page.goto(demo.at('leads'));
  await page.locator('.leads .totals').waitFor();
  const why = page.locator('.lead-table td.of-why').first();
  await why.waitFor();
  expect(await page.locator('.lead-table thead').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await why.waitFor();
  expect(await page.locator('.lead-table thead').isVisible()).toBe(true);
  await page.locator('.chip', { hasText: 'Priority, Qualified, Nurture' }).waitFor();
  // Paper holds the rows that are drawn, and says how many those are.
  expect(await page.locator('.totals').innerText()).toMatch(/^\d+ leads$/);
  const after = await page.evaluate("getComputedStyle(document.querySelector('.totals'), '::after').content");
  expect(after).toBe('" · here are the first 50"');
  for (const hidden of ['nav.side', '.phone-bar', '.tools', '.lead-table .pick', '.chip:not(.on)', '.search']) {
    expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(794);
  // From a wide window, with all its columns, to a page of paper.
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await why.waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(718);
  await context.close();
});

it('loads less than 60 KB of script first', async () => {
  const { page, context } = await demo.signedIn();
  let bytes = 0;
  const read: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    read.push(response.body().then((body) => void (bytes += gzipSync(body).length)));
  });
  await page.goto(demo.at('inbox'));
  await page.locator('.inbox .row').first().waitFor();
  await Promise.all(read);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(60_000);
  await context.close();
});
