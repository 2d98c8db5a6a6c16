/** The clock of jobs, which tests can replace. */
import { performance } from 'node:perf_hooks';

export interface Clock {
  /** Epoch ms. People and NTP set this clock, so it can step in either direction. */
  now(): number;
  /**
   * Milliseconds since any moment. This clock only goes forward, so ages and time limits of this process are measured with it.
   */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Detects that the wall clock stepped back, by comparing it with the monotonic one. */
export class StepDetector {
  private offset: number;

  constructor(private readonly clock: Clock) {
    this.offset = clock.now() - clock.monotonic();
  }

  /** Milliseconds by which the clock stepped back since the last call. 0 when it did not, or by less than `tolerance`. */
  steppedBack(tolerance: number): number {
    const offset = this.clock.now() - this.clock.monotonic();
    const step = this.offset - offset;
    // The comparison starts again at each call. Otherwise slow corrections would add up to an apparent step.
    this.offset = offset;
    return step > tolerance ? step : 0;
  }
}
