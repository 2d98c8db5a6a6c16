/** What account reports say: counted from active leads, written where it differs, with the revision of what changed. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { ofNeighbours } from '../../../test/support/neighbours';
import { putRow, type Cells } from '../../../test/support/put-row';
import { accountFacts } from './account-facts';
import { refreshAccountNames } from './account-names';
import { computeSummaries, refreshSummaries } from './account-summaries';
import { insertEngagements } from './engagement-writer';
import type { EngagementRow } from '../tables/engagement';

let open: OpenTestDatabase;
let [here, neighbour] = ['', ''];
let made = 0;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());
beforeEach(async () => {
  made += 1;
  [here, neighbour] = [`here ${made}`, `neighbour ${made}`];
  for (const id of [here, neighbour]) await putRow(open.db, 'organizations', { id, name: id, revision: 7 });
});

const { put, rows, everything } = ofNeighbours(() => ({ db: open.db, here, neighbour }));
/** Does it here, and holds that the neighbour is as before. */
const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const before = await everything();
  const result = await work();
  expect(await everything()).toEqual(before);
  return result;
};
const lead = async (id: string, company_name: string | null, more: Cells = {}, created_at = 1) => {
  await put('people', { id, company_name, created_at });
  await put('leads', {
    ...{
      id,
      account_id: 'acme',
      disposition: 'ACTIVE',
      lead_tier: 'QUALIFIED',
      signal_count: 2,
      icp_match_percent: 50,
    },
    ...{ intent_score: 20, first_signal_at: 100, last_signal_at: 200, last_dated_at: 200, ...more },
  });
};
const set = (name: string, cells: Cells, id: string, key = 'id') =>
  open.db.run(
    `UPDATE ${name} SET ${Object.keys(cells)
      .map((one) => `${one} = ?`)
      .join(', ')} WHERE organization_id = ? AND ${key} = ?`,
    [...Object.values(cells), here, id],
  );
const refresh = (revision: number, at = 1_000) =>
  alone(() => open.db.transaction(() => refreshSummaries(open.db, here, ['acme', 'empty', 'gone'], revision, at)));
const summary = async () => (await rows('account_summaries'))[0] ?? {};

test('a report adds up the active leads, however they write the name', async () => {
  await put('accounts', { id: 'acme', name: 'Ácme', domain: 'Acme.example', industry: 'Mining', company_size: '1-10' });
  await put('accounts', { id: 'empty', name: 'Empty', domain: 'x.example' });
  await lead('a', 'Acme', { lead_tier: 'PRIORITY', icp_match_percent: 50, intent_score: 10 });
  await lead('b', 'ACME', {
    lead_tier: 'NURTURE',
    first_signal_at: 90,
    last_signal_at: 150,
    signal_count: 5,
    icp_match_percent: 61,
  });
  await lead('c', 'acme', { lead_tier: 'UNQUALIFIED', last_signal_at: 300, intent_score: 31 });
  await lead('d', 'acme', { disposition: 'CLIENT' });
  const [row, ...others] = await computeSummaries(open.db, here, ['acme', 'empty', 'gone'], 1_000);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ organization_id: here, account_id: 'acme', name: 'Ácme', domain: 'Acme.example', industry: 'Mining' },
    ...{ company_size: '1-10', name_sort: 'acme', industry_key: 'mining', search_text: 'acme\nacme.example' },
    ...{ lead_count: 3, unqualified_count: 1, nurture_count: 1, qualified_count: 0, priority_count: 1 },
    ...{ signal_count: 9, average_icp_tenths: 537, average_intent_tenths: 203 },
    ...{ first_signal_at: 90, latest_signal_at: 300 },
  });
  await set('accounts', { domain: null, industry: null }, 'acme');
  expect(await computeSummaries(open.db, here, ['acme'], 1_000)).toMatchObject([
    { domain: null, industry_key: null, search_text: 'acme\n' },
  ]);
});

describe('a report that is written again', () => {
  beforeEach(async () => {
    await put('accounts', { id: 'acme', name: 'Acme' });
    await lead('a', 'Acme');
    await refresh(11);
  });
  const revisions = async () => {
    const row = await summary();
    return Object.keys(row)
      .filter((name) => name.endsWith('_revision') && row[name] !== 11)
      .sort();
  };

  test('at first carries the revision in each key, and stays as it is while nothing differs', async () => {
    expect([await revisions(), (await summary())['changed_at']]).toEqual([[], 1_000]);
    const before = await summary();
    await refresh(12, 2_000);
    expect(await summary()).toEqual(before);
  });

  test.each([
    ['its name', 'accounts', 'acme', { name: 'Acme Group' }, ['change_revision']],
    ['its latest signal', 'leads', 'a', { last_signal_at: 201 }, ['change_revision', 'signal_revision']],
    ['its fit', 'leads', 'a', { icp_match_percent: 51 }, ['change_revision', 'icp_revision']],
    ['its tiers', 'leads', 'a', { lead_tier: 'PRIORITY' }, ['change_revision']],
  ])('tells that it changed, and marks the key that did: %s', async (_, name, id, cells, marked) => {
    await set(name, cells, id);
    await refresh(12, 2_000);
    expect([await revisions(), (await summary())['changed_at']]).toEqual([marked, 2_000]);
  });

  test('counts another lead', async () => {
    await lead('b', 'Acme');
    await refresh(12, 2_000);
    expect([await revisions(), (await summary())['lead_count']]).toEqual([['change_revision', 'count_revision'], 2]);
  });

  test('is not told of what changes with the clock alone', async () => {
    await set('leads', { intent_score: 19 }, 'a');
    await refresh(12, 2_000);
    expect([await revisions(), await summary()]).toMatchObject([[], { average_intent_tenths: 190, changed_at: 1_000 }]);
    await put('engagements', { person_id: 'a', post_id: 'p', type: 'LIKE', occurred_at: 150, dated: 1 });
    await refresh(13, 3_000);
    expect(await summary()).toMatchObject({ signals_14d: 1, changed_at: 1_000, change_revision: 11 });
    expect(await revisions()).toEqual(['trend_revision']);
  });

  test('goes with the last active lead, and the change log says so', async () => {
    await set('leads', { disposition: 'CLIENT' }, 'a');
    await refresh(12, 2_000);
    expect([await rows('account_summaries'), await rows('change_tombstones')]).toMatchObject([
      [],
      [{ kind: 'account', reason: 'removed' }],
    ]);
    await refresh(13);
    expect(await rows('change_tombstones')).toHaveLength(1);
  });
});

describe('an account is called', () => {
  const called = async () => {
    await alone(async () =>
      open.db.transaction(async () => refreshAccountNames(open.db, here, await accountFacts(open.db, here, ['acme']))),
    );
    return (await rows('accounts')).find((row) => row['id'] === 'acme')?.['name'];
  };
  beforeEach(() => put('accounts', { id: 'acme', name: 'old' }));

  test('as most of its active leads write it, without the legal form; its leads are told', async () => {
    await lead('a', 'Globex Inc.', {}, 5);
    await lead('b', 'Globex', {}, 6);
    await lead('c', 'Acme', {}, 1);
    for (const id of ['d', 'e', 'f']) await lead(id, 'Initech', { disposition: 'CLIENT' });
    await put('leads', { id: 'other', account_id: 'other' });
    expect(await called()).toBe('Globex');
    const reported = (await rows('leads')).filter((row) => row['change_revision'] === 7).map((row) => row['id']);
    expect(reported.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    // The same name again changes nothing.
    await open.db.run('UPDATE leads SET change_revision = 1 WHERE organization_id = ?', [here]);
    expect(await called()).toBe('Globex');
    expect(new Set((await rows('leads')).map((row) => row['change_revision']))).toEqual(new Set([1]));
  });

  test.each([
    [
      'of equally many, as those stored first do',
      [
        ['Beta', 5],
        ['Acme', 6],
      ],
      'Beta',
    ],
    [
      'stored first: the first of all who write it so',
      [
        ['Beta', 5],
        ['Acme Inc.', 4],
        ['Acme', 9],
        ['Beta Inc.', 6],
      ],
      'Acme',
    ],
    [
      'stored at one time, by the alphabet',
      [
        ['Beta', 5],
        ['Acme', 5],
      ],
      'Acme',
    ],
    ['as it was, where no lead has a name', [[null, 5]], 'old'],
    ['at most 200 letters', [['x'.repeat(201), 5]], 'x'.repeat(200)],
  ] as const)('%s', async (_, names, expected) => {
    for (const [n, [name, since]] of names.entries()) await lead(`${n}`, name, {}, since);
    expect(await called()).toBe(expected);
  });
});

describe('engagements', () => {
  const engagement = (person_id: string, more: Partial<EngagementRow> = {}): EngagementRow => ({
    ...{
      organization_id: here,
      id: `of ${person_id} ${made}`,
      post_id: `post of ${person_id}`,
      person_id,
      type: 'LIKE',
    },
    ...{
      discriminator: '',
      occurred_at: 1,
      earliest_at: null,
      observed_at: 1,
      dated: 1,
      by_author: 0,
      origin: 'watchlist',
    },
    ...{
      monitored_profile_id: null,
      comment_excerpt: null,
      comment_class: null,
      said_confidence: null,
      said_set_at: null,
      said_by: null,
      said_built_in: null,
      intent_hint: 0,
      reaction: null,
    },
    ...more,
  });
  const marked = async () => (await rows('audience_marks')).map((row) => row['post_id']).sort();
  const insert = (list: readonly EngagementRow[]) => alone(() => insertEngagements(open.db, here, list));

  test('that are new are stored, returned, and their posts marked; those that are stored are neither', async () => {
    const [a, b] = [engagement('a'), engagement('b')];
    expect([await insert([]), await marked()]).toEqual([[], []]);
    expect([await insert([a]), await marked()]).toEqual([[a], ['post of a']]);
    await open.db.run('DELETE FROM audience_marks WHERE organization_id = ?', [here]);
    expect([await insert([{ ...a, id: 'again' }]), await marked()]).toEqual([[], []]);
    expect(await insert([{ ...a, id: 'again' }, b])).toEqual([b]);
    expect(await marked()).toContain('post of b');
    expect((await rows('engagements')).map((row) => row['id']).sort()).toEqual([a.id, b.id]);
  });
});
