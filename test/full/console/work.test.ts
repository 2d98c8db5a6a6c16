/** Work on many leads at once, files to take along, and what admins decide: candidates, people's requests, failed work. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { changeCredits, creditBalance } from '../../../src/store/credits/ledger';
import { newId } from '../../../src/database/new-id';
import { DemoConsole, inspect, type Visit } from './support/demo';

let demo: DemoConsole;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  demo = await DemoConsole.start({
    DISCOVERY_SOURCE: 'files',
    DISCOVERY_FILES_DIR: join(__dirname, '../../../examples/discovery/agent'),
  });
});
afterAll(() => demo.end());
beforeEach(async () => {
  visit = await demo.signedIn({ acceptDownloads: true }, 'ADMIN');
  page = visit.page;
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
});

const open = async (path: string, there: string) => {
  await page.goto(demo.at(path));
  await page.locator(there).first().waitFor();
};
const toast = () => page.locator('.toast');

it('what is done to several leads is one request, and so is its way back', async () => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/decide_leads')) calls.push(request.postData() ?? '');
  });
  await open('leads', '.lead-table tbody tr');
  const boxes = page.locator('.lead-table tbody input[type=checkbox]');
  // By keyboard: Space picks what has the focus.
  for (const at of [0, 1, 2]) {
    await boxes.nth(at).focus();
    await page.keyboard.press('Space');
  }
  await page.getByText('3 selected').waitFor();
  await inspect(page, 'leads-selected-wide-light');
  const names = await page.locator('.lead-table td.name a').allInnerTexts();
  const done = page.waitForResponse(/decide_leads/);
  await page.locator('.bulk').getByRole('button', { name: 'Not a lead' }).click();
  await toast().waitFor();
  expect(await page.locator('.lead-table td.name a').first().innerText()).toBe(names[3]);
  expect((await done).status()).toBe(200);
  expect(calls).toHaveLength(1);
  expect(JSON.parse(calls[0] ?? '')).toMatchObject({ decisions: [{}, {}, {}] });
  // The reasons are offered; nobody has to give one.
  await page.getByRole('heading', { name: 'Not a lead: 3 leads. Why?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'No reason' }).click();
  // The button that had the focus went with the rows: Tab goes on in the page, not before the navigation.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('main:focus').waitFor();
  const undone = page.waitForResponse(/decide_leads/);
  await toast().getByRole('button', { name: 'Undo' }).click();
  expect((await undone).status()).toBe(200);
  expect(calls).toHaveLength(2);
  await page.locator('.lead-table td.name a', { hasText: names[0] ?? '' }).waitFor();
});

it('a view is saved for the workspace: colleagues open it, and only who saved it or an admin removes it', async () => {
  await open('leads?leadTier=PRIORITY&sortBy=priority', '.lead-table tbody tr');
  await page.locator('.tools summary', { hasText: 'Views' }).click();
  await page.getByLabel('Name of this view').fill('Call first');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.locator('.tools summary', { hasText: 'Call first' }).waitFor();
  // So narrow that what opens the views stands at the left, below the heading.
  const colleague = await demo.signedIn({ viewport: { width: 960, height: 800 } }, 'MEMBER');
  for (const at of [page, colleague.page]) {
    await at.goto(demo.at('leads'));
    await at.locator('.lead-table tbody tr').first().waitFor();
    await at.locator('.tools summary', { hasText: 'Views' }).click();
    await at.getByRole('link', { name: 'Call first' }).waitFor();
    const removes = await at.getByRole('button', { name: 'Remove the view Call first' }).count();
    expect(removes).toBe(at === page ? 1 : 0);
  }
  await inspect(page, 'leads-views-wide-light');
  await colleague.page.getByRole('link', { name: 'Call first' }).click();
  await colleague.page.waitForURL(/leadTier=PRIORITY&sortBy=priority/);
  await colleague.page.locator('.tools .menu:not([open]) summary', { hasText: 'Call first' }).waitFor();
  await colleague.context.close();
  // Removed by a slip, it can be put back.
  await page.getByRole('button', { name: 'Remove the view Call first' }).click();
  const back = page.waitForResponse(/save_view/);
  await toast().getByRole('button', { name: 'Undo' }).click();
  expect((await back).status()).toBe(200);
  await page.locator('.saved-view', { hasText: 'Call first' }).waitFor({ state: 'attached' });
});

it('who looks at one tier alone is shown all by one press', async () => {
  await open('leads?leadTier=PRIORITY', '.lead-table tbody tr');
  await page.getByRole('link', { name: 'in other tiers, show them too' }).click();
  await page.locator('.totals', { hasNotText: 'in other tiers' }).waitFor();
  expect(new URL(page.url()).searchParams.get('leadTier')).toBeNull();
});

it('the CSV holds exactly what the filters show', async () => {
  await open('leads?leadTier=PRIORITY', '.lead-table tbody tr');
  const downloaded = async (what: ReturnType<Page['locator']>) => {
    await page.locator('.tools summary', { hasText: 'CSV' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), what.click()]);
    await page.keyboard.press('Escape');
    return readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
  };
  const lines = await downloaded(page.getByRole('link', { name: 'Table with the names of the API' }));
  expect(lines[0]).toMatch(/^id,/);
  expect(lines.slice(1).every((line) => line.includes('PRIORITY'))).toBe(true);
  const inWords = await downloaded(page.getByRole('button', { name: 'Table with the words of this page' }));
  // A mark by which spreadsheets know UTF-8, and no name of the API.
  expect(inWords[0]).toMatch(/^\ufeff"Name","Job title","Certainty of the job title",.+,"Work e-mail","Note",/);
  expect(inWords.slice(1).every((line) => line.includes('"Priority"') && !line.includes('PRIORITY'))).toBe(true);
  expect(inWords).toHaveLength(lines.length);
  // Rows below the screen are drawn a moment later.
  const rows = page.locator('.lead-table tbody tr');
  await rows.nth(lines.length - 2).waitFor();
  expect(lines).toHaveLength((await rows.count()) + 1);
});

it('a comment that was read wrongly is set right beside it, and stays so', async () => {
  await open('leads?leadTier=PRIORITY', '.lead-table td.name a');
  await page.locator('.lead-table td.name a').first().click();
  const reading = page.locator('.reading').first();
  await reading.locator('summary').click();
  await reading.getByRole('button', { name: 'Objection' }).click();
  await toast().getByText('Corrected: Objection').waitFor();
  await page.reload();
  await page.locator('.reading summary', { hasText: 'Objection' }).first().waitFor();
});

it('whom the agent rejected is accepted by hand, and is a lead then', async () => {
  await open('agent', 'tbody tr');
  const row = page
    .locator('section', { hasText: 'Candidates of the run' })
    .locator('tr', { hasText: 'Rejected' })
    .first();
  const name = await row.locator('b').first().innerText();
  await row.getByRole('button', { name: `Accept ${name}` }).click();
  await toast().getByText('is a lead now').waitFor();
  await page.getByRole('link', { name, exact: true }).click();
  await page.locator('article.lead h2', { hasText: name }).waitFor();
});

it('the agent’s schedule is said in words and by its next runs, before and after it is saved', async () => {
  await open('agent', '.figures .next-runs li');
  const figures = page.locator('.figures');
  await figures.getByText('Mon–Fri, 07:00').waitFor();
  expect(await figures.locator('.next-runs time').allInnerTexts()).toEqual(
    Array(3).fill(expect.stringMatching(/07:00$/)),
  );
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  const time = dialog.getByLabel('Time', { exact: true });
  expect(await time.inputValue()).toBe('07:00');
  expect(await dialog.getByLabel('Words to look for').inputValue()).toBe('forecast');
  await time.fill('06:15');
  await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await dialog.getByRole('status').getByText('Mon–Fri, 06:15').waitFor();
  await inspect(page, 'agent-days-wide-light');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await figures.getByText('Mon–Fri, 06:15').waitFor();
  // Without credits it is not called active, and no next run is said.
  const { available } = await creditBalance(demo.service.db, demo.organizationId);
  await changeCredits(demo.service.db, demo.organizationId, -available, null);
  await open('agent', '.notice.bad');
  await page.getByText('There are no credits.').waitFor();
  expect(await figures.innerText()).toContain('Waiting for what is missing');
  expect(await figures.locator('.next-runs').count()).toBe(0);
  await inspect(page, 'agent-lacks-credits-wide-light');
  await changeCredits(demo.service.db, demo.organizationId, available, null);
  // Times that boxes cannot show, as the command line sets them, stay as they are written.
  const { db } = demo.service;
  await db.run('UPDATE agents SET pattern = ? WHERE organization_id = ?', ['0 */2 * * *', demo.organizationId]);
  await open('agent', '.figures .next-runs li');
  await page.getByRole('button', { name: 'Set up' }).click();
  const schedule = dialog.getByLabel('Schedule');
  expect(await schedule.inputValue()).toBe('0 */2 * * *');
  await schedule.fill('0 7 30 2 *');
  await dialog.getByRole('alert').getByText('names a time that never comes').waitFor();
  await dialog.getByText('minute 0–59').waitFor();
  await inspect(page, 'agent-schedule-refused-wide-light');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await schedule.fill('15 6,18 1 * *');
  await dialog.getByRole('status').getByText('Day 1 of the month, 06:15, 18:15').waitFor();
  await dialog.locator('.next-runs small').first().waitFor();
  await inspect(page, 'agent-schedule-wide-light');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await figures.getByText('Day 1 of the month, 06:15, 18:15').waitFor();
  await figures.getByText('Asia/Tokyo').waitFor();
  // What the form does not show stays as it was.
  const [agent] = await demo.service.db.select('SELECT profile_types, keywords FROM agents WHERE organization_id = ?', [
    demo.organizationId,
  ]);
  expect(agent).toEqual({ profile_types: 'COMPETITOR,INFLUENCER', keywords: '["forecast"]' });
});

it('an erasure shows what goes before it goes; an export comes as a file', async () => {
  const [lead] = await demo.service.db.select<{ id: string; name: string }>(
    `SELECT l.id, p.display_name AS name FROM leads l
     JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
     WHERE l.organization_id = ? AND p.do_not_contact = 0 ORDER BY l.id LIMIT 1`,
    [demo.organizationId],
  );
  if (!lead) throw new Error('the demo has no lead');
  await open(`leads/${lead.id}`, 'article.lead h2');
  await inspect(page, 'lead-privacy-wide-light');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(lead.name).first().waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(JSON.stringify(lead.name).slice(1, -1));
  // The address of that page names them too, and so does their name.
  await open('privacy', '.card');
  await page.getByLabel('Who').fill(demo.at(`leads/${lead.id}`));
  await page.getByRole('button', { name: lead.name }).waitFor();
  await page.getByLabel('Who').fill(lead.name);
  expect(await page.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: lead.name }).first().click();
  await inspect(page, 'privacy-chosen-wide-light');
  await page.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByRole('cell', { name: 'Likes, comments and reposts' }).waitFor();
  await inspect(page, 'privacy-erase-wide-light');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText('Done.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(demo.at(`leads/${lead.id}`));
  await page.locator('.state').waitFor();
});

it('work that failed says why, and runs once more', async () => {
  const id = newId();
  const [job] = await demo.service.db.select<Record<string, string | number | null>>('SELECT * FROM jobs LIMIT 1');
  if (!job) throw new Error('there is no job to copy');
  const dead = {
    ...job,
    ...{ id, organization_id: demo.organizationId, name: 'sync-profile', status: 'dead', attempt: 3 },
    ...{ error: 'The source answered <b>503</b>.', unique_key: null, finished_at: Date.now() },
  };
  await demo.service.db.insertRows('jobs', Object.keys(dead), [Object.values(dead)], 'fail');
  await open('jobs', 'tbody tr');
  await page.getByText('The source answered <b>503</b>.').waitFor();
  await inspect(page, 'jobs-dead-wide-light');
  await page.getByRole('button', { name: 'Run again: Sync of a watched profile' }).click();
  await toast().getByText('It runs again').waitFor();
  await page.getByText('Nothing failed').waitFor();
  const [row] = await demo.service.db.select<{ status: string }>('SELECT status FROM jobs WHERE id = ?', [id]);
  expect(row?.status).toBe('ready');
});
