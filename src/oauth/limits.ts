/** Limits per address, counted in this process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { OauthError } from './errors';

export interface AddressLimit {
  /** Counts one use. @throws OauthError `rate_limited` with Retry-After and the RateLimit fields. */
  use(address: string): Promise<void>;
}

/** A limit of `points` uses in `seconds` for each address. */
export function addressLimit(name: string, points: number, seconds: number, message: string): AddressLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return {
    async use(address) {
      try {
        await limiter.consume(address);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new OauthError('rate_limited', message, {
          headers: {
            'Retry-After': String(wait),
            'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
            RateLimit: `"${name}";r=0;t=${wait}`,
          },
        });
      }
    },
  };
}
