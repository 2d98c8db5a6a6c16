/** Averages and trends as reports show them, at their bounds. */
import { averageTenths } from './average';
import { trendOf, trendWindowMs } from './trend';

test.each([
  [0, 0, null],
  [0, 1, 0],
  [200, 3, 667],
  [100, 3, 333],
  // Half a tenth is rounded up.
  [1, 20, 1],
  [1, 21, 0],
  [7, 2, 35],
])('the average of %d over %d is %j tenths', (sum, count, tenths) => {
  expect(averageTenths(sum, count)).toBe(tenths);
});

test.each([
  [0, 0, 0, 0],
  [3, 1, 0, 2_000],
  [1, 3, 0, -2_000],
  [3, 1, 2, 2_002],
  [1, 3, 2, -1_998],
  [0, 0, 999, 999],
  [0, 0, 1_000, 999],
  [2_000_000, 0, 0, 2_000_000_000],
  [2_000_001, 0, 0, 2_000_000_000],
  [0, 2_000_001, 5, -1_999_999_995],
])('%d signals after %d, with %d new people, sort by %d', (signals, previousSignals, newPeople, trend) => {
  expect(trendOf({ signals, previousSignals, newPeople })).toBe(trend);
});

test('the window is of two weeks, and a trend fits into 32 bits', () => {
  expect(trendWindowMs).toBe(14 * 24 * 60 * 60 * 1_000);
  expect(trendOf({ signals: 1e9, previousSignals: 0, newPeople: 1e9 })).toBeLessThan(2 ** 31);
  expect(trendOf({ signals: 0, previousSignals: 1e9, newPeople: 0 })).toBeGreaterThanOrEqual(-(2 ** 31));
});
