/** What a run or a sync brings in is scored when it ends, by a job that was queued with the page and by the work itself. */
import { listRuns } from '../../src/store/agent/runs';
import { queueSync } from '../../src/ingest/sync/request';
import { findSync } from '../../src/store/sync/lifecycle';
import type { AnyJob } from '../../src/jobs/definition';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { ExportFolder, postIdAt } from './support/folder';
import { fits, jobsOver, makeWorkspace, workOff } from './support/workspace';

const hour = 3_600_000;
const now = Date.now();
const buying = 'How much is it for a team of twenty? We would like to buy.';
const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };
const setup = {
  pattern: '0 7 1 1 *',
  timeZone: 'UTC',
  creditsPerRun: 50,
  creditsPerDay: 50,
  watch: ['INFLUENCER'] as const,
  keywords: [],
};

let opened: OpenTestDatabase;
let folder: ExportFolder;
beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  folder = new ExportFolder();
});
afterEach(async () => {
  await opened.close();
  folder.remove();
});

/** Sync, agent and preview, without the jobs that score: what is scored then, the work scored itself. */
const alone = (): readonly AnyJob[] =>
  jobsOver(folder.path).filter(({ name }) => !/^(?:score|rescore|find-queued)/.test(name));
const person = (comment: string, at: number) => ({ name: 'Bea', slug: 'bea', headline: fits, comment, at });

async function scoresOf(organizationId: string) {
  const [row] = await opened.db.select<Record<'queued' | 'jobs' | 'leads' | 'signals' | 'counted', number>>(
    `SELECT (SELECT COUNT(*) FROM scoring_queue WHERE organization_id = ?) AS queued,
       (SELECT COUNT(*) FROM jobs WHERE organization_id = ? AND name = 'score-queued') AS jobs,
       (SELECT COUNT(*) FROM leads WHERE organization_id = ?) AS leads,
       (SELECT COUNT(*) FROM engagements WHERE organization_id = ? AND by_author = 0) AS signals,
       (SELECT COALESCE(SUM(signal_count), 0) FROM leads WHERE organization_id = ?) AS counted`,
    Array<string>(5).fill(organizationId),
  );
  return row;
}

test('after each run and sync the leads hold all their signals, and nobody waits', async () => {
  const { organizationId, profileIds, agent } = await makeWorkspace(opened.db, 'W', {
    credits: 100,
    watched: [{ slug: 'ada', type: 'INFLUENCER' }],
  });
  await agent.enable(setup);
  const id = postIdAt(now - 30 * hour, 1);
  folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
  const did = [person(buying, now - 9 * hour)];
  folder.engagements(`${id}/all.csv`, id, did);
  const state = (signals: number) => ({ queued: 0, jobs: 1, leads: 1, signals, counted: signals });

  await agent.request('AGENT');
  await workOff(opened.db, alone());
  expect((await listRuns(opened.db, organizationId, 'AGENT', 1))[0]).toMatchObject({
    status: 'COMPLETED',
    leads_created: 1,
  });
  expect(await scoresOf(organizationId)).toEqual(state(1));

  // Somebody who is a lead already is decided about as such; their signals count all the same.
  did.push(person('And for thirty?', now - 8 * hour));
  folder.engagements(`${id}/all.csv`, id, did);
  await agent.request('AGENT');
  await workOff(opened.db, alone());
  expect(await scoresOf(organizationId)).toEqual(state(2));

  did.push(person('And for forty?', now - 7 * hour));
  folder.engagements(`${id}/all.csv`, id, did);
  await queueSync(opened.db, organizationId, profileIds[0] ?? '', now);
  await workOff(opened.db, alone());
  expect(await findSync(opened.db, organizationId, profileIds[0] ?? '')).toMatchObject({ status: 'COMPLETED' });
  expect(await scoresOf(organizationId)).toEqual(state(3));
});
