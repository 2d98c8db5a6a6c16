/** Every day each workspace with a limit loses those beyond it: who stays, in slices, noted, and in no other workspace. */
import { z } from 'zod';
import { systemClock } from '../../src/jobs/clock';
import { applyRetention, retentionJobs } from '../../src/privacy/retention';
import { personRequests } from '../../src/privacy/requests';
import { keptRecords } from '../../src/ingest/import/kept-log';
import { retentionOf } from '../../src/store/privacy/retention';
import { listAudit } from '../../src/store/oauth/audit';
import { enqueue } from '../../src/jobs/enqueue';
import { workOff } from '../agent/support/workspace';
import { activity, importInto, memberId, ndjson, slugUrl } from '../import/support/site';
import { byProfile, ines, openHousehold, rows, type Household } from './support/household';

let house: Household;
beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(() => house.close());

const later = Date.UTC(2026, 11, 10);
const load = (name: string, given: readonly object[]) =>
  importInto(house.site, house.organizationId, house.site.file(name, ndjson(given)));
const names = async () =>
  (await house.db.select<{ name: string }>('SELECT display_name AS name FROM people ORDER BY display_name')).map(
    ({ name }) => name,
  );
const apply = (months: number, now = later, dryRun = false) =>
  applyRetention(house.db, house.organizationId, months, { now, dryRun });

test('to the millisecond of the last engagement; who is watched, and who wrote a post that is not older, stay', async () => {
  const limit = Date.parse('2026-12-02T10:00:00Z');
  expect(await apply(1, limit, true)).toBe(0);
  expect(await apply(1, limit + 1, true)).toBe(3);
  expect(await apply(1, limit + 1)).toBe(3);
  // Ines is on the watchlist.
  expect(await names()).toEqual([ines.name]);
  await house.db.run('DELETE FROM monitored_profiles');
  expect(await apply(1, later, true)).toBe(0);
  await house.db.run('UPDATE posts SET published_at = 1, collected_at = 1');
  expect(await apply(1)).toBe(1);
  expect(await names()).toEqual([]);
  expect(await apply(1)).toBe(0);
});

test('more people than one slice holds go in one run', async () => {
  const many = Array.from({ length: 1_020 }, (_, n) => ({
    kind: 'like',
    memberId: memberId(3_000 + n),
    name: `Crowd ${n}`,
    postUrl: activity(1),
    occurredAt: '2026-10-01T10:00:00Z',
  }));
  await load('crowd.ndjson', many);
  expect(await apply(2, later, true)).toBe(1_020);
  expect(await apply(2)).toBe(1_020);
  expect((await names()).filter((name) => name.startsWith('Crowd'))).toEqual([]);
  expect(await names()).toHaveLength(4);
});

test('the daily job does it where a limit is set, and says so in the audit log', async () => {
  const free = await house.site.workspace();
  await importInto(house.site, free, house.file);
  await personRequests(house.db, house.organizationId, () => later).setRetention(1);
  const [every] = retentionJobs;
  if (!every) throw new Error('no daily job');
  expect(every).toMatchObject({ name: 'apply-every-retention', schedule: { pattern: '7 1 * * *' } });
  await enqueue(house.db, { name: 'apply-every-retention', input: z.object({}) }, {}, { now: later });
  await workOff(house.db, retentionJobs, { now: () => later, monotonic: () => systemClock.monotonic() });
  expect(await retentionOf(house.db, house.organizationId)).toMatchObject({
    retention_months: 1,
    applied_at: later,
    removed: 3,
  });
  expect(await retentionOf(house.db, free)).toBeUndefined();
  expect(await house.db.select('SELECT id FROM people WHERE organization_id = ?', [free])).toHaveLength(4);
  const entries = (await listAudit(house.db)).filter(({ action }) => action === 'apply_retention');
  expect(entries).toEqual([
    expect.objectContaining({
      at: later,
      organization_id: house.organizationId,
      object_kind: 'workspace',
      object_id: house.organizationId,
      detail: '3 people removed, 1 months after their last engagement',
    }),
  ]);
});

describe('what the log of imports keeps of somebody who is erased', () => {
  const kept = async () => {
    const found: string[] = [];
    for await (const { records } of keptRecords(house.db, house.organizationId))
      found.push(...records.map((record) => JSON.stringify(record)));
    return found.map((text) => JSON.parse(text) as Record<string, unknown>);
  };
  const erase = async () => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
  };

  test('that somebody engaged with the post, and the facts of the company: others share these', async () => {
    const facts = { ...rows.facts, companyDomain: 'globex.example', industry: 'Mining', companySize: '51-200' };
    await load('facts.ndjson', [facts]);
    const before = await kept();
    await erase();
    const after = await kept();
    const traces = after.filter(({ kind }) => kind === 'trace');
    expect(traces).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          company: null,
          post: expect.objectContaining({ url: expect.stringContaining('activity') }),
        }),
        expect.objectContaining({
          post: null,
          company: expect.objectContaining({
            name: 'Globex',
            domain: 'globex.example',
            industry: 'Mining',
            size: expect.anything(),
          }),
        }),
      ]),
    );
    const others = (list: typeof before) => list.filter((one) => JSON.stringify(one).includes('other-')).length;
    expect(others(after)).toBe(others(before));
    expect(after.filter(({ kind }) => kind === 'post')).toEqual([
      expect.objectContaining({ author: null, authorName: null, text: null }),
    ]);
    expect(JSON.stringify(after)).toContain('Well said, [erased]!');
  });

  test('nothing of a company without facts, of one that is called by their name, and of a post that names them', async () => {
    const named = { ...rows.facts, companyName: `${ines.name} Ltd`, companyDomain: 'x.example' };
    const posted = {
      kind: 'like',
      profileUrl: slugUrl(ines.slug),
      postUrl: `https://www.linkedin.com/posts/${ines.slug}_topic-activity-7402746946853250009-abcd`,
    };
    await load('named.ndjson', [named, posted]);
    await erase();
    const text = JSON.stringify(await kept());
    expect(text).not.toMatch(/x\.example|wexley/i);
    const companies = (await kept()).filter(({ kind, company }) => kind === 'trace' && company !== null);
    expect(companies).toEqual([]);
  });
});
