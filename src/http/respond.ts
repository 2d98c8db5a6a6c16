/** The one writer of answers, for what express serves and what it does not. */
import type { ServerResponse } from 'node:http';
import { TracedResponse } from './traced-response';

export type Headers = Readonly<Record<string, string>>;

export const jsonType = 'application/json; charset=utf-8';

/** Seconds after which a client may ask again when the service cannot answer. */
const retryAfter = '5';

/**
 * Answers a request whole. Nothing may store the answer unless `headers` say otherwise. A 503 always carries `Retry-After`
 * and closes the connection, so that a client behind a balancer can reach another process; a 413 closes it too.
 *
 * @param contentType null for an answer without a body.
 * @param body text or bytes; a buffer is written as it is, so that many answers can share one.
 * @param headers beside those that the response has already.
 */
export function respond(
  res: ServerResponse,
  status: number,
  contentType: string | null,
  body: string | Buffer,
  headers: Headers = {},
): void {
  if (res.headersSent) {
    // An answer that broke off cannot be mended; the client must not take it for a whole one.
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (res.destroyed) return;
  // One flat list: node writes it as it is, without building a map of it first.
  const list = res instanceof TracedResponse ? res.head.slice() : [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  if (headers['Cache-Control'] === undefined && !res.hasHeader('Cache-Control')) {
    list.push('Cache-Control', 'private, no-store');
  }
  if (status === 503) {
    res.shouldKeepAlive = false;
    if (headers['Retry-After'] === undefined && !res.hasHeader('Retry-After')) list.push('Retry-After', retryAfter);
  }
  // What is left of the body would have to be read to its end before the next request.
  if (status === 413) res.shouldKeepAlive = false;
  // The body was never asked for, so where the next request begins is unknown.
  if (res instanceof TracedResponse && res.awaitsContinue) res.shouldKeepAlive = false;
  if (contentType !== null) list.push('Content-Type', contentType);
  // Encoded once: asking a text for its length in bytes costs nearly as much as making them.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  // 204 and 304 have no body and say no length (RFC 9110, section 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(bytes.length));
  res.writeHead(status, list);
  res.end(bytes);
}

/** Answers with JSON. */
export function sendJson(res: ServerResponse, status: number, body: object, headers?: Headers): void {
  respond(res, status, jsonType, JSON.stringify(body), headers);
}

/** @param location relative, so that it holds behind any host name and path prefix. */
export function redirect(res: ServerResponse, location: string, headers: Headers = {}): void {
  respond(res, 302, null, '', { Location: location, ...headers });
}

/** Hands the server's headers to express, which keeps headers in the response itself. */
export function headersForExpress(res: TracedResponse): void {
  for (let at = 0; at < res.head.length; at += 2) res.setHeader(res.head[at] ?? '', res.head[at + 1] ?? '');
  res.head = [];
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
}
