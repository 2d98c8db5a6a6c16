/** When to send a request again. Pure functions. */

/** Delays before a request is sent again, milliseconds. */
export interface RetryPolicy {
  /** Requests in all, including the first one. */
  readonly attempts: number;
  /** Longest wait before the second request. It doubles with each further one. */
  readonly baseMs: number;
  readonly capMs: number;
  /** The longest `Retry-After` to wait for. A longer one is left to the caller. */
  readonly patienceMs: number;
}

export const usualRetries: RetryPolicy = { attempts: 4, baseMs: 500, capMs: 15_000, patienceMs: 30_000 };

/**
 * How long to wait before the next request, or null to give up. Without `Retry-After` the wait is random between half and all
 * of a bound that doubles ("equal jitter", AWS Architecture Blog, "Exponential Backoff And Jitter"). With it, it is never
 * shorter than it says (RFC 9110, section 10.2.3) and up to a tenth longer.
 * @param attempt how many requests were sent so far, from 1.
 * @param random from 0 to 1.
 */
export function waitBefore(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | null,
  random: number,
): number | null {
  if (attempt >= policy.attempts) return null;
  if (retryAfterMs !== null) {
    return retryAfterMs > policy.patienceMs ? null : Math.ceil(retryAfterMs * (1 + random / 10));
  }
  const bound = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.round(bound / 2 + (bound / 2) * random);
}

const longestRetryAfterMs = 24 * 3_600_000;

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @returns null when it is absent or invalid; at most a day.
 */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  // A date has letters. `Date.parse` would read a bare `-5` as a year.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), longestRetryAfterMs);
}
