/** How long people are kept: calendar months after their last engagement, by the UTC calendar. */

/**
 * People who last engaged before this time are beyond the limit. If the month lacks that day, its last day counts: a month
 * before March 31 is February 28.
 * @param now epoch ms. @returns epoch ms.
 */
export function retentionCutoff(now: number, months: number): number {
  const at = new Date(now);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at.getTime();
}
