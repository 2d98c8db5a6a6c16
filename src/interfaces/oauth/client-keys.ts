/** The public keys of clients that are known by their document (`jwks_uri`), fetched under the same guards as the document. */
import type { JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { DocumentNotFetched, fetchClientDocument, type DocumentFetchOptions } from './client-documents';

/** How long a set is used without another look; milliseconds. A set that lacks a key is fetched again after `unknownKeyPause`. */
const freshMs = 10 * 60_000;
const unknownKeyPause = 30_000;
const failurePause = 60_000;
/** How long the last good set is used if it cannot be fetched again. */
const staleMs = 24 * 3_600_000;
const maximumBytes = 64 * 1024;
/** Most keys of a set. A client that rotates has two or three. */
const mostKeys = 20;

const setShape = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(mostKeys) });

/** The keys cannot be had now. The reason is for the log. */
export class ClientKeysUnavailable extends Error {
  override readonly name = 'ClientKeysUnavailable';
}

interface Held {
  readonly set: JSONWebKeySet | undefined;
  readonly fetchedAt: number;
  readonly triedAt: number;
}

export class ClientKeys {
  private readonly held = new LRUCache<string, Held>({ max: 500 });
  private readonly fetching = new Map<string, Promise<JSONWebKeySet>>();

  /** @param elapsed milliseconds from any fixed point, never set back. */
  constructor(
    private readonly documents: DocumentFetchOptions,
    private readonly elapsed: () => number,
  ) {}

  /**
   * The keys at an address.
   * @param isMissing whether a key was not in the set that is held, so that it is fetched again unless that was just done.
   * @throws ClientKeysUnavailable when there is no set that may be used.
   */
  async of(jwksUri: string, isMissing = false): Promise<JSONWebKeySet> {
    const held = this.held.get(jwksUri);
    const age = this.elapsed() - (held?.fetchedAt ?? Number.NEGATIVE_INFINITY);
    if (held?.set && age < (isMissing ? unknownKeyPause : freshMs)) return held.set;
    const isResting = held && this.elapsed() - held.triedAt < (held.set ? unknownKeyPause : failurePause);
    if (isResting) return usable(held.set, age);
    const fetching = this.fetching.get(jwksUri) ?? this.fetch(jwksUri, held);
    this.fetching.set(jwksUri, fetching);
    try {
      return await fetching;
    } finally {
      this.fetching.delete(jwksUri);
    }
  }

  private async fetch(jwksUri: string, held: Held | undefined): Promise<JSONWebKeySet> {
    const at = this.elapsed();
    try {
      const parsed = setShape.safeParse(await fetchClientDocument(jwksUri, this.documents, maximumBytes));
      if (!parsed.success) throw new DocumentNotFetched('not a set of keys', 'blocked');
      this.held.set(jwksUri, { set: parsed.data, fetchedAt: at, triedAt: at });
      return parsed.data;
    } catch (error) {
      if (!(error instanceof DocumentNotFetched)) throw error;
      this.held.set(jwksUri, { set: held?.set, fetchedAt: held?.fetchedAt ?? at, triedAt: at });
      return usable(held?.set, at - (held?.fetchedAt ?? at), error.reason);
    }
  }
}

function usable(set: JSONWebKeySet | undefined, age: number, reason = 'it was just tried in vain'): JSONWebKeySet {
  if (set && age < staleMs) return set;
  throw new ClientKeysUnavailable(reason);
}
