/**
 * The response object of the server, with what the request log, the metrics and the error bodies need. They are fields of
 * the response rather than a map beside it because this is read on every request.
 */
import { ServerResponse, type IncomingMessage } from 'node:http';

export class TracedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  requestId = '';
  /** `performance.now()` when the request's headers were read. */
  startedAt = 0;
  /** Path and query string as they were asked for; express shortens `req.url` below a mount. */
  target = '';
  /** Template of the path, `/customer/leads/{leadId}`; empty when no route matched. */
  route = '';
  /** The same with everything before it, `/api/v1/customer/leads/{leadId}`: what the log says was asked for. */
  template = '';
  /** API key or connection that asked, once known. */
  callerId = '';
  organizationId = '';
  /** The client left before it had the whole answer. */
  aborted = false;
  /** Headers of whatever will be answered, names and values in turn: those of the server, and what an interface adds. */
  head: string[] = [];
  /** The client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1). */
  awaitsContinue = false;
}

/** The id of the request that this response answers. Express replaces the prototype; there it is read from the header. */
export function requestIdOf(res: ServerResponse): string {
  if (res instanceof TracedResponse) return res.requestId;
  const header = res.getHeader('X-Request-Id');
  return typeof header === 'string' ? header : '';
}
