/** How long things live. Milliseconds, but for the access token, whose life is told to clients in seconds. */
const day = 24 * 3_600_000;

export const accessTokenSeconds = 900;
export const codeLifetime = 60_000;
/** A connection ends when it was not refreshed for this long, */
export const idleLifetime = 30 * day;
/** and at the latest this long after it was approved. */
export const familyLifetime = 90 * day;
/** A refresh token that was just replaced gives its successor again for this long: the answer may have been lost. */
export const refreshGrace = 30_000;
/** How far apart the clocks of two processes may be: a stored time that lies further ahead is no time to go by. */
export const clockTolerance = 30_000;
/** How long a refresh waits for a database node that has not seen the token's own issue yet, */
export const staleReadPatience = 1_500;
/**
 * and how old the token may be for that to be the reason. A node that is further behind than this was put back from a
 * backup: the client must connect again.
 */
export const replicationDelay = 10 * 60_000;

/**
 * Whether a request or a code that was stored still waits to be used. One that was stored ahead of now is over as well: the
 * clock was set back, and would lengthen its life by as much.
 * @param now milliseconds since 1970, as the times of the row.
 */
export function isWaiting(row: { readonly created_at: number; readonly expires_at: number }, now: number): boolean {
  return row.expires_at > now && row.created_at <= now + clockTolerance;
}
