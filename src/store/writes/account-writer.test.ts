import { useSite } from '../../../test/import/support/site';
import { putRow } from '../../../test/support/put-row';
import { AccountWriter, noteAliasesMoved } from './account-writer';

const site = useSite('sqlite');
const globex = { name: 'Globex', slug: null, domain: null };
let org: string;
let writer: AccountWriter;

beforeEach(async () => {
  org = await site.workspace();
  writer = new AccountWriter(site.db, org);
});

async function resolved(facts: { name: string | null; slug: string | null; domain: string | null }) {
  await writer.prepare([facts]);
  const id = await writer.resolve(facts, 1);
  await writer.flush();
  return id;
}
const remove = async (id: string) => {
  await site.db.run('DELETE FROM account_aliases WHERE organization_id = ? AND account_id = ?', [org, id]);
  await site.db.run('DELETE FROM accounts WHERE organization_id = ? AND id = ?', [org, id]);
};

it('gives companies of one name one account, those with another page another one', async () => {
  expect(await resolved(globex)).toBe('globex');
  expect(await resolved({ ...globex, name: 'GLOBEX Inc.' })).toBe('globex');
  expect(await resolved({ ...globex, slug: 'globex' })).toBe('globex');
  expect(await resolved({ ...globex, slug: 'other-house' })).toBe('globex-2');
  expect(await resolved({ ...globex, slug: 'third-house' })).toBe('globex-3');
  expect(await resolved({ name: null, slug: null, domain: null })).toBeNull();
});

it('when aliases were moved, an account that is gone is made again, under its own id', async () => {
  expect(await resolved(globex)).toBe('globex');
  await remove('globex');
  // The move of aliases was not noted, so the remembered account is returned.
  expect(await resolved(globex)).toBe('globex');
  expect(await site.db.select('SELECT id FROM accounts WHERE organization_id = ?', [org])).toEqual([]);
  await noteAliasesMoved(site.db, org, 'a mark');
  expect(await resolved(globex)).toBe('globex');
  expect(await site.db.select('SELECT id FROM accounts WHERE organization_id = ?', [org])).toEqual([{ id: 'globex' }]);
});

it('what was not committed is forgotten', async () => {
  await writer.prepare([globex]);
  expect(await writer.resolve(globex, 1)).toBe('globex');
  writer.reset();
  expect(await resolved(globex)).toBe('globex');
  expect(await site.db.select('SELECT id FROM accounts WHERE organization_id = ?', [org])).toHaveLength(1);
});

it('facts fill what is not known, and the first that said so stays', async () => {
  const facts = async () =>
    site.db.select('SELECT domain, industry, company_size FROM accounts WHERE organization_id = ?', [org]);
  await resolved(globex);
  await writer.prepare([globex]);
  const one = { ...globex, industry: 'Software', companySize: '51-200', domain: 'globex.example' };
  await writer.resolve({ ...globex, industry: 'Software' }, 1);
  await writer.resolve({ ...one, industry: 'Farming' }, 1);
  const { created, filled } = await writer.flush();
  expect([[...created], filled]).toEqual([[], ['globex']]);
  expect(await facts()).toEqual([{ domain: 'globex.example', industry: 'Software', company_size: '51-200' }]);
  await writer.prepare([one]);
  await writer.resolve({ ...one, industry: 'Mining' }, 1);
  expect((await writer.flush()).filled).toEqual([]);
  expect(await facts()).toEqual([{ domain: 'globex.example', industry: 'Software', company_size: '51-200' }]);
});

it.each([
  ['domain', { domain: 'globex.example' }],
  ['industry', { industry: 'Mining' }],
  ['company_size', { companySize: '51-200' }],
] as const)('a fact alone is filled in, is told once, and in this workspace only: %s', async (column, said) => {
  const neighbour = await site.workspace();
  const [here, there] = [new AccountWriter(site.db, org), new AccountWriter(site.db, neighbour)];
  const give = async (to: AccountWriter, facts: object) => {
    await to.prepare([{ ...globex, ...facts }]);
    await to.resolve({ ...globex, ...facts }, 1);
    const { created, filled } = await to.flush();
    return { created: [...created], filled };
  };
  for (const writer of [here, there]) expect(await give(writer, {})).toEqual({ created: ['globex'], filled: [] });
  expect(await give(here, said)).toEqual({ created: [], filled: ['globex'] });
  expect(await give(here, said)).toEqual({ created: [], filled: [] });
  const none = { domain: null, industry: null, company_size: null };
  const factsOf = (organizationId: string) =>
    site.db.select('SELECT domain, industry, company_size FROM accounts WHERE organization_id = ?', [organizationId]);
  const [value] = Object.values(said);
  expect([await factsOf(org), await factsOf(neighbour)]).toEqual([[{ ...none, [column]: value }], [none]]);
});

it('an account is called by its name, else by its page, else by its domain, and its id is made of that', async () => {
  expect(await resolved({ name: 'Acme Rockets', slug: 'acme-page', domain: 'acme.example' })).toBe('acme-rockets');
  expect(await resolved({ name: null, slug: 'Initech-Page', domain: 'initech.example' })).toBe('initech-page');
  expect(await resolved({ name: null, slug: null, domain: 'Umbrella.example' })).toBe('umbrella');
  expect(await resolved({ name: '日本電気', slug: null, domain: null })).toMatch(/^account-[0-9a-f]{12}$/);
  const rows = await site.db.select<{ id: string; name: string; domain: string | null }>(
    "SELECT id, name, domain FROM accounts WHERE organization_id = ? AND id NOT LIKE 'account-%' ORDER BY id",
    [org],
  );
  expect(rows).toEqual([
    { id: 'acme-rockets', name: 'Acme Rockets', domain: 'acme.example' },
    { id: 'initech-page', name: 'Initech-Page', domain: 'initech.example' },
    { id: 'umbrella', name: 'Umbrella.example', domain: 'umbrella.example' },
  ]);
  // By any of these the company is found again, in whatever case.
  expect(await resolved({ name: null, slug: 'ACME-page', domain: null })).toBe('acme-rockets');
  expect(await resolved({ name: 'Something Else', slug: null, domain: 'UMBRELLA.example' })).toBe('umbrella');
});

it('an id that is taken, by an account that no alias names any more, gets a number; in another workspace it is free', async () => {
  const taken = async (id: string) => putRow(site.db, 'accounts', { organization_id: org, id, name: id });
  for (const id of ['globex', 'globex-2']) await taken(id);
  expect(await resolved(globex)).toBe('globex-3');
  const neighbour = await site.workspace();
  writer = new AccountWriter(site.db, neighbour);
  expect(await resolved(globex)).toBe('globex');
});
