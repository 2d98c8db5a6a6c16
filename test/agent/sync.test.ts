/** Syncs of the watchlist: what is new comes in once, limits are limits of people, and nothing is lost while a source is down. */
import { filesSource } from '../../src/ingest/sources/files';
import { SourceFailure, type Source } from '../../src/ingest/sources/source';
import type { Database } from '../../src/database/database';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { setWatchlistStatus } from '../../src/store/writes/watchlist';
import { queueSync } from '../../src/ingest/sync/request';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { disturbed } from './support/disturbed';
import { ExportFolder, postIdAt, type Engager } from './support/folder';
import { fits, jobsOver, makeWorkspace, misfits, workOff, type Limits } from './support/workspace';
import { systemClock } from '../../src/jobs/clock';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.now();
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, at): Engager => ({
    name: `Person ${from + at}`,
    slug: `person-${from + at}`,
    headline: (from + at) % 2 === 0 ? fits : misfits,
    at: now - 5 * hour,
  }));
const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };

describe.each(['sqlite'] as const)('the watchlist sync on %s', (kind) => {
  let opened: OpenTestDatabase;
  let db: Database;
  let folder: ExportFolder;
  let made = 0;
  const post = () => postIdAt(now - 30 * hour, (made += 1));

  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    folder = new ExportFolder();
  });
  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const work = (limits?: Limits) => workOff(db, jobsOver(folder.path, limits));
  const workspace = async (slugs: readonly string[] = ['ada']) => {
    const watched = slugs.map((slug) => ({ slug, type: 'INFLUENCER' as const }));
    return makeWorkspace(db, `Workspace ${(made += 1)}`, { credits: 0, watched });
  };
  const leadsOf = (organizationId: string) =>
    db.select<{ origin: string }>('SELECT origin FROM leads WHERE organization_id = ? ORDER BY id', [organizationId]);
  const lastSync = async (organizationId: string, profileId: string) =>
    (await openWorkspaceStore(db, organizationId).profiles.syncs([profileId]))[0];

  test('a sync brings what is new of ACTIVE profiles, once, and leaves PAUSED ones alone', async () => {
    const [id, second] = [post(), post()];
    folder.posts('posts.csv', ada, [
      { id, text: 'On forecasts', at: now - 30 * hour },
      { id: second, text: 'On lunch', at: now - 20 * hour },
    ]);
    folder.engagements(`${id}/all.csv`, id, people(0, 6));
    folder.engagements(`${second}/all.csv`, second, people(4, 6));
    const { organizationId, profileIds } = await workspace();
    const [profileId = ''] = profileIds;
    const sync = async () => {
      await queueSync(db, organizationId, profileId, Date.now());
      await work();
      const [row] = await openWorkspaceStore(db, organizationId).profiles.syncs([profileId]);
      return row;
    };
    expect(await sync()).toMatchObject({ status: 'COMPLETED', posts: 2, engagements: 12, people: 10, failure: null });
    expect(await leadsOf(organizationId)).toHaveLength(10);
    expect(new Set((await leadsOf(organizationId)).map((lead) => lead.origin))).toEqual(new Set(['watchlist']));
    expect(await sync()).toMatchObject({ posts: 0, engagements: 0 });
    folder.engagements(`${second}/all.csv`, second, people(4, 8));
    folder.engagements(`${id}/more.csv`, id, people(20, 1));
    expect(await sync()).toMatchObject({ posts: 2, engagements: 3, people: 3 });
    const synced = await openWorkspaceStore(db, organizationId).profiles.one(profileId);
    expect(synced?.last_engagement_sync_at).toBeGreaterThan(now - 60_000);
    await setWatchlistStatus(db, organizationId, profileId, 'PAUSED');
    folder.engagements(`${id}/later.csv`, id, people(30, 1));
    await sync();
    expect(await leadsOf(organizationId)).toHaveLength(13);
  });

  test('limits of a sync hold to the person, and the next goes on', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 25));
    const { organizationId, profileIds } = await workspace();
    const outcomes: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      await queueSync(db, organizationId, profileIds[0] ?? '', Date.now());
      await work({ sync: { maxPeople: 8, peoplePerDay: 20 } });
      const [row] = await openWorkspaceStore(db, organizationId).profiles.syncs(profileIds);
      outcomes.push([row?.people, row?.stop_reason]);
    }
    expect(outcomes).toEqual([
      [8, 'people'],
      [8, 'people'],
      [4, 'day'],
      [0, 'day'],
    ]);
  });

  test('stopped within a page and ended by a crash, it goes on with the rest of that page', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 12));
    const { organizationId, profileIds } = await workspace();
    const [profileId = ''] = profileIds;
    let [at, writes] = [now, 0];
    const limits = { sync: { schedule: 'off', peoplePerDay: 8 } };
    const jobs = disturbed(jobsOver(folder.path, limits), 'sync-profile', async (_step, place) => {
      const stored = (await lastSync(organizationId, profileId))?.people ?? 0;
      if (place === 'between' || stored === 0) return;
      writes += 1;
      // The first write is the page's, the second is the end of the sync.
      if (writes === 2) throw new Error('the process ends');
    });
    const clock = { now: () => at, monotonic: systemClock.monotonic };
    await queueSync(db, organizationId, profileId, at);
    await workOff(db, jobs, clock);
    expect(await lastSync(organizationId, profileId)).toMatchObject({ status: 'RUNNING', people: 8 });
    // The day after there is room for those who were left.
    at += day;
    await workOff(db, jobs, clock);
    expect(await lastSync(organizationId, profileId)).toMatchObject({ status: 'COMPLETED', people: 12 });
    expect(await leadsOf(organizationId)).toHaveLength(12);
  });

  test('a person counts once in a sync and once on a day, under however many posts', async () => {
    const ids = [post(), post(), post()];
    const listed = ids.map((id) => ({ id, text: 'On forecasts', at: now - 30 * hour }));
    folder.posts('posts.csv', ada, listed);
    for (const id of ids) folder.engagements(`${id}/all.csv`, id, people(0, 6));
    const grace = { name: 'Grace', url: 'https://www.linkedin.com/in/grace' };
    const other = post();
    folder.posts('grace.csv', grace, [{ id: other, text: 'On lunch', at: now - 30 * hour }]);
    folder.engagements(`${other}/all.csv`, other, people(0, 8));
    const { organizationId, profileIds } = await workspace(['ada', 'grace']);
    const sync = async (profileId = '') => {
      await queueSync(db, organizationId, profileId, Date.now());
      await work({ sync: { maxPeople: 6, peoplePerDay: 7 } });
      return lastSync(organizationId, profileId);
    };
    // Six people under three posts are six, to whom the limit of the sync leaves room for no other.
    expect(await sync(profileIds[0])).toMatchObject({ people: 6, engagements: 18, posts: 3, stop_reason: null });
    // Of the day one is left: the six are no others than before, the seventh is, the eighth is one too many.
    const stopped = await sync(profileIds[1]);
    expect(stopped).toMatchObject({ people: 6, stop_reason: 'people' });
    expect(await sync(profileIds[1])).toMatchObject({ people: 1, stop_reason: 'day' });
    const [counted] = await db.select<{ people: number }>(
      'SELECT people FROM watchlist_sync_days WHERE organization_id = ?',
      [organizationId],
    );
    expect(counted?.people).toBe(7);
  });

  test('posts of the time when a source was down are asked for when it is back', async () => {
    const { organizationId, profileIds } = await workspace();
    const [profileId = ''] = profileIds;
    let [at, isDown] = [now, false];
    const asked: number[] = [];
    const source: Source = {
      ...{ name: 'unipile', brings: 'posts', costs: 'nothing', cannot: null },
      async *postsOf(_profile, _state, { since }) {
        if (isDown) throw new SourceFailure('source_refused', 'It is down.');
        asked.push((at - since) / day);
        yield { records: [], posts: [], state: null };
      },
      async *collect() {
        // No post is found.
      },
    };
    const clock = { now: () => at, monotonic: systemClock.monotonic };
    const sync = async () => {
      await queueSync(db, organizationId, profileId, at);
      // Without the schedule, which is due as well after a day and would ask once more.
      await workOff(db, jobsOver(source, { sync: { schedule: 'off' } }), clock);
      return (await lastSync(organizationId, profileId))?.status;
    };
    expect(await sync()).toBe('COMPLETED');
    at += day;
    isDown = true;
    expect(await sync()).toBe('FAILED');
    at += 20 * day;
    isDown = false;
    expect(await sync()).toBe('COMPLETED');
    at += day;
    expect(await sync()).toBe('COMPLETED');
    // 14 days of overlap; after the failure all 21 days since the last that succeeded, and then as ever.
    expect(asked).toEqual([14, 35, 15]);
  });

  test('a profile that is paused while it is synced keeps what came in, in a batch that is closed', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/a.csv`, id, people(0, 4));
    folder.engagements(`${id}/b.csv`, id, people(4, 4));
    const { organizationId, profileIds } = await workspace();
    const [profileId = ''] = profileIds;
    const files = filesSource(folder.path);
    const source: Source = {
      ...files,
      async *collect(...asked) {
        for await (const page of files.collect(...asked)) {
          yield page;
          await setWatchlistStatus(db, organizationId, profileId, 'PAUSED');
        }
      },
    };
    await queueSync(db, organizationId, profileId, Date.now());
    await workOff(db, jobsOver(source));
    const leads = (await leadsOf(organizationId)).length;
    expect(leads).toBeGreaterThan(0);
    expect(leads).toBeLessThanOrEqual(8);
    const batches = await db.select(`SELECT status FROM batches WHERE organization_id = ? AND kind = 'sync'`, [
      organizationId,
    ]);
    expect(batches).toEqual([{ status: 'DONE' }]);
  });
});
