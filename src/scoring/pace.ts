/**
 * How much goes into one transaction, found by measuring: other writers of the workspace wait for it, and on SQLite, whose
 * statements run in this process, so does every request.
 */
import { performance } from 'node:perf_hooks';

export interface PaceLimits {
  /** How long a transaction should take, in milliseconds. */
  readonly targetMs: number;
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

export class Pace {
  private items: number;

  constructor(private readonly limits: PaceLimits) {
    this.items = limits.first;
  }

  /** How many to take next. */
  get size(): number {
    return this.items;
  }

  /** Runs work on `count` items and learns from how long it took. */
  async measure<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const result = await work();
    this.learn(count, performance.now() - started);
    return result;
  }

  /** At most doubles from one to the next: the first ones are quick for want of anything to compare with. */
  private learn(count: number, ms: number): void {
    const fitting = count * (this.limits.targetMs / Math.max(1, ms));
    // One that was not full says only that the time allows for more, not how much more.
    const wanted = count < this.items ? Math.min(this.items, fitting) : Math.min(this.items * 2, fitting);
    this.items = Math.round(Math.min(this.limits.most, Math.max(this.limits.least, wanted)));
  }
}
