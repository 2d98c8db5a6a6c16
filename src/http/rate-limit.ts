/**
 * How many requests a key or connection may make in a minute, and the `RateLimit` and `RateLimit-Policy` fields that say so
 * (draft-ietf-httpapi-ratelimit-headers). Counted in this process: behind several processes each grants the limit.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 60;
const policyName = 'default';

/** One request's place in its minute. */
export interface Quota {
  readonly allowed: boolean;
  /** Value of `RateLimit`. */
  readonly rateLimit: string;
  /** Value of `Retry-After`: seconds until the minute ends. */
  readonly retryAfter: string;
}

export class RequestLimiter {
  private readonly limiter: RateLimiterMemory;
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;

  constructor(readonly perMinute: number) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
    this.policy = `"${policyName}";q=${perMinute};w=${windowSeconds}`;
  }

  /** Counts one request of this caller. */
  async count(callerId: string): Promise<Quota> {
    try {
      return quota(true, await this.limiter.consume(callerId));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return quota(false, refused);
      throw refused;
    }
  }
}

function quota(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return { allowed, rateLimit: `"${policyName}";r=${remainingPoints};t=${seconds}`, retryAfter: String(seconds) };
}
