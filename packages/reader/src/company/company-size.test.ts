import fc from 'fast-check';
import {
  companySizeBounds,
  companySizeOfCount,
  companySizes,
  companySizeSpan,
  parseCompanySize,
  type CompanySize,
} from './company-size';
import { anyLetter } from '../../../../test/support/any-letter';

const spellings: readonly (readonly [string | number, CompanySize | null])[] = [
  ['1', '1'],
  ['1 employee', '1'],
  ['0-1 employees', '1'],
  ['Self-employed', '1'],
  ['1-10', '2-10'],
  ['1–10 employees', '2-10'],
  ['2-10', '2-10'],
  ['11–50 employees', '11-50'],
  ['11 - 50', '11-50'],
  ['11 to 50', '11-50'],
  ['51-200 Mitarbeiter', '51-200'],
  ['51 bis 200', '51-200'],
  ['50-200', '51-200'],
  ['51-100', '51-200'],
  ['201-500 Beschäftigte', '201-500'],
  ['200-500', '201-500'],
  ['501-1,000', '501-1000'],
  ['501-1,000 employees', '501-1000'],
  ['1.001-5.000 Mitarbeiter', '1001-5000'],
  ['1 001 – 5 000 employés', '1001-5000'],
  ['1\u00a0001\u20135\u00a0000', '1001-5000'],
  ['1000-5000', '1001-5000'],
  ['1K-5K', '1001-5000'],
  ['5,001-10,000', '5001-10000'],
  ['10,001+', '10001+'],
  ['10,001+ employees', '10001+'],
  ['10000+', '10001+'],
  ['10k+', '10001+'],
  ['10001 or more', '10001+'],
  ['250', '201-500'],
  ['1,250', '1001-5000'],
  ['1200 employees', '1001-5000'],
  [250, '201-500'],
  [1, '1'],
  [10_000, '5001-10000'],
  [10_001, '10001+'],
  [12.5, '11-50'],
  // What a spreadsheet makes of 2-10 and 11-50.
  ['2-Oct', '2-10'],
  ['10-Feb', '2-10'],
  ['Nov-50', '11-50'],
  ['2 - Oct', '2-10'],
  ['Feb-10', '2-10'],
  ['Oct-2', '2-10'],
  ['1-Oct', '2-10'],
  ['10-Jan', '2-10'],
  ['Jan-10', '2-10'],
  ['50-Nov', null],
  // People who work alone.
  ['self employed', '1'],
  ['Self - Employed', '1'],
  ['myself only', '1'],
  ['Freelance', '1'],
  ['0-1', '1'],
  ['0-2', null],
  // Words between and behind the bounds.
  ['11 à 50', '11-50'],
  ['11 a 50', '11-50'],
  ['11 tot 50', '11-50'],
  ['11 until 50', '11-50'],
  ['11~50', '11-50'],
  ['11 und 50', null],
  ['10001 plus', '10001+'],
  ['10001 and more', '10001+'],
  ['10001 und mehr', '10001+'],
  ['10001 et plus', '10001+'],
  ['size: 11-50', '11-50'],
  ['Size 11-50', '11-50'],
  ['9999+', null],
  ['1.500', '1001-5000'],
  ["1'500", '1001-5000'],
  ['1’500', '1001-5000'],
  ['1.5000', null],
  ['999999999', '10001+'],
  ['9999999990', null],
  [`11-50 ${'x'.repeat(40)}`, '11-50'],
  [`11-50 ${'x'.repeat(41)}`, null],
  [`11-50${' '.repeat(74)}x`, '11-50'],
  [`11-50${' '.repeat(75)}x`, null],
  [0.9, null],
  [10.9, '2-10'],
  // Too little to choose one bucket.
  ['100-250', null],
  ['500+', null],
  ['0', null],
  [0, null],
  [-5, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['', null],
  ['unknown', null],
  ['50-11', null],
  ['11-50-200', null],
  ['12/2024', null],
];

test.each(spellings)('%j is %j', (text, size) => {
  expect(parseCompanySize(text)).toBe(size);
});

test('null and undefined are unknown', () => {
  expect([parseCompanySize(null), parseCompanySize(undefined)]).toEqual([null, null]);
});

test.each(companySizes)('the bucket %s reads as itself, and its bounds fall into it', (size) => {
  const { from, to } = companySizeBounds[size];
  expect(parseCompanySize(size)).toBe(size);
  expect(companySizeOfCount(from)).toBe(size);
  expect(companySizeOfCount(Number.isFinite(to) ? to : 3_000_000)).toBe(size);
});

test('the buckets cover every count once, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000_000 }), (count) => {
      const holding = companySizes.filter(
        (size) => companySizeBounds[size].from <= count && count <= companySizeBounds[size].to,
      );
      expect(holding).toEqual([parseCompanySize(count)]);
    }),
  );
});

test('any text is read without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 100 }), (text) =>
      [null, ...companySizes].includes(parseCompanySize(text)),
    ),
  );
});

test.each([
  ['51-5000', ['51-200', '201-500', '501-1000', '1001-5000']],
  ['1-10', ['1', '2-10']],
  ['5,001+', ['5001-10000', '10001+']],
  ['51-200', ['51-200']],
  ['11-50', ['11-50']],
  ['1+', [...companySizes]],
  ['11–5 000', ['11-50', '51-200', '201-500', '501-1000', '1001-5000']],
  ['51-10', null],
  ['100-5000', null],
  ['51-5001', null],
  ['50+', null],
  ['51-', null],
  ['51', null],
] as const)('the span %s is %j', (text, sizes) => {
  expect(companySizeSpan(text)).toEqual(sizes);
});
