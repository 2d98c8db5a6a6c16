/** Companies that headlines name: whom they are given to, and who is scored again when one becomes known, unknown or is renamed. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { ofNeighbours } from '../../../test/support/neighbours';
import { putRow, type Cells } from '../../../test/support/put-row';
import { accountFacts } from './account-facts';
import { KnownCompanies, noteNamesMoved, placedAt, settleKnown, type Placeable } from './known-companies';
import { saveTerms, searchTextOf } from './lead-writer';

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

const { put, pairs, everything } = ofNeighbours(() => ({ db: open.db, here, neighbour }));
const facts = { domain: 'globex.example', industry: 'Mining', company_size: '51-200' };
const putAccount = async (id: string, known: 0 | 1, more: Cells = facts) => {
  await put('accounts', { id, name: id, known, ...more });
  await put('account_aliases', { kind: 'name', value: id, account_id: id });
};
const person = (headline: string | null, more: Partial<Placeable> = {}): Placeable => ({
  headline,
  is_company: 0,
  company_name: null,
  account_id: null,
  account_domain: null,
  account_industry: null,
  account_size: null,
  ...more,
});
const place = async (headline: string | null, more: Partial<Placeable> = {}, companies = new KnownCompanies()) => {
  const one = person(headline, more);
  await companies.place(open.db, here, [one]);
  return one;
};
const atGlobex = {
  company_name: 'Globex',
  named_company: 'Globex',
  account_id: 'globex',
  account_domain: 'globex.example',
  account_industry: 'Mining',
  account_size: '51-200',
};

describe('a headline that names a company', () => {
  test('gives it to a person who has none, with what the account says', async () => {
    await putAccount('globex', 1);
    expect(await place('VP Sales | Globex')).toEqual({ ...person('VP Sales | Globex'), ...atGlobex });
  });

  test.each([
    ['has a company', 'VP Sales | Globex', { company_name: 'Acme' }],
    ['has an account', 'VP Sales | Globex', { account_id: 'acme' }],
    ['is a page of a company', 'VP Sales | Globex', { is_company: 1 }],
    ['has no headline', null, {}],
    ['names another', 'VP Sales | Umbrella', {}],
  ] as const)('gives nothing to one who %s', async (_, headline, more) => {
    await putAccount('globex', 1);
    expect(await place(headline, more)).toEqual(person(headline, more));
  });

  test('gives the first that is known; one that is not known, or known by its page alone, is none', async () => {
    for (const [id, known] of [
      ['globex', 1],
      ['umbrella', 0],
      ['initech', 1],
    ] as const)
      await putAccount(id, known);
    await put('accounts', { id: 'paged', name: 'Hooli', known: 1 });
    await put('account_aliases', { kind: 'slug', value: 'hooli', account_id: 'paged' });
    expect(await place('VP Sales | Umbrella | Hooli | Initech | Globex')).toMatchObject({ account_id: 'initech' });
    expect(await place('VP Sales | Hooli | Umbrella')).toMatchObject({ account_id: null, company_name: null });
  });

  test('is of this workspace alone', async () => {
    await putRow(open.db, 'accounts', { organization_id: neighbour, id: 'globex', name: 'Globex', known: 1 });
    await putAccount('acme', 1);
    await putRow(open.db, 'account_aliases', {
      ...{ organization_id: neighbour, kind: 'name', value: 'globex', account_id: 'acme' },
    });
    expect(await place('VP Sales | Globex')).toMatchObject({ account_id: null });
  });

  test('several people at once, each their own', async () => {
    for (const id of ['globex', 'initech']) await putAccount(id, 1);
    const people = [person('CEO | Initech'), person(null), person('VP Sales | Globex'), person('CFO | Initech')];
    await new KnownCompanies().place(open.db, here, people);
    expect(people.map((one) => one.account_id)).toEqual(['initech', null, 'globex', 'initech']);
  });
});

test('what was looked up is remembered until it is forgotten: companies that are there, and that there are none', async () => {
  const companies = new KnownCompanies();
  expect(await place('VP Sales | Globex', {}, companies)).toMatchObject({ account_id: null });
  await putAccount('globex', 1);
  expect(await place('VP Sales | Globex', {}, companies)).toMatchObject({ account_id: null });
  companies.clear();
  expect(await place('VP Sales | Globex', {}, companies)).toMatchObject({ account_id: 'globex' });
  await open.db.run('UPDATE accounts SET domain = NULL WHERE organization_id = ?', [here]);
  expect(await place('CEO | Initech | Globex', {}, companies)).toMatchObject({ account_domain: 'globex.example' });
  await putAccount('initech', 1);
  expect(await place('CEO | Initech', {}, companies)).toMatchObject({ account_id: null });
  companies.clear();
  expect(await place('CEO | Initech | Globex', {}, companies)).toMatchObject({ account_id: 'initech' });
  expect(await place('CEO | Globex', {}, companies)).toMatchObject({ account_id: 'globex', account_domain: null });
});

/** A lead with its words in the index. */
const putLead = async (id: string, headline: string | null, more: Cells = {}) => {
  await put('people', { id, display_name: id, headline });
  await put('leads', { id, ...more });
  const now = searchTextOf({ display_name: id, headline, company_name: null });
  for (const at of [here, neighbour])
    await open.db.transaction(() => saveTerms(open.db, at, [{ id, before: undefined, now }]));
};

describe('an account', () => {
  const settle = async (...ids: string[]) => {
    const before = await everything();
    const result = await settleKnown(open.db, here, ids, await accountFacts(open.db, here, ids));
    expect(await everything()).toEqual(before);
    return result;
  };

  test('that stands becomes known: leads without a company whose headline names it are scored again', async () => {
    await putAccount('globex', 0);
    await putLead('names', 'VP Sales | Globex');
    await putLead('twice', 'Globex | Globex');
    await putLead('placed', 'CEO | Globex', { account_id: 'other', named_company: 'Other' });
    await putLead('employed', 'CEO | Globex', { account_id: 'other' });
    await putLead('other', 'VP Sales | Umbrella');
    await putLead('silent', null);
    await putLead('within', 'VP Sales | Globexia');
    expect(await settle('globex')).toBe(true);
    expect(await pairs('accounts', 'id', 'known')).toEqual(['globex 1']);
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['names', 'placed', 'twice']);
    // Settled again, nothing changes.
    await open.db.run('DELETE FROM scoring_queue');
    expect(await settle('globex')).toBe(false);
    expect(await pairs('scoring_queue', 'person_id')).toEqual([]);
  });

  test('is found by each name it has: its own, another of its names, and what people write', async () => {
    await putAccount('globex', 0);
    await put('account_aliases', { kind: 'name', value: 'initech', account_id: 'globex' });
    await put('people', { id: 'works', account_id: 'globex', company_name: 'Initech' });
    await putLead('one', 'VP Sales | Globex');
    await putLead('other', 'VP Sales | INITECH GmbH');
    await settle('globex');
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['one', 'other']);
  });

  test('that stands no more becomes unknown: leads that their headline placed there are scored again', async () => {
    await putAccount('globex', 1, {});
    await putLead('placed', 'CEO | Globex', { account_id: 'globex', named_company: 'Globex' });
    await putLead('employed', 'CEO | Globex', { account_id: 'globex' });
    await putLead('elsewhere', 'CEO | Globex', { account_id: 'other', named_company: 'Other' });
    expect(await placedAt(open.db, here, ['globex'])).toEqual(['placed']);
    expect(await settle('globex')).toBe(true);
    expect(await pairs('accounts', 'id', 'known')).toEqual(['globex 0']);
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['placed']);
    expect(await settle('globex')).toBe(false);
  });

  test('that is gone counts as one that became unknown', async () => {
    await putLead('placed', 'CEO | Globex', { account_id: 'globex', named_company: 'Globex' });
    expect(await settle('globex')).toBe(true);
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['placed']);
    expect(await settle()).toBe(false);
  });

  test('whose names moved is unknown until it is settled, and is counted again', async () => {
    for (const id of ['globex', 'initech']) await putAccount(id, 1);
    await putLead('placed', 'CEO | Globex', { account_id: 'globex', named_company: 'Globex' });
    await putLead('other', 'CEO | Initech', { account_id: 'initech', named_company: 'Initech' });
    const before = await everything();
    await noteNamesMoved(open.db, here, []);
    expect(await pairs('accounts', 'id', 'known')).toEqual(['globex 1', 'initech 1']);
    await noteNamesMoved(open.db, here, ['globex', 'globex']);
    expect(await pairs('accounts', 'id', 'known')).toEqual(['globex 0', 'initech 1']);
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['placed']);
    expect(await pairs('stale_summaries', 'kind', 'target_id')).toEqual(['account globex']);
    expect(await everything()).toEqual(before);
  });
});
