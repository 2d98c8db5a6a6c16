/**
 * The client for services that the operator chose. It retries, waits as long as it is told, and stops asking a host that keeps
 * failing.
 */
import { setTimeout } from 'node:timers/promises';
import { CircuitBreaker } from './circuit-breaker';
import { exchange, OutgoingError, type FailureKind, type HttpAnswer, type NetworkOverrides } from './exchange';
import type { JsonBounds } from './json-in-slices';
import { usualRetries, waitBefore, type RetryPolicy } from './retry';

export interface ClientOptions {
  /** The base address of all requests. It comes from a setting, so its host may be in the operator's own network. */
  readonly baseUrl: string;
  /** `operator` when a setting names the host, `stranger` when it is the built-in one of a vendor. */
  readonly namedBy: 'operator' | 'stranger';
  /** Sent with every request: the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly retries?: RetryPolicy;
  /** Called for every request that is sent, with the method and the path without its query. For metrics and tests. */
  readonly onRequest?: (method: string, path: string) => void;
  /** Stops waiting and sending, and ends a request that only reads. */
  readonly signal?: AbortSignal;
  readonly network?: NetworkOverrides;
}

export interface JsonAnswer {
  /** The parsed body. Whole numbers of 16 digits and more are text. */
  readonly value: unknown;
  readonly headers: HttpAnswer['headers'];
}

const usualTimeoutMs = 30_000;
const usualMaxBytes = 16 * 1024 * 1024;
/** A page of a thousand items has a tenth of this, and seven levels. */
const usualBounds: JsonBounds = { members: 300_000, depth: 64 };
const breakerThreshold = 8;
const breakerRestMs = 30_000;

/** After these failures a request that changes something was certainly not carried out. */
const notCarriedOut: ReadonlySet<FailureKind> = new Set(['unreachable', 'circuit_open']);

export class HttpClient {
  constructor(
    private readonly options: ClientOptions,
    private readonly breaker = new CircuitBreaker(breakerThreshold, breakerRestMs),
  ) {}

  /** The same client, sharing the circuit breaker, for work that a signal stops. */
  stoppedBy(signal: AbortSignal): HttpClient {
    return new HttpClient({ ...this.options, signal }, this.breaker);
  }

  /**
   * Reads JSON.
   * @param path below the base address, with its query. All parts are percent-encoded.
   * @throws OutgoingError of the last attempt when all attempts failed.
   */
  get(path: string): Promise<JsonAnswer> {
    return this.send('GET', path, undefined);
  }

  /**
   * Sends JSON that has an effect. Sends it again only if the first was certainly not carried out: no connection, or refused
   * with 429 or 503.
   * @throws OutgoingError as `get`.
   */
  post(path: string, body: unknown): Promise<JsonAnswer> {
    return this.send('POST', path, JSON.stringify(body));
  }

  private async send(method: 'GET' | 'POST', path: string, body: string | undefined): Promise<JsonAnswer> {
    const policy = this.options.retries ?? usualRetries;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(method, path, body);
      } catch (error) {
        if (!(error instanceof OutgoingError) || !mayRepeat(method, error)) throw error;
        const wait = waitBefore(policy, attempt, error.retryAfterMs, Math.random());
        if (wait === null) throw error;
        await setTimeout(wait, undefined, { signal: this.options.signal });
      }
    }
  }

  private async once(method: 'GET' | 'POST', path: string, body: string | undefined): Promise<JsonAnswer> {
    const { signal } = this.options;
    signal?.throwIfAborted();
    const rest = this.breaker.waitMs(Date.now());
    if (rest > 0) throw new OutgoingError('circuit_open', 'the host has just failed too often', true, 0, rest);
    try {
      this.options.onRequest?.(method, path.replace(/\?.*$/s, ''));
      const answer = await exchange(
        {
          url: new URL(this.options.baseUrl.replace(/(?<!\/)\/+$/, '') + path),
          method,
          headers: this.options.headers,
          ...(body === undefined ? {} : { body }),
          timeoutMs: this.options.timeoutMs ?? usualTimeoutMs,
          maxBytes: this.options.maxBytes ?? usualMaxBytes,
          namedBy: this.options.namedBy,
          // What has an effect is awaited, to know whether it happened.
          ...(method === 'GET' && signal ? { signal } : {}),
        },
        usualBounds,
        this.options.network,
      );
      this.breaker.succeeded();
      return answer;
    } catch (error) {
      if (method === 'GET' && signal?.aborted) {
        this.breaker.unknown();
        signal.throwIfAborted();
      }
      // A refusal such as 404 is an answer from a host that works.
      if (error instanceof OutgoingError && !error.temporary && error.status !== 0) this.breaker.succeeded();
      else this.breaker.failed(Date.now());
      throw error;
    }
  }
}

function mayRepeat(method: 'GET' | 'POST', error: OutgoingError): boolean {
  if (!error.temporary || error.kind === 'circuit_open') return false;
  return method === 'GET' || notCarriedOut.has(error.kind) || error.status === 429 || error.status === 503;
}
