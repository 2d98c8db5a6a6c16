/** A clock that tests move: both its hands together, or the wall clock alone, as when somebody sets it. */
import type { Clock } from '../../../src/jobs/clock';

export class TestClock implements Clock {
  private passed = 0;

  constructor(private time = Date.UTC(2026, 7, 3, 12)) {}

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.passed;
  }

  pass(ms: number): void {
    this.time += ms;
    this.passed += ms;
  }

  /** Sets the wall clock; no time passes. */
  set(time: number): void {
    this.time = time;
  }
}
