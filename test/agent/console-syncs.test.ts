/** How syncs of watched profiles stand, as the console asks for it: queued, done, failed, cut short, and of this workspace alone. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { insertInto } from '../../src/database/define';
import { addMember } from '../../src/store/access/members';
import { watchlistSyncs, type WatchlistSyncRow } from '../../src/store/tables/agent';
import { Browser } from '../console/support';
import { startTestService, type TestService } from '../support/service';
import { ExportFolder, postIdAt } from './support/folder';
import { fits, jobsOver, makeWorkspace, workOff } from './support/workspace';

const hour = 3_600_000;
let folder: ExportFolder;
let service: TestService;
let organizationId: string;
let ids: readonly string[];
let admin: Browser;

beforeAll(async () => {
  folder = new ExportFolder();
  service = await startTestService({ env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder.path } });
  const watched = ['ada', 'grace', 'joan', 'mary'].map((slug) => ({ slug, type: 'INFLUENCER' as const }));
  ({ organizationId, profileIds: ids } = await makeWorkspace(service.db, 'Syncs', { credits: 0, watched }));
  admin = await signedIn(organizationId);
});
afterAll(async () => {
  await service.end();
  folder.remove();
});

async function signedIn(organization: string): Promise<Browser> {
  const email = `admin-${organization}@acme.example`;
  const given = { organizationId: organization, email, displayName: 'Ada', passwordHash: null, active: true };
  const userId = (await addMember(service.db, { ...given, role: 'ADMIN' }))?.userId ?? '';
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
  return browser;
}

const ask = async (operation: string, input: object) => {
  const answer = await admin.post(`${organizationId}/${operation}`, input);
  expect(answer.status).toBe(200);
  return answer.body;
};
const syncs = (monitoredProfileIds: readonly (string | undefined)[] = ids) =>
  ask('list_watchlist_syncs', { monitoredProfileIds });

it('a profile is never synced, then waits, then says what the sync brought', async () => {
  const now = Date.now();
  const id = postIdAt(now - 30 * hour);
  const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };
  folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
  folder.engagements(`${id}/all.csv`, id, [{ name: 'Fan', slug: 'fan', headline: fits, at: now - 5 * hour }]);
  // The service's worker plans the next one; none runs here.
  expect(await syncs()).toEqual({ data: [], syncs: true, nextAt: null });
  await ask('sync_watchlist', { monitoredProfileId: ids[0] });
  const waiting = { monitoredProfileId: ids[0], startedAt: null, finishedAt: null, left: null, failure: null };
  expect((await syncs())['data']).toEqual([{ ...waiting, status: 'WAITING', posts: 0, engagements: 0 }]);
  await workOff(service.db, jobsOver(folder.path));
  const ended = { startedAt: expect.any(String), finishedAt: expect.any(String), left: null, failure: null };
  expect((await syncs())['data']).toEqual([
    { monitoredProfileId: ids[0], status: 'COMPLETED', posts: 1, engagements: 1, ...ended },
  ]);
});

it('one that failed says why, one without its job was cut short, and nobody sees those of other workspaces', async () => {
  const row = (profile_id: string | undefined, change: Partial<WatchlistSyncRow>): WatchlistSyncRow => ({
    organization_id: organizationId,
    profile_id: profile_id ?? '',
    status: 'FAILED',
    batch_id: null,
    posts: 0,
    engagements: 0,
    people: 0,
    stop_reason: null,
    failure: null,
    started_at: Date.now(),
    finished_at: Date.now(),
    read_until: null,
    ...change,
  });
  await insertInto(service.db, watchlistSyncs, [
    row(ids[1], { failure: 'the source answered 503' }),
    row(ids[2], { status: 'RUNNING', finished_at: null }),
    row(ids[3], { status: 'COMPLETED', stop_reason: 'day' }),
  ]);
  expect((await syncs(ids.slice(1)))['data']).toMatchObject([
    { monitoredProfileId: ids[1], status: 'FAILED', failure: 'the source answered 503' },
    { monitoredProfileId: ids[2], status: 'FAILED', failure: null, finishedAt: null },
    { monitoredProfileId: ids[3], status: 'COMPLETED', left: 'day' },
  ]);
  const other = await makeWorkspace(service.db, 'Other', { credits: 0, watched: [] });
  const stranger = await signedIn(other.organizationId);
  const answer = await stranger.post(`${other.organizationId}/list_watchlist_syncs`, { monitoredProfileIds: ids });
  expect(answer).toMatchObject({ status: 200, body: { data: [] } });
  const tooMany = Array.from({ length: 1_001 }, () => ids[0]);
  const refused = await admin.post(`${organizationId}/list_watchlist_syncs`, { monitoredProfileIds: tooMany });
  expect(refused).toMatchObject({ status: 400, code: 'validation_failed' });
});
