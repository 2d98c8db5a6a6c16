/** People whom a run found but did not accept stay pending until other data brings them in, in this workspace only. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow } from '../../../test/support/put-row';
import { acceptedAmong, keepPending, pendingAmong, releasePending } from './pending-people';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());

const [org, neighbour] = ['here', 'neighbour'];
const everybody = ['new', 'old', 'author', 'accepted', 'rejected', 'elsewhere'];
const engagement = (person_id: string, by_author: 0 | 1 = 0) => ({ person_id, by_author });
let posts = 0;
const engage = (organization_id: string, person_id: string, by_author: 0 | 1 = 0, origin = 'agent') =>
  putRow(open.db, 'engagements', {
    organization_id,
    person_id,
    by_author,
    origin,
    post_id: `post ${(posts += 1)}`,
    type: 'LIKE',
  });
const held = async (organizationId = org) => [...(await pendingAmong(open.db, organizationId, everybody))].sort();
const originsOf = async (person: string) =>
  (
    await open.db.select<{ origin: string; of: string }>(
      'SELECT origin, organization_id AS of FROM engagements WHERE person_id = ? ORDER BY organization_id, origin',
      [person],
    )
  ).map(({ of, origin }) => `${of}: ${origin}`);

test('held are those of whom nothing else is stored and whom no run accepted, until they are released', async () => {
  const { db } = open;
  // Both engagements of `new` are new. One of the two of `old` was stored before.
  for (const person of ['new', 'new', 'old', 'old', 'accepted', 'rejected', 'elsewhere']) await engage(org, person);
  await engage(org, 'author', 1);
  // Engagement under their own post makes nobody a lead, so it does not make them known either.
  await engage(org, 'new', 1);
  // Another workspace may know them.
  await engage(neighbour, 'elsewhere');
  await putRow(db, 'agent_candidates', {
    organization_id: org,
    person_id: 'accepted',
    decision: 'ACCEPTED',
    run_id: 'r',
  });
  await putRow(db, 'agent_candidates', {
    organization_id: org,
    person_id: 'rejected',
    decision: 'REJECTED',
    run_id: 'r',
  });
  await putRow(db, 'agent_candidates', {
    organization_id: neighbour,
    person_id: 'rejected',
    decision: 'ACCEPTED',
    run_id: 'r',
  });
  expect([...(await acceptedAmong(db, org, everybody))]).toEqual(['accepted']);
  await keepPending(db, org, [
    ...['new', 'new', 'old', 'accepted', 'rejected', 'elsewhere'].map((person) => engagement(person)),
    engagement('new', 1),
    engagement('author', 1),
  ]);
  expect([await held(), await held(neighbour)]).toEqual([['elsewhere', 'new', 'rejected'], []]);
  // Repeating it without new people changes nothing.
  await keepPending(db, org, [engagement('new'), engagement('old')]);
  await keepPending(db, org, []);
  expect(await held()).toEqual(['elsewhere', 'new', 'rejected']);

  await putRow(db, 'agent_held_people', { organization_id: neighbour, person_id: 'elsewhere' });
  expect((await releasePending(db, org, ['old', 'new'], null)).sort()).toEqual(['new']);
  expect((await releasePending(db, org, ['elsewhere', 'old'], 'watchlist')).sort()).toEqual(['elsewhere']);
  expect([await held(), await held(neighbour)]).toEqual([['rejected'], ['elsewhere']]);
  expect(await originsOf('elsewhere')).toEqual(['here: watchlist', 'neighbour: agent']);
  expect(await originsOf('new')).toEqual(['here: agent', 'here: agent', 'here: agent']);
  expect(await originsOf('old')).toEqual(['here: agent', 'here: agent']);
});
