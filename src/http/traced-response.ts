/**
 * The response object of the server, with the data for the request log, the metrics and the error bodies. They are fields of the
 * response rather than a map beside it, because every request reads them.
 */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { TraceSpan } from './tracing';

export class TracedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  requestId = '';
  /** `performance.now()` when the request's headers were read. */
  startedAt = 0;
  /** Path and query string as requested. Express shortens `req.url` below a mount. */
  target = '';
  /** Template of the path, `/customer/leads/{leadId}`; empty if no route matched. */
  route = '';
  /** The template with its prefix, `/api/v1/customer/leads/{leadId}`, for the log. */
  template = '';
  /** The API key or connection of the caller, once known. */
  callerId = '';
  organizationId = '';
  /** Undefined where nothing is traced. */
  span: TraceSpan | undefined;
  /** The client left before it had the whole answer. */
  aborted = false;
  /** Headers of the coming answer, names and values in turn: those of the server, and those that an interface adds. */
  head: string[] = [];
  /** The client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1). */
  awaitsContinue = false;
}

/** The id of the request that this response answers. Under express, which replaces the prototype, it is read from the header. */
export function requestIdOf(res: ServerResponse): string {
  if (res instanceof TracedResponse) return res.requestId;
  const header = res.getHeader('X-Request-Id');
  return typeof header === 'string' ? header : '';
}
