/**
 * How long a failed job waits: twice as long each time, with a random part so that jobs that failed together do not retry
 * together.
 */

const firstMs = 2_000;
const mostMs = 3_600_000;

/**
 * @param failures in a row, including the last: from 1.
 * @param random from 0 to below 1.
 * @returns milliseconds: between half of the delay and all of it ("equal jitter").
 */
export function backoff(failures: number, random: number): number {
  const delay = Math.min(mostMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(delay / 2 + (delay / 2) * random);
}
