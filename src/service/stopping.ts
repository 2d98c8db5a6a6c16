/** How long a stop takes, from the signal to the end of the process: `docker stop` kills after ten seconds. Times in milliseconds. */

/** The whole stop, unless SHUTDOWN_DELAY_MS asks for a longer delay than fits in. */
export const stopMs = 9_000;

/** After requests were cut: what closes (jobs, caches), then the database, then what holds the process though all has ended. */
export const closingMs = 1_000;
export const databaseClosingMs = 500;
export const lingerMs = 500;

/** What is left for requests, and for all of the above, however long the delay is. */
const leastAfterDelayMs = 4_000;
/** Where the settings name no delay. Balancers ask every few seconds. */
const usualDelayMs = 5_000;
/** A balancer that has not asked for so long is none. */
const askedWithinMs = 60_000;

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

export interface StopCircumstances {
  /** SHUTDOWN_DELAY_MS, where it is set. */
  readonly setDelayMs: number | undefined;
  /** Address it listens on. */
  readonly host: string;
  /** Since somebody asked for `/readyz`; Infinity when nobody did. */
  readonly readinessAskedAgoMs: number;
}

/** How long the service says that it is not ready before it takes no more connections: not at all where no balancer would hear it. */
export function notReadyMs({ setDelayMs, host, readinessAskedAgoMs }: StopCircumstances): number {
  if (setDelayMs !== undefined) return setDelayMs;
  return loopback.test(host) || readinessAskedAgoMs > askedWithinMs ? 0 : usualDelayMs;
}

/** The whole stop with this delay. */
export const wholeStopMs = (delayMs: number): number => Math.max(stopMs, delayMs + leastAfterDelayMs);

/** How long requests may take after the delay until their connections are cut. */
export const answersMs = (delayMs: number): number =>
  wholeStopMs(delayMs) - delayMs - closingMs - databaseClosingMs - lingerMs;
