/** Reports are paged by when their sort key changed: each change takes the revisions that it concerns, and no other. */
import { workOffQueue } from '../../src/scoring/rescore';
import { storeIcp } from '../../src/store/access/icp';
import { refreshSummaries, removeSummaries } from '../../src/store/writes/account-summaries';
import type { AccountSummaryRow } from '../../src/store/tables/leads';
import { activity, importInto, memberId, ndjson, now, useSite } from './support/site';

const site = useSite('sqlite');
let org: string;
beforeEach(async () => {
  org = await site.workspace();
  await storeIcp(site.db, org, JSON.stringify({ titles: ['vp sales'] }), now);
  const rows = [1, 2, 3].map((n) => ({
    kind: 'like',
    memberId: memberId(n),
    name: `Person ${n}`,
    headline: 'VP Sales',
    companyName: 'Globex',
    companyDomain: 'globex.example',
    industry: 'Mining',
    companySize: '51-200',
    postUrl: activity(n),
    occurredAt: `2026-11-0${n}T10:00:00Z`,
  }));
  await importInto(
    site,
    org,
    site.file(`${org}.ndjson`, ndjson([...rows, ...rows.map(({ kind: _, ...row }) => ({ ...row, kind: 'person' }))])),
  );
  await workOffQueue(site.db, org, now);
});

const at = now + 5_000;
const revision = 1_000_000;
const stored = async () => {
  const rows = await site.db.select<AccountSummaryRow>('SELECT * FROM account_summaries WHERE organization_id = ?', [
    org,
  ]);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error('no summary');
  return row;
};
/** Names of the revisions that a change took. */
const taken = async (change?: string, params: readonly (string | number)[] = []) => {
  if (change) await site.db.run(change, [...params, org]);
  const { account_id: id } = await stored();
  await refreshSummaries(site.db, org, [id], revision, at);
  const row = await stored();
  expect(row.changed_at === at).toBe(row.change_revision === revision);
  const cells = new Map<string, unknown>(Object.entries(row));
  return ['change', 'signal', 'count', 'icp', 'trend'].filter((name) => cells.get(`${name}_revision`) === revision);
};
const one = "id = (SELECT MIN(id) FROM leads WHERE organization_id = 'ORG')";
const ofOne = (set: string) => `UPDATE leads SET ${set} WHERE ${one.replace('ORG', org)} AND organization_id = ?`;

test('the summary is the sum of its leads', async () => {
  const row = await stored();
  expect(row).toMatchObject({
    name: 'Globex',
    domain: 'globex.example',
    industry: 'Mining',
    company_size: '51-200',
    name_sort: 'globex',
    search_text: 'globex\nglobex.example',
    lead_count: 3,
    signal_count: 3,
    first_signal_at: Date.parse('2026-11-01T10:00:00Z'),
    latest_signal_at: Date.parse('2026-11-03T10:00:00Z'),
  });
  expect(row.unqualified_count + row.nurture_count + row.qualified_count + row.priority_count).toBe(3);
});

test('leads who write its name differently are summed up together, each tier by itself', async () => {
  const more = [4, 5, 6, 7].map((n) => ({
    kind: 'like',
    memberId: memberId(n),
    name: `Person ${n}`,
    headline: n % 2 === 0 ? 'VP Sales' : 'Baker',
    companyName: n < 6 ? 'GLOBEX Inc.' : 'Globex, Inc',
    postUrl: activity(n),
    occurredAt: `2026-10-0${n}T10:00:00Z`,
  }));
  await importInto(
    site,
    org,
    site.file(`${org}-more.ndjson`, ndjson([...more, ...more.map((row) => ({ ...row, kind: 'person' }))])),
  );
  await workOffQueue(site.db, org, now);
  // All tiers, in each spelling.
  const leads = await site.db.select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ? ORDER BY id', [
    org,
  ]);
  const tiers = ['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY', 'NURTURE', 'PRIORITY', 'PRIORITY'];
  for (const [at, { id }] of leads.entries()) {
    await site.db.run(
      'UPDATE leads SET lead_tier = ?, icp_match_percent = ?, intent_score = ?, signal_count = ? WHERE id = ?',
      [...[tiers[at] ?? '', 10 * at, 5 * at, at + 1, id]],
    );
  }
  const { account_id: id } = await stored();
  await refreshSummaries(site.db, org, [id], revision, at);
  expect(await stored()).toMatchObject({
    ...{
      lead_count: 7,
      unqualified_count: 1,
      nurture_count: 2,
      qualified_count: 1,
      priority_count: 3,
      signal_count: 28,
    },
    ...{ average_icp_tenths: 300, average_intent_tenths: 150 },
    first_signal_at: Date.parse('2026-10-04T10:00:00Z'),
    latest_signal_at: Date.parse('2026-11-03T10:00:00Z'),
  });
});

test('nothing changed: nothing is written', async () => {
  const before = await stored();
  expect(await taken()).toEqual([]);
  expect(await stored()).toEqual(before);
});

test.each<readonly [name: string, set: string, revisions: readonly string[]]>([
  ['a later signal', 'last_signal_at = last_signal_at + 99000000000', ['change', 'signal']],
  ['more signals', 'signal_count = signal_count + 1', ['change']],
  ['an earlier first signal', 'first_signal_at = 1', ['change']],
  ['another match', 'icp_match_percent = icp_match_percent - 30', ['change', 'icp']],
  ['another tier', "lead_tier = 'UNQUALIFIED'", ['change']],
  // It fades by itself, every day.
  ['other intent', 'intent_score = intent_score + 30', []],
  ['a lead fewer', "disposition = 'CLIENT'", ['change', 'count']],
])('%s', async (_name, set, revisions) => {
  const before = await stored();
  const found = await taken(ofOne(set));
  expect(found).toEqual(expect.arrayContaining([...revisions]));
  expect(
    found.filter((name) => !revisions.includes(name) && !['trend', 'icp', 'signal', 'count'].includes(name)),
  ).toEqual([]);
  if (set.startsWith('intent')) {
    expect((await stored()).average_intent_tenths).toBe(before.average_intent_tenths + 100);
    expect(found).toEqual([]);
  }
});

test.each([
  ['name', 'Globex Corporation'],
  ['domain', 'other.example'],
  ['industry', 'Farming'],
  ['company_size', '1-10'],
])('another %s of the account is told, and moves nothing', async (name, value) => {
  expect(await taken(`UPDATE accounts SET ${name} = ? WHERE organization_id = ?`, [value])).toEqual(['change']);
  expect(await stored()).toMatchObject({ [name]: value });
});

test('an account whose last lead is gone has no report, and one of another workspace stays', async () => {
  const other = await site.workspace();
  await removeSummaries(site.db, other, [(await stored()).account_id], { reason: 'removed' }, at);
  expect(await taken()).toEqual([]);
  await site.db.run("UPDATE leads SET disposition = 'CLIENT' WHERE organization_id = ?", [org]);
  const { account_id: id } = await stored();
  await refreshSummaries(site.db, org, [id, 'nothing'], revision, at);
  expect(await site.db.select('SELECT account_id FROM account_summaries WHERE organization_id = ?', [org])).toEqual([]);
});
