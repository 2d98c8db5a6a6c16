/**
 * What one API key or connection may ask of the service: how many requests in a minute, how much time of work in a minute,
 * and how many requests at once. The `RateLimit` and `RateLimit-Policy` fields say so
 * (draft-ietf-httpapi-ratelimit-headers). Counted in this process: behind several processes each grants the limit.
 */
import { OperationError } from '../errors';
import { WindowLimiter } from './window-limiter';
import { WorkMeter } from './work-meter';

const windowSeconds = 60;

/** Milliseconds of work that come with each request of the quota. Nearly all requests need far less. */
const workPerRequest = 50;
/** Milliseconds of work in a minute that even the smallest quota brings. */
const leastWork = 20_000;
/** Milliseconds of work that may be used at once. */
const workAtOnce = 10_000;

/** Requests of one caller that are worked on at once; further ones wait their turn. */
export const concurrentRequests = 8;
/** Requests of one caller that wait; a further one is refused. */
const waitingRequests = 256;

/** One request's place in its minute. */
export interface Quota {
  readonly allowed: boolean;
  /** `RateLimit` and `RateLimit-Policy`, names and values in turn. */
  readonly headers: readonly string[];
  /** Value of `Retry-After`: seconds until the minute ends. */
  readonly retryAfter: string;
  /** Why not, for the caller; empty when allowed. */
  readonly reason: string;
}

/** The requests of one caller that are under way. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export class RequestLimiter {
  private readonly requests: WindowLimiter;
  private readonly work: WorkMeter;
  private readonly lines = new Map<string, Line>();
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
  /** Milliseconds of work in a minute. */
  readonly workPerMinute: number;

  constructor(
    readonly perMinute: number,
    clock: () => number = () => performance.now(),
  ) {
    this.requests = new WindowLimiter(windowSeconds, clock);
    this.policy = `"default";q=${perMinute};w=${windowSeconds}`;
    this.workPerMinute = Math.min(windowSeconds * 1000, Math.max(leastWork, perMinute * workPerRequest));
    this.work = new WorkMeter(workAtOnce, this.workPerMinute / (windowSeconds * 1000), clock);
  }

  /** Counts one request of this caller. */
  count(callerId: string): Quota {
    const { perMinute, policy, workPerMinute } = this;
    const wait = this.work.wait(callerId);
    if (wait > 0) {
      return {
        allowed: false,
        headers: [
          'RateLimit',
          `"work";r=0;t=${wait}`,
          'RateLimit-Policy',
          `"work";q=${workPerMinute};w=${windowSeconds}`,
        ],
        retryAfter: String(wait),
        reason: `Your requests have kept the service at work for more than ${workPerMinute / 1000} s a minute; try again in ${wait} s, with narrower queries.`,
      };
    }
    const used = this.requests.usedBy(callerId);
    const allowed = used < perMinute;
    if (allowed) this.requests.add(callerId, 1);
    const seconds = this.requests.untilEnd(callerId);
    const left = allowed ? perMinute - used - 1 : 0;
    return {
      allowed,
      headers: ['RateLimit', `"default";r=${left};t=${seconds}`, 'RateLimit-Policy', policy],
      retryAfter: String(seconds),
      reason: allowed ? '' : `All ${perMinute} requests of this minute are used up; try again in ${seconds} s.`,
    };
  }

  /**
   * Waits until it is the turn of a request of this caller.
   * @returns to be called once, when the work is over: it makes room for the next.
   * @throws OperationError `rate_limited` when too many of the caller's requests wait already.
   */
  async enter(callerId: string): Promise<() => void> {
    await this.turn(callerId);
    this.work.begin(callerId);
    return () => {
      this.work.end(callerId);
      this.leave(callerId);
    };
  }

  private turn(callerId: string): Promise<void> | undefined {
    const line = this.lines.get(callerId);
    if (!line) {
      this.lines.set(callerId, { running: 1, waiting: [] });
      return undefined;
    }
    if (line.running < concurrentRequests) {
      line.running += 1;
      return undefined;
    }
    if (line.waiting.length >= waitingRequests) {
      throw new OperationError(
        'rate_limited',
        `${concurrentRequests} requests are under way and ${waitingRequests} wait; send fewer at once.`,
      );
    }
    return new Promise((resolve) => line.waiting.push(resolve));
  }

  /** Hands the place on to the next in line. */
  private leave(callerId: string): void {
    const line = this.lines.get(callerId);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) next();
    else if (line.running > 1) line.running -= 1;
    else this.lines.delete(callerId);
  }
}
