/** Finding the client behind a `client_id`: a registered one, or one that a metadata document describes. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database';
import { findClient, saveClient, type StoredClient } from '../store/oauth/clients';
import { fetchClientDocument, isDocumentUrl, type DocumentFetchOptions } from './client-documents';
import { checkClientMetadata, isRecord } from './registration-metadata';
import { formatScope } from './scope';

/** How long a stored copy of a document is used, and how long a refusal is remembered; milliseconds. */
const documentFreshMs = 3_600_000;
const refusalMs = 60_000;
/** Fetches under way at once in this process; more are refused rather than queued. */
const maximumFetches = 8;

export interface ClientDirectoryOptions {
  readonly allowedOrigins: readonly string[];
  readonly clock: () => number;
  readonly documents: DocumentFetchOptions;
}

export class ClientDirectory {
  private readonly fetching = new Map<string, Promise<StoredClient | null>>();
  private readonly refused = new LRUCache<string, true>({ max: 5_000, ttl: refusalMs });

  constructor(
    private readonly db: Database,
    private readonly options: ClientDirectoryOptions,
  ) {}

  /** The client, as the start of an authorization needs it; a document is fetched when the stored copy is old. */
  async resolve(clientId: string): Promise<StoredClient | null> {
    if (!clientId.startsWith('https://')) return isRegisteredId(clientId) ? findClient(this.db, clientId) : null;
    if (!isDocumentUrl(clientId) || this.refused.has(clientId)) return null;
    const stored = await findClient(this.db, clientId);
    if (stored && (stored.freshUntil ?? 0) > this.options.clock()) return stored;
    return this.fetchOnce(clientId, stored);
  }

  /** The client as it is stored, without any fetch: for the token and revocation endpoints. */
  async find(clientId: string): Promise<StoredClient | null> {
    return isRegisteredId(clientId) || isDocumentUrl(clientId) ? findClient(this.db, clientId) : null;
  }

  private fetchOnce(clientId: string, stored: StoredClient | null): Promise<StoredClient | null> {
    let fetching = this.fetching.get(clientId);
    if (!fetching) {
      if (this.fetching.size >= maximumFetches) return Promise.resolve(null);
      fetching = this.fetch(clientId, stored).finally(() => this.fetching.delete(clientId));
      this.fetching.set(clientId, fetching);
    }
    return fetching;
  }

  private async fetch(clientId: string, stored: StoredClient | null): Promise<StoredClient | null> {
    const { allowedOrigins, clock, documents } = this.options;
    let document: unknown;
    try {
      document = await fetchClientDocument(clientId, documents);
    } catch {
      this.refused.set(clientId, true);
      return null;
    }
    const result = checkClientMetadata(document, allowedOrigins);
    if (!isRecord(document) || document['client_id'] !== clientId || !('metadata' in result)) {
      this.refused.set(clientId, true);
      return null;
    }
    const { metadata } = result;
    const now = clock();
    const client: StoredClient = {
      id: clientId,
      kind: 'document',
      name: metadata.clientName,
      uri: metadata.clientUri,
      redirectUris: metadata.redirectUris,
      grantTypes: metadata.grantTypes,
      scopes: formatScope(metadata.scopes),
      createdAt: stored?.createdAt ?? now,
      lastUsedAt: now,
      freshUntil: now + documentFreshMs,
    };
    await saveClient(this.db, client);
    return client;
  }
}

function isRegisteredId(clientId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(clientId);
}
