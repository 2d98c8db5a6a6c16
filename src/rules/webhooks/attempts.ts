/** When a message to a webhook is tried again: pure rules. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * How long after the failure of the attempt before each attempt follows, in milliseconds (Standard Webhooks 1.0, "Deliverability and
 * reliability"): ten attempts over three days.
 */
export const attemptDelays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The most by which a delay is lengthened, as a part of it, so that what failed together is not tried together. */
export const jitter = 0.1;

/**
 * How long to wait before the next attempt, in milliseconds, or null when there is none.
 * @param attempts how many were made, from 1.
 * @param retryAfterMs what the receiver asked for: never sooner than that (RFC 9110, section 10.2.3).
 * @param random from 0 to 1.
 */
export function delayBefore(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = attemptDelays[attempts];
  if (delay === undefined) return null;
  return Math.ceil(Math.max(delay, retryAfterMs ?? 0) * (1 + jitter * random));
}
