/** Importing files in a browser: a table nobody knows, an archive, a reload, cancelling, refused rows. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeUpload, uploadPath, uploadsFolder } from '../../../src/ingest/uploads/files';
import { addMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import { atLength } from '../../support/at-length';
import { inline, workbook, zipOf } from '../../support/workbook';
import { DemoConsole, inspect } from './support/demo';

let demo: DemoConsole;
/** A workspace of its own, in which imports run. */
let fresh: string;
const folder = mkdtempSync(join(tmpdir(), 'leadlight-import-pages-'));
beforeAll(async () => {
  demo = await DemoConsole.start({ DATA_DIR: folder, RUN_WORKER: 'true' });
  fresh = (await createOrganization(demo.service.db, 'Fresh'))?.id ?? '';
  const email = 'admin@console.example';
  await addMember(demo.service.db, {
    ...{ organizationId: fresh, email, displayName: email, role: 'ADMIN', active: true, passwordHash: null },
  });
});
afterAll(async () => {
  await demo.end();
  rmSync(folder, { recursive: true, force: true });
});

async function removeUploads() {
  const { db } = demo.service;
  for (const name of readdirSync(join(uploadsFolder(folder), demo.organizationId)))
    await removeUpload(db, demo.organizationId, uploadPath(folder, demo.organizationId, name));
}

const hostile = '<img src=x onerror=alert(1)>';
const book = workbook([
  ['Wer', 'Wo', 'Arbeitet bei', 'Notiz'].map(inline),
  ['Ada Erste', 'https://www.linkedin.com/in/ada-erste', 'Globex', '&lt;img src=x onerror=alert(1)&gt;'].map(inline),
  ['Bea Zweite', 'nirgends', 'Initech', '=1+1'].map(inline),
]);
const likers = readFileSync(
  join(__dirname, '../../../examples/exports/brightmoor/phantombuster-likers-2026-10-26.csv'),
);
const sheet = { name: `kontakte ${hostile}.xlsx`, mimeType: 'application/octet-stream', buffer: book };

const allLooks = [
  ['wide', { width: 1440, height: 900 }, 'light', 'en-GB', 'Name', 'Address of the profile'],
  ['narrow', { width: 390, height: 844 }, 'dark', 'de-DE', 'Name', 'Adresse des Profils'],
  ['wide', { width: 1440, height: 900 }, 'dark', 'de-DE', 'Name', 'Adresse des Profils'],
  ['narrow', { width: 390, height: 844 }, 'light', 'en-GB', 'Name', 'Address of the profile'],
] as const;
/** Here each size, language and set of colours once. */
const looks = atLength<readonly (typeof allLooks)[number][]>(allLooks.slice(0, 2), allLooks);

it.each(looks)(
  'a spreadsheet nobody knows is mapped: %s, %p, %s, %s',
  async (size, viewport, colorScheme, locale, name, address) => {
    const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme, locale }, 'ADMIN');
    await page.goto(demo.at('import'));
    await page.locator('input[type=file]').setInputFiles(sheet);
    const row = page.locator('article.card');
    await row.locator('.mapping').waitFor();
    expect(await row.locator('h2').innerText()).toBe(sheet.name);
    // The erasure of a person removes the files that wait: this one is sent again.
    if (size === 'narrow') await removeUploads();
    const selects = row.locator('.mapping select');
    // By keyboard: a letter chooses.
    await row.locator('.field select').first().selectOption('person');
    await selects.nth(0).selectOption({ label: name });
    await selects.nth(1).selectOption({ label: address });
    await row.locator('.figures').nth(1).waitFor();
    // And again, with the erasure of another person.
    if (size === 'narrow') {
      await removeUploads();
      const seen = page.waitForResponse((answer) => answer.url().includes('preview_import') && answer.ok());
      await selects.nth(1).selectOption({ label: address });
      await seen;
    }
    expect(await row.locator('.figures').first().locator('dd').allInnerTexts()).toEqual(['1', '1']);
    // What it would change: one person who is not known yet.
    expect(await row.locator('.figures').nth(1).locator('dd').allInnerTexts()).toEqual(['1']);
    expect(await page.textContent('body')).not.toMatch(/\{\w+\}/);
    await inspect(page, `import-mapping-${size}-${colorScheme}`);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('goes on after a reload, and ends with figures, refused rows and the way back', async () => {
  const { page, context, complaints } = await demo.signedIn({ acceptDownloads: true }, 'ADMIN');
  await page.goto(demo.at('import').replace(demo.organizationId, fresh));
  await page.locator('input[type=file]').setInputFiles(sheet);
  await page.locator('.mapping').waitFor();
  await page.reload();
  const row = page.locator('article.card');
  await row.locator('.mapping').waitFor();
  await row.getByLabel('What each row is').selectOption('person');
  await row.getByLabel('What Wer means').selectOption('name');
  await row.getByLabel('What Wo means').selectOption('profileUrl');
  await row.getByLabel('What Arbeitet bei means').selectOption('companyName');
  await row.locator('.figures').nth(1).waitFor();
  // The choice of columns stays, too.
  await page.reload();
  await row.locator('.figures').nth(1).waitFor();
  expect(await row.getByLabel('What each row is').inputValue()).toBe('person');
  expect(await row.getByLabel('What Arbeitet bei means').inputValue()).toBe('companyName');
  const begun = page.waitForResponse(/start_import/);
  await row.getByRole('button', { name: 'Import', exact: true }).click();
  await (await begun).finished();
  await row.locator('.mapping').waitFor({ state: 'detached' });
  await row.getByText('No new leads: nobody in this file engaged').waitFor();
  await page.reload();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download refused rows' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('line 3,');
  expect(text).toContain('Bea Zweite');
  await inspect(page, 'import-done-wide-light');
  await row.getByRole('link', { name: 'See the result' }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await page.getByText('1 row could not be used.').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('It is being taken back').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('a table as a salesperson keeps it needs no naming, and the next one begins as the last was read', async () => {
  const { page, context, complaints } = await demo.signedIn({ viewport: { width: 390, height: 844 } }, 'ADMIN');
  await page.goto(demo.at('import').replace(demo.organizationId, fresh));
  const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7398000000000000001/';
  const remaining = [
    'Who,Link to them,What it says under the name,What they did,Said,Day,On which post,Mood',
    `Ines Haddad,https://www.linkedin.com/in/ines-haddad,CFO at Quillport,commented,What does it cost?,15/11/2026,${post},good`,
    `Ole Lind,https://www.linkedin.com/in/ole-lind,CFO at Polatrans,liked,,05/11/2026,${post},good`,
    `Uwe Ast,https://www.linkedin.com/in/uwe-ast,CFO at Oceanspar,shared,,06/11/2026,${post},good`,
    `Una Tag,https://www.linkedin.com/in/una-tag,CTO at Quillport,liked,,,${post},good`,
  ].join('\n');
  const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(remaining) };
  await page.locator('input[type=file]').setInputFiles(file);
  const row = page.locator('article.card');
  await row.getByText('Our best guess is filled in').waitFor();
  await row.locator('.figures').nth(1).waitFor();
  await inspect(page, 'import-guessed-narrow-light');
  await row.getByLabel('What Mood means').selectOption('region');
  await row.locator('.figures').nth(1).waitFor();
  await row.getByRole('button', { name: 'Import', exact: true }).click();
  await row.getByText('Imported. 4 new leads').waitFor();
  await row.getByText('there is no customer profile yet').waitFor();
  // The page of the import repeats what its rows lack.
  await row.getByRole('link', { name: 'See the result' }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await page.getByText('1 row is kept without a date').waitFor();
  // Where the leads would be, the same is said, and not that everybody was contacted or that a filter hides them.
  for (const list of ['inbox', 'leads']) {
    await page.goto(demo.at(list).replace(demo.organizationId, fresh));
    await page.locator('.state', { hasText: 'there is no customer profile yet' }).waitFor();
    await page.getByRole('link', { name: 'Set a profile' }).waitFor();
  }
  await inspect(page, 'no-profile-narrow-light');
  // One of two engagements of a company has no date: the other one says when it was.
  await page.goto(demo.at('accounts').replace(demo.organizationId, fresh));
  const dated = page.locator('tbody tr', { hasText: 'Quillport' }).locator('time');
  expect(await dated.getAttribute('datetime')).toMatch(/^2026-11-15/);
  // The order is that of both, so the row says of the other one when it was seen. Another order needs no reason.
  const undated = page.locator('tbody tr', { hasText: 'Quillport' }).getByText('no date: seen');
  await undated.waitFor();
  await page.goto(demo.at('accounts?sortBy=leadCount').replace(demo.organizationId, fresh));
  await dated.waitFor();
  expect(await undated.count()).toBe(0);
  // The text of the post is in none of the files: what is known of it tells it from others.
  await page.goto(demo.at('posts').replace(demo.organizationId, fresh));
  await page
    .locator('.post-cell', { hasText: /Text not known[^]*Likes: 2 · Comments: 1 · linkedin\.com\/feed/ })
    .waitFor();
  await page.goto(demo.at('import').replace(demo.organizationId, fresh));
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.locator('input[type=file]').setInputFiles({ ...file, name: 'again.csv' });
  await row.getByText('Filled in as for the last file').waitFor();
  expect(await row.getByLabel('What Mood means').inputValue()).toBe('region');
  await row.getByText('Everything in this file is known already').waitFor();
  await row.getByRole('button', { name: 'Remove' }).click();
  // Deeds without a post, though a column is for it: it is asked for, and a wrong address is named as such.
  const deeds = [
    'Lead,Org,Where,Did,Post link',
    'Ines Haddad,Quillport,https://www.linkedin.com/in/ines-haddad,commented,',
  ];
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'event.csv', buffer: Buffer.from(deeds.join('\n')) });
  await row.getByText('1 × names no post; give the address of the post below').waitFor();
  expect(await row.getByRole('alert').innerText()).not.toContain('--');
  expect(await row.getByLabel('What Org means').inputValue()).toBe('companyName');
  await row.getByLabel('The post of these rows').fill('https://www.linkedin.com/in/ines-haddad');
  await row.getByText('This address names no post').waitFor();
  await row.getByLabel('The post of these rows').fill(post);
  await row.getByText('Engagements, new').waitFor();
  await inspect(page, 'import-post-narrow-light');
  await row.getByRole('button', { name: 'Remove' }).click();
  // What is no table at all is told what to do, and offers nothing that cannot work.
  await page.locator('input[type=file]').setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${'\u0000\u0001'.repeat(300)}`),
  });
  await row.getByText('Export it as a table').waitFor();
  expect(await row.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('unpacks an archive into its files, and several at once stay apart', async () => {
  const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
  await page.goto(demo.at('import'));
  const all = zipOf({ 'a/likers-2026-10-26.csv': likers, 'people.xlsx': book });
  const bomb = zipOf({ 'a.csv': new Uint8Array(80 * 1024 ** 2) });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'all.zip', mimeType: 'application/zip', buffer: all },
    { name: 'bomb.zip', mimeType: 'application/zip', buffer: bomb },
  ]);
  const heading = (name: string) => page.locator('article.card').filter({ has: page.getByRole('heading', { name }) });
  await heading('people.xlsx').locator('.mapping').waitFor();
  await heading('likers-2026-10-26.csv').locator('.figures').first().waitFor();
  await heading('bomb.zip').getByText('200 times its size').waitFor();
  expect(await page.getByRole('heading', { name: 'all.zip' }).count()).toBe(0);
  await inspect(page, 'import-archive-wide-light');
  for (const name of ['people.xlsx', 'bomb.zip', 'likers-2026-10-26.csv'])
    await heading(name).getByRole('button', { name: 'Remove' }).click();
  expect(await page.locator('article.card').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an import that waits is cancelled', async () => {
  const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
  // The service answers that it runs until it is cancelled.
  let cancelled = false;
  await page.route('**/get_import', (route) =>
    route.fulfill({
      json: {
        ...{ id: 'a', fileName: 'a', error: null, result: null, status: cancelled ? 'cancelled' : 'running' },
        progress: { stage: 'reading', bytes: 50, totalBytes: 100, done: 7 },
      },
    }),
  );
  await page.route('**/cancel_import', async (route) => {
    cancelled = true;
    await route.fulfill({ json: { importId: 'a', status: 'asked' } });
  });
  await page.goto(demo.at('import'));
  await page.locator('input[type=file]').setInputFiles({ name: 'likers.csv', mimeType: 'text/csv', buffer: likers });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Importing: 50 %, 7 rows').waitFor();
  await inspect(page, 'import-progress-wide-light');
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  await page.getByText('Cancelled.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
