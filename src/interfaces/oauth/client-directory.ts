/** Finds the client of a `client_id`: a registered one, or one that a metadata document describes. */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../../database/database';
import { findClient, plainClient, saveClient, type StandIn, type StoredClient } from '../../store/oauth/clients';
import { forgetDocumentFault, saveDocumentFault } from '../../store/oauth/documents';
import { DocumentNotFetched, fetchClientDocument, isDocumentUrl, type DocumentFetchOptions } from './client-documents';
import { OauthError } from './errors';
import { clockTolerance } from './lifetimes';
import type { AddressLimit } from './limits';
import { checkClientMetadata, storedMetadata } from './registration-metadata';
import type { RedirectPolicy } from '../../shared/redirect-uri';
import type { Quota } from './quota';
import { Slots } from './slots';
import { isRecord } from '../../shared/records';
import { knownDocument } from '../../shared/vendors';

/** How long a copy of a document is used, and a failure remembered; milliseconds. */
const documentFreshMs = 3_600_000;
const failureMs = 60_000;
/** How much longer the last good copy is used if it cannot be fetched again. That of a known vendor is used without end. */
const documentStaleMs = 24 * 3_600_000;
/** Simultaneous fetches in this process: few for one host and for one network of callers, so that nobody takes all of them. */
const fetchLimits = { perKey: 2, total: 64, waitingPerKey: 8, patience: 2_000 };

export interface ClientDirectoryOptions {
  readonly redirects: RedirectPolicy;
  /** The name of this service on the pages. */
  readonly brandName: string;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** `off`: an https URL is no client id. */
  readonly takesDocuments: boolean;
  readonly documents: DocumentFetchOptions;
  /** Counts fetches of documents that are not stored yet. */
  readonly firstSeen: AddressLimit;
  /** Room for clients that are not stored yet. */
  readonly room: Quota;
}

/**
 * Why a client id leads to no client. `not_fetched`: this service had no document to read. `refused`: it read one and refused it.
 * The reason is for the log and `doctor`: it may say what the fetch met, which is nothing for strangers.
 */
export interface NoClient {
  readonly kind: 'unknown' | 'not_fetched' | 'refused';
  readonly reason: string;
}

export type Resolved = { readonly client: StoredClient } | { readonly none: NoClient };

const unknown: Resolved = { none: { kind: 'unknown', reason: 'no client has this id' } };

export class ClientDirectory {
  private readonly slots = new Slots(fetchLimits);
  private readonly fetching = new Map<string, Promise<Resolved>>();
  private readonly failed = new LRUCache<string, Resolved>({ max: 5_000, ttl: failureMs });
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
  async resolve(clientId: string, networks: readonly string[]): Promise<Resolved> {
    if (!clientId.startsWith('https://')) {
      const client = isRegisteredId(clientId) ? await findClient(this.db, clientId) : null;
      return client ? { client } : unknown;
    }
    if (!this.options.takesDocuments) {
      return { none: { kind: 'unknown', reason: 'OAUTH_CLIENT_DOCUMENTS is off: applications must register' } };
    }
    if (!isDocumentUrl(clientId)) return unknown;
    const client = await this.known(clientId);
    if (client && this.isFresh(client)) return { client };
    return this.failed.get(clientId) ?? (await (this.fetching.get(clientId) ?? this.fetchInTurn(clientId, networks)));
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

  private async fetchInTurn(clientId: string, networks: readonly string[]): Promise<Resolved> {
    const keys = [`host ${new URL(clientId).hostname}`, `caller ${networks.at(-1)}`];
    const release = await this.slots.acquire(keys);
    try {
      // Another caller may have fetched it in the meantime.
      const known = await this.known(clientId);
      if (known && this.isFresh(known)) return { client: known };
      const done = this.failed.get(clientId) ?? this.fetching.get(clientId);
      if (done) return await done;
      if (!release) {
        const client = this.standIn(clientId, known, 'too many documents are being fetched');
        return client ? { client } : busy();
      }
      if (!known) this.options.firstSeen.use(networks);
      const fetching = this.fetch(clientId, known).finally(() => this.fetching.delete(clientId));
      this.fetching.set(clientId, fetching);
      return await fetching;
    } finally {
      release?.();
    }
  }

  private async fetch(clientId: string, known: StoredClient | null): Promise<Resolved> {
    let document: unknown;
    try {
      document = await fetchClientDocument(clientId, this.options.documents);
    } catch (error) {
      if (!(error instanceof DocumentNotFetched)) throw error;
      const client = error.kind === 'withdrawn' ? undefined : this.standIn(clientId, known, error.reason);
      return client ? this.use(client, known) : this.fail(clientId, { kind: 'not_fetched', reason: error.reason });
    }
    const read = this.read(clientId, document, known);
    if ('refusal' in read) return this.fail(clientId, { kind: 'refused', reason: read.refusal });
    const now = this.options.clock();
    return this.use({ ...read.client, fetchedAt: now, freshUntil: now + documentFreshMs }, known);
  }

  /** The client that a document describes, or why it is refused. */
  private read(
    clientId: string,
    document: unknown,
    known: StoredClient | null,
  ): { readonly client: StoredClient } | { readonly refusal: string } {
    const { redirects, brandName, clock } = this.options;
    if (!isRecord(document) || document['client_id'] !== clientId)
      return { refusal: 'client_id in the document is not its address' };
    const result = checkClientMetadata(document, { redirects, brandName, documentUrl: clientId });
    if ('refusal' in result) return { refusal: result.refusal.message };
    const now = clock();
    const client: StoredClient = {
      ...plainClient,
      id: clientId,
      kind: 'document',
      ...storedMetadata(result.metadata),
      createdAt: known?.createdAt ?? now,
      lastUsedAt: now,
      freshUntil: null,
    };
    return { client };
  }

  /** What stands in for a document that cannot be had: its last good copy or, for a known vendor, the table, if that is later. */
  private standIn(clientId: string, known: StoredClient | null, reason: string): StoredClient | undefined {
    const now = this.options.clock();
    const published = knownDocument(clientId);
    const copiedAt = known && (known.fetchedAt ?? (known.standIn ? null : (known.freshUntil ?? 0) - documentFreshMs));
    const since = known?.standIn?.since ?? now;
    const facts = (from: StandIn['from']) => ({ freshUntil: now + failureMs, standIn: { from, since, reason } });
    const tableFrom = published && Date.parse(published.seen);
    const isRecent = copiedAt !== null && copiedAt + documentFreshMs + documentStaleMs > now;
    if (known && copiedAt !== null && (isRecent || (tableFrom !== undefined && copiedAt > tableFrom)))
      return { ...known, ...facts('copy') };
    const read = published && this.read(clientId, published.document, known);
    return read && 'client' in read ? { ...read.client, ...facts('table') } : undefined;
  }

  private async use(client: StoredClient, known: StoredClient | null): Promise<Resolved> {
    const { log } = this.options;
    if (client.standIn && !known?.standIn) {
      const { from, reason } = client.standIn;
      const standIn = from === 'copy' ? 'its last good copy' : `the copy of ${knownDocument(client.id)?.seen ?? ''}`;
      log.warn({ client_id: client.id, reason }, `client document not fetched by this service; ${standIn} is used`);
    } else if (!client.standIn && known?.standIn) {
      log.info({ client_id: client.id }, 'client document fetched again');
    }
    if (!client.standIn) await forgetDocumentFault(this.db, client.id);
    // Updating an existing row is cheap. A new client is stored when it is first used.
    if (known && !this.unsaved.has(client.id)) await saveClient(this.db, client);
    else this.unsaved.set(client.id, client);
    return { client };
  }

  private async fail(clientId: string, none: NoClient & { kind: 'not_fetched' | 'refused' }): Promise<Resolved> {
    this.failed.set(clientId, { none });
    const { log, clock } = this.options;
    const said = none.kind === 'refused' ? 'client document refused' : 'client document not fetched by this service';
    log.warn({ client_id: clientId, reason: none.reason }, said);
    await saveDocumentFault(this.db, { client_id: clientId, ...none }, clock());
    return { none };
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
