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
