/** Finds the client of a `client_id`: a registered one, or one that a metadata document describes. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { findClient, saveClient, type StoredClient } from '../../store/oauth/clients';
import { DocumentRefused, fetchClientDocument, isDocumentUrl, type DocumentFetchOptions } from './client-documents';
import { OauthError } from './errors';
import { clockTolerance } from './lifetimes';
import type { AddressLimit } from './limits';
import { checkClientMetadata, storedMetadata } from './registration-metadata';
import type { RedirectPolicy } from '../../shared/redirect-uri';
import type { Quota } from './quota';
import { Slots } from './slots';
import { isRecord } from '../../shared/records';

/** How long a copy of a document is used, and a refusal remembered; milliseconds. */
const documentFreshMs = 3_600_000;
const refusalMs = 60_000;
/** How much longer a stored copy is used if its host does not answer. */
const documentStaleMs = 24 * 3_600_000;
/** Simultaneous fetches in this process: few for one host and for one network of callers, so that nobody takes all of them. */
const fetchLimits = { perKey: 2, total: 64, waitingPerKey: 8, patience: 2_000 };

export interface ClientDirectoryOptions {
  readonly redirects: RedirectPolicy;
  /** The name of this service on the pages. */
  readonly brandName: string;
  readonly clock: () => number;
  readonly documents: DocumentFetchOptions;
  /** Counts fetches of documents that are not stored yet. */
  readonly firstSeen: AddressLimit;
  /** Room for clients that are not stored yet. */
  readonly room: Quota;
}

export class ClientDirectory {
  private readonly slots = new Slots(fetchLimits);
  private readonly fetching = new Map<string, Promise<StoredClient | null>>();
  private readonly refused = new LRUCache<string, 'for now' | 'bad'>({ max: 5_000, ttl: refusalMs });
  /** Clients with good documents for which no authorization has begun yet. */
  private readonly unsaved = new LRUCache<string, StoredClient>({ max: 500, ttl: documentFreshMs });

  constructor(
    private readonly db: Database,
    private readonly options: ClientDirectoryOptions,
  ) {}

  /**
   * The client, for the start of an authorization. Fetches the document if the stored copy is old.
   * @param networks of the caller, widest last.
   * @throws OauthError `rate_limited` for too many unknown documents, `service_unavailable` when too many fetches run.
   */
  async resolve(clientId: string, networks: readonly string[]): Promise<StoredClient | null> {
    if (!clientId.startsWith('https://')) return isRegisteredId(clientId) ? findClient(this.db, clientId) : null;
    if (!isDocumentUrl(clientId) || this.refused.get(clientId) === 'bad') return null;
    const known = await this.known(clientId);
    if (known && this.isFresh(known)) return known;
    if (this.refused.has(clientId)) return this.unlessTooOld(known);
    return this.fetching.get(clientId) ?? this.fetchInTurn(clientId, networks);
  }

  /** The stored client, without a fetch: for the token and revocation endpoints. */
  async find(clientId: string): Promise<StoredClient | null> {
    return isRegisteredId(clientId) || isDocumentUrl(clientId) ? findClient(this.db, clientId) : null;
  }

  /** Stores a resolved client if it is new. Call it when an authorization begins. */
  async keep(client: StoredClient): Promise<void> {
    if (this.unsaved.get(client.id) !== client) return;
    await this.options.room.store(() => saveClient(this.db, client));
    this.unsaved.delete(client.id);
  }

  private async known(clientId: string): Promise<StoredClient | null> {
    return this.unsaved.get(clientId) ?? (await findClient(this.db, clientId));
  }

  private isFresh(client: StoredClient): boolean {
    const left = (client.freshUntil ?? 0) - this.options.clock();
    // A copy with too much time left was stored before the clock was set back.
    return left > 0 && left <= documentFreshMs + clockTolerance;
  }

  /** Up to a day, an old copy is better than none. */
  private unlessTooOld(client: StoredClient | null): StoredClient | null {
    return client && (client.freshUntil ?? 0) + documentStaleMs > this.options.clock() ? client : null;
  }

  private async fetchInTurn(clientId: string, networks: readonly string[]): Promise<StoredClient | null> {
    const keys = [`host ${new URL(clientId).hostname}`, `caller ${networks.at(-1)}`];
    const release = await this.slots.acquire(keys);
    try {
      // Another caller may have fetched it in the meantime.
      const known = await this.known(clientId);
      if (known && this.isFresh(known)) return known;
      const refused = this.refused.get(clientId);
      if (refused !== undefined) return refused === 'bad' ? null : this.unlessTooOld(known);
      const underWay = this.fetching.get(clientId);
      if (underWay) return await underWay;
      if (!release) return this.unlessTooOld(known) ?? busy();
      if (!known) this.options.firstSeen.use(networks);
      const fetching = this.fetch(clientId, known).finally(() => this.fetching.delete(clientId));
      this.fetching.set(clientId, fetching);
      return await fetching;
    } finally {
      release?.();
    }
  }

  private async fetch(clientId: string, known: StoredClient | null): Promise<StoredClient | null> {
    const { redirects, brandName, clock, documents } = this.options;
    let document: unknown;
    try {
      document = await fetchClientDocument(clientId, documents);
    } catch (error) {
      const temporary = error instanceof DocumentRefused && error.temporary;
      this.refused.set(clientId, temporary ? 'for now' : 'bad');
      return temporary ? this.unlessTooOld(known) : null;
    }
    const result = checkClientMetadata(document, redirects, brandName);
    if (!isRecord(document) || document['client_id'] !== clientId || !('metadata' in result)) {
      this.refused.set(clientId, 'bad');
      return null;
    }
    const now = clock();
    const client: StoredClient = {
      id: clientId,
      kind: 'document',
      ...storedMetadata(result.metadata),
      createdAt: known?.createdAt ?? now,
      lastUsedAt: now,
      freshUntil: now + documentFreshMs,
    };
    // Updating an existing row is cheap. A new client is stored when it is first used.
    if (known && !this.unsaved.has(clientId)) await saveClient(this.db, client);
    else this.unsaved.set(clientId, client);
    return client;
  }
}

function busy(): never {
  throw new OauthError('service_unavailable', 'Too many applications are being verified. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  });
}

function isRegisteredId(clientId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(clientId);
}
