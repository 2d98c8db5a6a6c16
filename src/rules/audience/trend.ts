/** Whether engagement at an account is growing or falling. */

/** Length of the window, and of the previous window it is compared with, in milliseconds. */
export const trendWindowMs = 14 * 86_400_000;

export interface Trend {
  /** Signals of active leads in the window, and in the previous one. */
  readonly signals: number;
  readonly previousSignals: number;
  /** Leads who engaged for the first time in the window. */
  readonly newPeople: number;
}

const mostPeople = 999;

/** The number by which accounts are sorted: the change in signals, and for equal changes the new people. Fits in 32 bits. */
export function trendOf({ signals, previousSignals, newPeople }: Trend): number {
  const change = Math.min(2_000_000, Math.max(-2_000_000, signals - previousSignals));
  return change * (mostPeople + 1) + Math.min(mostPeople, newPeople);
}
