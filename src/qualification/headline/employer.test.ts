/** What is no employer. */
import { mayEmploy } from './employer';

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
