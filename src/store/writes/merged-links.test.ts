/** What follows people who are merged, and posts that are linked again, in one workspace whose neighbour has other rows with the same ids. */
import type { SqlValue } from '../../database/database';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { relinkEngagements } from './engagement-writer';
import { linkPostsOfMerged } from './merge-people';
import { hasPending, mergePending, pendingAmong } from './pending-people';
import { staleTargets } from './scoring-queue';

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
const column = async (name: string, of: string, organizationId = here) =>
  (
    await open.db.select<Record<string, SqlValue>>(
      `SELECT ${of} AS value FROM ${name} WHERE organization_id = ? ORDER BY 1`,
      [organizationId],
    )
  ).map(({ value }) => value);

test('posts that are linked again take along profiles, authors and queue of their own workspace alone', async () => {
  await put('posts', { id: 'post', urn: 'u', author_person_id: 'here writes', monitored_profile_id: 'here new' });
  await put(
    'posts',
    { id: 'post', urn: 'u', author_person_id: 'they write', monitored_profile_id: 'their new' },
    neighbour,
  );
  for (const person of ['here writes', 'they write', 'fan'])
    await put('engagements', { person_id: person, post_id: 'post', type: 'LIKE', monitored_profile_id: 'here old' });
  await put(
    'engagements',
    { person_id: 'their fan', post_id: 'post', type: 'LIKE', monitored_profile_id: 'their old' },
    neighbour,
  );
  await relinkEngagements(open.db, here, ['post']);
  expect(await staleTargets(open.db, here, 'profile', 9)).toEqual(['here new', 'here old']);
  expect(await column('scoring_queue', 'person_id')).toEqual(['fan', 'here writes', 'they write']);
  expect(await column('engagements', 'by_author')).toEqual([0, 0, 1]);
  expect(new Set(await column('engagements', 'monitored_profile_id'))).toEqual(new Set(['here new']));
  expect(await staleTargets(open.db, neighbour, 'profile', 9)).toEqual([]);
  expect(await column('scoring_queue', 'person_id', neighbour)).toEqual([]);
  expect(await column('engagements', 'monitored_profile_id', neighbour)).toEqual(['their old']);
  // Of no posts nothing is done.
  await relinkEngagements(open.db, neighbour, []);
  expect(await column('engagements', 'monitored_profile_id', neighbour)).toEqual(['their old']);
});

test('posts of a merged person belong to the watchlist entry of the one that stays; without one they keep theirs', async () => {
  await put('monitored_profiles', { id: 'entry', person_id: 'watched' });
  await put('monitored_profiles', { id: 'theirs', person_id: 'unwatched' }, neighbour);
  await put('posts', { id: 'one', urn: '1', author_person_id: 'watched', monitored_profile_id: null });
  await put('posts', { id: 'two', urn: '2', author_person_id: 'unwatched', monitored_profile_id: 'kept' });
  await put('posts', { id: 'three', urn: '3', author_person_id: 'somebody', monitored_profile_id: null });
  await put('posts', { id: 'one', urn: '1', author_person_id: 'watched', monitored_profile_id: null }, neighbour);
  expect((await linkPostsOfMerged(open.db, here, ['watched', 'unwatched', 'nobody'])).sort()).toEqual(['one', 'two']);
  const posts = await open.db.select(
    'SELECT id, monitored_profile_id AS profile FROM posts WHERE organization_id = ? ORDER BY id',
    [here],
  );
  expect(posts).toEqual([
    { id: 'one', profile: 'entry' },
    { id: 'three', profile: null },
    { id: 'two', profile: 'kept' },
  ]);
  expect(await column('posts', 'monitored_profile_id', neighbour)).toEqual([null]);
  expect(await linkPostsOfMerged(open.db, here, [])).toEqual([]);
});

describe('of two people who are merged', () => {
  const hold = (person_id: string, organizationId = here) => put('agent_held_people', { person_id }, organizationId);
  const engage = (person_id: string, origin = 'agent', organizationId = here) =>
    put('engagements', { person_id, origin, post_id: `post of ${person_id}`, type: 'LIKE' }, organizationId);
  const held = async () => [...(await pendingAmong(open.db, here, ['keep', 'drop', 'else']))].sort();
  const merge = () => mergePending(open.db, here, 'keep', 'drop');
  const origins = () => column('engagements', 'origin');

  test('a workspace has people who wait, or none', async () => {
    expect(await hasPending(open.db, here)).toBe(false);
    await hold('else', neighbour);
    expect(await hasPending(open.db, here)).toBe(false);
    await hold('else');
    expect(await hasPending(open.db, here)).toBe(true);
  });

  test('none waits: nothing changes', async () => {
    for (const person of ['keep', 'drop']) await engage(person);
    await hold('else');
    await merge();
    expect([await held(), await origins()]).toEqual([['else'], ['agent', 'agent']]);
  });

  test.each([[['keep', 'drop']], [['keep']], [['drop']]])(
    'both wait, or the other engaged with nothing: %j',
    async (wait) => {
      for (const person of wait) await hold(person);
      for (const person of wait) await engage(person);
      // In another workspace the other one is known.
      for (const person of ['keep', 'drop']) await engage(person, 'import', neighbour);
      await merge();
      expect([await held(), new Set(await origins())]).toEqual([['keep'], new Set(['agent'])]);
    },
  );

  test.each(['keep', 'drop'])(
    'only %s waits: neither does, and what the agent found counts as found otherwise',
    async (one) => {
      await hold(one);
      for (const person of ['keep', 'drop']) await engage(person);
      await engage('else');
      await merge();
      expect([await held(), await origins()]).toEqual([[], ['agent', 'agent', 'watchlist']]);
    },
  );
});
