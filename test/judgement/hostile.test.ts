/** Every reader of strangers' words against a megabyte that patterns go wrong on. */
import { classifyComment, companyKeys, displayName } from '../../packages/reader/src';
import { growth } from '../support/growth';

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
  // A text of a page is cut before it is read: a megabyte takes no longer, but for the cutting.
  test.each(hostile)('a hundred times as much of %j takes hardly longer', (piece) => {
    const text = (size: number) => `${piece.repeat(Math.ceil(size / piece.length))}!`;
    expect(growth<string>(read, text, 10_000, 100)).toBeLessThan(30);
  });
});
