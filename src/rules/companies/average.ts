/** Averages as the reports show them: one decimal, the same on every database because only sums come from it. */

/** Average in tenths, rounded half up; null of nothing. `averageTenths(200, 3) === 667` stands for 66.7. */
export function averageTenths(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count);
}
