import fc from 'fast-check';
import { commentClasses } from '../domain/values';
import { companyKeys, displayName } from '../accounts/company-key';
import { classifyComment } from './comments';

test.each([
  ['Pricing please', 'buying'],
  ['Wir hätten Interesse an einer Vorführung', 'buying'],
  ['Kein Interesse an sowas', 'refusal'],
  ['I am not interested in this', 'refusal'],
  ['Great post!', 'congratulation'],
  ['👏👏👏', 'congratulation'],
  ['Das ist gut, oder?', 'plain'],
  ['Not sure I agree. Our numbers say the opposite.', 'plain'],
  ['This matches what we see every week.', 'plain'],
  ['We did this in spring and would never go back.', 'plain'],
  ['Exactement ce que nous vivons.', 'plain'],
  ['More at https://example.com/page?id=1', 'plain'],
  ['Democracy matters', 'plain'],
  ['@Dana Whitlock see this', 'tag'],
  ['', 'plain'],
])('%j is %s', (text, expected) => {
  expect(classifyComment(text)).toBe(expected);
});

test('any text is read, and as one of the classes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
      expect(commentClasses).toContain(classifyComment(text));
    }),
  );
});

/** What patterns go wrong on: one letter, openings never closed, marks and spaces in turn, a known phrase cut short. */
const hostile = [
  'a',
  '@',
  '@a ',
  ' ',
  '. ',
  'a.',
  'a.b.',
  'https://',
  'www.',
  '?',
  'σ;',
  'か',
  'how ',
  'S.A. ',
  'co., ',
  '(株)',
  'é\u0301',
];
test.each(hostile)('a megabyte of %j costs less than 50 ms', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  for (const read of [classifyComment, companyKeys, displayName]) {
    // The best of three: the machine may be busy, the rule may not.
    const times = [1, 2, 3].map(() => {
      const from = performance.now();
      read(`${text}!`);
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  }
});
