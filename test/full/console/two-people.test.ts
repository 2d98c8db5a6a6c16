/** Two people at work in one workspace, each in a browser: what one does the other sees, and neither overwrites the other. */
import type { Page } from 'playwright-core';
import { DemoConsole, inspect, keysWork, type Visit } from './support/demo';

let demo: DemoConsole;
let ada: Visit;
let ben: Visit;
beforeAll(async () => {
  demo = await DemoConsole.start();
  [ada, ben] = [await demo.signedIn({}, 'OWNER'), await demo.signedIn({}, 'MEMBER')];
});
afterAll(() => demo.end());
afterEach(() => expect([...ada.complaints, ...ben.complaints]).toEqual([]));

const names = (page: Page) => page.locator('.inbox .row b').allInnerTexts();
const row = (page: Page, name: string) => page.locator('.inbox .row', { has: page.locator('b', { hasText: name }) });
const dialog = (page: Page) => page.getByRole('dialog');
const saved = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/decide_leads'));
/** Opens a page of which `there` is a part, and waits until it will notice what others change, and keys work. */
const open = async ({ page }: Visit, address: string, there: string) => {
  // The page before asks too.
  await page.goto('about:blank');
  const asked = page.waitForResponse(/get_revision/);
  await page.goto(address);
  await page.locator(there).waitFor();
  await (await asked).finished();
  await keysWork(page);
};
const toInbox = (visit: Visit) => open(visit, demo.at('inbox'), '.reader .intent svg');
/** As when a person comes back to the tab: the page asks at once. */
const lookAgain = ({ page }: Visit) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

it('shows within seconds whom a colleague took care of, and nothing moves meanwhile', async () => {
  await toInbox(ada);
  await toInbox(ben);
  const before = await names(ada.page);
  const [first = '', second = ''] = before;
  // Ada writes a note about the first person, while Ben contacts them, and says that the second is no lead.
  await ada.page.keyboard.press('n');
  await dialog(ada.page).getByRole('heading', { name: first }).waitFor();
  await dialog(ada.page).getByLabel('Note for your team').fill('Met at the fair');
  const contacted = saved(ben.page);
  await ben.page.keyboard.press('e');
  await contacted;
  const bad = saved(ben.page);
  await ben.page.keyboard.press('d');
  await bad;
  await dialog(ben.page).getByRole('button', { name: 'Student' }).click();
  await dialog(ben.page).waitFor({ state: 'detached' });
  // Nobody loads anything: the page asks by itself.
  await row(ada.page, first)
    .getByText(/^Contacted \d/)
    .waitFor();
  await row(ada.page, second).getByText('Not a lead').waitFor();
  expect((await names(ada.page)).slice(0, before.length)).toEqual(before);
  await dialog(ada.page).getByRole('heading', { name: first }).waitFor();
  expect(await ada.page.locator('.inbox .row[aria-current] b').innerText()).toBe(first);

  // The note waits for an answer, is kept, and changes nothing that Ben decided.
  await dialog(ada.page).getByRole('button', { name: 'Save' }).click();
  await dialog(ada.page)
    .getByRole('heading', { name: `${first} changed in the meantime` })
    .waitFor();
  await inspect(ada.page, 'two-people-meanwhile');
  const noted = saved(ada.page);
  await dialog(ada.page).getByRole('button', { name: 'Do it anyway' }).click();
  await noted;
  await ada.page.locator('.reader .note', { hasText: 'Met at the fair' }).waitFor();
  await ada.page
    .locator('.reader header')
    .getByText(/^Contacted \d/)
    .waitFor();
  await inspect(ada.page, 'two-people-inbox');
});

it('a note goes to the person it was written for, although the list moves on', async () => {
  await toInbox(ada);
  const [first = '', second = ''] = await names(ada.page);
  await ada.page.keyboard.press('n');
  await dialog(ada.page).getByLabel('Note for your team').fill('Only for the first');
  await toInbox(ben);
  const contacted = saved(ben.page);
  await ben.page.keyboard.press('s');
  await dialog(ben.page).getByRole('button', { name: 'In a month' }).click();
  await contacted;
  await lookAgain(ada);
  await row(ada.page, first).getByText('Snoozed until').waitFor();
  await ada.page.keyboard.press('Control+Enter');
  await dialog(ada.page).getByRole('button', { name: 'Do it anyway' }).click();
  await ada.page.locator('.reader .note', { hasText: 'Only for the first' }).waitFor();
  await ada.page.keyboard.press('j');
  await ada.page.locator('.reader h2', { hasText: second }).waitFor();
  await ada.page.locator('.reader .intent svg').waitFor();
  expect(await ada.page.locator('.reader .note').count()).toBe(0);
});

it('brings back whom a colleague set aside, on the page of the lead, and both see it', async () => {
  await toInbox(ben);
  const [first = ''] = await names(ben.page);
  const bad = saved(ben.page);
  await ben.page.keyboard.press('d');
  await bad;
  await dialog(ben.page).getByRole('button', { name: 'No reason' }).click();
  await ada.page.goto(demo.at('leads?disposition=BAD_LEAD'));
  await ada.page.locator('.lead-table td.name a', { hasText: first }).click();
  await ada.page.getByRole('note').waitFor();
  await open(ben, ada.page.url(), '[role=note]');
  const active = saved(ada.page);
  await ada.page.getByRole('button', { name: 'Make active' }).click();
  await active;
  await lookAgain(ben);
  await ben.page.getByRole('note').waitFor({ state: 'detached' });
  // What was done stands there without a reload, too.
  for (const { page } of [ada, ben]) await page.locator('.history li', { hasText: 'Active' }).first().waitFor();
});

it('an action on several leads leaves out and names whom a colleague changed meanwhile', async () => {
  await ada.page.goto(demo.at('leads?leadTier=NURTURE&outreachStatus=NONE'));
  const rows = ada.page.locator('.lead-table tbody tr');
  await rows.nth(2).waitFor();
  const [first = '', second = ''] = await ada.page.locator('.lead-table td.name a').allInnerTexts();
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await ben.page.goto(demo.at('leads?leadTier=NURTURE'));
  await ben.page.locator('.lead-table td.name a', { hasText: first }).focus();
  await keysWork(ben.page);
  const snoozed = saved(ben.page);
  await ben.page.keyboard.press('s');
  await dialog(ben.page).getByRole('button', { name: 'Tomorrow' }).click();
  await snoozed;
  const asked = saved(ada.page);
  await ada.page.locator('.bulk').getByRole('button', { name: 'Contacted' }).click();
  expect(await (await asked).json()).toMatchObject({ changed: 1, changedMeanwhile: [expect.any(String)] });
  await dialog(ada.page)
    .getByRole('heading', { name: `${first} changed in the meantime` })
    .waitFor();
  await dialog(ada.page).getByRole('button', { name: 'Leave as it is' }).click();
  // The list shows what the colleague did: a snoozed person is not among those to contact.
  await ada.page.locator('.lead-table td.name a', { hasText: first }).waitFor({ state: 'detached' });
  const outreachOf = (name: string) =>
    demo.service.db.select<object>(
      `SELECT o.contacted_at, o.snoozed_until FROM people p JOIN lead_outreach o ON o.person_id = p.id
       WHERE p.organization_id = ? AND p.display_name = ?`,
      [demo.organizationId, name],
    );
  expect(await outreachOf(first)).toMatchObject([{ contacted_at: null, snoozed_until: expect.anything() }]);
  expect(await outreachOf(second)).toMatchObject([{ contacted_at: expect.anything() }]);
});

it('who does it anyway and takes it back is back at what the colleague did; whom the colleague erased is gone', async () => {
  const list = demo.at('leads?leadTier=NURTURE&outreachStatus=NONE');
  // Who is no member any more is named all the same, and so is who is signed in.
  await ada.page.route('**/list_members', (route) => route.fulfill({ json: { data: [] } }));
  await ada.page.goto(list);
  const rows = ada.page.locator('.lead-table tbody tr');
  await rows.nth(5).waitFor();
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = await ada.page.evaluate<string[]>(
    "[...document.querySelectorAll('.lead-table tr[data-lead]')].map((row) => row.dataset.lead)",
  );
  const row = (id: string, page = ada.page) => page.locator(`.lead-table tr[data-lead="${id}"]`);
  const owner = row(one).locator('td').last();
  const before = await owner.innerText();
  const assignMyself = async ({ page }: Visit, id: string) => {
    await row(id, page).locator('td.name a').focus();
    await keysWork(page);
    await page.keyboard.press('a');
    const answered = saved(page);
    const me = dialog(page).getByRole('button', { name: 'Me', exact: true });
    await me.waitFor();
    // Until then it is not known who the colleagues are.
    await dialog(page).getByText('Loading').waitFor({ state: 'detached' });
    await me.click();
    await answered;
  };
  await ben.page.goto(list);
  await row(one, ben.page).waitFor();
  await assignMyself(ben, one);
  const bens = await row(one, ben.page).locator('td').last().innerText();
  expect(bens).not.toBe(before);

  await assignMyself(ada, one);
  const anyway = saved(ada.page);
  await dialog(ada.page).getByRole('button', { name: 'Do it anyway' }).click();
  await anyway;
  await owner.filter({ hasText: 'owner@console.example' }).waitFor();
  const back = saved(ada.page);
  await ada.page.keyboard.press('u');
  await back;
  await owner.filter({ hasText: bens }).waitFor();
  await ada.page.reload();
  await owner.filter({ hasText: bens }).waitFor();

  const erase = async (id: string) => {
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ person: id }),
    };
    const address = `/app/api/${demo.organizationId}/erase_person`;
    const status = `fetch('${address}', ${JSON.stringify(request)}).then(({ status }) => status)`;
    expect(await ada.page.evaluate(status)).toBe(200);
  };
  // Of two, one is erased. The other is done, and can be taken back.
  await row(two).getByRole('checkbox').check();
  await row(three).getByRole('checkbox').check();
  const nameOfThree = await row(three).locator('td.name a').innerText();
  await erase(two);
  const asked = saved(ada.page);
  await ada.page.locator('.bulk').getByRole('button', { name: 'Contacted' }).click();
  expect(await (await asked).json()).toMatchObject({ changed: 1, missing: [two] });
  // Who was erased is not counted among those who were contacted.
  await ada.page.locator('.toast', { hasText: `Contacted: ${nameOfThree}` }).waitFor();
  await row(three).waitFor({ state: 'detached' });
  const undone = saved(ada.page);
  await ada.page.keyboard.press('u');
  await undone;
  await row(three).waitFor();
  expect(await row(two).count()).toBe(0);
  // Alone.
  await erase(four);
  await assignMyself(ada, four);
  await ada.page.locator('.toast', { hasText: 'There is nothing here' }).waitFor();
  await row(four).waitFor({ state: 'detached' });
  // On their own page: it says so, has nothing to press any more, and leads back to a list without them.
  await open(ada, demo.at(`leads/${five}`), '.act');
  await ada.page.locator('.person-request').waitFor();
  await erase(five);
  await lookAgain(ada);
  await ada.page.locator('.state', { hasText: 'This lead is no longer here' }).waitFor();
  await inspect(ada.page, 'two-people-erased');
  expect(await ada.page.locator('.act, .person-request, article.lead').count()).toBe(0);
  await ada.page.locator('main a', { hasText: 'All leads' }).click();
  await rows.first().waitFor();
  expect(await row(five).count()).toBe(0);
  // Who erases somebody on their page reads what came of it first, although the page notices that they are gone.
  await open(ada, demo.at(`leads/${six}`), '.person-request');
  await ada.page.locator('.person-request').getByRole('button', { name: 'Erase' }).click();
  const noticed = ada.page.waitForResponse((answer) => answer.url().endsWith('/get_lead') && answer.status() === 404);
  await dialog(ada.page).getByRole('button', { name: 'Erase' }).click();
  await dialog(ada.page).getByText('Done.').waitFor();
  await lookAgain(ada);
  await noticed;
  await ada.settled();
  expect(await dialog(ada.page).getByText('Done.').count()).toBe(1);
  await dialog(ada.page).getByRole('button', { name: 'Close' }).last().click();
  await rows.first().waitFor();
});

it('a list of several pages shows on coming back what a colleague did to its rows, and keeps its place', async () => {
  await ada.page.goto(demo.at('leads?outreachStatus=NONE&sortBy=lastSignalAt'));
  const rows = ada.page.locator('.lead-table tbody tr');
  await rows.nth(49).waitFor();
  await ada.page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(50).waitFor();
  await ada.settled();
  const ids = () =>
    ada.page.evaluate<string[]>(
      "[...document.querySelectorAll('.lead-table tr[data-lead]')].map((row) => row.dataset.lead)",
    );
  const before = await ids();
  const row = (id = '') => ada.page.locator(`.lead-table tr[data-lead="${id}"]`);
  const owners = await ada.page.locator('.lead-table tbody td:last-child').allInnerTexts();
  const other = before.find((_, at) => at > 0 && owners[at] !== 'member@console.example');
  const owner = row(other).locator('td').last();
  await row(before[50]).locator('td.name a').click();
  await ada.page.locator('article.lead h2').waitFor();
  await ben.page.goto(demo.at('leads'));
  const decide = (decision: object) => {
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ decisions: [decision] }),
    };
    const address = `/app/api/${demo.organizationId}/decide_leads`;
    return ben.page.evaluate<number>(`fetch('${address}', ${JSON.stringify(request)}).then(({ status }) => status)`);
  };
  const [member] = await demo.service.db.select<{ id: string }>('SELECT id FROM users WHERE email = ?', [
    'member@console.example',
  ]);
  expect(await decide({ leadId: before[0], outreach: { status: 'CONTACTED' } })).toBe(200);
  expect(await decide({ leadId: other, ownerId: member?.id })).toBe(200);
  await ada.page.goBack();
  await row(before[0]).waitFor({ state: 'detached' });
  await owner.filter({ hasText: 'member@console.example' }).waitFor();
  expect(await ids()).toEqual(before.slice(1));
  // Lists of other things are read again, as many rows as they showed.
  await ada.page.goto(demo.at('accounts'));
  const companies = ada.page.locator('tbody tr');
  await companies.nth(49).waitFor();
  await ada.page.getByRole('button', { name: 'Show more' }).click();
  await companies.nth(50).waitFor();
  const shown = await companies.count();
  await companies.nth(50).locator('a').first().click();
  await ada.page.locator('.figures').first().waitFor();
  const again = ada.page.waitForRequest(/list_account_reports$/);
  await ada.page.goBack();
  expect((await again).postDataJSON()).toMatchObject({ limit: shown });
  await ada.settled();
  expect(await companies.count()).toBe(shown);
});

it('the page of a lead, opened by its address, shows what happened while it was read', async () => {
  await toInbox(ben);
  const id = await ben.page.locator('.inbox .row[aria-current]').getAttribute('data-lead');
  let [read, show] = [() => {}, () => {}];
  const wasRead = new Promise<void>((resolve) => (read = resolve));
  const held = new Promise<void>((resolve) => (show = resolve));
  await ada.page.goto('about:blank');
  await ada.page.route('**/get_lead', async (route) => {
    const response = await route.fetch();
    read();
    await held;
    await route.fulfill({ response });
  });
  const asked: string[] = [];
  ada.page.on('request', (request) => void asked.push(request.url().split('/').pop() ?? ''));
  const revision = ada.page.waitForResponse(/get_revision/);
  await ada.page.goto(demo.at(`leads/${id ?? ''}`));
  await wasRead;
  await (await revision).finished();
  // Before the lead: what happens between the two is noticed.
  expect(asked.filter((name) => /^get_(?:revision|lead)$/.test(name))[0]).toBe('get_revision');
  const contacted = saved(ben.page);
  await ben.page.keyboard.press('e');
  await contacted;
  show();
  await ada.page.locator('article.lead h2').waitFor();
  await ada.page.unroute('**/get_lead');
  await lookAgain(ada);
  await ada.page
    .locator('.reader header')
    .getByText(/^Contacted \d/)
    .waitFor();
});
