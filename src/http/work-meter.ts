/**
 * How long each caller has kept the service at work. By the clock, and once however many of its requests are under way: eight at
 * once each take the time of all eight, and a neighbour who slows the service down must not use up somebody else's allowance.
 * What was used comes back steadily, so who has used up everything waits for seconds.
 */
import { LRUCache } from 'lru-cache';

interface Meter {
  /** Requests under way. */
  running: number;
  /** Milliseconds of work that have not come back yet, at the time `at`. */
  used: number;
  at: number;
}

/** Callers that are remembered. */
const maximumCallers = 20_000;

export class WorkMeter {
  private readonly meters = new LRUCache<string, Meter>({ max: maximumCallers });

  /**
   * @param most milliseconds that may be used at once.
   * @param share of each second that comes back, 0 to 1; with 1 no limit is ever reached.
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

  /** Seconds until this caller may ask again; 0 when it may now. */
  wait(caller: string): number {
    const meter = this.settled(caller);
    if (!meter || meter.used < this.most) return 0;
    // Until a tenth of it is free: a caller that comes back gets something done.
    return Math.max(1, Math.ceil((meter.used - 0.9 * this.most) / (this.share * 1000)));
  }

  /** The meter as of now. */
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
