/** Averages as the reports show them, with one decimal. Databases return only sums, so all give the same average. */

/** Average in tenths, rounded half up. Null without values. `averageTenths(200, 3) === 667` means 66.7. */
export function averageTenths(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count);
}
