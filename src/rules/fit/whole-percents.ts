/** Shares as whole percents. */

/** Whole percents that add up to 100: the largest remainders are rounded up. */
export function wholePercents(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (100 * weight) / total);
  const whole = exact.map(Math.floor);
  let missing = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  const order = exact
    .map((percent, n) => ({ n, rest: percent - Math.floor(percent) }))
    .sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of order) {
    if (missing === 0) break;
    whole[n] = (whole[n] ?? 0) + 1;
    missing -= 1;
  }
  return whole;
}
