/**
 * Measures how long each caller keeps the service at work. Parallel requests of a caller count once by the clock: eight at once
 * each take the time of all eight, and a neighbour who slows the service down must not use up another caller's allowance. Used
 * time comes back steadily, so a caller who has used up everything waits only seconds.
 */
import { LRUCache } from 'lru-cache';

interface Meter {
  /** Requests under way. */
  running: number;
  /** Milliseconds of work that had not come back at the time `at`. */
  used: number;
  at: number;
}

/** Most callers that are remembered. */
const maximumCallers = 20_000;

export class WorkMeter {
  private readonly meters = new LRUCache<string, Meter>({ max: maximumCallers });

  /**
   * @param most milliseconds that may be used at once.
   * @param share of each second that comes back, 0 to 1. With 1 no limit is ever reached.
   * @param clock milliseconds from any point.
   */
  constructor(
    private readonly most: number,
    private readonly share: number,
    private readonly clock: () => number,
  ) {}

  begin(caller: string): void {
    const meter = this.settled(caller) ?? { running: 0, used: 0, at: this.clock() };
    meter.running += 1;
    this.meters.set(caller, meter);
  }

  end(caller: string): void {
    const meter = this.settled(caller);
    if (meter && meter.running > 0) meter.running -= 1;
  }

  /** Seconds until this caller may ask again; 0 if it may now. */
  wait(caller: string): number {
    const meter = this.settled(caller);
    if (!meter || meter.used < this.most) return 0;
    // Waits until a tenth is free, so that a returning caller gets some work done.
    return Math.max(1, Math.ceil((meter.used - 0.9 * this.most) / (this.share * 1000)));
  }

  /** The meter, updated to now. */
  private settled(caller: string): Meter | undefined {
    const meter = this.meters.get(caller);
    if (!meter) return undefined;
    const now = this.clock();
    const passed = now - meter.at;
    meter.used = Math.max(0, meter.used + (meter.running > 0 ? passed : 0) - passed * this.share);
    meter.at = now;
    return meter;
  }
}
