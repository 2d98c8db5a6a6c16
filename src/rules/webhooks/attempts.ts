/** When a message to a webhook is tried again. Pure rules. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The delay of each attempt after the failure of the previous one, in milliseconds (Standard Webhooks 1.0, "Deliverability and
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

/** The largest part by which a delay is lengthened, so that messages that failed together are not retried together. */
export const jitter = 0.1;

/**
 * How long to wait before the next attempt, in milliseconds. Null when there is none.
 * @param attempts how many were made, from 1.
 * @param retryAfterMs requested by the receiver: the wait is never shorter (RFC 9110, section 10.2.3).
 * @param random from 0 to 1.
 */
export function delayBefore(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = attemptDelays[attempts];
  if (delay === undefined) return null;
  return Math.ceil(Math.max(delay, retryAfterMs ?? 0) * (1 + jitter * random));
}
