/** A country guessed from colleagues: only one that all share, only where it is asked for and not known. */
import { lacksCountry, mostColleagues, sharedCountry, withGuess } from './colleagues';

test.each([
  [[], null],
  [['DE'], null],
  [['DE', 'DE'], 'Germany'],
  [['DE', 'DE', 'DE'], 'Germany'],
  [['DE', 'AT'], null],
  [['DE', 'DE', 'AT'], null],
])('colleagues in %j share %s', (countries, shared) => expect(sharedCountry(countries)).toBe(shared));
test('fifty colleagues are looked at', () => expect(mostColleagues).toBe(50));

const criterionOf = (criterion: string, outcome: 'match' | 'mismatch' | 'unknown') => ({
  criterion,
  outcome,
  detail: 'd',
});
test.each([
  [[criterionOf('location', 'unknown')], true],
  [[criterionOf('role', 'match'), criterionOf('location', 'unknown')], true],
  [[criterionOf('location', 'match')], false],
  [[criterionOf('location', 'mismatch')], false],
  [[criterionOf('role', 'unknown')], false],
  [[], false],
])('%j lacks the country: %s', (criteria, lacks) => expect(lacksCountry(criteria)).toBe(lacks));

test('the guess stands beside what is not known, and changes nothing else', () => {
  expect(withGuess([criterionOf('role', 'unknown'), criterionOf('location', 'unknown')], 'Germany')).toEqual([
    { criterion: 'role', outcome: 'unknown', detail: 'd' },
    { criterion: 'location', outcome: 'unknown', detail: 'd; colleagues are in Germany' },
  ]);
});
