/** What scoring reads of people, and the spellings in which their ids are found: of their own workspace alone. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { scoringFacts } from './scoring-facts';
import { otherSpellings, Spellings } from '../reads/spellings';

let open: OpenTestDatabase;
let [here, neighbour] = ['', ''];
let made = 0;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());
beforeEach(() => {
  made += 1;
  [here, neighbour] = [`here ${made}`, `neighbour ${made}`];
});
const put = (name: string, cells: Cells, organization_id = here) =>
  putRow(open.db, name, { ...cells, organization_id });

test('a person has the facts of their account and of the watchlist', async () => {
  for (const id of ['ann', 'bob', 'cid'])
    await put('people', { id, display_name: id, account_id: id === 'ann' ? 'acme' : null });
  await put('people', { id: 'ann', display_name: 'theirs' }, neighbour);
  await put('accounts', {
    id: 'acme',
    name: 'Acme',
    domain: 'a.example',
    industry: 'Mining',
    company_size: '1-10',
    known: 1,
  });
  await put('monitored_profiles', { id: 'm', person_id: 'bob', profile_type: 'TEAMMATE', relationship: 'SELF' });
  await put('agent_held_people', { person_id: 'cid' });
  await put('agent_held_people', { person_id: 'ann' }, neighbour);
  await put('leads', { id: 'bob' });
  await put('leads', { id: 'ann' }, neighbour);
  const { people, before, engagements } = await scoringFacts(open.db, here, ['ann', 'bob', 'cid', 'nobody']);
  const none = { account_domain: null, account_industry: null, account_size: null, account_known: null };
  const unwatched = { watch_type: null, watch_relationship: null };
  expect([...people].sort((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
    {
      ...{
        organization_id: here,
        id: 'ann',
        display_name: 'ann',
        account_domain: 'a.example',
        account_industry: 'Mining',
      },
      ...{ account_size: '1-10', account_known: 1, ...unwatched },
    },
    { id: 'bob', ...none, watch_type: 'TEAMMATE', watch_relationship: 'SELF' },
    { id: 'cid', ...none, ...unwatched, pending: 1 },
  ]);
  expect(people.filter((one) => 'pending' in one).map(({ id }) => id)).toEqual(['cid']);
  expect([...before.keys(), ...engagements.keys()]).toEqual(['bob']);
});

test('an engagement has its kind, and the relation of the watched profile that published the post', async () => {
  for (const [id, relationship, profile_type] of [
    ['self', 'SELF', 'LEADER'],
    ['rival', 'COMPETITOR', 'LEADER'],
    ['other', 'NONE', 'LEADER'],
  ] as const)
    await put('monitored_profiles', { id, person_id: id, relationship, profile_type });
  const engage = (id: string, more: Cells, of = here) =>
    put(
      'engagements',
      { ...{ id, person_id: 'ann', post_id: `p ${id}`, type: 'LIKE', origin: 'watchlist', dated: 1 }, ...more },
      of,
    );
  await engage('own', { monitored_profile_id: 'self', occurred_at: 5, earliest_at: 4, by_author: 1 });
  await engage('theirs', { monitored_profile_id: 'rival', dated: 0, origin: 'agent' });
  await engage('said', {
    ...{ monitored_profile_id: 'other', type: 'COMMENT', comment_excerpt: 'x', comment_class: 'price' },
    discriminator: 'words',
  });
  await engage('plain', { person_id: 'bob', discriminator: 'none', type: 'REPOST' });
  await engage('elsewhere', {}, neighbour);
  await engage('of nobody asked', { person_id: 'cid' });
  const { engagements } = await scoringFacts(open.db, here, ['ann', 'bob']);
  const found = new Map([...engagements.values()].flat().map((one) => [one.id, one]));
  expect([...engagements].map(([person, list]) => [person, list.length]).sort()).toEqual([
    ['ann', 3],
    ['bob', 1],
  ]);
  const like = { byAuthor: false, dated: true, hasText: false, commentClass: null, type: 'LIKE', origin: 'watchlist' };
  expect(found.get('own')).toMatchObject({
    ...{ postId: 'p own', occurredAt: 5, earliestAt: 4, monitoredProfileId: 'self', words: null, unread: null },
    kind: { ...like, byAuthor: true, profileType: 'TEAMMATE' },
  });
  const unread = { saidBy: null, builtIn: null };
  expect(found.get('theirs')?.kind).toEqual({
    ...{ ...like, ...unread, dated: false, origin: 'agent', profileType: 'COMPETITOR' },
  });
  expect(found.get('said')).toMatchObject({
    ...{ words: 'words', type: 'COMMENT', dated: true, hasText: true, commentClass: 'price', profileType: 'LEADER' },
    kind: { ...like, type: 'COMMENT', hasText: true, commentClass: 'price', profileType: 'LEADER' },
  });
  expect(found.get('plain')).toMatchObject({
    words: null,
    monitoredProfileId: null,
    kind: { ...like, type: 'REPOST', profileType: null },
  });
});

test('of an engagement from before its time was recorded, what is to be read again', async () => {
  await put('posts', { id: 'p', urn: 'urn of p' });
  await put('posts', { id: 'p', urn: 'theirs' }, neighbour);
  const old = { person_id: 'ann', post_id: 'p', dated: null, observed_at: 8, comment_excerpt: 'x', origin: 'agent' };
  await put('engagements', { id: 'said', ...old, type: 'COMMENT' });
  await put('engagements', { id: 'shared', ...old, type: 'REPOST' });
  await put('engagements', { id: 'lost', ...old, type: 'LIKE', post_id: 'gone', comment_excerpt: null });
  await put('engagements', { id: 'new', ...old, type: 'LIKE', dated: 1 });
  const { engagements } = await scoringFacts(open.db, here, ['ann']);
  const unread = new Map(
    (engagements.get('ann') ?? []).map(({ id, unread, kind, dated }) => [id, [kind.dated, dated, unread]]),
  );
  expect(unread.get('said')).toEqual([null, false, { observedAt: 8, comment: 'x', urn: 'urn of p' }]);
  expect(unread.get('shared')).toEqual([null, false, { observedAt: 8, comment: null, urn: 'urn of p' }]);
  expect(unread.get('lost')).toEqual([null, false, { observedAt: 8, comment: null, urn: null }]);
  expect(unread.get('new')).toEqual([true, true, null]);
});

describe('an id of a member', () => {
  const stored = (value: string, person_id: string, of = here) =>
    put('person_identities', { kind: 'member', value, person_id }, of);
  const lost = 'acoaab1cdefghijklmnopqrstuvwxyz1234567';
  const usual = 'ACoAAB1cDefGhijKlmnopqrstuvwxyz1234567';

  test('has other spellings: the two of the network, and the one in small letters', () => {
    expect(otherSpellings('ACoAAB1')).toEqual(['ACwAAB1', 'acoaab1']);
    expect(otherSpellings('ACwAAB1')).toEqual(['ACoAAB1', 'acoaab1']);
    expect(otherSpellings('123')).toEqual([]);
  });

  test('is found in them; while all have the usual one, nobody is looked for', async () => {
    await stored(usual, 'p');
    await stored('ACwAAX9', 'their', neighbour);
    const spellings = new Spellings(open.db, here);
    expect([await spellings.look([]), await spellings.look(['ACoAAX9']), spellings.of('ACoAAX9')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await spellings.look([lost])).toEqual([{ value: usual, person_id: 'p' }]);
    expect([spellings.of(lost), spellings.of(usual), spellings.of('123')]).toEqual([[usual], [lost], []]);
    spellings.reset();
    expect(spellings.of(lost)).toEqual([]);
  });

  test.each(['ACwAAB1cDefGhijKlmnopqrstuvwxyz1234567', lost])(
    'stored in an unusual one (%s) is found by the usual one',
    async (value) => {
      await stored(value, 'p');
      await put('person_identities', { kind: 'slug', value: lost, person_id: 'q' });
      const spellings = new Spellings(open.db, here);
      expect(await spellings.look([usual])).toEqual([{ value, person_id: 'p' }]);
      expect([spellings.of(usual), spellings.of(value)]).toEqual([[value], [usual]]);
    },
  );
});
