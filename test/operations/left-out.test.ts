/** A search for leads that finds nobody says who of that name is there but left out. */
import { dataAccessFlags, dataAccessOf, type DataAccessFlag } from '../../src/auth/rights';
import { queries, query } from '../../tools/catalogue';
import { ask, workspaceOf } from '../store/support/ask';
import { makeWorld, type World } from '../store/support/world';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

let opened: OpenTestDatabase;
let world: World;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  world = await makeWorld(opened.db, 'left-out', 5);
  await makeWorld(opened.db, 'neighbour', 6);
  // Of nobody else in the world, so that a name finds who bears it.
  const [first, second, third, fourth, fifth] = world.leads;
  for (const [lead, disposition, name] of [
    [first, 'BAD_LEAD', 'marlowe'],
    [second, 'CLIENT', 'marlowe'],
    [third, 'ACTIVE', 'priyanka'],
    [fourth, 'ACTIVE', 'roswitha'],
    [fifth, 'BAD_LEAD', 'roswitha'],
  ] as const) {
    await opened.db.run('UPDATE leads SET disposition = ?, search_text = ? WHERE organization_id = ? AND id = ?', [
      disposition,
      name,
      world.organizationId,
      lead?.id ?? '',
    ]);
    await opened.db.run('INSERT INTO lead_terms (organization_id, term, lead_id) VALUES (?, ?, ?)', [
      world.organizationId,
      name,
      lead?.id ?? '',
    ]);
    for (let at = 0; at < name.length; at += 1) {
      await opened.db.run('INSERT OR IGNORE INTO term_suffixes (organization_id, suffix, term) VALUES (?, ?, ?)', [
        world.organizationId,
        name.slice(at),
        name,
      ]);
    }
  }
  const [profile] = world.profiles;
  await opened.db.run(
    `UPDATE monitored_profiles SET profile_type = 'TEAMMATE', search_text = 'sunniva' WHERE organization_id = ? AND id = ?`,
    [world.organizationId, profile?.id ?? ''],
  );
});
afterAll(() => opened.close());

const hint = async (input: object, flags: readonly DataAccessFlag[] = dataAccessFlags) => {
  const workspace = { ...workspaceOf(opened.db, world.organizationId), dataAccess: dataAccessOf(flags) };
  const answer = await ask(workspace, 'list_leads', { ...input });
  expect(query.listLeads.output.safeParse(answer).error).toBeUndefined();
  if (answer.data.length === 0) return answer.hint;
  // Of a list with leads in it nothing is said.
  return answer.hint === undefined ? 'somebody' : `somebody, and: ${answer.hint}`;
};

test.each([
  ['marlowe', 'Without the other filters and the disposition, the search finds leads: 1 BAD_LEAD, 1 CLIENT.'],
  ['sunniva', 'On the watchlist it finds: 1 TEAMMATE.'],
  ['nobody of this name', undefined],
  ['priyanka', 'somebody'],
  ['roswitha', 'somebody'],
])('%s', async (search, said) => {
  expect(await hint({ search })).toBe(said);
});

test('no other list has a place for it', () => {
  expect(queries.filter(({ output }) => 'hint' in output.shape).map(({ name }) => name)).toEqual(['list_leads']);
});

test('of other filters too, of lists without a search nothing, and not of a watchlist that is hidden', async () => {
  expect(await hint({ search: 'priyanka', createdFrom: '2100-01-01' })).toMatch(/finds leads: 1 ACTIVE\.$/);
  expect(await hint({ createdFrom: '2100-01-01' })).toBeUndefined();
  expect(
    await hint(
      { search: 'sunniva' },
      dataAccessFlags.filter((flag) => flag !== 'watchlist'),
    ),
  ).toBeUndefined();
});
