/** Every page by keyboard alone: its main action, going through rows, the list of keys, and the focus on the way back. */
import type { Page } from 'playwright-core';
import { eventually } from '../../jobs/support/runners';
import { DemoConsole, inspect, intercept, keysWork, type Visit } from './support/demo';

let demo: DemoConsole;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  demo = await DemoConsole.start();
});
afterAll(() => demo.end());
beforeEach(async () => {
  visit = await demo.signedIn();
  page = visit.page;
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
});

const open = async (path: string, there: string) => {
  await page.goto(demo.at(path));
  await page.locator(there).first().waitFor();
  await keysWork(page);
};
/** Text of what has the focus, and whether that can be seen. */
const focused = async () => ({
  text: await page.evaluate("document.activeElement.closest('td, a, button, summary')?.innerText.trim()"),
  seen: await page.evaluate(
    "document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle !== 'none'",
  ),
});
/** Keeps requests to an operation from the server, until the result is called. */
async function hold(operation: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, new RegExp(`/${operation}$`), (route) => released.then(() => route.continue()));
  return release;
}
/** A dialog that closes gives the focus back after the frame without it, to a row here. */
const rowHasFocus = async (name = '') => {
  await page.locator('.lead-table td.name a:focus', { hasText: name }).waitFor();
  expect(await focused()).toEqual({ text: name, seen: true });
};
const nameAt = (row: number) => page.locator('.lead-table td.name a').nth(row).innerText();
const keysShown = async () => {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  const keys = await page.locator('dialog kbd').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return keys.sort();
};

it('goes through the leads, picks, opens, and comes back to where it was', async () => {
  await open('leads', '.lead-table tbody tr');
  await page.keyboard.press('j');
  expect(await focused()).toEqual({ text: await nameAt(0), seen: true });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focused()).toEqual({ text: await nameAt(1), seen: true });
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await inspect(page, 'leads-by-keyboard');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  // Rows below the screen are drawn a moment later.
  await page.locator('.lead-table tbody tr').nth(31).waitFor();
  for (let at = 0; at < 30; at += 1) await page.keyboard.press('ArrowDown');
  const name = await nameAt(31);
  await page.keyboard.press('Enter');
  await page.locator('article.lead h2', { hasText: name }).waitFor();
  await page.goBack();
  await page.locator('.lead-table td.name a:focus', { hasText: name }).waitFor();
  // The page itself may evaluate no text, which waiting for a function would need.
  const scrolled = async () => (await page.evaluate<number>("document.querySelector('main').scrollTop")) > 500;
  await eventually(async () => (await scrolled()) || undefined);
  await page.keyboard.press('k');
  expect(await focused()).toEqual({ text: await nameAt(30), seen: true });
});

it('comes back to the link at the end of a lead, from the post that it opened', async () => {
  await open('leads', '.lead-table tbody tr');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const links = page.locator('article.lead .time').getByRole('link', { name: 'the post' });
  await links.first().waitFor();
  await visit.settled();
  const href = await links.last().getAttribute('href');
  await links.last().press('Enter');
  await page.waitForURL(/\/posts\//);
  await page.goBack();
  await page.locator(`article.lead .time a:focus[href="${href ?? ''}"]`).waitFor();
});

it('decides about the row that has the focus far down the list, and keeps its place', async () => {
  await open('leads?sortBy=priority&outreachStatus=NONE', '.lead-table tbody tr');
  const asked: string[] = [];
  await page.locator('.lead-table tbody tr').nth(49).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.lead-table tbody tr').nth(51).waitFor();
  page.on('request', (request) => void asked.push(request.url()));
  const names = () => page.locator('.lead-table td.name a').allInnerTexts();
  const before = await names();
  const without = before.filter((_, at) => at !== 50);
  const press = async (key: string) => {
    const sent = page.waitForResponse(/decide_leads/);
    await page.keyboard.press(key);
    expect((await sent).status()).toBe(200);
  };
  const noReason = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'No reason' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const shown = (row: number, name = '') =>
    page.locator(`.lead-table tr:nth-child(${row + 1}) td.name`, { hasText: name });
  for (const key of ['d', 'e']) {
    await page.locator('.lead-table td.name a').nth(50).focus();
    // A dialog that is closed gives the focus back to the row.
    await page.keyboard.press('s');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowHasFocus(before[50]);
    await press(key);
    if (key === 'd') await noReason();
    await page.locator('.toast', { hasText: before[50] }).waitFor();
    // The row leaves, as it fits the filter no more. The others stay, and the next one has the focus.
    await shown(50, before[51]).waitFor();
    expect(await names()).toEqual(without);
    await rowHasFocus(before[51]);
    await press('u');
    await shown(50, before[50]).waitFor();
    expect(await names()).toEqual(before);
  }
  // The list knows all that by itself.
  expect(asked.filter((url) => url.endsWith('/get_lead'))).toEqual([]);
  // A lead that is set aside on its own page is not in the list when one comes back.
  await page.locator('.lead-table td.name a').nth(50).focus();
  await page.keyboard.press('Enter');
  await page.locator('article.lead h2', { hasText: before[50] }).waitFor();
  await visit.settled();
  await press('d');
  await page.getByRole('note').waitFor();
  await noReason();
  await visit.settled();
  await page.goBack();
  await shown(50, before[51]).waitFor();
  expect(await names()).toEqual(without);
  await visit.settled();
  await press('u');
  await shown(50, before[50]).waitFor();
  expect(await names()).toEqual(before);
  // Who goes back before the answer is there sees it in the list when it comes.
  await page.locator('.lead-table td.name a').nth(50).focus();
  await page.keyboard.press('Enter');
  await page.locator('article.lead h2', { hasText: before[50] }).waitFor();
  await visit.settled();
  const release = await hold('decide_leads');
  const late = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('e');
  await page.locator('.toast', { hasText: before[50] }).waitFor();
  await page.goBack();
  await shown(50, before[50]).waitFor();
  release();
  await late;
  await shown(50, before[51]).waitFor();
  expect(await names()).toEqual(without);
  await visit.settled();
  await press('u');
  await shown(50, before[50]).waitFor();
  // Each time for what changed meanwhile, and not for the list.
  expect(asked.filter((url) => url.endsWith('/list_leads'))).toHaveLength(2);
});

it('what is decided while the next page comes stays so, who moved is shown once, and the next follow when all are done', async () => {
  const rows = page.locator('.lead-table tbody tr');
  const row = (id: string) => page.locator(`.lead-table tr[data-lead="${id}"]`);
  const ids = async (): Promise<string[]> => {
    return await page.evaluate(
      "[...document.querySelectorAll('.lead-table tr[data-lead]')].map((row) => row.dataset.lead)",
    );
  };
  const decide = async (id: string, key: string) => {
    await row(id).locator('td.name a').focus();
    const saved = page.waitForResponse(/decide_leads/);
    await page.keyboard.press(key);
    expect((await saved).status()).toBe(200);
  };
  // Those who changed last stand last: who is decided about moves to the end of the list.
  await open('leads?sortBy=updatedAt&sortOrder=asc', '.lead-table tbody tr');
  await rows.nth(49).waitFor();
  const [moved = '', gone = ''] = await ids();
  await decide(moved, 'e');
  const release = await hold('list_leads');
  await page.getByRole('button', { name: 'Show more' }).click();
  await decide(gone, 'd');
  await page.getByRole('dialog').getByRole('button', { name: 'No reason' }).click();
  release();
  await rows.nth(50).waitFor();
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await more.count()) > 0) {
    const before = (await ids()).length;
    await more.click();
    await rows.nth(before).waitFor();
  }
  const all = await ids();
  expect(all).toEqual([...new Set(all)]);
  expect(all[0]).toBe(moved);
  expect(all).not.toContain(gone);
  const back = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await back).status()).toBe(200);
  await row(gone).waitFor();
  // A list that is whole, but on more than one page, stays so for who comes back to it.
  const whole = await ids();
  await rows.last().locator('td.name a').press('Enter');
  await page.locator('article.lead h2').waitFor();
  await page.goBack();
  await rows.nth(whole.length - 1).waitFor();
  await visit.settled();
  expect(await ids()).toEqual(whole);

  await open('leads?outreachStatus=NONE', '.lead-table tbody tr');
  await rows.nth(49).waitFor();
  const first = await ids();
  await page.getByLabel('Select all').check();
  const contacted = page.waitForResponse(/decide_leads/);
  await page.locator('.bulk').getByRole('button', { name: 'Contacted' }).click();
  expect((await contacted).status()).toBe(200);
  // Nobody presses “Show more”.
  await rows.first().waitFor();
  expect((await ids()).filter((id) => first.includes(id))).toEqual([]);
  const undone = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await undone).status()).toBe(200);
  await row(first[0] ?? '').waitFor();
  expect((await ids()).slice(0, 50)).toEqual(first);
  // The same people in another order: what is decided there, and taken back, is known here.
  const sort = async (column: string, by: string) => {
    await page.locator(`.lead-table th.of-${column} button`).click();
    await page.waitForURL(new RegExp(`sortBy=${by}`));
    await rows.first().waitFor();
    await visit.settled();
  };
  await sort('tier', 'priority');
  const best = await ids();
  await sort('last', 'lastSignalAt');
  const latest = await ids();
  const both = latest.find((id) => best.includes(id)) ?? '';
  await decide(both, 'd');
  await page.getByRole('dialog').getByRole('button', { name: 'No reason' }).click();
  await sort('tier', 'priority');
  expect(await ids()).toEqual(best.filter((id) => id !== both));
  const taken = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await taken).status()).toBe(200);
  await row(both).waitFor();
  expect(await ids()).toEqual(best);
  await visit.settled();
  // A next page that comes late is added once, also if it was asked for twice.
  const shows = (list: readonly string[]) => eventually(async () => String(await ids()) === String(list) || undefined);
  const order = (column: string) => page.locator(`.lead-table th.of-${column} button`).click();
  let release2 = await hold('list_leads');
  await more.click();
  await order('last');
  await shows(latest);
  await order('tier');
  await shows(best);
  await more.click();
  release2();
  await rows.nth(50).waitFor();
  await visit.settled();
  const longer = await ids();
  expect(longer).toEqual([...new Set(longer)]);
  // It is not shown, nor decided about, where another order is shown by then.
  await sort('last', 'lastSignalAt');
  release2 = await hold('list_leads');
  await more.click();
  await order('tier');
  await shows(longer);
  release2();
  await visit.settled();
  await decide(both, 'e');
  await row(both).waitFor({ state: 'detached' });
  await visit.settled();
  // A server that does not know of the decision yet is asked once.
  const reads: string[] = [];
  page.on('request', (request) => void reads.push(request.url().split('/').pop() ?? ''));
  const timesRead = (operation: string) => reads.filter((name) => name === operation).length;
  let isErased = false;
  await intercept(page, /\/get_lead$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"updatedAt":"\d+/, '"updatedAt":"2020');
    await (isErased ? route.fulfill({ status: 404, body: '{}' }) : route.fulfill({ response, body }));
  });
  await sort('last', 'lastSignalAt');
  expect(timesRead('get_lead')).toBe(1);
  const retaken = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await retaken).status()).toBe(200);
  await visit.settled();
  // When many were changed in another order, the list is read again instead of each lead.
  await page.getByLabel('Select all').check();
  const many = page.waitForResponse(/decide_leads/);
  await page.locator('.bulk').getByRole('button', { name: 'Contacted' }).click();
  expect((await many).status()).toBe(200);
  await visit.settled();
  const manyBack = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await manyBack).status()).toBe(200);
  await visit.settled();
  reads.length = 0;
  await sort('tier', 'priority');
  expect([timesRead('get_lead'), timesRead('list_leads')]).toEqual([0, 1]);
  await shows(best);
  // Whom the server has no more leaves the list.
  await row(both).locator('td.name a').focus();
  await page.keyboard.press('a');
  const assigned = page.waitForResponse(/decide_leads/);
  await page.getByRole('dialog').getByRole('button', { name: 'Me', exact: true }).click();
  expect((await assigned).status()).toBe(200);
  isErased = true;
  await order('last');
  await row(both).waitFor({ state: 'detached' });
  expect(timesRead('get_lead')).toBe(1);
});

it('a short list is read again on coming back, what is decided meanwhile stays, and the focus goes to who is left', async () => {
  const names = () => page.locator('.lead-table td.name a').allInnerTexts();
  const link = (name = '') => page.locator('.lead-table td.name a', { hasText: name });
  await open('leads?leadTier=PRIORITY&outreachStatus=NONE', '.lead-table tbody tr');
  await visit.settled();
  const all = await names();
  const [first, second, third] = all;
  const saved = async (act: () => Promise<unknown>) => {
    const answer = page.waitForResponse(/decide_leads/);
    await act();
    expect((await answer).status()).toBe(200);
  };
  const undo = async (name = '') => {
    await saved(() => page.keyboard.press('u'));
    await link(name).waitFor();
    expect(await names()).toEqual(all);
  };
  await link(all.at(-1)).focus();
  await saved(() => page.keyboard.press('e'));
  await rowHasFocus(all.at(-2));
  await undo(all.at(-1));
  await link(first).focus();
  await page.keyboard.press('s');
  await saved(() => page.getByRole('dialog').getByRole('button', { name: 'In a month' }).press('Enter'));
  await rowHasFocus(second);
  await undo(first);
  for (const name of [second, first]) {
    await link(name).focus();
    await page.keyboard.press('x');
  }
  await page.getByText('2 selected').waitFor();
  await saved(() => page.keyboard.press('e'));
  await rowHasFocus(third);
  await undo(first);

  let [next, wasRead, release] = ['pass', () => {}, () => {}];
  await intercept(page, /\/list_leads$/, async (route) => {
    if (next === 'pass') return route.continue();
    if (next === 'fail') return route.abort();
    next = 'pass';
    const response = await route.fetch();
    wasRead();
    await new Promise<void>((resolve) => (release = resolve));
    await route.fulfill({ response });
  });
  const asked: string[] = [];
  /** Goes to a lead and back, where the list is read, but the answer is held, and says in the list that the lead was contacted. */
  const comeBack = async () => {
    await link(first).press('Enter');
    await page.locator('article.lead h2', { hasText: first }).waitFor();
    const read = new Promise<void>((resolve) => (wasRead = resolve));
    next = 'hold';
    await page.goBack();
    await read;
    await rowHasFocus(first);
    await keysWork(page);
  };
  await comeBack();
  page.on('request', (request) => void asked.push(request.url().split('/').pop() ?? ''));
  await saved(() => page.keyboard.press('e'));
  await link(first).waitFor({ state: 'detached' });
  const listed = page.waitForResponse(/list_leads/);
  release();
  await listed;
  await keysWork(page);
  expect(await names()).toEqual(all.slice(1));
  expect(asked).not.toContain('get_lead');
  await undo(first);
  // The rows stay when it cannot be read, and it can be tried again.
  await link(first).press('Enter');
  await page.locator('article.lead h2', { hasText: first }).waitFor();
  next = 'fail';
  await page.goBack();
  await page.getByRole('alert').waitFor();
  expect(await names()).toEqual(all);
  next = 'pass';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await names()).toEqual(all);
});

it('the list of keys holds those that act on the page, and no other', async () => {
  await page.locator('.inbox .row').first().waitFor();
  expect(await keysShown()).toEqual(['/', '?', 'a', 'd', 'e', 'j', 'k', 'n', 's', 'u']);
  await open('leads', '.lead-table tbody tr');
  expect(await keysShown()).toEqual(['/', '?', 'a', 'd', 'e', 'j', 'k', 's', 'u', 'x', '↑', '↓']);
  await open('posts', 'tbody tr');
  expect(await keysShown()).toEqual(['/', '?', 'j', 'k', '↑', '↓']);
  await open('discoveries', 'form.card');
  expect(await keysShown()).toEqual(['/', '?']);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await inspect(page, 'keys-of-discoveries');
});

it('one search finds leads of every disposition, companies, posts and pages, by keyboard alone', async () => {
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox');
  const option = (text: string | RegExp) => dialog.getByRole('option', { name: text });
  const name = await page.locator('.inbox .row b').first().innerText();
  // Somebody who was set aside is found all the same, and opened.
  const stored = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('d');
  await stored;
  await dialog.getByRole('button', { name: 'No reason' }).click();
  await page.keyboard.press('/');
  await box.fill(name.toLowerCase());
  await option(/Not a lead/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('note').waitFor();
  const active = page.waitForResponse(/decide_leads/);
  await page.getByRole('button', { name: 'Make active' }).click();
  await active;
  // Enter before all is found opens the first of all, and not what came first or nothing.
  await open('accounts', 'tbody tr');
  const release = await hold('list_leads');
  const others = page.waitForResponse(/list_posts/);
  await page.keyboard.press('/');
  await box.fill(name.slice(0, -1).toLowerCase());
  await dialog.getByRole('status').getByText('Loading').waitFor();
  await page.keyboard.press('Enter');
  await others;
  await dialog.getByRole('status').getByText('is opened once all is found').waitFor();
  release();
  await page.locator('article.lead h2', { hasText: name }).waitFor();
  // Letters that are keys of the page are typed, and what is chosen is told to who listens.
  await page.keyboard.press('Control+k');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('co');
  await dialog.getByRole('group', { name: 'Accounts' }).getByRole('option').first().waitFor();
  await dialog.getByRole('group', { name: 'Posts' }).getByRole('option').first().waitFor();
  // Hits that come later move the others.
  await visit.settled();
  await inspect(page, 'search');
  const chosen = () => dialog.locator('[aria-selected=true]').getAttribute('id');
  const first = await chosen();
  await page.keyboard.press('ArrowDown');
  expect(await chosen()).not.toBe(first);
  expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen());
  await box.fill('credits');
  await option('Credits').waitFor();
  // An e-mail address finds who is called as it says before the @.
  await box.fill(`${name.toLowerCase().replaceAll(' ', '.')}@somewhere.example`);
  await option(new RegExp(name)).first().waitFor();
  await dialog.getByText('E-mail addresses are not searched').waitFor();
  await box.fill('nobody of this name');
  await dialog.getByText('Nothing is found').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

/** Rows whose first link leads to what the page is for. */
it.each([
  ['accounts', 'tbody tr', '.figures'],
  ['signals', '.stream li', 'article.lead'],
  ['posts', 'tbody tr', '.post-text'],
])('%s: opens a row', async (path, rows, there) => {
  await open(path, rows);
  await page.keyboard.press('j');
  const { text, seen } = await focused();
  expect(seen).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator(there).first().waitFor();
  await page.goBack();
  await page.locator('main a:focus').first().waitFor();
  expect((await focused()).text).toBe(text);
});

/** By its name; what shows that it acted. */
it.each([
  ['audience', '.buckets li', 'Skip to the page', 'main:focus'],
  ['import', 'input[type=file]', '', 'input[type=file]:focus'],
  ['watchlist', 'tbody tr', 'Watch a profile', 'dialog input:focus'],
  ['agent', '.figures', 'Set up', 'dialog input:focus'],
  ['discoveries', 'form.card', 'Find its audience', 'input:focus:invalid'],
  ['customer-profile', 'textarea', 'What would change?', '.notice, table'],
  ['integrations/api', 'main .button.main', 'New key', 'dialog input:focus'],
  ['integrations/webhooks', '.tab-head', 'New webhook', 'dialog input:focus'],
  ['integrations/digests', '.tab-head', 'New digest', 'dialog :is(input, select):focus'],
  ['integrations/assistants', '.tab-head, .card', 'Copy', '.toast, :focus'],
  ['members', 'tbody tr', 'Invite', 'dialog input:focus'],
  ['jobs', '.tabs', 'All', '.tabs [aria-current]'],
  ['../account', 'h1', 'Change password', 'input:focus:invalid'],
])('%s: Tab reaches what the page is for, Enter does it', async (path, there, name, done) => {
  await open(path, there);
  const found = name === '' ? page.locator('input[type=file]') : page.locator('a, button', { hasText: name }).first();
  await found.waitFor({ state: 'attached' });
  for (let at = 0; at < 80 && (await found.and(page.locator(':focus')).count()) === 0; at += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await focused()).toMatchObject({ seen: true });
  await page.keyboard.press('Enter');
  await page.locator(done).first().waitFor();
});
