/**
 * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document): an https URL as `client_id`. Its document holds
 * what a registration would. Strangers choose the URL, so the fetch goes to public addresses only, follows no redirect, and reads
 * little.
 */
import { isIP } from 'node:net';
import { exchange, OutgoingError, type NetworkOverrides } from '../../shared/http-client/exchange';
import { clientIdLength } from '../../store/tables/oauth';

const maximumDocumentBytes = 5 * 1024;
const documentTimeoutMs = 5_000;
const documentBounds = { members: 500, depth: 8 };

/** Tests replace these to reach their own server. Everything else is as in production. */
export interface DocumentFetchOptions extends NetworkOverrides {
  readonly timeoutMs?: number;
}

/**
 * Why there is no document. `temporary`: its host did not answer, or asked to try later. `blocked`: it answered something else
 * than a document, such as a challenge for browsers. `withdrawn`: its host says that there is none.
 */
export type NotFetched = 'temporary' | 'blocked' | 'withdrawn';

/** A document that could not be had. The reason is for the log and `doctor`, never for the client. */
export class DocumentNotFetched extends Error {
  constructor(
    readonly reason: string,
    readonly kind: NotFetched,
  ) {
    super(reason);
    this.name = 'DocumentNotFetched';
  }
}

/**
 * Whether this client id is a URL that may be fetched: https, default port, normal form, with a path, and a host name, not an IP
 * address.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > clientIdLength || clientId.includes('#')) return false;
  if (!URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || url.username !== '' || url.password !== '' || url.pathname === '/') return false;
  // Another port is another service than the host's web pages. Trying ports would also be a way to scan for open ones.
  if (url.port !== '') return false;
  const host = url.hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return false;
  return host.includes('.') && !host.endsWith('.') && !/(^|\.)(localhost|local|internal)$/.test(host);
}

/**
 * Fetches a client's document, or the keys that it names.
 * @returns the parsed JSON.
 * @throws DocumentNotFetched for a private address, a redirect, another status or type, over 5 KB, over 5 s, or invalid JSON.
 */
export async function fetchClientDocument(
  url: string,
  options: DocumentFetchOptions = {},
  maxBytes = maximumDocumentBytes,
): Promise<unknown> {
  if (!isDocumentUrl(url)) throw new DocumentNotFetched('not a document URL', 'withdrawn');
  try {
    const { value } = await exchange(
      {
        url: new URL(url),
        method: 'GET',
        headers: {},
        timeoutMs: options.timeoutMs ?? documentTimeoutMs,
        maxBytes,
        namedBy: 'stranger',
      },
      documentBounds,
      options,
    );
    return value;
  } catch (error) {
    if (error instanceof OutgoingError) throw new DocumentNotFetched(error.reason, kindOf(error));
    throw error;
  }
}

function kindOf({ status, kind, temporary }: OutgoingError): NotFetched {
  if (status === 404 || status === 410) return 'withdrawn';
  // Invalid JSON counts as what the owner published, so it is not temporary.
  return temporary && kind !== 'bad_answer' ? 'temporary' : 'blocked';
}
