/** The stored audience of a post and of a workspace: everybody once, in as many pieces as it takes, replaced only by the rules. */
import { countMarkedPosts, countPost } from '../../src/audience/posts';
import { refreshAudiences } from '../../src/audience/refresh';
import { takeSnapshot } from '../../src/audience/snapshot';
import { weakestRules } from '../../src/rules/audience/privacy';
import { workOffQueue } from '../../src/scoring/rescore';
import { storeIcp } from '../../src/store/access/icp';
import { postAudienceOf, snapshotOf } from '../../src/store/audience/aggregates';
import { markAudiences } from '../../src/store/writes/engagement-writer';
import { activity, importInto, memberId, ndjson, now, slugUrl, useSite } from '../import/support/site';

const site = useSite('sqlite');
const rules = weakestRules;
const day = 86_400_000;
const nextDay = Date.UTC(2026, 10, 21);
const midnight = { rules, now };

const like = (n: number, more: object = {}) => ({
  kind: 'like',
  memberId: memberId(n),
  name: `Engager ${n}`,
  headline: 'VP Sales at Globex',
  postUrl: activity(1),
  occurredAt: '2026-11-15T10:00:00Z',
  ...more,
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function workspaceWith(rows: readonly object[]) {
  const organizationId = await site.workspace();
  await storeIcp(site.db, organizationId, JSON.stringify({ titles: ['vp sales'] }), now);
  const load = async (more: readonly object[], name = 'more') => {
    await importInto(site, organizationId, site.file(`${organizationId}-${name}.ndjson`, ndjson(more)));
    await workOffQueue(site.db, organizationId, now);
  };
  await load(rows, 'first');
  const [post] = await site.db.select<{ id: string }>('SELECT id FROM posts WHERE organization_id = ?', [
    organizationId,
  ]);
  const postId = post?.id ?? '';
  const stored = async () => {
    const row = await postAudienceOf(site.db, organizationId, postId);
    return row && { ...row, content: JSON.parse(row.content) as { title: object; leads: { tiers: object } | null } };
  };
  const dueAt = async () =>
    (
      await site.db.select<{ due_at: number }>(
        'SELECT due_at FROM audience_marks WHERE organization_id = ? AND post_id = ?',
        [organizationId, postId],
      )
    ).map((row) => row.due_at);
  return { organizationId, postId, load, stored, dueAt };
}

test('people by bucket, engagements by type and leads by tier; the author and company pages are nobody', async () => {
  const rows = [
    ...range(1, 6).map((n) => like(n)),
    like(1, { kind: 'comment', commentText: 'How much is it?' }),
    like(2, { kind: 'repost' }),
    like(7, { headline: 'Baker' }),
    like(8, { memberId: undefined, profileUrl: 'https://www.linkedin.com/company/page-8', name: 'Page' }),
    { kind: 'post', postUrl: activity(1), text: 'Words', authorMemberId: memberId(6), authorName: 'Engager 6' },
  ];
  const { organizationId, postId, stored, dueAt } = await workspaceWith(rows);
  await countPost(site.db, organizationId, postId, midnight);
  expect(await stored()).toMatchObject({ computed_at: now, people: 6, comments: 1, reposts: 1 });
  const { content } = (await stored()) ?? {};
  expect(Object.values(content?.title ?? {}).reduce((sum: number, n) => sum + Number(n), 0)).toBe(6);
  expect(Object.values(content?.leads?.tiers ?? {}).reduce((sum: number, n) => sum + Number(n), 0)).toBe(6);
  expect(await dueAt()).toEqual([]);
});

test('a post with nobody has no audience; one that had somebody keeps its row, with nobody in it', async () => {
  const page = like(8, { memberId: undefined, profileUrl: 'https://www.linkedin.com/company/page-8', name: 'Page' });
  const empty = await workspaceWith([page]);
  await countPost(site.db, empty.organizationId, empty.postId, midnight);
  expect(await empty.stored()).toBeUndefined();
  const full = await workspaceWith([like(1)]);
  await countPost(site.db, full.organizationId, full.postId, midnight);
  expect(await full.stored()).toMatchObject({ people: 1, likes: 1 });
  await site.db.run('DELETE FROM engagements WHERE organization_id = ?', [full.organizationId]);
  await countPost(site.db, full.organizationId, full.postId, midnight);
  expect(await full.stored()).toMatchObject({ people: 0, likes: 0 });
});

test('people who wait to be scored are counted, and their post again a minute later with its leads', async () => {
  const { organizationId, postId, stored, dueAt } = await workspaceWith(range(1, 3).map((n) => like(n)));
  const queue = () =>
    site.db.run(
      'INSERT INTO scoring_queue (organization_id, person_id) SELECT organization_id, id FROM people WHERE organization_id = ?',
      [organizationId],
    );
  await queue();
  await countPost(site.db, organizationId, postId, midnight);
  expect([(await stored())?.people, (await stored())?.content.leads, await dueAt()]).toEqual([3, null, [now + 60_000]]);
  await workOffQueue(site.db, organizationId, now);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: now + 60_000 })).toBe(1);
  const leads = (await stored())?.content.leads;
  expect(leads).toMatchObject({ tiers: { NURTURE: 3 } });
  expect(await dueAt()).toEqual([]);
  // What was known of leads stays while they wait to be scored again.
  await queue();
  await markAudiences(site.db, organizationId, [postId]);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: now + 120_000 })).toBe(1);
  expect([(await stored())?.content.leads, await dueAt()]).toEqual([leads, [now + 180_000]]);
});

test('what was published today stays until tomorrow when fewer than a group came, and changes at once for a whole group', async () => {
  const { organizationId, postId, load, stored, dueAt } = await workspaceWith(range(1, 30).map((n) => like(n)));
  await countPost(site.db, organizationId, postId, midnight);
  const first = await stored();
  await load(
    range(31, 34).map((n) => like(n)),
    'four',
  );
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: now + 1 })).toBe(0);
  expect(await stored()).toEqual(first);
  expect(await dueAt()).toEqual([nextDay]);
  // Waiting, it is not looked at before its day.
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: nextDay - 1 })).toBe(0);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: nextDay })).toBe(1);
  expect(await stored()).toMatchObject({ people: 34, computed_at: nextDay });
  expect(await dueAt()).toEqual([]);
  await load(
    range(35, 39).map((n) => like(n)),
    'group',
  );
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: nextDay + 1 })).toBe(1);
  expect(await stored()).toMatchObject({ people: 39 });
  // The same people with a comment more each: their number by type is published too.
  await load([like(1, { kind: 'comment', commentText: 'Hm' })], 'comment');
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: nextDay + 2 })).toBe(0);
});

test('tiers that move by fewer than a group show nothing today', async () => {
  const { organizationId, postId, stored } = await workspaceWith(range(1, 30).map((n) => like(n)));
  await countPost(site.db, organizationId, postId, midnight);
  const first = await stored();
  const promote = (people: number) =>
    site.db.run(
      `UPDATE leads SET lead_tier = 'PRIORITY' WHERE organization_id = ? AND id IN
         (SELECT id FROM leads WHERE organization_id = ? AND lead_tier <> 'PRIORITY' ORDER BY id LIMIT ${people})`,
      [organizationId, organizationId],
    );
  await promote(4);
  await markAudiences(site.db, organizationId, [postId]);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: now + 1 })).toBe(0);
  expect(await stored()).toEqual(first);
  await promote(1);
  await site.db.run('UPDATE audience_marks SET due_at = 0 WHERE organization_id = ?', [organizationId]);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now: now + 2 })).toBe(1);
  expect((await stored())?.content.leads?.tiers).toMatchObject({ PRIORITY: 5 });
});

test('more marks than are read at a time are all counted, each once', async () => {
  const { organizationId } = await workspaceWith(range(1, 1_105).map((n) => like(n % 30, { postUrl: activity(n) })));
  let checked = 0;
  const stored = await countMarkedPosts(site.db, organizationId, {
    rules,
    now,
    checkpoint: async () => void (checked += 1),
  });
  expect(stored).toBe(1_105);
  expect(checked).toBeGreaterThan(5);
  expect(await countMarkedPosts(site.db, organizationId, { rules, now })).toBe(0);
});

test('a workspace with more people than one statement reads counts everybody once, in each window of their last engagement', async () => {
  const people = [
    ...range(1, 460).map((n) => like(n, { occurredAt: new Date(now - 2 * day).toISOString() })),
    ...range(461, 500).map((n) => like(n, { occurredAt: new Date(now - 20 * day).toISOString() })),
    ...range(501, 503).map((n) => like(n, { occurredAt: new Date(now - 60 * day).toISOString() })),
  ];
  const { organizationId } = await workspaceWith(people);
  let checked = 0;
  const options = { ...midnight, checkpoint: async () => void (checked += 1) };
  expect(await takeSnapshot(site.db, organizationId, options)).toBe(4);
  expect(checked).toBeGreaterThan(1);
  for (const breakdown of ['title', 'companySize', 'location', 'industry'] as const) {
    const row = await snapshotOf(site.db, organizationId, breakdown);
    const content = JSON.parse(row?.content ?? '{}') as Record<
      string,
      { people: number; counts: Record<string, number> }
    >;
    const sums = Object.entries(content).map(([window, { people: n, counts }]) => [
      window,
      n,
      Object.values(counts).reduce((a, b) => a + b, 0),
    ]);
    expect([row?.people, row?.computed_at, sums]).toEqual([
      503,
      now,
      [
        ['7d', 460, 460],
        ['30d', 500, 500],
        ['90d', 503, 503],
      ],
    ]);
  }
  // Nothing changed: the same again. A few more: today's stays.
  expect(await takeSnapshot(site.db, organizationId, { rules, now: now + 1 })).toBe(4);
  await importInto(
    site,
    organizationId,
    site.file('late.ndjson', ndjson([like(600, { profileUrl: slugUrl('late') })])),
  );
  expect(await takeSnapshot(site.db, organizationId, { rules, now: now + 2 })).toBe(0);
  expect(await takeSnapshot(site.db, organizationId, { rules, now: nextDay })).toBe(4);
});

test('the first snapshot that publishes something is taken at once, and then once a day', async () => {
  const { organizationId, load } = await workspaceWith(range(1, 19).map((n) => like(n)));
  const title = () => snapshotOf(site.db, organizationId, 'title');
  await refreshAudiences(site.db, organizationId, midnight);
  expect((await title())?.people).toBe(19);
  await load([like(20)], 'twentieth');
  await refreshAudiences(site.db, organizationId, midnight);
  expect((await title())?.people).toBe(20);
  await load(
    range(21, 60).map((n) => like(n)),
    'many',
  );
  await refreshAudiences(site.db, organizationId, { rules, now: now + 1 });
  expect((await title())?.people).toBe(20);
});
