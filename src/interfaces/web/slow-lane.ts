/**
 * A lane for attempts that are neither good enough to pass at once nor bad enough to be refused. One passes every few seconds,
 * the least suspicious first. So a person under attack is slowed down and never locked out.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface LaneLimits {
  /** Milliseconds between two attempts that pass. */
  readonly every: number;
  /** Most attempts that wait in one lane, and in all lanes. */
  readonly waiting: number;
  readonly total: number;
  /** Longest wait of one attempt, in milliseconds. */
  readonly patience: number;
}

export const laneLimits: LaneLimits = { every: 3_000, waiting: 20, total: 200, patience: 12_000 };

interface Waiter {
  readonly rank: number;
  readonly settle: (passed: boolean) => void;
}

interface Lane {
  nextAt: number;
  waiters: Waiter[];
}

export class SlowLanes {
  private readonly lanes = new Map<string, Lane>();
  private waiting = 0;

  constructor(
    private readonly limits: LaneLimits = laneLimits,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /**
   * Waits for a turn in the lane of this key.
   * @param rank lower goes first.
   * @returns false if no turn came in time, or too many wait.
   */
  async pass(key: string, rank: number): Promise<boolean> {
    const now = this.elapsed();
    const lane = this.lanes.get(key) ?? { nextAt: 0, waiters: [] };
    this.lanes.set(key, lane);
    if (lane.waiters.length === 0 && lane.nextAt <= now) {
      lane.nextAt = now + this.limits.every;
      this.forget(key, lane);
      return true;
    }
    if (this.waiting >= this.limits.total) return false;
    this.waiting += 1;
    const turn = new Promise<boolean>((settle) => {
      lane.waiters.push({ rank, settle });
      if (lane.waiters.length > this.limits.waiting) this.leave(lane, last(lane.waiters), false);
      if (lane.waiters.length === 1) void this.serve(key, lane);
    });
    const waiter = lane.waiters.at(-1);
    const timer = setTimeout(() => waiter && this.leave(lane, waiter, false), this.limits.patience);
    timer.unref();
    const passed = await turn;
    clearTimeout(timer);
    this.waiting -= 1;
    return passed;
  }

  private async serve(key: string, lane: Lane): Promise<void> {
    while (lane.waiters.length > 0) {
      await pause(Math.max(0, lane.nextAt - this.elapsed()), undefined, { ref: false });
      const first = [...lane.waiters].sort((a, b) => a.rank - b.rank)[0];
      if (!first) break;
      lane.nextAt = this.elapsed() + this.limits.every;
      this.leave(lane, first, true);
    }
    this.forget(key, lane);
  }

  private leave(lane: Lane, waiter: Waiter, passed: boolean): void {
    lane.waiters = lane.waiters.filter((other) => other !== waiter);
    waiter.settle(passed);
  }

  /** Keeps an empty lane only until the next attempt may pass, because strangers choose the keys. */
  private forget(key: string, lane: Lane): void {
    const timer = setTimeout(() => {
      if (lane.waiters.length === 0 && lane.nextAt <= this.elapsed()) this.lanes.delete(key);
    }, this.limits.every + 100);
    timer.unref();
  }
}

/** The attempt that is least likely to be a person: the highest rank. */
function last(waiters: readonly Waiter[]): Waiter {
  return waiters.reduce((worst, waiter) => (waiter.rank >= worst.rank ? waiter : worst));
}
