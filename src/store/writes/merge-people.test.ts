/** Facts of a person merged from two rows, one by one: the newer or better stated fact is kept, whichever row stays. */
import { people, type PersonRow } from '../tables/engagement';
import { mergedPerson } from './merge-people';

const blank = {
  ...Object.fromEntries(Object.keys(people.columns).map((name) => [name, null])),
  organization_id: 'w',
  display_name: '',
  is_company: 0,
  disposition: 'ACTIVE',
  observed_at: 0,
  created_at: 0,
  updated_at: 0,
  do_not_contact: 0,
};
const isRow = (row: object): row is PersonRow => Object.keys(people.columns).every((name) => name in row);
const rowOf = (id: string, facts: Partial<PersonRow>): PersonRow => {
  const row = { ...blank, id, ...facts };
  if (!isRow(row)) throw new Error('a column is missing');
  return row;
};
/** Merges two rows in either order. Both results must be the same except for the id. */
const merged = (one: Partial<PersonRow>, other: Partial<PersonRow>): PersonRow => {
  const [a, b] = [rowOf('a', one), rowOf('b', other)];
  const [first, second] = [mergedPerson(a, b), mergedPerson(b, a)];
  expect([first.id, second.id]).toEqual(['a', 'b']);
  expect({ ...second, id: 'a' }).toEqual(first);
  return first;
};
const older = { observed_at: 1, enriched_at: 1 };
const newer = { observed_at: 2, enriched_at: 2 };

test.each(['headline', 'followers', 'title', 'seniority', 'job_function', 'company_name', 'account_id'] as const)(
  '%s: of the one observed later',
  (name) => {
    const say = (value: string) =>
      name === 'followers' ? { followers: Number(value) } : { headline: 'x', [name]: value };
    expect(merged({ ...older, ...say('1') }, { ...newer, ...say('2') })).toMatchObject(say('2'));
  },
);

test.each([
  'stated_title',
  'stated_company',
  'stated_seniority',
  'stated_function',
  'company_size',
  'industry',
] as const)('%s: of the one that a source spoke of later, however early it was seen; else of the other', (name) => {
  const [early, late] = [
    { observed_at: 9, enriched_at: 1, [name]: 'early' },
    { observed_at: 1, enriched_at: 2, [name]: 'late' },
  ];
  expect(merged(early, late)[name]).toBe('late');
  expect(merged(early, { ...late, [name]: null })[name]).toBe('early');
  expect(merged({ ...early, enriched_at: null }, late)[name]).toBe('late');
});

test.each(['stated_title', 'industry', 'email', 'country'] as const)(
  '%s: where no source spoke of either, their words decide, not which was known first',
  (name) => {
    const unsaid = { observed_at: 1, enriched_at: null };
    const [one, other] = [
      { ...unsaid, headline: 'a', [name]: 'of a' },
      { ...unsaid, headline: 'b', [name]: 'of b' },
    ];
    expect(merged(one, other)[name]).toBe('of b');
    expect(merged({ ...one, enriched_at: 0 }, other)[name]).toBe('of a');
  },
);

test('what is said together stays together', () => {
  const mail = { email: 'a@x.example', email_status: 'VALID', email_source: 'apollo' } as const;
  expect(merged({ ...older, ...mail }, { ...newer, email: null, email_source: 'other' })).toMatchObject(mail);
  const place = { country: 'DE', region: null };
  expect(merged({ ...older, country: 'FR', region: 'Paris' }, { ...newer, ...place })).toMatchObject(place);
  expect(merged({ ...older, ...place }, { ...newer, region: 'Paris' })).toMatchObject(place);
  // The job comes from the newer headline, even if that names none.
  const job = {
    title: 'VP',
    seniority: 'vp',
    job_function: 'sales',
    company_name: 'Globex',
    account_id: 'globex',
  } as const;
  const none = { title: null, seniority: null, job_function: null, company_name: null, account_id: null };
  expect(merged({ ...older, headline: 'VP at Globex', ...job }, { ...newer, headline: 'Resting' })).toMatchObject({
    headline: 'Resting',
    ...none,
  });
  expect(merged({ ...older, headline: 'VP at Globex', ...job }, newer)).toMatchObject({
    headline: 'VP at Globex',
    ...job,
  });
  expect(merged({ ...older, headline: 'Resting' }, { ...newer, ...job })).toMatchObject({
    headline: 'Resting',
    ...job,
  });
});

test('a name that is there; an address with a name before one with an id', () => {
  expect(merged({ ...older, display_name: 'Ada' }, newer).display_name).toBe('Ada');
  expect(merged({ ...older, display_name: 'Ada' }, { ...newer, display_name: 'Ada Okoro' }).display_name).toBe(
    'Ada Okoro',
  );
  const page = (name: string) => `https://www.linkedin.com/in/${name}`;
  const [byId, byName, named] = [page('ACoAAB12'), page('ada'), page('ada-okoro')];
  expect(merged({ ...older, profile_url: byName }, { ...newer, profile_url: byId }).profile_url).toBe(byName);
  expect(merged({ ...older, profile_url: byName }, { ...newer, profile_url: named }).profile_url).toBe(named);
  expect(merged({ ...older, profile_url: byId }, { ...newer, profile_url: page('ACwAAB12') }).profile_url).toBe(
    page('ACwAAB12'),
  );
  expect(merged({ ...older, profile_url: byId }, newer).profile_url).toBe(byId);
  expect(merged(older, newer).profile_url).toBeNull();
});

test('times: observed and enriched last, known first', () => {
  expect(
    merged({ observed_at: 5, enriched_at: 9, created_at: 7 }, { observed_at: 6, enriched_at: 3, created_at: 4 }),
  ).toMatchObject({
    observed_at: 6,
    enriched_at: 9,
    created_at: 4,
  });
  expect(merged({ enriched_at: null }, { enriched_at: 3 }).enriched_at).toBe(3);
});

test('a company page, and an objection, of either is of both', () => {
  expect(merged({}, {})).toMatchObject({ is_company: 0, do_not_contact: 0 });
  expect(merged({ is_company: 1 }, { do_not_contact: 1 })).toMatchObject({ is_company: 1, do_not_contact: 1 });
});

test.each([
  ['BAD_LEAD', 1, 'CLIENT', 2, 'CLIENT', 2],
  ['BAD_LEAD', 2, 'CLIENT', 1, 'BAD_LEAD', 2],
  ['ACTIVE', 5, 'CLIENT', null, 'ACTIVE', 5],
  ['ACTIVE', null, 'CLIENT', null, 'CLIENT', null],
  ['ACTIVE', null, 'BAD_LEAD', null, 'BAD_LEAD', null],
  ['BAD_LEAD', 3, 'CLIENT', 3, 'CLIENT', 3],
  ['ACTIVE', null, 'ACTIVE', null, 'ACTIVE', null],
] as const)('%s set at %s and %s set at %s: %s', (one, oneAt, other, otherAt, expected, at) => {
  const result = merged(
    { disposition: one, disposition_set_at: oneAt },
    { disposition: other, disposition_set_at: otherAt },
  );
  expect([result.disposition, result.disposition_set_at]).toEqual([expected, at]);
});

test.each([
  ['u2', 1, 'u1', 2, 'u1', 2],
  ['u2', 2, 'u1', 1, 'u2', 2],
  [null, 5, 'u1', null, null, 5],
  ['u2', null, 'u1', null, 'u1', null],
  [null, null, 'u1', null, 'u1', null],
  [null, null, null, null, null, null],
] as const)('owner %s set at %s and %s set at %s: %s', (one, oneAt, other, otherAt, expected, at) => {
  const result = merged({ owner_id: one, owner_set_at: oneAt }, { owner_id: other, owner_set_at: otherAt });
  expect([result.owner_id, result.owner_set_at]).toEqual([expected, at]);
});

test.each(['headline', 'display_name', 'profile_url', 'stated_title', 'stated_company', 'email'] as const)(
  'of two observed at one time their words decide, not which was known first: %s',
  (name) => {
    const same = { observed_at: 3, enriched_at: 3 };
    const page = (value: string) => (name === 'profile_url' ? `https://www.linkedin.com/in/${value}` : value);
    expect(merged({ ...same, [name]: page('bb') }, { ...same, [name]: page('aa') })[name]).toBe(page('bb'));
  },
);
