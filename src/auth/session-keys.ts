/** The public keys of an application that issues session tokens itself (RFC 7517), fetched from SESSION_TOKEN_JWKS_URL. */
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { exchangeBytes, OutgoingError, type Kind } from '../shared/http-client/exchange';
import { parseInSlices, type JsonBounds } from '../shared/http-client/json-in-slices';
import { readPublishedKey, type PublishedKey, type RefusedKey } from './published-key';

/** Longest use of a set, so that a removed key ends; shorter if its `Cache-Control` says so. */
const longestUse = 60_000;
/** A set that may not be cached is still used this long. Otherwise each sign-in would fetch it. */
const shortestUse = 5_000;
/** Pause between two fetches for key ids that the set lacks: finds several rotations in a minute, and stops floods. */
const unknownKeyPause = 2_000;
/** Pause after a failed fetch. */
const failurePause = 5_000;
const fetchTimeout = 5_000;
const maximumBytes = 256 * 1024;

/** The keys are unavailable, so a token can be neither accepted nor refused. */
export class SessionKeysUnavailable extends Error {
  override readonly name = 'SessionKeysUnavailable';
  /** Seconds. */
  readonly retryAfter = failurePause / 1000;
}

/** The key for a token, or why there is none, as the end of a sentence that begins with `kid`. */
export type FoundKey = { readonly key: KeyObject } | { readonly refused: string };

export interface RemoteKeysOptions {
  readonly url: string;
  /** Milliseconds from any fixed point, never set back. */
  readonly elapsed?: () => number;
  /** Called at the first failure after a success, with a reason for the log. */
  readonly onFailure?: ((reason: string) => void) | undefined;
}

export class RemoteKeys {
  private readonly elapsed: () => number;
  private keys: readonly (PublishedKey | RefusedKey)[] = [];
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
   * @throws SessionKeysUnavailable when the set cannot be fetched.
   */
  async find(kid: string | undefined, alg: string): Promise<FoundKey> {
    const age = this.elapsed() - this.fetchedAt;
    const known = this.match(kid, alg);
    if (age >= this.usableFor || (!('key' in known) && age >= unknownKeyPause)) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
      return this.match(kid, alg);
    }
    return known;
  }

  private match(kid: string | undefined, alg: string): FoundKey {
    const named = this.keys.filter((entry) => kid === undefined || entry.kid === kid);
    const usable = named.flatMap((entry) => ('key' in entry && entry.alg === alg ? [entry.key] : []));
    const [key] = usable;
    if (key && usable.length === 1) return { key };
    const [refused] = named.flatMap((entry) => ('refused' in entry ? [entry.refused] : []));
    if (!key && refused !== undefined) return { refused: `names a key that ${refused}` };
    return { refused: `names no ${alg} key of the set at SESSION_TOKEN_JWKS_URL` };
  }

  private async load(): Promise<void> {
    if (this.elapsed() - this.failedAt < failurePause) throw new SessionKeysUnavailable();
    // The age of the answer counts from the request.
    const at = this.elapsed();
    try {
      const { keys, refused, maxAge } = await fetchKeys(this.options.url);
      this.keys = [...keys, ...refused];
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
/** The content makes it a key set: file servers send it under other media types. */
const keySet: Kind = { accept: 'application/jwk-set+json, application/json', types: /^/, name: 'a JWK set' };
const bounds: JsonBounds = { members: 5_000, depth: 16 };

/**
 * Fetches a key set.
 * @returns its signature keys, the unused keys with reasons, and how long it may be cached in milliseconds, if it says so.
 * @throws Error with a reason for the log or `doctor`.
 */
export async function fetchKeys(url: string): Promise<KeySet & { readonly maxAge: number | undefined }> {
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
  const { keys, refused } = await readKeySet(bytes);
  if (keys.length === 0 && refused.length === 0) throw new KeySetRefused('it holds no P-256 or RSA signature key');
  return { keys, refused, maxAge: maxAgeOf(headers['cache-control'] ?? null) };
}

function reasonOf({ kind, reason, status }: OutgoingError): string {
  if (kind === 'status') return `it answers ${status}`;
  if (kind === 'timeout') return 'it does not answer within 5 seconds';
  if (kind === 'too_large') return 'its answer is larger than 256 KB';
  if (kind === 'redirect' || kind === 'unreachable') return 'it cannot be reached, or it redirects';
  return `its answer is refused: ${reason}`;
}

class KeySetRefused extends Error {
  override readonly name = 'KeySetRefused';
}

interface KeySet {
  readonly keys: readonly PublishedKey[];
  readonly refused: readonly RefusedKey[];
}

async function readKeySet(bytes: Buffer): Promise<KeySet> {
  try {
    const { keys } = jwksShape.parse(await parseInSlices(bytes, bounds));
    const all = keys.flatMap((jwk) => readPublishedKey(jwk) ?? []);
    return {
      keys: all.filter((entry) => 'key' in entry),
      refused: all.filter((entry) => 'refused' in entry),
    };
  } catch {
    throw new KeySetRefused('its answer is not a JWK set');
  }
}

/** `max-age` of a `Cache-Control` field in milliseconds; 0 if caching is forbidden. */
function maxAgeOf(field: string | null): number | undefined {
  if (field === null) return undefined;
  if (/(^|[\s,])no-(store|cache)([\s,]|$)/i.test(field)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(field)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
