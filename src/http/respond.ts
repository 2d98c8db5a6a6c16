/** The one writer of answers, with and without express. */
import type { ServerResponse } from 'node:http';
import { gzipTag } from '../shared/entity-tag';
import { usualBytes } from './bounded-request';
import { TracedResponse } from './traced-response';

export type Headers = Readonly<Record<string, string>>;

export const jsonType = 'application/json; charset=utf-8';

/** Seconds until a client may ask again when the service cannot answer. */
const retryAfter = '5';

/**
 * Sends a complete answer. Caches must not store it unless `headers` allow that. A 503 always carries `Retry-After` and closes
 * the connection, so that a client behind a balancer can reach another process. A 413 also closes it.
 *
 * @param contentType null for an answer without a body.
 * @param body text or bytes. A buffer is written as it is, so many answers can share one.
 * @param headers in addition to those of the response.
 */
export function respond(
  res: ServerResponse,
  status: number,
  contentType: string | null,
  body: string | Buffer,
  headers: Headers = {},
): void {
  if (res.headersSent) {
    // An incomplete answer cannot be repaired, and the client must not take it for a complete one.
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (res.destroyed) return;
  // One flat list, which node writes without building a map.
  const list = res instanceof TracedResponse ? res.head.slice() : [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  if (headers['Cache-Control'] === undefined && !res.hasHeader('Cache-Control')) {
    list.push('Cache-Control', 'private, no-store');
  }
  if (status === 503) {
    res.shouldKeepAlive = false;
    if (headers['Retry-After'] === undefined && !res.hasHeader('Retry-After')) list.push('Retry-After', retryAfter);
  }
  // Otherwise the rest of the body would have to be read before the next request.
  if (status === 413 || hasLongRest(res)) res.shouldKeepAlive = false;
  // The client was never asked for the body, so the start of the next request is unknown.
  if (res instanceof TracedResponse && res.awaitsContinue) res.shouldKeepAlive = false;
  if (contentType !== null) list.push('Content-Type', contentType);
  // 204 and 304 have no body and no Content-Length (RFC 9110, section 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(Buffer.byteLength(body)));
  res.writeHead(status, list);
  // A text goes out in one piece with its head, and leaves no buffer behind for the collector.
  res.end(body);
}

/**
 * Whether the client still sends a body that may be longer than what is read of an unwanted one: its connection will be cut. A body in
 * chunks does not say how long it will be.
 */
const hasLongRest = ({ req }: ServerResponse): boolean =>
  !req.complete &&
  (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > usualBytes);

/**
 * Whether `If-None-Match` names this version, plain or as gzip. Weak tags count: a proxy that compresses makes them (RFC 9110, section
 * 13.1.2).
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes(gzipTag(etag)) || tags.includes('*');
}

/** Answers with JSON. */
export function sendJson(res: ServerResponse, status: number, body: object | null, headers?: Headers): void {
  respond(res, status, jsonType, JSON.stringify(body), headers);
}

/** @param location relative, so that it works behind any host name. */
export function redirect(res: ServerResponse, location: string, headers: Headers = {}): void {
  respond(res, 302, null, '', { Location: location, ...headers });
}

/** Copies the server's headers to express, which keeps headers in the response itself. */
export function headersForExpress(res: TracedResponse): void {
  for (let at = 0; at < res.head.length; at += 2) res.setHeader(res.head[at] ?? '', res.head[at + 1] ?? '');
  res.head = [];
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
}
