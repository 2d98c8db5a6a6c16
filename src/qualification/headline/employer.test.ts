/** What is no employer, and a name without its case. */
import { parseHeadline } from '../headline';
import { mayEmploy, uninflected } from './employer';

test.each(['Acme', 'Northwind Traders', 'München Klinik', '株式会社例', '3M', 'My Money Bank'])(
  '%s may be one',
  (name) => {
    expect(mayEmploy(name, false)).toBe(true);
  },
);

test.each([
  'Berlin',
  'Munich',
  'Germany',
  'Stealth Startup',
  'self-employed',
  'Selbständig',
  'n/a',
  'GmbH',
  '2026',
  'my own house',
])('%s is none', (name) => {
  expect(mayEmploy(name, false)).toBe(false);
});

test('a listed name that is a country, too, is one behind a word that joins', () => {
  expect([mayEmploy('Emirates', true), mayEmploy('Emirates', false)]).toEqual([true, false]);
  expect(mayEmploy('Berlin', true)).toBe(false);
});

test.each([
  ["Trendyol'da", 'Trendyol'],
  ['Kovács Richternél', 'Kovács Richter'],
  ['Yle:n', 'Yle'],
  ['Budapesti Kórházban', 'Budapesti Kórház'],
  ['Acme', null],
])('%s without its ending is %s', (name, bare) => {
  expect(uninflected(name)).toBe(bare);
});

test('a place with an ending is a place', () => {
  expect(parseHeadline('Mérnök Budapestnél').companyName).toBeNull();
});

test('a country behind an "@" is the company of that name', () => {
  expect(parseHeadline('Cabin crew @ Emirates').companyName).toBe('Emirates');
});
