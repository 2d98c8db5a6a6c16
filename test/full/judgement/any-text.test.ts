/** Whatever a headline holds, it is read into known values, and soon. */
import fc from 'fast-check';
import { headlineFlags, jobFunctions, parseHeadline, seniorities } from '../../../packages/reader/src';
import { growth } from '../../support/growth';
import { anyLetter } from '../../support/any-letter';

describe('any text', () => {
  const bits = fc.constantFrom(
    'CEO',
    'of',
    'at',
    '@',
    '|',
    ',',
    'ex-',
    'Sales',
    'Acme',
    '(',
    ')',
    '🚀',
    ' ',
    'bei',
    '/',
    'Assistant to the',
    'ß',
    '\u0000',
    '株式会社',
  );
  const anyHeadline = fc.oneof(
    fc.string({ unit: anyLetter, maxLength: 500 }),
    fc.array(bits, { maxLength: 40 }).map((list) => list.join(' ')),
  );

  test('is read without failing, into known values and bounded texts', () => {
    fc.assert(
      fc.property(anyHeadline, (headline) => {
        const job = parseHeadline(headline);
        expect([null, ...seniorities]).toContain(job.seniority);
        expect([null, ...jobFunctions]).toContain(job.function);
        for (const text of [job.title, job.companyName]) {
          if (text === null) continue;
          expect(text.trim()).toBe(text);
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(160);
        }
        if (job.title === null) expect([job.seniority, job.function]).toEqual([null, null]);
      }),
      { numRuns: 500 },
    );
  });

  test('a long hostile headline is read in linear time', () => {
    const units = [
      'at ',
      ', a',
      '( ',
      'ex-',
      ' | ',
      'a.',
      '@',
      "I'm ",
      '"',
      '«',
      'a ',
      'CEO of ',
      'CEO ',
      'Assistant to ',
      'de La ',
      'ב"',
    ];
    const others = [
      '前',
      '株式会社',
      '公司',
      'の',
      '’da ',
      'x-nél ',
      '1k ',
      'ph.d ',
      'she/',
      'https://',
      '\u0301',
      '🚀',
      '((',
      ' ',
    ];
    for (const unit of [...units, ...others]) {
      const read = (text: string) => {
        parseHeadline(text);
        headlineFlags(text);
      };
      const growing = growth(read, (size) => unit.repeat(size / unit.length), 1_000, 100);
      expect({ unit, growing: growing < 30 }).toEqual({ unit, growing: true });
    }
  });
});
