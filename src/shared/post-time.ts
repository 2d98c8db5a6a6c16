/** The time of something on the network, from its id. */

/**
 * When a post or a comment was made, from its id: the bits above 22 are epoch milliseconds.
 * @returns epoch milliseconds, or null when the id gives no time between 2003 and 2100.
 */
export function timeOfPostId(id: string): number | null {
  const digits = /^(?:\d+-)?(\d{1,20})$/.exec(id)?.[1];
  if (digits === undefined) return null;
  const time = Number(BigInt(digits) >> 22n);
  return time > Date.UTC(2003, 0) && time < Date.UTC(2100, 0) ? time : null;
}
