import { wholePercents } from './whole-percents';

test.each<readonly [weights: readonly number[], percents: readonly number[]]>([
  [[1], [100]],
  [
    [1, 1],
    [50, 50],
  ],
  [
    [3, 1],
    [75, 25],
  ],
  // The largest remainders are rounded up, of equal ones the first.
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [1, 2, 3],
    [17, 33, 50],
  ],
  [
    [10, 10, 1],
    [48, 47, 5],
  ],
  [
    [1, 1, 1, 1, 1, 1],
    [17, 17, 17, 17, 16, 16],
  ],
  [
    [0, 5],
    [0, 100],
  ],
])('%j in whole percents are %j', (weights, percents) => {
  expect(wholePercents(weights)).toEqual(percents);
});
