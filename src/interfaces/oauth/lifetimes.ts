/** Lifetimes in milliseconds. That of an access token is a setting (`ACCESS_TOKEN_SECONDS`). */
const day = 24 * 3_600_000;

export const codeLifetime = 60_000;
/** A connection ends if it was not refreshed for this long, */
export const idleLifetime = 30 * day;
/** and at the latest this long after its approval. */
export const familyLifetime = 90 * day;
/** A refresh token that was just replaced returns its successor again for this long, because the answer may have been lost. */
export const refreshGrace = 30_000;
/** Largest difference between the clocks of two processes. Stored times that are further ahead are not trusted. */
export const clockTolerance = 30_000;
/** How long a refresh waits for a database node that has not seen the issue of the token yet, */
export const staleReadPatience = 1_500;
/**
 * and the largest age of a token for which this is the reason. A node that is further behind was restored from a backup: the
 * client must connect again.
 */
export const replicationDelay = 10 * 60_000;

/**
 * Whether a stored request or code can still be used. One with a time of storage ahead of now has ended too: the clock was set
 * back, which would extend its lifetime.
 * @param now milliseconds since 1970, like the times of the row.
 */
export function isWaiting(row: { readonly created_at: number; readonly expires_at: number }, now: number): boolean {
  return row.expires_at > now && row.created_at <= now + clockTolerance;
}
