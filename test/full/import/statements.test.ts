/** What importing costs and sends: no statement with an empty list, which servers refuse, and next to none for what is known. */
import { performance } from 'node:perf_hooks';
import { Database } from '../../../src/database/database';
import { storeIcp } from '../../../src/store/access/icp';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { workOffQueue } from '../../../src/scoring/rescore';
import {
  activity,
  contents,
  importInto,
  memberId,
  ndjson,
  now,
  slugUrl,
  useSite,
  watched,
} from '../../import/support/site';

const site = useSite('sqlite');
const count = 900;
const headlines = ['VP Sales at Globex', 'Head of Marketing @ Initech GmbH', 'Founder, Umbrella & Sons', 'Baker'];
const rows = (from: number) =>
  Array.from({ length: count }, (_, n) => ({
    kind: n % 3 === 0 ? 'comment' : 'like',
    memberId: memberId(from + n),
    profileUrl: slugUrl(`person-${from + n}`),
    name: `Person ${n}`,
    headline: headlines[n % headlines.length],
    ...(n % 5 === 0 ? { companyName: `Company ${n % 40}`, companySlug: `company-${n % 40}` } : {}),
    ...(n % 3 === 0 ? { commentText: 'What does it cost?' } : {}),
    postUrl: activity(n % 30),
    occurredAt: '2026-11-01T10:00:00Z',
    observedAt: '2026-11-02T10:00:00Z',
  }));

/**
 * Statements that the work sent, and how many rows it inserted into each table. On a clock that stands still: a slow machine would take
 * less at a time.
 */
async function sent(work: () => Promise<unknown>) {
  const statements: string[] = [];
  const inserted = new Map<string, number>();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1);
  const reads = jest.spyOn(Database.prototype, 'select');
  const changes = jest.spyOn(Database.prototype, 'run');
  const inserts = jest.spyOn(Database.prototype, 'insertRows');
  try {
    await work();
    statements.push(...[...reads.mock.calls, ...changes.mock.calls].map(([sql]) => sql.replace(/\s+/g, ' ')));
    for (const [table, , given] of inserts.mock.calls) inserted.set(table, (inserted.get(table) ?? 0) + given.length);
  } finally {
    for (const spy of [reads, changes, inserts, clock]) spy.mockRestore();
  }
  return { statements, inserted };
}

async function workspace() {
  const organizationId = await site.workspace();
  await storeIcp(site.db, organizationId, JSON.stringify({ titles: ['vp sales'] }), now);
  await saveWatchlistEntry(site.db, organizationId, watched('person-3'), now);
  const load = async (given: readonly object[], name: string) => {
    await importInto(site, organizationId, site.file(`${organizationId}-${name}.ndjson`, ndjson(given)));
    await workOffQueue(site.db, organizationId, now);
  };
  return { organizationId, load };
}

test('no statement has an empty list, whatever is imported', async () => {
  const { load } = await workspace();
  const first = await sent(() => load(rows(1), 'first'));
  const again = await sent(() => load(rows(1).slice(0, 100), 'again'));
  const few = await sent(() => load([{ ...rows(1)[0], headline: undefined, commentText: undefined }], 'few'));
  const all = [first, again, few].flatMap(({ statements }) => statements);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((sql) => /\(\s*\)/.test(sql))).toEqual([]);
  expect(first.inserted.get('people')).toBe(count);
});

test('the same rows again write nobody, no company and no lead, and ask for them in few statements', async () => {
  const { organizationId, load } = await workspace();
  const first = await sent(() => load(rows(1), 'first'));
  const before = await contents(site.db, organizationId);
  const again = await sent(() => load(rows(1), 'again'));
  for (const table of [
    'people',
    'person_identities',
    'profile_snapshots',
    'accounts',
    'account_aliases',
    'posts',
    'leads',
    'lead_terms',
  ])
    expect([table, again.inserted.get(table) ?? 0]).toEqual([table, 0]);
  expect(again.statements.length).toBeLessThan(first.statements.length);
  const asked = (of: typeof first, table: string) =>
    of.statements.filter((sql) => sql.includes(`FROM ${table}`)).length;
  for (const table of ['person_identities', 'account_aliases', 'post_urns'])
    expect(asked(again, table)).toBeLessThanOrEqual(12);
  const after = await contents(site.db, organizationId);
  for (const table of ['people', 'accounts', 'leads', 'engagements', 'account_summaries'])
    expect(after[table]).toEqual(before[table]);
});
