/** A preview of a few people judges them as a run does, also by what they did under another name than the first. */
import { listRuns } from '../../src/store/agent/runs';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { importFile } from '../../src/ingest/import/importer';
import { network } from '../support/network';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { activity, ExportFolder, postIdAt } from './support/folder';
import { fits, jobsOver, makeWorkspace, workOff } from './support/workspace';

const now = Date.now();
const hour = 3_600_000;
const [first, second] = [postIdAt(now - 50 * hour, 1), postIdAt(now - 60 * hour, 2)];
const bySlug = { profileUrl: 'https://www.linkedin.com/in/bea' };
const byId = { memberId: `ACoAAB${'b'.repeat(33)}` };
const person = (slug: string) => ({ profileUrl: `https://www.linkedin.com/in/${slug}`, name: slug, headline: fits });
const did = (kind: 'like' | 'comment', post: string, who: object, commentText?: string) => ({
  ...{ kind, postUrl: activity(post), occurredAt: new Date(now - 5 * hour).toISOString() },
  ...who,
  ...(commentText === undefined ? {} : { commentText }),
});
const asked = 'How much is it for a team of twenty? We would like to buy.';
const bothNames = { kind: 'person', ...bySlug, ...byId, name: 'bea' };
const othersOf = (post: string) => ['carl', 'dora', 'emil'].map((slug) => did('like', post, person(slug)));
const liked = did('like', first, { ...person('bea'), ...bySlug });

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

interface World {
  /** Imported before. */
  readonly known?: object;
  readonly first: readonly object[];
  readonly second: readonly object[];
}

test.each<[string, World]>([
  ['one name', { first: [liked, ...othersOf(first)], second: [did('comment', second, bySlug, asked)] }],
  [
    'both names in every record',
    {
      first: [{ ...liked, ...byId }, ...othersOf(first)],
      second: [did('comment', second, { ...bySlug, ...byId }, asked)],
    },
  ],
  [
    'two names that an import joined',
    { known: bothNames, first: [liked, ...othersOf(first)], second: [did('comment', second, byId, asked)] },
  ],
  [
    'two names that a later engagement joins',
    {
      first: [liked, ...othersOf(first)],
      second: [did('comment', second, byId, asked), did('like', second, { ...bySlug, ...byId })],
    },
  ],
  [
    'two names that a later fact joins',
    { first: [liked, ...othersOf(first)], second: [did('comment', second, byId, asked), bothNames] },
  ],
])('%s', async (_name, world) => {
  const { db } = opened;
  const { organizationId, agent } = await makeWorkspace(db, 'W', {
    credits: 100,
    watched: [{ slug: 'ada', type: 'INFLUENCER' }],
  });
  const write = (file: string, rows: readonly object[]) =>
    folder.write(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  if (world.known) {
    write('known.ndjson', [world.known]);
    await importFile(db, organizationId, `${folder.path}/known.ndjson`, { network, now: now - hour });
  }
  const posts = [first, second].map((id, at) => ({ id, text: 'On forecasts', at: now - (50 + at * 10) * hour }));
  folder.posts('posts.csv', { name: 'Ada', url: 'https://www.linkedin.com/in/ada' }, posts);
  write(`${first}/all.ndjson`, world.first);
  write(`${second}/all.ndjson`, world.second);
  await agent.enable({
    ...{ pattern: '0 7 1 1 *', timeZone: 'UTC', creditsPerRun: 50, creditsPerDay: 50 },
    ...{ watch: ['INFLUENCER'], keywords: [] },
  });
  const said = async (kind: 'PREVIEW' | 'AGENT') => {
    await agent.request(kind);
    await workOff(db, jobsOver(folder.path, { agent: { previewPeople: 2 } }));
    const [run] = await listRuns(db, organizationId, kind, 1);
    const { rows } = await openWorkspaceStore(db, organizationId).agent.candidates(run?.id ?? '', {
      limit: 9,
      offset: 0,
    });
    return new Map(
      rows.map(({ display_name: who, decision, reasons, intent_score }) => [who, { decision, reasons, intent_score }]),
    );
  };
  const preview = await said('PREVIEW');
  expect([...preview.keys()].sort()).toEqual(['bea', 'carl']);
  const run = await said('AGENT');
  expect(preview.get('bea')).toEqual(run.get('bea'));
  expect(preview.get('carl')).toEqual(run.get('carl'));
  expect(run.get('bea')).toMatchObject({ decision: 'ACCEPTED' });
});
