/** `doctor` looks through as many workspaces as there is time for, says so, and compares the credits of all. */
import { checkWorkspaces } from '../../src/interfaces/cli/check-workspaces';
import { createOrganization } from '../../src/store/access/organizations';
import { changeCredits } from '../../src/store/credits/ledger';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

let site: OpenTestDatabase;
let last = '';
beforeAll(async () => {
  site = await openTestDatabase('sqlite');
  for (let n = 0; n < 25; n += 1) last = (await createOrganization(site.db, `W${n}`))?.id ?? '';
  await changeCredits(site.db, last, 5, null);
  await site.db.run('UPDATE credit_balances SET available = 6 WHERE organization_id = ?', [last]);
});
afterAll(() => site.close());

const lines = async (options: Parameters<typeof checkWorkspaces>[1]) =>
  (await checkWorkspaces(site.db, options)).map(({ check, level, message }) => `${level} ${check}: ${message}`);
const wrong =
  'problem credits: W24: the balance says 6 available, 0 held, 0 consumed, its ledger adds up to 5 available';

test('all of them when there is time, in one line for each check', async () => {
  expect(await lines({ clock: () => 0 })).toEqual([
    expect.stringContaining(wrong),
    'ok counts: nothing is wrong in 25 workspaces',
    'ok log: nothing is wrong in 25 workspaces',
    expect.stringContaining('ok readings'),
  ]);
});

test('some of them when there is not, unless all are wanted', async () => {
  let passed = 0;
  const late = { clock: () => (passed += 1_000), random: () => 0 };
  const said = await lines(late);
  expect(said).toContainEqual(expect.stringContaining('there was time to look through 9 of 25 workspaces'));
  expect(said).toContainEqual(expect.stringContaining(wrong));
  passed = 0;
  expect(await lines({ ...late, all: true })).toContainEqual('ok counts: nothing is wrong in 25 workspaces');
});
