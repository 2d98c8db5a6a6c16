/** Two rows of one person become one: everything of the one moves to the other, in their own workspace alone. */
import type { SqlValue } from '../../database/database';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { mergePeople } from './merge-people';
import { staleTargets } from './scoring-queue';

let open: OpenTestDatabase;
beforeEach(async () => {
  open = await openTestDatabase('sqlite');
  for (const id of workspaces) await putRow(open.db, 'organizations', { id, name: id, revision: 7 });
});
afterEach(() => open.close());

const workspaces = ['here', 'neighbour'];
/** The same row in both. */
const put = async (name: string, cells: Cells) => {
  for (const organization_id of workspaces) await putRow(open.db, name, { ...cells, organization_id });
};
const rows = (name: string, organizationId = 'here') =>
  open.db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
const column = async (name: string, of: string, organizationId = 'here') =>
  (await rows(name, organizationId)).map((row) => row[of]).sort();
const tables = [
  ...['people', 'engagements', 'discovery_people', 'agent_candidates', 'watchlist_sync_people', 'person_identities'],
  ...['profile_snapshots', 'posts', 'access_log', 'monitored_profiles', 'leads', 'scoring_queue', 'stale_summaries'],
];
const everything = async (organizationId: string) => {
  const found: Record<string, unknown> = {};
  for (const name of tables) found[name] = await rows(name, organizationId);
  return found;
};
const merge = async () => {
  const before = await everything('neighbour');
  await mergePeople(open.db, 'here', 'keep', 'drop');
  expect(await everything('neighbour')).toEqual(before);
};

test('what is stored of the one is of the other; what both have stands once', async () => {
  for (const id of ['keep', 'drop', 'else']) await put('people', { id, display_name: id });
  for (const [person_id, post_id, monitored_profile_id] of [
    ['keep', 'both', 'profile a'],
    ['drop', 'both', 'profile a'],
    ['drop', 'one', 'profile b'],
    ['else', 'both', 'profile c'],
    ['else', 'two', null],
  ] as const)
    await put('engagements', { person_id, post_id, monitored_profile_id, type: 'LIKE' });
  for (const person_id of ['keep', 'drop', 'else']) {
    await put('discovery_people', { person_id, discovery_id: 'd' });
    await put('agent_candidates', { person_id, lead_id: person_id, run_id: 'r', decision: 'REJECTED' });
    await put('watchlist_sync_people', { person_id, monitored_profile_id: 's' });
    await put('person_identities', { person_id, kind: 'slug', value: person_id });
    await put('profile_snapshots', { person_id, content_digest: person_id });
    await put('access_log', { id: person_id, lead_id: person_id });
    await put('posts', { id: `by ${person_id}`, urn: person_id, author_person_id: person_id });
  }
  await merge();
  const shown = (await rows('engagements')).map((row) => `${row['person_id']} ${row['post_id']}`).sort();
  expect(shown).toEqual(['else both', 'else two', 'keep both', 'keep one']);
  expect(await column('people', 'id')).toEqual(['else', 'keep']);
  for (const name of ['discovery_people', 'watchlist_sync_people', 'agent_candidates'])
    expect([name, await column(name, 'person_id')]).toEqual([name, ['else', 'keep']]);
  for (const [name, of] of [
    ['person_identities', 'person_id'],
    ['profile_snapshots', 'person_id'],
    ['posts', 'author_person_id'],
    ['access_log', 'lead_id'],
  ] as const)
    expect([name, await column(name, of)]).toEqual([name, ['else', 'keep', 'keep']]);
  // Both are scored again, and the profiles they engaged with counted.
  expect(await column('scoring_queue', 'person_id')).toEqual(['drop', 'keep']);
  expect(await staleTargets(open.db, 'here', 'profile', 9)).toEqual(['profile a', 'profile b']);
});

test('the lead of the one that goes is removed, and its account counted again', async () => {
  for (const id of ['keep', 'drop']) {
    await put('people', { id, display_name: id });
    await put('leads', { id, account_id: `account of ${id}`, disposition: 'ACTIVE' });
  }
  await merge();
  expect(await column('leads', 'id')).toEqual(['keep']);
  expect(await staleTargets(open.db, 'here', 'account', 9)).toEqual(['account of drop']);
});

describe('watchlist entries', () => {
  const entry = (id: string, person_id: string, created_at: number, more: Cells = {}) =>
    put('monitored_profiles', { id, person_id, created_at, display_name: `Name ${id}`, ...more });

  test('the only one watches who stays', async () => {
    await entry('only', 'drop', 1);
    await entry('other', 'else', 1);
    await put('posts', { id: 'p', urn: 'p', monitored_profile_id: 'only' });
    await merge();
    expect((await rows('monitored_profiles')).map((row) => `${row['id']} ${row['person_id']}`).sort()).toEqual([
      'only keep',
      'other else',
    ]);
    expect(await column('posts', 'monitored_profile_id')).toEqual(['only']);
    expect(await staleTargets(open.db, 'here', 'profile', 9)).toEqual([]);
  });

  test.each([
    ['keep', 'drop'],
    ['drop', 'keep'],
  ])('of two the older one stays as it was set up, with what only the younger one knows (%s)', async (one, other) => {
    await entry('older', one, 1, { label: null, label_key: null, followers: 5, headline: null, followers_revision: 1 });
    await entry('younger', other, 2, { label: 'L', label_key: 'l', followers: 9, headline: 'Élan', sync_revision: 1 });
    await open.db.run(
      "UPDATE monitored_profiles SET last_engagement_sync_at = 3, sync_revision = 2 WHERE id = 'older'",
    );
    await open.db.run("UPDATE monitored_profiles SET last_engagement_sync_at = 4 WHERE id = 'younger'");
    await put('posts', { id: 'p', urn: 'p', monitored_profile_id: 'younger' });
    await put('posts', { id: 'q', urn: 'q', monitored_profile_id: 'another' });
    await put('engagements', { person_id: 'fan', post_id: 'p', monitored_profile_id: 'younger', type: 'LIKE' });
    await merge();
    expect(await rows('monitored_profiles')).toEqual([
      expect.objectContaining({
        ...{ id: 'older', person_id: 'keep', display_name: 'Name older', label: 'L', label_key: 'l', headline: 'Élan' },
        ...{ followers: 5, followers_revision: 1, last_engagement_sync_at: 4, sync_revision: 7 },
        search_text: 'name older\nelan',
      }),
    ]);
    expect(await column('posts', 'monitored_profile_id')).toEqual(['another', 'older']);
    expect(await column('engagements', 'monitored_profile_id')).toEqual(['older']);
    expect(await staleTargets(open.db, 'here', 'profile', 9)).toEqual(expect.arrayContaining(['older']));
  });

  test('what neither knows stays unknown; what the older one knows stays as it is', async () => {
    await entry('older', 'keep', 1, { label: 'O', label_key: 'o', headline: 'H', sync_revision: 2 });
    await entry('younger', 'drop', 1, { label: 'Y', label_key: 'y', headline: 'I', followers: 9 });
    await merge();
    expect(await rows('monitored_profiles')).toEqual([
      expect.objectContaining({
        ...{ id: 'older', label: 'O', label_key: 'o', headline: 'H', followers: 9, followers_revision: 7 },
        ...{ last_engagement_sync_at: null, sync_revision: 2, search_text: 'name older\nh' },
      }),
    ]);
  });
});
