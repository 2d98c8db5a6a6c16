/** Every reader of strangers' words against a megabyte that patterns go wrong on. */
import { companyKeys, displayName } from '../../src/accounts/company-key';
import { classifyComment } from '../../src/qualification/comments';

/** One letter, openings never closed, marks and spaces in turn, a known phrase cut short. */
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
];

describe.each([
  ['classifyComment', classifyComment],
  ['companyKeys', companyKeys],
  ['displayName', displayName],
] as const)('%s', (_name, read) => {
  test.each(hostile)('a megabyte of %j costs less than 50 ms', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    // The best of three: the machine may be busy, the rule may not.
    const times = [1, 2, 3].map(() => {
      const from = performance.now();
      read(`${text}!`);
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
