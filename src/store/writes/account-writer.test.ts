import { useSite } from '../../../test/import/support/site';
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
