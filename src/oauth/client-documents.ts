/**
 * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document): an https URL as `client_id`, whose document
 * says what registration would. The fetch is made on a stranger's word, so it goes to public addresses only, follows
 * nothing, and takes little.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address';
import { clientIdLength } from '../store/oauth/tables';

export const maximumDocumentBytes = 5 * 1024;
export const documentTimeoutMs = 5_000;

/** What tests replace to reach a server of their own; everything else is as in service. */
export interface DocumentFetchOptions {
  /** Addresses of a host name. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Whether an address may be connected to. */
  readonly isAllowedAddress?: (address: string) => boolean;
  /** PEM of a certificate authority to trust instead of the usual ones. */
  readonly ca?: string;
  readonly timeoutMs?: number;
  readonly port?: number;
}

/** Why a document was refused; for tests and the log at debug, never for the client. */
export class DocumentRefused extends Error {
  /** @param temporary whether the document itself may be good: its host did not answer, or said to come later. */
  constructor(
    readonly reason: string,
    readonly temporary = false,
  ) {
    super(reason);
    this.name = 'DocumentRefused';
  }
}

/** Whether this client id is a URL that may be fetched: https, its port, normal form, a path, a host name that is no address. */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > clientIdLength || clientId.includes('#')) return false;
  if (!URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || url.username !== '' || url.password !== '' || url.pathname === '/') return false;
  // Another port is another service than the host's web pages, and a way to look for open ports.
  if (url.port !== '') return false;
  const host = url.hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return false;
  return host.includes('.') && !host.endsWith('.') && !/(^|\.)(localhost|local|internal)$/.test(host);
}

/**
 * Fetches a client's document.
 * @returns the parsed JSON.
 * @throws DocumentRefused for a private address, a redirect, another status or type, over 5 KB, over 5 s, or no JSON.
 */
export async function fetchClientDocument(url: string, options: DocumentFetchOptions = {}): Promise<unknown> {
  if (!isDocumentUrl(url)) throw new DocumentRefused('not a document URL');
  const text = await download(new URL(url), options);
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentRefused('not JSON');
  }
}

function download(url: URL, options: DocumentFetchOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // One deadline for everything: name, connection, TLS, headers and body.
    const signal = AbortSignal.timeout(options.timeoutMs ?? documentTimeoutMs);
    const fail = (error: unknown) => {
      req.destroy();
      reject(
        error instanceof DocumentRefused
          ? error
          : new DocumentRefused(signal.aborted ? 'too slow' : 'unreachable', true),
      );
    };
    const req = request(url, {
      method: 'GET',
      port: options.port ?? 443,
      agent: false,
      signal,
      ca: options.ca,
      lookup: checkedLookup(options),
      headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'Leadlight' },
      maxHeaderSize: 16_384,
    });
    req.on('error', fail);
    req.on('response', (res) => {
      res.on('error', fail);
      const type = res.headers['content-type'] ?? '';
      const status = res.statusCode ?? 0;
      if (status !== 200) return fail(new DocumentRefused(`status ${status}`, status >= 500 || status === 429));
      if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
        return fail(new DocumentRefused('not JSON by its type'));
      if (res.headers['content-encoding'] !== undefined) return fail(new DocumentRefused('encoded'));
      const chunks: Buffer[] = [];
      let size = 0;
      res.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maximumDocumentBytes) fail(new DocumentRefused('too large'));
        else chunks.push(chunk);
      });
      res.on('end', () => {
        if (!res.complete) return fail(new DocumentRefused('cut short', true));
        try {
          resolve(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
        } catch {
          fail(new DocumentRefused('not UTF-8'));
        }
      });
      res.on('close', () => {
        if (!res.complete) fail(new DocumentRefused('cut short', true));
      });
    });
    req.end();
  });
}

/** Resolves and checks in one step what the socket then connects to, so a second answer of the resolver changes nothing. */
function checkedLookup(options: DocumentFetchOptions): LookupFunction {
  const isAllowed = options.isAllowedAddress ?? isPublicAddress;
  const resolveHost = options.resolve ?? resolveBySystem;
  return (hostname, lookupOptions, done) => {
    const refuse = (reason: string, temporary = false) => done(new DocumentRefused(reason, temporary), '', 0);
    resolveHost(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return refuse('no address');
        // One private address among public ones is somebody trying.
        if (!addresses.every(({ address }) => isAllowed(address))) return refuse('private address');
        if (lookupOptions.all === true) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      () => refuse('no such host', true),
    );
  };
}

function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
}
