/** The watchlist in a browser: a sync that somebody asks for is seen to its end, and what went wrong is said. */
import { insertInto } from '../../../src/database/define';
import { watchlistSyncs } from '../../../src/store/tables/agent';
import { ExportFolder, postIdAt } from '../../agent/support/folder';
import { DemoConsole, inspect } from './support/demo';
import { looks } from './support/looks';

const hour = 3_600_000;
let demo: DemoConsole;
let folder: ExportFolder;
let watched: readonly { readonly id: string; readonly name: string; readonly url: string }[];

beforeAll(async () => {
  folder = new ExportFolder();
  demo = await DemoConsole.start({
    RUN_WORKER: 'true',
    DISCOVERY_SOURCE: 'files',
    DISCOVERY_FILES_DIR: folder.path,
    WATCHLIST_SYNC_SCHEDULE: '0 3 * * 1',
  });
  watched = await demo.service.db.select(
    `SELECT id, display_name AS name, profile_url AS url FROM monitored_profiles
     WHERE organization_id = ? AND status = 'ACTIVE' AND display_name IS NOT NULL ORDER BY created_at DESC, id DESC`,
    [demo.organizationId],
  );
  const failed = { status: 'FAILED', failure: 'the source answered <b>503</b>', finished_at: Date.now() } as const;
  await insertInto(demo.service.db, watchlistSyncs, [
    {
      ...{ organization_id: demo.organizationId, profile_id: watched[1]?.id ?? '', batch_id: null },
      ...{ posts: 0, engagements: 0, people: 0, stop_reason: null, started_at: Date.now(), read_until: null },
      ...failed,
    },
  ]);
});
afterAll(async () => {
  await demo.end();
  folder.remove();
});

it('a profile is synced when asked for, and its row says so without a reload', async () => {
  const [profile] = watched;
  if (!profile) throw new Error('the demo watches nobody');
  const now = Date.now();
  const id = postIdAt(now - 30 * hour);
  folder.posts('posts.csv', profile, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
  const fan = { name: 'Fan', slug: 'fan-of-syncs', headline: 'VP Sales at Bluefern', at: now - 5 * hour };
  folder.engagements(`${id}/all.csv`, id, [fan]);
  const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
  await page.goto(demo.at('watchlist'));
  const row = page.locator('tbody tr', { hasText: profile.name });
  const leads = row.locator('td.num a');
  const before = Number(await leads.innerText());
  await page.getByText(/All followed profiles are synced next on .*3:00/).waitFor();
  await row.getByRole('button', { name: `Sync ${profile.name} now` }).click();
  await page.locator('.toast').getByText('The sync is queued').waitFor();
  // The new lead is counted without a reload too.
  await row.locator('td.num a', { hasText: new RegExp(`^${before + 1}$`) }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('a row is changed and removed; the account page keeps the navigation and changes a name', async () => {
  const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
  const name = watched[2]?.name ?? '';
  await page.goto(demo.at('watchlist'));
  const row = page.locator('tbody tr', { hasText: name });
  const leads = await row.locator('td.num a').innerText();
  await row.getByRole('button', { name: `Change ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('field day');
  // What a type means for everybody at the same company is said where it is chosen.
  const type = await dialog.getByLabel('Type').inputValue();
  await dialog.getByLabel('Type').selectOption('TEAMMATE');
  await dialog.getByText('everybody else at their company are left out').waitFor();
  await dialog.getByLabel('Type').selectOption(type);
  await inspect(page, 'watchlist-change-wide-light');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('field day').waitFor();
  expect(await row.locator('td.num a').innerText()).toBe(leads);
  await row.getByRole('button', { name: `Stop watching ${name}` }).click();
  await dialog.getByRole('heading', { name }).waitFor();
  await dialog.getByRole('button', { name: 'Stop watching' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /admin@console/ }).click();
  await page.getByLabel('Your name').fill('Ada Admin');
  await inspect(page, 'account-wide-light');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Ada Admin' }).waitFor();
  // Coming back shows what a colleague did meanwhile.
  await demo.service.db.run('UPDATE monitored_profiles SET label = ? WHERE organization_id = ? AND id = ?', [
    'by a colleague',
    demo.organizationId,
    watched[0]?.id ?? '',
  ]);
  await page.getByRole('link', { name: 'Watchlist' }).click();
  await page.waitForURL(demo.at('watchlist'));
  await page.locator('tbody').getByText('by a colleague').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(looks)('what went wrong is said in words: %s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme }, 'MEMBER');
  await page.goto(demo.at('watchlist'));
  const row = page.locator('tbody tr', { hasText: watched[1]?.name ?? '' });
  await row.getByText('the source answered <b>503</b>').waitFor();
  await row.getByText('Failed').waitFor();
  // Members look, owners and admins sync.
  expect(await page.getByRole('button', { name: /Sync/ }).count()).toBe(0);
  await inspect(page, `watchlist-syncs-${size}-${colorScheme}`);
  expect(complaints).toEqual([]);
  await context.close();
});
