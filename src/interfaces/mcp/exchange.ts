/**
 * Chooses the part of the SDK that serves a message: its HTTP handler for the stateless revision, its streamable HTTP transport
 * for older ones. Both take a web-standard request without a body (the message is already parsed) and answer with one JSON
 * document. Each message has its own server and transport, so an answer can only go to its own request.
 */
import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import {
  WebStandardStreamableHTTPServerTransport,
  classifyInboundRequest,
  createMcpHandler,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { acceptsAll } from './accept';
import { carriedCall } from './call';
import { describeSdkError } from './describe-error';
import { batchRefused, methodNotFound, type Refusal } from './refusal';
import { isStateless, supportedRevisions } from './revision';
import { buildServer, type Prepared } from './server';

/** Passes one message to the SDK. Continues even if the client goes away: a query cannot be stopped. */
export type Exchange = (
  request: Request,
  options: { readonly authInfo: AuthInfo; readonly parsedBody: unknown },
) => Promise<Response>;

export interface Exchanges {
  /** Opens an exchange for a message that passed the gates. */
  open(headers: IncomingHttpHeaders, message: unknown): Promise<Exchange | Refusal>;
  /** Ends running exchanges. */
  close(): Promise<void>;
}

export function createExchanges(prepared: Prepared): Exchanges {
  const onerror = (error: Error) => prepared.log.debug(describeSdkError(error), 'mcp message refused');
  const stateless = createMcpHandler(
    ({ authInfo }) => buildServer(prepared, 'stateless', carriedCall(authInfo).message),
    { legacy: 'reject', onerror },
  );
  return {
    async open(headers, message) {
      if (Array.isArray(message)) return batchRefused;
      // A subscription would stay open to report changed lists. Our lists change only with a release, so none is offered.
      if (methodOf(message) === 'subscriptions/listen') return methodNotFound;
      if (isStateless(headers['mcp-protocol-version']?.toString(), message)) return stateless.fetch;
      const refusal = isWellFormedRequest(message) ? undefined : refuseShape(headers, message);
      return refusal ?? negotiated(prepared, message);
    },
    close: () => stateless.close(),
  };
}

/** Neither server nor transport is closed after its one answer: without a stream or a session they occupy nothing. */
async function negotiated(prepared: Prepared, message: unknown): Promise<Exchange> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    supportedProtocolVersions: [...supportedRevisions],
  });
  await buildServer(prepared, 'negotiated', message).connect(transport);
  return (request, options) => transport.handleRequest(request, options);
}

/** The headers of a request that the SDK reads, besides `Accept`, which was checked before (`takesJson`). */
const readHeaders = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Cache of request heads. Clients repeat a few, and making one costs a native object that node 20 collects late. A head has no
 * body and no data of its caller, so many messages may share one.
 */
const heads = new LRUCache<string, Request>({ max: 200 });

/** The head of a request in the SDK's form. The message is passed separately. */
export function requestOf(headers: IncomingHttpHeaders): Request {
  const copied: [string, string][] = [['accept', acceptsAll]];
  for (const name of readHeaders) {
    const value = headers[name];
    if (typeof value === 'string') copied.push([name, value]);
  }
  // No value holds a line break, so different heads have different keys.
  const key = copied.join('\n');
  let head = heads.get(key);
  if (!head) {
    head = new Request('http://localhost/', { method: 'POST', headers: copied });
    // All running messages listen to this signal, and node 20 would warn at the eleventh.
    setMaxListeners(0, head.signal);
    heads.set(key, head);
  }
  return head;
}

/** The bytes of an answer. Reads its stream directly, because `arrayBuffer` copies each piece twice. */
export async function bytesOf({ body }: { readonly body: ReadableStream<Uint8Array> | null }): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value);
  const [first] = pieces;
  if (!first || pieces.length > 1) return Buffer.concat(pieces);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** Recognises the common case cheaply. All other messages go to the SDK's own classifier. */
function isWellFormedRequest(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, id, method, params = {} }: Partial<Record<string, unknown>> = { ...message };
  const goodId = typeof id === 'string' || Number.isSafeInteger(id);
  return (
    jsonrpc === '2.0' && goodId && typeof method === 'string' && typeof params === 'object' && !Array.isArray(params)
  );
}

/** Refuses a body that is not a JSON-RPC message, which the transport itself does not detect. */
function refuseShape(headers: IncomingHttpHeaders, message: unknown): Refusal | undefined {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: headers['mcp-protocol-version']?.toString(),
    body: message,
  });
  if (route.kind !== 'reject') return undefined;
  return { status: route.httpStatus, rpcCode: route.code, code: 'validation_failed', message: route.message };
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
