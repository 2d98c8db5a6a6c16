/** Access to the workspace says whom it sells to, as the profile in force has it. */
import { action, query } from '../../tools/catalogue';
import { dataAccessFlags, dataAccessOf, type DataAccessFlag } from '../../src/auth/rights';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { useSite } from '../import/support/site';
import { network } from '../support/network';

const site = useSite('sqlite');
const open = (org: string, flags: readonly DataAccessFlag[] = dataAccessFlags) =>
  workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network })(org, dataAccessOf(flags), {
    kind: 'operator',
    name: 'root',
  });
const profileOf = async (org: string, flags?: readonly DataAccessFlag[]) =>
  (await query.getWorkspaceAccess.ask(open(org, flags), {}))['idealCustomerProfile'];

test('it is the newest, without what it excludes, and null without the right to read it', async () => {
  const [org, other] = [await site.workspace(), await site.workspace()];
  expect(await profileOf(org)).toBeNull();
  await action.setIcp.act(open(org), { definition: { seniorities: ['owner'] } });
  const definition = {
    titles: ['Head of Growth'],
    fieldWords: ['laboratory'],
    seniorities: ['vp'],
    functions: ['sales'],
    countries: ['Germany'],
    sizes: ['51-500'],
    exclusions: { countries: ['FR'] },
  };
  await action.setIcp.act(open(org), { definition });
  expect(await profileOf(org)).toEqual({
    version: 2,
    titles: ['Head of Growth'],
    fieldWords: ['laboratory'],
    seniorities: ['vp'],
    functions: ['sales'],
    industries: [],
    sizes: ['51-200', '201-500'],
    countries: ['DE'],
  });
  expect(await profileOf(other)).toBeNull();
  expect(
    await profileOf(
      org,
      dataAccessFlags.filter((flag) => flag !== 'icp'),
    ),
  ).toBeNull();
});

test('of long lists the first 25 are shown', async () => {
  const org = await site.workspace();
  const titles = Array.from({ length: 60 }, (_, at) => `Title ${at}`);
  await action.setIcp.act(open(org), { definition: { titles } });
  expect(await profileOf(org)).toMatchObject({ titles: titles.slice(0, 25) });
});
