/** The page of an import that was taken back names whom the agent decided about with its data, and leads to where one decides otherwise. */
import { join } from 'node:path';
import { addMember } from '../../../src/store/access/members';
import { storeIcp } from '../../../src/store/access/icp';
import { createOrganization } from '../../../src/store/access/organizations';
import { importFile } from '../../../src/ingest/import/importer';
import { workOffQueue } from '../../../src/scoring/rescore';
import { ExportFolder } from '../../agent/support/folder';
import { activity, importOptions, ndjson, now, slugUrl } from '../../import/support/site';
import { collect } from '../../undo/support/collecting';
import { undo } from '../../undo/support/undoing';
import { DemoConsole, inspect } from './support/demo';

let demo: DemoConsole;
let folder: ExportFolder;
let org: string;
let batchId: string;

beforeAll(async () => {
  demo = await DemoConsole.start();
  folder = new ExportFolder();
  const { db } = demo.service;
  org = (await createOrganization(db, 'Undone'))?.id ?? '';
  const email = 'owner@console.example';
  await addMember(db, {
    ...{ organizationId: org, email, displayName: email, role: 'OWNER', active: true, passwordHash: null },
  });
  await storeIcp(db, org, JSON.stringify({ seniorities: ['vp', 'cxo'] }), now);
  const like = {
    kind: 'like',
    profileUrl: slugUrl('ada'),
    postUrl: activity(1),
    occurredAt: '2026-11-10',
  };
  folder.write('likes.ndjson', ndjson([like]));
  batchId = (await importFile(db, org, join(folder.path, 'likes.ndjson'), importOptions)).batchId ?? '';
  await workOffQueue(db, org, now);
  await collect(db, org, { do: 'run', file: 1, slugs: ['ada', 'nobody', 'grace'], at: 1 });
  await undo(db, org, [batchId]);
  await workOffQueue(db, org, now);
});
afterAll(async () => {
  await demo.end();
  folder.remove();
});

const at = (path: string) => demo.at(path).replace(demo.organizationId, org);
const looks = [
  ['wide', { width: 1440, height: 900 }, 'light', 'en-GB', 'The agent later decided about 1 person'],
  ['narrow', { width: 390, height: 844 }, 'dark', 'de-DE', 'Über 1 Person hat der Agent später'],
] as const;

it.each(looks)('says so in plain words: %s, %p, %s, %s', async (size, viewport, colorScheme, locale, text) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme, locale });
  await page.goto(at(`import/${batchId}`));
  await page.getByText(text).waitFor();
  expect(await page.locator('table tbody tr').count()).toBe(1);
  expect(await page.textContent('body')).not.toMatch(/\{\w+\}/);
  await inspect(page, `import-undone-${size}-${colorScheme}`);
  expect(complaints).toEqual([]);
  await context.close();
});

it('leads to the run, where somebody passed over as known is accepted and has a lead again', async () => {
  const { page, context, complaints } = await demo.signedIn();
  await page.goto(at(`import/${batchId}`));
  await page.getByText('Not a lead now').waitFor();
  await page.getByRole('link', { name: 'Known already' }).click();
  const row = page.locator('tr', { hasText: 'Known already' });
  await row.getByRole('button').click();
  await row.waitFor({ state: 'detached' });
  await page.goto(at(`import/${batchId}`));
  await page.locator('table tbody a.strong-link').first().click();
  await page.waitForURL(/leads\//);
  expect(complaints).toEqual([]);
  await context.close();
});
