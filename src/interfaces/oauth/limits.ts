/** Limits per address, counted in this process. */
import { pointsOf } from '../../http/client-network';
import { shareOf } from '../../http/node-share';
import { WindowLimiter } from '../../http/window-limiter';
import { OauthError } from './errors';

export interface AddressLimit {
  /**
   * Counts one use for a client's networks.
   * @throws OauthError `rate_limited` with Retry-After and the RateLimit fields.
   */
  use(networks: readonly string[]): void;
  /** Takes one use back. */
  giveBack(networks: readonly string[]): void;
}

export interface LimitOptions {
  /** Its name in the RateLimit fields. */
  readonly name: string;
  /** Uses of an address in `seconds`, in all processes together. */
  readonly points: number;
  readonly seconds: number;
  readonly message: string;
  /** `RATE_LIMIT_NODES`. */
  readonly nodes: number;
}

/** A limit for each address, and a higher one for networks of many addresses. This process grants its share of it. */
export function addressLimit({ name, points: ofAll, seconds, message, nodes }: LimitOptions): AddressLimit {
  const points = shareOf(ofAll, nodes);
  const limiter = new WindowLimiter(seconds);
  return {
    use(networks) {
      for (const network of networks) {
        const wait = limiter.wait(network, pointsOf(points, network));
        if (wait === 0) continue;
        throw new OauthError('rate_limited', message, {
          headers: {
            'Retry-After': String(wait),
            'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
            RateLimit: `"${name}";r=0;t=${wait}`,
          },
        });
      }
      for (const network of networks) limiter.add(network, 1);
    },
    giveBack(networks) {
      for (const network of networks) limiter.add(network, -1);
    },
  };
}
