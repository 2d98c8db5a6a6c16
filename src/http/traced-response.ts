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
  /** API key or connection that asked, once known. */
  callerId = '';
  organizationId = '';
}

/** The id of the request that this response answers, on whichever path it came. */
export function requestIdOf(res: ServerResponse): string {
  // Express replaces the prototype, so `instanceof TracedResponse` would be false there; the field stays.
  const id: unknown = Reflect.get(res, 'requestId');
  return typeof id === 'string' ? id : '';
}
