/** The inbox by keyboard alone, what an ended session leaves, and the texts of strangers. */
import type { Page } from 'playwright-core';
import { password } from '../../web/support/service';
import { DemoConsole, inspect, intercept, keysWork, type Visit } from './support/demo';

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  "javascript:alert('3')",
  '{{constructor.constructor("alert(4)")()}}',
  '<svg/onload=alert(5)>',
  '\u202Eevil\u202C مرحبا',
  'W'.repeat(180),
] as const;

let demo: DemoConsole;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  demo = await DemoConsole.start();
});
afterAll(async () => {
  await demo.end();
});
beforeEach(async () => {
  visit = await demo.signedIn();
  page = visit.page;
});
afterEach(async () => {
  await visit.context.close();
});

const currentName = () => page.locator('.inbox .row[aria-current] b').textContent();
/** Takes back what was done last. Its answer has come then: no later test meets a request of this one. */
const undo = async () => {
  const answered = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('u');
  expect((await answered).status()).toBe(200);
};
const readerShows = (name: string | null) =>
  page.locator('.reader h2', { hasText: name ?? '' }).waitFor({ state: 'visible' });

it('moves, decides and takes back with the keyboard', async () => {
  const first = await currentName();
  await page.keyboard.press('j');
  const second = await currentName();
  expect(second).not.toBe(first);
  await readerShows(second);
  await page.keyboard.press('k');
  expect(await currentName()).toBe(first);

  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await inspect(page, 'inbox-keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('x');
  expect(await currentName()).toBe(first);
  await page.keyboard.press('d');
  const why = page.getByRole('dialog');
  await why.getByRole('heading', { name: first ?? '' }).waitFor();
  expect(await currentName()).toBe(second);
  // Undo can be reached while the reasons are open: by its button, and by its key.
  for (const undo of [() => page.keyboard.press('u'), () => why.getByRole('button', { name: 'Undo' }).click()]) {
    await undo();
    await why.waitFor({ state: 'detached' });
    await page.locator('.inbox .row[aria-current] b', { hasText: first ?? '' }).waitFor();
    await page.keyboard.press('d');
    await why.getByRole('heading', { name: first ?? '' }).waitFor();
  }
  // The list is read again while the person thinks about the reason: 25 rows once more.
  await page.locator('.inbox .row').nth(24).waitFor();
  await why.getByRole('button', { name: 'Works for a competitor' }).click();
  await why.waitFor({ state: 'detached' });
  expect(await currentName()).toBe(second);
  await page.locator('.toast button', { hasText: 'Undo' }).waitFor();
  await undo();
  await page.locator('.inbox .row[aria-current] b', { hasText: first ?? '' }).waitFor();
  // Back where they stood.
  expect(await page.locator('.inbox .row b').first().textContent()).toBe(first);
});

it('an undo that the server refuses shows what is still so', async () => {
  const first = await currentName();
  const row = page.locator('.inbox .row b', { hasText: first ?? '' });
  await page.keyboard.press('d');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await intercept(page, '**/decide_leads', (route) => route.abort());
  await page.keyboard.press('u');
  await page.locator('.toast', { hasText: 'The server cannot be reached' }).waitFor();
  await row.waitFor({ state: 'detached' });
  await page.unroute('**/decide_leads');
  // By then on another tab: who was contacted is still among those who are done.
  const second = await currentName();
  const saved = page.waitForResponse(/decide_leads/);
  await page.keyboard.press('e');
  await saved;
  await page.locator('.tabs a', { hasText: 'Done' }).click();
  const done = page.locator('.inbox .row b', { hasText: second ?? '' });
  await done.waitFor();
  await intercept(page, '**/decide_leads', (route) => route.abort());
  await page.keyboard.press('u');
  await page.locator('.toast', { hasText: 'The server cannot be reached' }).waitFor();
  expect(await done.count()).toBe(1);
  await page.unroute('**/decide_leads');
});

it('an undo and a decision right behind it are one person’s own', async () => {
  const first = await currentName();
  await page.keyboard.press('d');
  const why = page.getByRole('dialog');
  await why.getByRole('heading', { name: first ?? '' }).waitFor();
  // The answer to the undo waits until the next decision is made.
  let release = () => {};
  const decided = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, '**/decide_leads', async (route) => {
    await decided;
    await route.continue();
  });
  await page.keyboard.press('u');
  await page.locator('.inbox .row[aria-current] b', { hasText: first ?? '' }).waitFor();
  await page.keyboard.press('d');
  await page.locator('.inbox .row[aria-current] b', { hasText: first ?? '' }).waitFor({ state: 'detached' });
  release();
  await why.getByRole('button', { name: 'Works for a competitor' }).waitFor();
  await page.unroute('**/decide_leads');
  await undo();
  await page.locator('.inbox .row[aria-current] b', { hasText: first ?? '' }).waitFor();
});

it('who is taken back within one slow answer is back, whatever was pressed before', async () => {
  const id = (await page.locator('.inbox .row[aria-current]').getAttribute('data-lead')) ?? '';
  const row = page.locator(`.inbox .row[data-lead="${id}"]`);
  const why = page.getByRole('dialog');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/decide_leads')) sent.push(/BAD_LEAD|ACTIVE/.exec(request.postData() ?? '')?.[0] ?? '');
  });
  // The answer that is slow is that to a decision, then that to an undo.
  for (const keys of [
    ['d', 'u', 'd', 'u'],
    ['u', 'd', 'u'],
  ]) {
    let release = () => {};
    const pressed = new Promise<void>((resolve) => (release = resolve));
    await intercept(page, '**/decide_leads', (route) => pressed.then(() => route.continue()));
    sent.length = 0;
    for (const key of keys) {
      const reads = page.waitForResponse(
        (got) => /get_lead$/.test(got.url()) && got.request().postData()?.includes(id) === true,
      );
      reads.catch(() => undefined);
      await page.keyboard.press(key);
      // It is shown at once.
      await row.waitFor({ state: key === 'd' ? 'detached' : 'attached' });
      if (key === 'd') continue;
      // The page has read again what the server does not know yet.
      await (await reads).finished();
      await keysWork(page);
    }
    const answers: Promise<unknown>[] = [];
    page.on('response', (answer) => answer.url().endsWith('/decide_leads') && answers.push(answer.finished()));
    release();
    while (answers.length < keys.length) await page.waitForEvent('requestfinished');
    await Promise.all(answers);
    await visit.settled();
    expect(sent).toEqual(keys.map((key) => (key === 'd' ? 'BAD_LEAD' : 'ACTIVE')));
    // Nobody is asked why about somebody who is back.
    expect(await why.count()).toBe(0);
    expect(await page.locator('.inbox .row[aria-current]').getAttribute('data-lead')).toBe(id);
    await page.unroute('**/decide_leads');
    if (keys[0] === 'u') break;
    // Set aside, with that answered and read: the page that is shown next knows them so.
    await page.keyboard.press('d');
    await why.getByRole('button', { name: 'No reason' }).click();
    await visit.settled();
  }
});

it('keeps a decision over a reload', async () => {
  const name = await currentName();
  const answered = page.waitForResponse((response) => response.url().endsWith('/decide_leads'));
  await page.keyboard.press('d');
  await page.locator('.toast').waitFor();
  expect((await answered).status()).toBe(200);
  await page.reload();
  await page.locator('.inbox .row').first().waitFor();
  await expect(page.locator('.inbox .row b', { hasText: name ?? '' }).count()).resolves.toBe(0);
});

it('keeps a decision that was made just before a reload', async () => {
  const id = await page.locator('.inbox .row[aria-current]').getAttribute('data-lead');
  const isBad = async () => {
    const [lead] = await demo.service.db.select<{ disposition: string }>(
      'SELECT disposition FROM leads WHERE organization_id = ? AND id = ?',
      [demo.organizationId, id],
    );
    return lead?.disposition === 'BAD_LEAD';
  };
  expect(await isBad()).toBe(false);
  await page.keyboard.press('d');
  await page.reload();
  while (!(await isBad()));
  await page.reload();
  await page.locator('.inbox .row').first().waitFor();
  await expect(page.locator(`.inbox .row[data-lead="${id ?? ''}"]`).count()).resolves.toBe(0);
});

it('keeps a note that could not be sent, and saves it when the server is there again', async () => {
  const text = 'Wants a call in March, not before.';
  await page.keyboard.press('n');
  await page.locator('dialog textarea').fill(text);
  await intercept(page, '**/decide_leads', (route) => route.abort());
  await page.locator('dialog button[type=submit]').click();
  await page.locator('dialog').getByText('The server cannot be reached').waitFor();
  expect(await page.locator('dialog textarea').inputValue()).toBe(text);
  await inspect(page, 'note-offline');
  await page.unroute('**/decide_leads');
  await page.locator('dialog button[type=submit]').click();
  await page.locator('.toast', { hasText: 'Note saved' }).waitFor();
  await page.locator('article .note', { hasText: text }).waitFor();
});

it('asks to sign in again when the session ended, and goes on with what was typed', async () => {
  await page.keyboard.press('n');
  await page.locator('dialog textarea').fill('Call on Tuesday, after the board meeting.');
  // The session ends while the note is on its way: another request of the page could open the dialog before the click.
  await intercept(page, '**/decide_leads', async (route) => {
    await demo.service.db.run('UPDATE sessions SET ended_at = ? WHERE ended_at IS NULL', [Date.now()]);
    await route.continue();
  });
  await page.locator('dialog button[type=submit]').click();
  const ended = page.getByRole('dialog', { name: 'Your session ended' });
  await ended.waitFor();
  await page.unroute('**/decide_leads');
  await inspect(page, 'session-ended');
  // It waits for its answer, whatever key is pressed.
  await page.locator('dialog input[type=password]').click();
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  await ended.waitFor();
  await page.locator('dialog input[type=password]').fill(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/decide_leads') && response.ok());
  await ended.locator('button[type=submit]').click();
  const request = (await answered).request();
  expect(request.postData()).toContain('Call on Tuesday, after the board meeting.');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it.each(hostile)('shows %p as text everywhere', async (text) => {
  const { db } = demo.service;
  await db.run('UPDATE people SET display_name = ?, headline = ?, title = ?, company_name = ?, profile_url = ?', [
    text,
    text,
    text,
    text,
    text,
  ]);
  await db.run('UPDATE accounts SET name = ?', [text]);
  await db.run('UPDATE account_summaries SET name = ?', [text]);
  for (const [address, there] of [
    ['inbox', '.inbox .row'],
    ['leads', '.lead-table tbody tr'],
    ['signals', '.stream li'],
    ['accounts', 'tbody tr'],
  ] as const) {
    await page.goto(demo.at(address));
    await page.locator(there).first().waitFor();
    const shown = await page.textContent('body');
    expect([address, shown?.includes(text.slice(0, 20))]).toEqual([address, true]);
    const links = await page.evaluate("[...document.querySelectorAll('a')].map((a) => a.protocol)");
    expect(links).not.toContain('javascript:');
    const made = await page.evaluate("document.querySelectorAll('img, script:not([src]), svg[onload]').length");
    expect(made).toBe(0);
    const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect([address, wide]).toEqual([address, false]);
  }
  expect(visit.complaints).toEqual([]);
});
