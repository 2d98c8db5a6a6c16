/** Levels and functions in their order, and the grades of banks. */
import { jobFunctions } from './function-words';
import { bankGrades, seniorities } from './title-words';

test('levels are ordered from the highest, functions as the documents list them', () => {
  expect(seniorities.join(' ')).toBe('owner cxo partner vp director manager senior entry training unpaid');
  expect(jobFunctions.join(' ')).toBe(
    'management sales marketing product engineering it data design research operations procurement finance legal hr ' +
      'support consulting administration education health media other',
  );
});

test('a managing director of a bank is a vice president', () => {
  expect([bankGrades.grade, bankGrades.level]).toEqual(['managing director', 'vp']);
});

/** Tried on folded names. */
test.each([
  ['first example bank', true],
  ['bank of example', true],
  ['musterbank', true],
  ['banque exemple', true],
  ['sparkasse musterstadt', true],
  ['goldman sachs', true],
  ['jp morgan', true],
  ['j.p. morgan', true],
  ['jpmorganchase', true],
  ['citi', true],
  ['citigroup', true],
  ['ing', true],
  ['blackrock', true],
  ['example banking', false],
  ['bankside', false],
  ['embankment', false],
  ['acme consulting', false],
  ['citizens', false],
  ['', false],
])('"%s" has the grades of a bank: %s', (name, has) => expect(bankGrades.employer.test(name)).toBe(has));
