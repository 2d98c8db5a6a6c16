/** The public keys of an application that issues session tokens itself (RFC 7517), fetched from SESSION_TOKEN_JWKS_URL. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { exchangeBytes, OutgoingError, type Kind } from '../net/exchange';
import { parseInSlices, type JsonBounds } from '../net/json-in-slices';

/** A set is used this long at most, so that a key that was removed ends; less where its `Cache-Control` says so. */
const longestUse = 60_000;
/** A set that may not be kept at all is used this long all the same: each sign-in would be a fetch otherwise. */
const shortestUse = 5_000;
/** Between two fetches for key ids that the set does not hold: several rotations in a minute are found, floods are not. */
const unknownKeyPause = 2_000;
/** After a fetch that failed, the next one. */
const failurePause = 5_000;
const fetchTimeout = 5_000;
const maximumBytes = 256 * 1024;

/** The keys cannot be had at the moment: neither good nor bad can be said of a token. */
export class SessionKeysUnavailable extends Error {
  override readonly name = 'SessionKeysUnavailable';
  /** Seconds. */
  readonly retryAfter = failurePause / 1000;
}

interface PublishedKey {
  readonly kid: string | undefined;
  readonly alg: 'ES256' | 'RS256';
  readonly key: KeyObject;
}

export interface RemoteKeysOptions {
  readonly url: string;
  /** Milliseconds from any fixed point, never set back. */
  readonly elapsed?: () => number;
  /** Told of the first failure after a success, with a reason fit for a log line. */
  readonly onFailure?: ((reason: string) => void) | undefined;
}

export class RemoteKeys {
  private readonly elapsed: () => number;
  private keys: readonly PublishedKey[] = [];
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private usableFor = 0;
  private failedAt = Number.NEGATIVE_INFINITY;
  private failing = false;
  private loading: Promise<void> | undefined;

  constructor(private readonly options: RemoteKeysOptions) {
    this.elapsed = options.elapsed ?? (() => performance.now());
  }

  /**
   * The key for a token.
   * @returns undefined when the published set holds no such key.
   * @throws SessionKeysUnavailable when the set cannot be fetched.
   */
  async find(kid: string | undefined, alg: string): Promise<KeyObject | undefined> {
    const age = this.elapsed() - this.fetchedAt;
    const known = this.match(kid, alg);
    if (age >= this.usableFor || (!known && age >= unknownKeyPause)) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
      return this.match(kid, alg);
    }
    return known;
  }

  private match(kid: string | undefined, alg: string): KeyObject | undefined {
    const candidates = this.keys.filter((entry) => entry.alg === alg && (kid === undefined || entry.kid === kid));
    return candidates.length === 1 ? candidates[0]?.key : undefined;
  }

  private async load(): Promise<void> {
    if (this.elapsed() - this.failedAt < failurePause) throw new SessionKeysUnavailable();
    // The age of the answer counts from when it was asked for.
    const at = this.elapsed();
    try {
      const { keys, maxAge } = await fetchKeys(this.options.url);
      this.keys = keys;
      this.fetchedAt = at;
      this.usableFor = Math.min(longestUse, Math.max(shortestUse, maxAge ?? longestUse));
      this.failing = false;
    } catch (error) {
      this.failedAt = this.elapsed();
      if (!this.failing) this.options.onFailure?.(error instanceof Error ? error.message : 'the fetch failed');
      this.failing = true;
      throw new SessionKeysUnavailable();
    }
  }
}

const jwksShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(100) });
/** A key set is what its content says; servers of files give it other types. */
const keySet: Kind = { accept: 'application/jwk-set+json, application/json', types: /^/, name: 'a JWK set' };
const bounds: JsonBounds = { members: 5_000, depth: 16 };

/**
 * Fetches a key set.
 * @returns its signature keys, and how long it may be kept in milliseconds, where it says so.
 * @throws Error with a reason fit for a log line or `doctor`.
 */
export async function fetchKeys(
  url: string,
): Promise<{ readonly keys: readonly PublishedKey[]; readonly maxAge: number | undefined }> {
  const wanted = {
    url: new URL(url),
    method: 'GET',
    headers: {},
    timeoutMs: fetchTimeout,
    maxBytes: maximumBytes,
  } as const;
  const { bytes, headers } = await exchangeBytes({ ...wanted, namedBy: 'operator' }, keySet).catch((error: unknown) => {
    throw new KeySetRefused(error instanceof OutgoingError ? reasonOf(error) : 'it cannot be reached');
  });
  const keys = await readKeySet(bytes);
  if (keys.length === 0) throw new KeySetRefused('it holds no P-256 or RSA signature key');
  return { keys, maxAge: maxAgeOf(headers['cache-control'] ?? null) };
}

function reasonOf({ kind, reason, status }: OutgoingError): string {
  if (kind === 'status') return `it answers ${status}`;
  if (kind === 'timeout') return 'it does not answer within 5 seconds';
  if (kind === 'too_large') return 'its answer is larger than 256 KB';
  if (kind === 'redirect' || kind === 'unreachable') return 'it cannot be reached, or it redirects';
  return `its answer is not taken: ${reason}`;
}

class KeySetRefused extends Error {
  override readonly name = 'KeySetRefused';
}

async function readKeySet(bytes: Buffer): Promise<PublishedKey[]> {
  try {
    return jwksShape.parse(await parseInSlices(bytes, bounds)).keys.flatMap(importKey);
  } catch {
    throw new KeySetRefused('its answer is no JWK set');
  }
}

/** `max-age` of a `Cache-Control` field in milliseconds; 0 where nothing may be kept. */
function maxAgeOf(field: string | null): number | undefined {
  if (field === null) return undefined;
  if (/(^|[\s,])no-(store|cache)([\s,]|$)/i.test(field)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(field)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function importKey(jwk: Record<string, unknown>): PublishedKey[] {
  const alg = jwk['kty'] === 'EC' && jwk['crv'] === 'P-256' ? 'ES256' : jwk['kty'] === 'RSA' ? 'RS256' : undefined;
  if (!alg || (jwk['use'] !== undefined && jwk['use'] !== 'sig')) return [];
  try {
    const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : undefined;
    return [{ kid, alg, key: createPublicKey({ key: jwk, format: 'jwk' }) }];
  } catch {
    return [];
  }
}
