/**
 * Limits of one address for requests without a proven credential: requests to each page and endpoint in a minute, tries of
 * credentials in a minute, and a pace that keeps others from waiting. Counted in this process.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { boundedCache } from '../shared/bounded-cache';
import type { CountTry } from '../shared/count-try';
import { OperationError } from '../shared/errors';
import type { AddressOf } from './client-address';
import { networksOf, pointsOf } from './client-network';
import type { Headers } from './respond';
import { WindowLimiter } from './window-limiter';

const windowSeconds = 60;
/** The name for all networks together. No network has it. */
const everybody = '*';

export const unauthenticatedLimits = {
  /**
   * Requests to one page or endpoint, and tries of credentials, in a minute. A whole office or assistant may share one address.
   */
  perMinute: 6_000,
  /** Milliseconds between the starts of two requests of one address, once more than `atOnce` arrive together. */
  spacing: 8,
  atOnce: 16,
  /** The same for all addresses together. They get a part of the process, and known callers get the rest. */
  spacingOfAll: 4,
  atOnceOfAll: 16,
  /** Longest time that a request waits, in milliseconds. */
  patience: 2_000,
} as const;

export type UnauthenticatedLimits = Readonly<Record<keyof typeof unauthenticatedLimits, number>>;

/** One object for all refusals: making an error costs more than the rest of the answer. */
const tooMany = new OperationError('rate_limited', 'Too many requests from this address. Try again shortly.');

/** A refusal with the header fields that say when to try again. */
export interface Refused {
  readonly error: OperationError;
  readonly headers: Headers;
}

/** Whether a request is refused, and how many milliseconds its answer waits in either case. */
export interface Admission {
  readonly refused?: Refused | undefined;
  readonly wait: number;
}

/** Too many tries. Interfaces answer with its fields. */
export class TooManyTries extends OperationError {
  constructor(
    readonly headers: Headers,
    /** Value of `Retry-After`. */
    readonly retryAfter: string,
  ) {
    super('rate_limited', 'Too many tries from this address with wrong credentials. Try again shortly.');
  }
}

export class Unauthenticated {
  private readonly limiter: WindowLimiter;
  /** Times on the clock at which the next request of each network, and of all, is due. */
  private readonly due = boundedCache<string, number>(20_000);

  constructor(
    private readonly addressOf: AddressOf,
    private readonly limits: UnauthenticatedLimits = unauthenticatedLimits,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.limiter = new WindowLimiter(windowSeconds, clock);
  }

  /** Counts a request to a page or endpoint, and gives it a turn. */
  limited(req: IncomingMessage, name: string): Admission {
    return { ...this.counted(req, name), ...this.paced(req) };
  }

  /** Only counts a request. */
  counted(req: IncomingMessage, name: string): Admission {
    const seconds = this.use(name, networksOf(this.addressOf(req)));
    return { refused: seconds === 0 ? undefined : { error: tooMany, headers: this.fields(seconds) }, wait: 0 };
  }

  /** Only gives a request a turn. */
  paced(req: IncomingMessage): Admission {
    return { wait: this.pace(networksOf(this.addressOf(req))[0] ?? '') };
  }

  /**
   * Counts the tries of credentials by the client of a request.
   * @returns a function to call for each credential that is not proven, before it costs anything. It throws `TooManyTries`.
   */
  tries(req: IncomingMessage): CountTry {
    return async () => {
      const networks = networksOf(this.addressOf(req));
      const wait = this.pace(networks[0] ?? '');
      const seconds = this.use('credentials', networks);
      if (wait >= 1) await setTimeout(wait);
      if (seconds > 0) throw new TooManyTries(this.fields(seconds), String(seconds));
      return () => {
        for (const network of networks) this.limiter.add(`credentials ${network}`, -1);
      };
    };
  }

  /** Counts one use of each network. @returns 0 when counted, otherwise the seconds until another use is possible. */
  private use(name: string, networks: readonly string[]): number {
    const keys = networks.map((network) => ({
      key: `${name} ${network}`,
      points: pointsOf(this.limits.perMinute, network),
    }));
    for (const { key, points } of keys) {
      const wait = this.limiter.wait(key, points);
      if (wait > 0) return wait;
    }
    for (const { key } of keys) this.limiter.add(key, 1);
    return 0;
  }

  /** Milliseconds until a further request of a network has its turn. */
  private pace(network: string): number {
    const { spacing, atOnce, spacingOfAll, atOnceOfAll, patience } = this.limits;
    const wait = Math.max(this.turnOf(network, spacing, atOnce), this.turnOf(everybody, spacingOfAll, atOnceOfAll));
    return Math.min(wait, patience);
  }

  /** Takes the next turn of a name, unless it is later than `patience` allows. @returns milliseconds until then. */
  private turnOf(name: string, spacing: number, atOnce: number): number {
    const now = this.clock();
    const due = Math.max(now, this.due.get(name) ?? 0) + spacing;
    const wait = due - now - atOnce * spacing;
    if (wait <= this.limits.patience) this.due.set(name, due);
    return Math.max(0, wait);
  }

  private fields(seconds: number): Headers {
    return {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"address";q=${this.limits.perMinute};w=${windowSeconds}`,
      RateLimit: `"address";r=0;t=${seconds}`,
    };
  }
}
