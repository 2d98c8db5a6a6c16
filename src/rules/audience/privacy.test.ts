/** Each rule of publishing by worked examples: the last withheld number and the first published one. */
import {
  dayOf,
  hideComplement,
  hideSmallGroups,
  isLargeEnough,
  mayReplace,
  peopleIn,
  publishBreakdown,
  publishTogether,
  roundedDown,
  roundedForShares,
  rulesWith,
  sharesOf,
  weakestRules,
  type Split,
} from './privacy';

const rules = weakestRules;
const counts = (text: string) =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((part): [string, number] => [part.replace(/\d/g, ''), Number(part.replace(/\D/g, ''))]),
  );
const text = (cells: readonly { bucket: string; people: number }[]) =>
  cells.map(({ bucket, people }) => `${bucket}${people}`).join(' ');
const splitText = ({ shown, hidden }: Split) => `${text(shown)} | ${text(hidden)}`;
const answer = ({ buckets, suppressed }: ReturnType<typeof publishBreakdown>) =>
  `${buckets.map(({ bucket, percent }) => `${bucket}${percent}`).join(' ')}${suppressed ? ' …' : ''}`;

test.each<readonly [object, number, number]>([
  [{}, 5, 20],
  [{ minimumGroup: 4, minimumAudience: 19 }, 5, 20],
  [{ minimumGroup: 6 }, 6, 20],
  [{ minimumAudience: 21 }, 5, 21],
  [{ minimumGroup: 50, minimumAudience: 100 }, 50, 100],
])('settings %j: groups of %d, audiences of %d', (raised, minimumGroup, minimumAudience) => {
  expect(rulesWith(raised)).toEqual({ minimumGroup, minimumAudience });
});

test('an audience is large enough from its minimum on', () => {
  expect([0, 19, 20, 21].map((n) => isLargeEnough(n, rules))).toEqual([false, false, true, true]);
});

test.each([
  ['a5 b4 c0', 'a5 | b4'],
  // Sorted by the count that shares are made of, then by name: 15 and 24 are both 20.
  ['c5 b15 a14 d24', 'b15 d24 a14 c5 | '],
  ['z1 y2 x3', ' | x3 y2 z1'],
  ['', ' | '],
])('groups of %s: shown | hidden is %s', (given, expected) => {
  expect(splitText(hideSmallGroups(counts(given), rules))).toBe(expected);
});

test.each([
  // Nothing is hidden, so nothing can be derived.
  ['a10 b5 | ', 'a10 b5 | '],
  // A single hidden cell follows from the total, so the smallest shown cell joins it.
  ['a10 b7 c6 | d4', 'a10 b7 | d4 c6'],
  ['a10 | d40', ' | d40 a10'],
  // Two that together are fewer than a group count as one.
  ['a10 b7 | c2 d2', 'a10 | c2 d2 b7'],
  ['a10 b7 | c2 d3', 'a10 b7 | c2 d3'],
  [' | c1', ' | c1'],
])('%s is hidden as %s', (given, expected) => {
  const [shown = '', hidden = ''] = given.split('|');
  const cells = (part: string) => [...counts(part)].map(([bucket, people]) => ({ bucket, people }));
  expect(splitText(hideComplement({ shown: cells(shown), hidden: cells(hidden) }, rules))).toBe(expected);
});

test('counts are rounded down to whole groups', () => {
  expect([0, 4, 5, 9, 10, 99].map((n) => roundedDown(n, rules))).toEqual([0, 0, 5, 5, 10, 95]);
  expect([6, 7, 13, 14].map((n) => roundedDown(n, { ...rules, minimumGroup: 7 }))).toEqual([0, 7, 7, 14]);
});

test('counts of shares are rounded to the nearest two groups', () => {
  expect([0, 4, 5, 14, 15, 24, 25, 99].map((n) => roundedForShares(n, rules))).toEqual([0, 0, 10, 10, 20, 20, 30, 100]);
  expect([6, 7, 20, 21].map((n) => roundedForShares(n, { ...rules, minimumGroup: 7 }))).toEqual([0, 14, 14, 28]);
});

test.each([
  ['a1', 'a100'],
  ['a1 b1', 'a50 b50'],
  // The points missing to 100 go to the largest remainders; among equal ones, to the first.
  ['a1 b1 c1', 'a34 b33 c33'],
  ['a1 b1 c1 d1 e1 f1', 'a17 b17 c17 d17 e16 f16'],
  ['a5 b2', 'a71 b29'],
  ['a2 b5', 'a29 b71'],
  ['a1 b2 c4', 'a14 b29 c57'],
  ['a0', ''],
  ['', ''],
])('shares of %s are %s', (given, expected) => {
  const shares = sharesOf([...counts(given)].map(([bucket, people]) => ({ bucket, people })));
  expect(shares.map(({ bucket, percent }) => `${bucket}${percent}`).join(' ')).toBe(expected);
});

test.each<readonly [given: string, alone: string, withOther: string]>([
  ['a19', ' …', ' …'],
  ['a20', 'a100', 'a100'],
  ['a10 b10', 'a50 b50', ' …'],
  ['a30 b10 c10', 'a60 b20 c20', 'a60 Other40 …'],
  ['a30 b10 c3', 'a75 Other25 …', 'a75 Other25 …'],
  ['a30 b10 c3 d2', 'a60 b20 Other20 …', 'a60 b20 Other20 …'],
  ['a30 b10 c6 d4', 'a60 b20 Other20 …', 'a60 b20 Other20 …'],
  // A share that would read 0 percent is folded, and its neighbour with it.
  ['a3000 b5', ' …', ' …'],
  ['a3000 b300 c5', 'a91 Other9 …', 'a91 Other9 …'],
  ['a3000 b300 c200 d5', 'a85 b9 Other6 …', 'a85 b9 Other6 …'],
  ['a4 b4 c4 d4 e4', ' …', ' …'],
])('of %s is published: %s; beside a window that folds: %s', (given, alone, withOther) => {
  expect(answer(publishBreakdown(counts(given), rules))).toBe(alone);
  expect(answer(publishBreakdown(counts(given), rules, false))).toBe(alone);
  expect(answer(publishBreakdown(counts(given), rules, true))).toBe(withOther);
});

test.each([
  // None folds, so all stay unchanged.
  ['a30 b10 c10', 'a40 b20 c10', 'a60 b20 c20 / a57 b29 c14'],
  // One folds, so all do.
  ['a30 b10 c10', 'a40 b20 c10 d2 e3', 'a60 Other40 … / a50 b25 c13 Other12 …'],
  // A withheld one tells nothing about small groups.
  ['a10', 'a30 b10 c10', ' … / a60 b20 c20'],
])('%s within %s: %s', (inner, outer, expected) => {
  expect(
    publishTogether([counts(inner), counts(outer)], rules)
      .map(answer)
      .join(' / '),
  ).toBe(expected);
});

describe('what was published today', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  const at = (computedAt: number, ...tables: readonly string[]) => ({ tables: tables.map(counts), computedAt });
  const midnight = Date.UTC(2026, 10, 23);

  test.each<readonly [before: readonly string[], after: readonly string[], replaced: boolean]>([
    [['a30'], ['a30'], true],
    [['a30'], ['a34'], false],
    [['a30'], ['a35'], true],
    [['a30'], ['a26'], false],
    [['a30'], ['a25'], true],
    [['a30 b5'], ['a30'], true],
    [['a30 b4'], ['a30'], false],
    [['a30'], ['a30 b4'], false],
    [['a30'], ['a28 b2 c2'], false],
    [['a30'], ['a25 b5'], true],
    // People who joined and people who left are different people, so the larger number counts.
    [['a30 b10'], ['a27 b13'], false],
    [['a19'], ['a20'], true],
    [['a20'], ['a21'], false],
    [['a30', 'a40'], ['a35', 'a41'], false],
    [['a30', 'a19'], ['a35', 'a21'], true],
    [['a30', 'a4'], ['a30'], true],
    [['a30', 'a40'], ['a30'], true],
    [['a30', 'a24'], ['a30'], true],
  ])('%j stays beside %j: replaced %s', (before, after, replaced) => {
    expect(mayReplace(at(noon, ...before), at(noon + 60_000, ...after), rules)).toBe(replaced);
  });

  test('may change tomorrow, by the UTC calendar, and where there was nothing', () => {
    expect(mayReplace(undefined, at(noon, 'a30'), rules)).toBe(true);
    expect(mayReplace(at(midnight - 1, 'a30'), at(midnight, 'a31'), rules)).toBe(true);
    expect(mayReplace(at(midnight - 86_400_000, 'a30'), at(midnight - 1, 'a31'), rules)).toBe(false);
    expect([dayOf(midnight) - dayOf(midnight - 1), dayOf(midnight + 86_399_999) - dayOf(midnight)]).toEqual([1, 0]);
  });
});

test('everybody in the buckets', () => expect([peopleIn(counts('a3 b4')), peopleIn(new Map())]).toEqual([7, 0]));
