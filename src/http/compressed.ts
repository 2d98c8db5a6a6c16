/**
 * Long answers, compressed for clients that ask for it (RFC 9110, section 12.5.3). Only reads and public documents are: they hold no
 * secret, so their length tells nobody anything (BREACH).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { gzipTag } from '../shared/entity-tag';
import { namesTag, respond, type Headers } from './respond';

const zip = promisify(gzip);

/** Below this many bytes, an answer goes in one packet as it is. */
const worthIt = 1_024;
/** Up to this many bytes, as of one lead, zlib needs a sixteenth of its usual tables, and half of the time. */
const small = 4_096;

export interface Sendable {
  readonly contentType: string;
  readonly plain: Buffer | string;
  /** The compressed bytes, if they are kept. By default they are made for this answer, outside of the event loop. */
  readonly packed?: () => Promise<Buffer>;
  /** Whether it may be compressed at all (`RESPONSE_COMPRESSION`). */
  readonly compress: boolean;
  /** Strong tag of the plain bytes: a client that has them, in either form, gets a 304. */
  readonly etag?: string;
}

/**
 * Sends the answer to a read: 304 if the client has it, and as gzip where the client takes it and the answer is long.
 *
 * @param headers in addition to those of the response.
 * @returns when it is sent, if it is compressed; else it is sent at once.
 */
export function sendRead(
  req: IncomingMessage,
  res: ServerResponse,
  { contentType, plain, packed = () => compressed(plain), compress, etag }: Sendable,
  headers: Headers = {},
): Promise<void> | undefined {
  const asGzip = compress && takesGzip(req) && Buffer.byteLength(plain) >= worthIt;
  const all: Record<string, string> = { ...headers, ...(compress ? { Vary: 'Accept-Encoding' } : {}) };
  if (etag !== undefined) {
    all['ETag'] = asGzip ? gzipTag(etag) : etag;
    if (namesTag(req.headers['if-none-match'], etag)) {
      respond(res, 304, null, '', all);
      return undefined;
    }
  }
  if (asGzip)
    return packed().then((bytes) => respond(res, 200, contentType, bytes, { ...all, 'Content-Encoding': 'gzip' }));
  respond(res, 200, contentType, plain, all);
  return undefined;
}

/** @returns gzip of the first level: the others cost several times as much for a tenth fewer bytes. */
export function compressed(plain: Buffer | string): Promise<Buffer> {
  const tables = Buffer.byteLength(plain) <= small ? { memLevel: 4, windowBits: 12 } : {};
  return zip(plain, { level: constants.Z_BEST_SPEED, ...tables });
}

/** A client that names no encoding gets the answer as it is: it may not know how to unpack it. */
function takesGzip(req: IncomingMessage): boolean {
  if (req.headers['accept-encoding'] === undefined) return false;
  return new Negotiator(req).encoding(['gzip']) === 'gzip';
}
