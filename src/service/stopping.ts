/** Times of a stop, from the signal to the end of the process. `docker stop` kills after ten seconds. Milliseconds. */

/** The whole stop, unless SHUTDOWN_DELAY_MS is longer than fits into it. */
export const stopMs = 9_000;

/** After requests were cut: for closing jobs and caches, then the database, then whatever else keeps the process alive. */
export const closingMs = 1_000;
export const databaseClosingMs = 500;
export const lingerMs = 500;

/** Time for requests and for closing, however long the delay is. */
const leastAfterDelayMs = 4_000;
/** The delay if the settings name none. Balancers ask every few seconds. */
const usualDelayMs = 5_000;
/** Without a question for this long there is no balancer. */
const askedWithinMs = 60_000;

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

export interface StopCircumstances {
  /** SHUTDOWN_DELAY_MS, if set. */
  readonly setDelayMs: number | undefined;
  /** Address that the service listens on. */
  readonly host: string;
  /** Milliseconds since somebody asked for `/readyz`; Infinity if nobody did. */
  readonly readinessAskedAgoMs: number;
}

/** How long the service reports that it is not ready before it refuses connections; 0 if no balancer would notice. */
export function notReadyMs({ setDelayMs, host, readinessAskedAgoMs }: StopCircumstances): number {
  if (setDelayMs !== undefined) return setDelayMs;
  return loopback.test(host) || readinessAskedAgoMs > askedWithinMs ? 0 : usualDelayMs;
}

/** The length of the whole stop with this delay. */
export const wholeStopMs = (delayMs: number): number => Math.max(stopMs, delayMs + leastAfterDelayMs);

/** How long after the delay requests may run until their connections are cut. */
export const answersMs = (delayMs: number): number =>
  wholeStopMs(delayMs) - delayMs - closingMs - databaseClosingMs - lingerMs;
