/**
 * Which facts of a person make a new snapshot, a change in lists, or a change at all: every column of the table, one by one.
 */
import { people, type PersonRow } from '../tables/engagement';
import { readsAnew, samePerson, showsAnew, snapshotOf } from './person-differences';

const isRow = (row: object): row is PersonRow => Object.keys(people.columns).every((name) => name in row);
const rowOf = (facts: object): PersonRow => {
  const row = { ...Object.fromEntries(Object.keys(people.columns).map((name) => [name, null])), ...facts };
  if (!isRow(row)) throw new Error('a column is missing');
  return row;
};
const before = rowOf({ organization_id: 'w', id: 'p', observed_at: 7 });

const times = ['observed_at', 'enriched_at', 'updated_at', 'created_at'];
const inSnapshots = ['headline', 'title', 'company_name', 'country', 'region'];
const inLists = [
  ...['display_name', 'headline', 'title', 'seniority', 'job_function', 'company_name', 'company_size', 'industry'],
  'read_confidence',
  ...['country', 'region', 'profile_url', 'email', 'email_status', 'email_source'],
];

test.each(Object.keys(people.columns))('%s', (name) => {
  const row = { ...before, [name]: 'another' };
  expect(samePerson(row, before)).toBe(times.includes(name));
  expect(readsAnew(row, before)).toBe(inSnapshots.includes(name));
  expect(showsAnew(row, before)).toBe(inLists.includes(name));
});

test('the same is the same, and somebody new is new', () => {
  expect([samePerson(before, before), samePerson({ ...before }, before), samePerson(before, undefined)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([readsAnew({ ...before }, before), readsAnew(before, undefined)]).toEqual([false, true]);
  expect([showsAnew({ ...before }, before), showsAnew(before, undefined)]).toEqual([false, true]);
});

test('a snapshot is how the profile reads, with when that was seen', () => {
  const row = rowOf({
    ...before,
    headline: 'h',
    title: 't',
    company_name: 'c',
    country: 'DE',
    region: 'r',
    email: 'e',
  });
  expect(snapshotOf(row)).toEqual({
    ...{ organization_id: 'w', person_id: 'p', observed_at: 7, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ...{ headline: 'h', title: 't', company_name: 'c', country: 'DE', region: 'r' },
  });
  expect(snapshotOf(row).id).not.toBe(snapshotOf(row).id);
});
