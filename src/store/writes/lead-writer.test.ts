/** What is written of a lead, found by its words, and taken out again, beside a neighbour with the very same rows. */
import type { SqlValue } from '../../database/database';
import { useSite } from '../../../test/import/support/site';
import { putRow, type Cells } from '../../../test/support/put-row';
import { accountSummaries, leads, type LeadRow } from '../tables/leads';
import { removeSummaries } from './account-summaries';
import { checkCounts } from './check-counts';
import { refreshProfileCounts, removeLeads, saveLeads, saveTerms, searchTextOf } from './lead-writer';
import { writeWorkspace } from '../log/workspace-lock';

const site = useSite('sqlite');
let [here, neighbour] = ['', ''];
beforeEach(async () => {
  [here, neighbour] = [await site.workspace(), await site.workspace()];
});

async function put(name: string, cells: Cells): Promise<void> {
  for (const organization_id of [here, neighbour]) await putRow(site.db, name, { ...cells, organization_id });
}
const rowsOf = (name: string, organizationId = here) =>
  site.db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
const leadsOf = (organizationId = here) =>
  site.db.select<LeadRow>('SELECT * FROM leads WHERE organization_id = ? ORDER BY id', [organizationId]);
const termsIn = async (organizationId = here) =>
  (await rowsOf('lead_terms', organizationId)).map((row) => `${row['lead_id']} ${row['term']}`).sort();
const scored = (row: LeadRow, evidence: string, hasFaded?: boolean) => ({
  ...{ row, icpEvidence: `icp ${evidence}`, intentEvidence: `intent ${evidence}` },
  ...(hasFaded === undefined ? {} : { hasFaded }),
});

test('search looks in name, headline and company, folded', () => {
  expect(searchTextOf({ display_name: 'Zoë Ñ', headline: 'VP Größe', company_name: 'ACME' })).toBe(
    'zoe n\nvp grosse\nacme',
  );
  expect(searchTextOf({ display_name: 'Zoë', headline: null, company_name: null })).toBe('zoe\n\n');
});

test('a lead is written whole, with when it was made as it was; of one that only faded the evidence', async () => {
  for (const id of ['a', 'b']) await put('leads', { id, disposition: 'ACTIVE', intent_score: 5, created_at: 1 });
  const [a, b] = await leadsOf();
  if (!a || !b) throw new Error('the leads are missing');
  const changed = Object.fromEntries(
    Object.entries(a).map(([name, value]) => [
      name,
      typeof value === 'number' ? 1 : name === 'id' || name === 'organization_id' ? value : 'x',
    ]),
  );
  const other = { ...a, ...changed, created_at: 77 };
  await saveLeads(site.db, here, [scored(other, 'a'), scored({ ...b, intent_score: 9 }, 'b', true)]);
  expect(await leadsOf()).toEqual([{ ...other, created_at: 1 }, b]);
  expect((await leadsOf(neighbour)).map(({ intent_score }) => intent_score)).toEqual([5, 5]);
  await saveLeads(site.db, here, [scored(b, 'again', false)]);
  expect(
    (await rowsOf('lead_evidence')).map((row) => `${row['lead_id']}: ${row['icp']}, ${row['intent']}`).sort(),
  ).toEqual(['a: icp a, intent a', 'b: icp again, intent again']);
  expect(Object.keys(other).sort()).toEqual(Object.keys(leads.columns).sort());
});

test('its words are those of its text: new ones come, old ones go, and endings stay', async () => {
  const indexed = new Set<string>();
  const save = (before: string | undefined, now: string) =>
    site.db.transaction(() => saveTerms(site.db, here, [{ id: 'a', before, now }], indexed));
  await site.db.transaction(() =>
    saveTerms(site.db, neighbour, [{ id: 'a', before: undefined, now: 'ada\nsales\nacme' }]),
  );
  const ofNeighbour = await termsIn(neighbour);
  await save(undefined, 'ada\nsales\nacme');
  expect(await termsIn()).toEqual(ofNeighbour);
  expect(await termsIn()).toEqual(['a acme', 'a ada', 'a sales']);
  await save('ada\nsales\nacme', 'ada\nsales\nglobex');
  expect(await termsIn()).toEqual(['a ada', 'a globex', 'a sales']);
  expect(await termsIn(neighbour)).toEqual(ofNeighbour);
  const endings = (await rowsOf('term_suffixes')).map((row) => `${row['suffix']} ${row['term']}`);
  expect(endings).toEqual(expect.arrayContaining(['acme acme', 'globex globex', 'lobex globex', 'cme acme']));
  expect([...indexed].sort()).toEqual(['acme', 'ada', 'globex', 'sales']);
  // A word whose endings are stored is not written again; nor is one of a transaction that was taken back known.
  await site.db.run('DELETE FROM term_suffixes WHERE organization_id = ?', [here]);
  await save('ada\nsales\nglobex', 'ada\nacme');
  expect(await rowsOf('term_suffixes')).toEqual([]);
  const undone = site.db.transaction(async () => {
    await saveTerms(site.db, here, [{ id: 'b', before: undefined, now: 'initech' }], indexed);
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect([indexed.has('initech'), await termsIn()]).toEqual([false, ['a acme', 'a ada']]);
});

test('one that goes takes its words and evidence with it, and the change log says why', async () => {
  for (const id of ['a', 'b']) {
    await put('leads', { id, disposition: 'ACTIVE', search_text: 'ada\nsales' });
    for (const term of ['ada', 'sales']) await put('lead_terms', { lead_id: id, term });
    await put('lead_evidence', { lead_id: id });
  }
  const [a] = await leadsOf();
  if (!a) throw new Error('the lead is missing');
  await writeWorkspace(site.db, here, () => removeLeads(site.db, here, [a], { reason: 'merged', mergedInto: 'b' }, 5));
  expect((await leadsOf()).map(({ id }) => id)).toEqual(['b']);
  expect(await termsIn()).toEqual(['b ada', 'b sales']);
  expect((await rowsOf('lead_evidence')).map((row) => row['lead_id'])).toEqual(['b']);
  expect(await rowsOf('change_tombstones')).toMatchObject([
    { kind: 'lead', object_id: 'a', reason: 'merged', merged_into: 'b', changed_at: 5 },
  ]);
  expect([(await leadsOf(neighbour)).length, (await termsIn(neighbour)).length]).toEqual([2, 4]);
  expect([(await rowsOf('lead_evidence', neighbour)).length, await rowsOf('change_tombstones', neighbour)]).toEqual([
    2,
    [],
  ]);
});

test('a report that goes is noted once, and one that is not there is not', async () => {
  for (const account_id of ['acme', 'globex']) await put(accountSummaries.name, { account_id, name: account_id });
  const remove = () =>
    writeWorkspace(site.db, here, () => removeSummaries(site.db, here, ['acme', 'no such'], { reason: 'removed' }, 5));
  await remove();
  await remove();
  expect((await rowsOf('account_summaries')).map((row) => row['account_id'])).toEqual(['globex']);
  expect(await rowsOf('change_tombstones')).toMatchObject([{ kind: 'account', object_id: 'acme', reason: 'removed' }]);
  expect(await rowsOf('account_summaries', neighbour)).toHaveLength(2);
});

test('the leads of watched profiles are counted again, of those that are named', async () => {
  for (const id of ['one', 'two']) await put('monitored_profiles', { id, lead_count: 9 });
  await put('leads', { id: 'ada', disposition: 'ACTIVE' });
  await put('engagements', { person_id: 'ada', post_id: 'p', type: 'LIKE', monitored_profile_id: 'one' });
  await refreshProfileCounts(site.db, here, ['one']);
  const counts = async (organizationId: string) =>
    (await rowsOf('monitored_profiles', organizationId)).map((row) => `${row['id']} ${row['lead_count']}`).sort();
  expect([await counts(here), await counts(neighbour)]).toEqual([
    ['one 1', 'two 9'],
    ['one 9', 'two 9'],
  ]);
});

test('a check says how much it looked at, what waits, and what differs', async () => {
  const nothing = { accounts: 0, profiles: 0, pending: 0, differences: [] };
  expect(await checkCounts(site.db, here)).toEqual(nothing);
  // More accounts than are read at once.
  for (let n = 0; n < 501; n += 1)
    await putRow(site.db, 'accounts', { organization_id: here, id: `a${n}`, name: `A ${n}` });
  for (const id of ['right', 'wrong']) await put('monitored_profiles', { id, lead_count: id === 'wrong' ? 3 : 0 });
  await putRow(site.db, 'account_summaries', { organization_id: here, account_id: 'a500', name: 'A 500' });
  await putRow(site.db, 'leads', { organization_id: here, id: 'l', account_id: 'a7', disposition: 'ACTIVE' });
  await put('scoring_queue', { person_id: 'p' });
  await put('stale_summaries', { kind: 'account', target_id: 'a1' });
  await put('stale_summaries', { kind: 'profile', target_id: 'a1' });
  expect(await checkCounts(site.db, here)).toEqual({
    accounts: 501,
    profiles: 2,
    pending: 3,
    differences: [
      { kind: 'account summary', id: 'a500', message: 'has no active lead any more' },
      { kind: 'account summary', id: 'a7', message: 'is missing' },
      { kind: 'watchlist lead count', id: 'wrong', message: 'is 3, counted 0' },
    ],
  });
});
