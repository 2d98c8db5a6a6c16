/** Where jobs get the time from, so that tests can move it. */
import { performance } from 'node:perf_hooks';

export interface Clock {
  /** Epoch ms. It is set by people and by NTP, so it can step in either direction. */
  now(): number;
  /** Milliseconds since any moment. It only goes forward: ages and time limits of this process are measured with it. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Tells when the wall clock stepped back, by comparing it with the monotonic one. */
export class StepDetector {
  private offset: number;

  constructor(private readonly clock: Clock) {
    this.offset = clock.now() - clock.monotonic();
  }

  /** Milliseconds by which the clock stepped back since the last call; 0 when it did not, or by less than `tolerance`. */
  steppedBack(tolerance: number): number {
    const offset = this.clock.now() - this.clock.monotonic();
    const step = this.offset - offset;
    // Slow corrections add up to what is no step: the comparison starts again at each call.
    this.offset = offset;
    return step > tolerance ? step : 0;
  }
}
