/**
 * Measures how long each caller keeps the service at work. Parallel requests of a caller count once: eight at once
 * each take the time of all eight, and a neighbour who slows the service down must not use up another caller's allowance. Used
 * time comes back steadily, so a caller who has used up everything waits only seconds.
 */
import { LRUCache } from 'lru-cache';

/** Two clocks, each in milliseconds from any point. */
export interface WorkClocks {
  /** The time that passes. */
  readonly now: () => number;
  /**
   * The time that this service has been at work. No more of it counts than has passed. On a machine that is busy with other programs
   * less does: a request that waits for the processor is no work.
   */
  readonly worked: () => number;
}

/** Processor time of this process with all its threads. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const now = () => performance.now();

/**
 * For a service whose database is part of it.
 * @param statements milliseconds that processes of the service have worked on statements.
 */
export const ownWork = (statements: () => number): WorkClocks => ({
  now,
  worked: () => processorTime() + statements(),
});
/** All time that passes counts. */
export const wholeTime = (clock: () => number): WorkClocks => ({ now: clock, worked: clock });
/** For a service whose database is a server: what that works on is not in the processor time of this process. */
export const allTime = wholeTime(now);

interface Meter {
  /** Requests under way. */
  running: number;
  /** Milliseconds of work that had not come back at the time `at`. */
  used: number;
  at: number;
  /** While requests are under way: `worked` at the time `at`. */
  worked: number;
}

/** Most callers that are remembered. */
const maximumCallers = 20_000;

export class WorkMeter {
  private readonly meters = new LRUCache<string, Meter>({ max: maximumCallers });

  /**
   * @param most milliseconds that may be used at once.
   * @param share of each second that comes back, 0 to 1. With 1 no limit is ever reached.
   */
  constructor(
    private readonly most: number,
    private readonly share: number,
    private readonly clocks: WorkClocks,
  ) {}

  begin(caller: string): void {
    const meter = this.settled(caller) ?? { running: 0, used: 0, at: this.clocks.now(), worked: 0 };
    if (meter.running === 0) meter.worked = this.clocks.worked();
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
    const at = this.clocks.now();
    const passed = at - meter.at;
    if (meter.running > 0) {
      const worked = this.clocks.worked();
      meter.used += Math.min(passed, worked - meter.worked);
      meter.worked = worked;
    }
    meter.used = Math.max(0, meter.used - passed * this.share);
    meter.at = at;
    return meter;
  }
}
