/** What each write does to the rows it is about, with a neighbour that holds the very same rows and must keep every one of them. */
import type { SqlValue } from '../../database/database';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { workspaceTables } from '../tables/all';
import { accountFacts } from './account-facts';
import { accountTrends } from './account-trends';
import {
  knownEngagements,
  markAudiences,
  markStale,
  markSynced,
  queueScoring,
  relinkEngagements,
} from './engagement-writer';
import { countProfileLeads } from './lead-writer';
import { activeMembers, leadsOfAccounts, peopleOfAccounts, watchedPeople } from './lookups';
import {
  clearStale,
  countQueued,
  hasWork,
  peopleAfter,
  queueEverybody,
  queuedPeople,
  staleTargets,
  unqueue,
  workspacesWithWork,
} from './scoring-queue';

let open: OpenTestDatabase;
let [here, neighbour, empty] = ['', '', ''];
let made = 0;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());
beforeEach(async () => {
  made += 1;
  [here, neighbour, empty] = [`here ${made}`, `neighbour ${made}`, `empty ${made}`];
  await open.db.run('DELETE FROM scoring_queue');
  await open.db.run('DELETE FROM stale_summaries');
});

/** The same row in both workspaces. */
async function put(name: string, cells: Cells): Promise<void> {
  for (const organization_id of [here, neighbour]) await putRow(open.db, name, { ...cells, organization_id });
}
const rowsOf = (name: string, organizationId = here) =>
  open.db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
const column = async (name: string, of: string, organizationId = here) =>
  (await rowsOf(name, organizationId)).map((row) => row[of]).sort();
const everything = async (organizationId: string) => {
  const found: Record<string, unknown> = {};
  for (const { name } of workspaceTables) found[name] = await rowsOf(name, organizationId);
  return found;
};
/** Does it here, and holds that the neighbour is as before. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await everything(neighbour);
  const result = await work();
  expect(await everything(neighbour)).toEqual(before);
  return result;
}

describe('the queue of people to score', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c', 'd']) await put('people', { id, display_name: id });
    await put('scoring_queue', { person_id: 'b', cause: 'enrichment' });
    await put('scoring_queue', { person_id: 'a', cause: null });
  });

  test('gives the next ones with their causes, and how many there are', async () => {
    const { db } = open;
    expect(await queuedPeople(db, here, 1)).toEqual({ ids: ['a'], causes: new Map() });
    expect(await queuedPeople(db, here, 5)).toEqual({ ids: ['a', 'b'], causes: new Map([['b', 'enrichment']]) });
    expect([await countQueued(db, here), await countQueued(db, empty)]).toEqual([2, 0]);
  });

  test('a cause that is there stays, but for an undo; somebody is queued once', async () => {
    const { db } = open;
    await alone(() => queueScoring(db, here, ['a', 'b', 'c', 'c'], 'icp'));
    const causes = async () => Object.fromEntries((await queuedPeople(db, here, 9)).causes);
    expect([await causes(), await countQueued(db, here)]).toEqual([{ b: 'enrichment', c: 'icp' }, 3]);
    await alone(() => queueScoring(db, here, ['b'], 'undo'));
    await queueScoring(db, here, ['b', 'd']);
    expect([await causes(), await countQueued(db, here)]).toEqual([{ b: 'undo', c: 'icp' }, 4]);
  });

  test('everybody is queued by a new ICP, and taken out by name', async () => {
    const { db } = open;
    await alone(() => queueEverybody(db, here));
    expect((await queuedPeople(db, here, 9)).causes).toEqual(
      new Map([
        ['b', 'enrichment'],
        ['c', 'icp'],
        ['d', 'icp'],
      ]),
    );
    await alone(() => unqueue(db, here, ['a', 'c', 'd']));
    expect((await queuedPeople(db, here, 9)).ids).toEqual(['b']);
    expect(await peopleAfter(db, here, '', 3)).toEqual(['a', 'b', 'c']);
    expect(await peopleAfter(db, here, 'c', 3)).toEqual(['d']);
  });

  test('whether there is work: people that wait, or counts that are stale', async () => {
    const { db } = open;
    expect((await workspacesWithWork(db)).sort()).toEqual([here, neighbour].sort());
    await alone(() => unqueue(db, here, ['a', 'b']));
    expect([await hasWork(db, here), await hasWork(db, neighbour), await hasWork(db, empty)]).toEqual([
      false,
      true,
      false,
    ]);
    await alone(() => markStale(db, here, 'account', ['x', 'x', 'y']));
    await alone(() => markStale(db, here, 'profile', ['z']));
    await markStale(db, neighbour, 'account', ['x', 'y']);
    expect([await hasWork(db, here), await staleTargets(db, here, 'account', 9)]).toEqual([true, ['x', 'y']]);
    expect([await staleTargets(db, here, 'account', 1), await staleTargets(db, here, 'profile', 9)]).toEqual([
      ['x'],
      ['z'],
    ]);
    await alone(() => clearStale(db, here, 'account', ['x', 'z']));
    expect([await staleTargets(db, here, 'account', 9), await staleTargets(db, here, 'profile', 9)]).toEqual([
      ['y'],
      ['z'],
    ]);
  });
});

describe('engagements', () => {
  const like = (person_id: string, post_id: string, more: Cells = {}) =>
    put('engagements', { person_id, post_id, type: 'LIKE', monitored_profile_id: 'old', ...more });

  test('those that are stored are counted by post, person, kind and comment', async () => {
    for (let n = 0; n < 120; n += 1) await like(`p${n}`, `post ${n % 7}`);
    await put('engagements', { person_id: 'p0', post_id: 'post 0', type: 'COMMENT', discriminator: 'x' });
    const key = (n: number, type: 'LIKE' | 'COMMENT' = 'LIKE', discriminator = '') => ({
      ...{ postId: `post ${n % 7}`, personId: `p${n}`, type, discriminator },
    });
    const all = Array.from({ length: 120 }, (_, n) => key(n));
    const others = [key(0, 'COMMENT', 'y'), key(1, 'COMMENT', 'x'), { ...key(3), postId: 'post 4' }];
    const { db } = open;
    expect(await knownEngagements(db, here, all)).toBe(120);
    expect(await knownEngagements(db, here, others)).toBe(0);
    expect(await knownEngagements(db, here, [...others, key(0, 'COMMENT', 'x'), key(8)])).toBe(2);
    expect(await knownEngagements(db, empty, all)).toBe(0);
  });

  test('of a post whose author or watched profile changed follow it, and who engaged is scored again', async () => {
    await put('posts', { id: 'moved', urn: 'u1', author_person_id: 'writer', monitored_profile_id: 'new' });
    await put('posts', { id: 'freed', urn: 'u2', author_person_id: null, monitored_profile_id: null });
    await put('posts', { id: 'other', urn: 'u3', author_person_id: 'fan', monitored_profile_id: 'else' });
    for (const post of ['moved', 'freed', 'other']) for (const person of ['writer', 'fan']) await like(person, post);
    await like('said', 'moved', { by_author: 1 });
    await like('unlinked', 'freed', { monitored_profile_id: null });
    await alone(() => relinkEngagements(open.db, here, ['moved', 'freed']));
    const shown = (await rowsOf('engagements')).map(
      (row) => `${row['post_id']} ${row['person_id']}: ${row['monitored_profile_id']} ${row['by_author']}`,
    );
    expect(shown.sort()).toEqual([
      'freed fan: null 0',
      'freed unlinked: null 0',
      'freed writer: null 0',
      'moved fan: new 0',
      // An export said so, which stays.
      'moved said: new 1',
      'moved writer: new 1',
      'other fan: old 0',
      'other writer: old 0',
    ]);
    expect(await column('scoring_queue', 'person_id')).toEqual(['fan', 'said', 'unlinked', 'writer']);
    expect(await staleTargets(open.db, here, 'profile', 9)).toEqual(['new', 'old']);
  });

  test('that came for watched profiles say when, once a moment', async () => {
    for (const [id, at] of [
      ['one', null],
      ['two', 5],
      ['three', 7],
      ['four', null],
    ] as const)
      await put('monitored_profiles', { id, last_engagement_sync_at: at, sync_revision: 1 });
    await alone(() => markSynced(open.db, here, ['one', 'two', 'three'], 7, 9));
    await alone(() => markSynced(open.db, here, [], 8, 10));
    const rows = (await rowsOf('monitored_profiles')).map(
      (row) => `${row['id']} ${row['last_engagement_sync_at']} ${row['sync_revision']}`,
    );
    expect(rows.sort()).toEqual(['four null 1', 'one 7 9', 'three 7 1', 'two 7 9']);
    expect(await staleTargets(open.db, here, 'profile', 9)).toEqual(['one', 'three', 'two']);
  });

  test('posts are marked to be counted again at once, also where they waited', async () => {
    await put('audience_marks', { post_id: 'waits', due_at: 99 });
    await alone(() => markAudiences(open.db, here, ['waits', 'new', 'new']));
    expect((await rowsOf('audience_marks')).map((row) => `${row['post_id']} ${row['due_at']}`).sort()).toEqual([
      'new 0',
      'waits 0',
    ]);
  });

  test('leads of a watched profile are counted once each, without authors and those who are set aside', async () => {
    for (const [id, disposition] of [
      ['one', 'ACTIVE'],
      ['two', 'ACTIVE'],
      ['client', 'CLIENT'],
      ['author', 'ACTIVE'],
      ['else', 'ACTIVE'],
    ] as const)
      await put('leads', { id, disposition });
    for (const [person, post] of [
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'a'],
      ['client', 'a'],
      ['nobody', 'a'],
    ] as const)
      await like(person, post);
    await like('author', 'a', { by_author: 1 });
    await like('else', 'a', { monitored_profile_id: 'another' });
    expect([await countProfileLeads(open.db, here, 'old'), await countProfileLeads(open.db, empty, 'old')]).toEqual([
      2, 0,
    ]);
  });
});

describe('accounts', () => {
  test('one stands by a fact about it, somebody who works there, or a page or domain of its own', async () => {
    const { db } = open;
    const facts = { domain: 'x.example', industry: 'Mining', company_size: '2-10' };
    for (const [name, value] of Object.entries(facts)) await put('accounts', { id: name, name, [name]: value });
    for (const id of ['staffed', 'paged', 'linked', 'named', 'nothing']) await put('accounts', { id, name: id });
    await put('people', { id: 'staff', account_id: 'staffed' });
    await put('account_aliases', { kind: 'slug', value: 'paged', account_id: 'paged' });
    await put('account_aliases', { kind: 'domain', value: 'linked.example', account_id: 'linked' });
    await put('account_aliases', { kind: 'name', value: 'named', account_id: 'named' });
    await putRow(db, 'people', { organization_id: neighbour, id: 'of neighbour', account_id: 'nothing' });
    await putRow(db, 'account_aliases', {
      organization_id: neighbour,
      kind: 'slug',
      value: 'n',
      account_id: 'nothing',
    });
    const ids = [...Object.keys(facts), 'staffed', 'paged', 'linked', 'named', 'nothing', 'no such'];
    const { accounts } = await accountFacts(db, here, ids);
    expect(
      [...accounts.values()]
        .filter(({ stands }) => stands === 1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['company_size', 'domain', 'industry', 'linked', 'paged', 'staffed']);
    expect(accounts.size).toBe(8);
    expect((await accountFacts(db, neighbour, ['nothing'])).accounts.get('nothing')?.stands).toBe(1);
  });

  test('its active leads are counted by how they write its name', async () => {
    const lead = async (id: string, company: string | null, account_id: string, more: Cells = {}) => {
      await put('people', { id, company_name: company, created_at: id.length });
      await put('leads', {
        id,
        account_id,
        disposition: 'ACTIVE',
        lead_tier: 'NURTURE',
        signal_count: 2,
        icp_match_percent: 10,
        ...more,
      });
    };
    await lead('a', 'ACME', 'acme');
    await lead('bb', 'ACME', 'acme', { lead_tier: 'PRIORITY' });
    await lead('c', 'Acme', 'acme', { lead_tier: 'QUALIFIED', intent_score: 7 });
    await lead('d', null, 'acme', { lead_tier: 'UNQUALIFIED' });
    await lead('e', 'ACME', 'acme', { disposition: 'BAD_LEAD' });
    await lead('f', 'Other', 'other');
    const { leads } = await accountFacts(open.db, here, ['acme', 'nobody']);
    expect([...leads.keys()]).toEqual(['acme']);
    const groups = (leads.get('acme') ?? [])
      .map((group) => ({ ...group }))
      .sort((a, b) => ((a.company ?? '') < (b.company ?? '') ? -1 : 1));
    expect(groups).toMatchObject([
      { company: null, lead_count: 1, unqualified_count: 1, nurture_count: 0 },
      {
        company: 'ACME',
        lead_count: 2,
        nurture_count: 1,
        priority_count: 1,
        qualified_count: 0,
        signal_count: 4,
        icp_sum: 20,
        since: 1,
      },
      { company: 'Acme', lead_count: 1, qualified_count: 1, intent_sum: 7 },
    ]);
    expect([await leadsOfAccounts(open.db, here, ['acme']), await peopleOfAccounts(open.db, here, ['acme'])]).toEqual([
      expect.arrayContaining(['a', 'bb', 'c', 'd', 'e']),
      [],
    ]);
  });

  test('their trend: signals of active leads in two weeks and the two before, and who came new', async () => {
    const now = 100 * 86_400_000;
    const daysAgo = (days: number, ms = 0) => now - days * 86_400_000 + ms;
    const lead = (id: string, first: number, more: Cells = {}) =>
      put('leads', {
        id,
        account_id: 'acme',
        disposition: 'ACTIVE',
        first_signal_at: first,
        last_signal_at: now,
        last_dated_at: now,
        ...more,
      });
    const signal = (person_id: string, occurred_at: number, more: Cells = {}) =>
      put('engagements', { person_id, occurred_at, post_id: `post ${occurred_at}`, type: 'LIKE', dated: 1, ...more });
    await lead('new', daysAgo(14, 1));
    await lead('old', daysAgo(14));
    await lead('client', daysAgo(1), { disposition: 'CLIENT' });
    await lead('gone', daysAgo(50), { last_signal_at: daysAgo(28) });
    await lead('other', daysAgo(1), { account_id: 'other' });
    await signal('new', daysAgo(14, 1));
    await signal('new', daysAgo(3));
    await signal('new', daysAgo(2), { by_author: 1 });
    await signal('new', daysAgo(1), { dated: 0 });
    for (const at of [daysAgo(14), daysAgo(28, 1), daysAgo(28)]) await signal('old', at);
    for (const person of ['client', 'other']) await signal(person, daysAgo(1));
    await signal('gone', daysAgo(28));
    const trends = await accountTrends(open.db, here, ['acme', 'silent'], now);
    expect([...trends]).toMatchObject([['acme', { signals_14d: 2, previous_signals_14d: 2, new_people_14d: 1 }]]);
  });
});

test('who is watched, and who is an active member', async () => {
  await put('monitored_profiles', { id: 'entry', person_id: 'watched' });
  await put('monitored_profiles', { id: 'company', person_id: null });
  await putRow(open.db, 'monitored_profiles', { organization_id: neighbour, id: 'theirs', person_id: 'their' });
  expect(await watchedPeople(open.db, here)).toEqual(new Map([['watched', 'entry']]));
  for (const id of ['in', 'out', 'theirs'])
    await putRow(open.db, 'users', { id: `${id} ${made}`, email: `${id}@${made}.example` });
  await put('memberships', { user_id: `in ${made}`, active: 1 });
  await put('memberships', { user_id: `out ${made}`, active: 0 });
  await putRow(open.db, 'memberships', { organization_id: neighbour, user_id: `theirs ${made}`, active: 1 });
  expect(await activeMembers(open.db, here)).toEqual(new Map([[`in@${made}.example`, `in ${made}`]]));
});
