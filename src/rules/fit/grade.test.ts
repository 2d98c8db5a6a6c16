/** The grade of a fit: which row decides, and each bound from below, at and above. */
import { gradeBounds, gradeOf, gradeRows, type GradedCriterion } from './grade';

const kinds = {
  M: { importance: 'must', outcome: 'match' },
  m: { importance: 'must', outcome: 'mismatch' },
  u: { importance: 'must', outcome: 'unknown' },
  S: { importance: 'should', outcome: 'match' },
  s: { importance: 'should', outcome: 'mismatch' },
  t: { importance: 'should', outcome: 'unknown' },
  N: { importance: 'nice', outcome: 'match' },
  n: { importance: 'nice', outcome: 'mismatch' },
} as const satisfies Record<string, GradedCriterion>;
type Kind = keyof typeof kinds;
/** `MMs`: two musts that match and a should that does not. Capitals match, small ones do not; u and t are unknown. */
const isKind = (letter: string): letter is Kind => letter in kinds;
const fit = (letters: string) =>
  Array.from(letters)
    .filter(isKind)
    .map((letter) => kinds[letter]);

test.each<readonly [letters: string, percent: number, grade: string]>([
  ['MMSS', 100, 'A'],
  ['MMSS', 75, 'A'],
  ['MMSS', 74, 'B'],
  ['MMSS', 60, 'B'],
  ['MMSS', 59, 'C'],
  ['MMSS', 40, 'C'],
  ['MMSS', 39, 'D'],
  ['MMtt', 75, 'A'],
  // An unknown must is no best fit, one that matches beside it is enough for the next.
  ['MuSS', 100, 'B'],
  ['uuSS', 100, 'C'],
  ['mMSS', 100, 'C'],
  ['mmSS', 100, 'D'],
  ['mmm', 100, 'D'],
  ['mu', 100, 'C'],
  ['MMsS', 100, 'B'],
  ['MMss', 100, 'C'],
  ['MMsss', 100, 'C'],
  // What is only nice counts in the percent alone.
  ['MMnn', 100, 'A'],
  ['N', 100, 'A'],
  ['SS', 100, 'A'],
  ['sN', 80, 'B'],
  ['', 100, 'A'],
  ['', 0, 'D'],
])('%s with %i has grade %s', (letters, percent, grade) => {
  expect(gradeOf(fit(letters), percent, false)).toBe(grade);
});

test('who is excluded has grade D whatever matches', () => {
  expect(gradeOf(fit('MMSS'), 100, true)).toBe('D');
});

test('the bounds, and the rows in their order as they are said', () => {
  expect(gradeBounds).toEqual({ poor: 40, weak: 60, best: 75 });
  expect(gradeRows.map(({ grade, name }) => `${grade} ${name}`)).toEqual([
    'D excluded',
    'D two musts known not to match',
    'D fit below 40',
    'C a must known not to match',
    'C no must known to match',
    'C two shoulds known not to match',
    'C fit below 60',
    'A all musts match, no should known not to, fit from 75',
    'B everyone else',
  ]);
});
