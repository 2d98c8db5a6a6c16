/**
 * Hands a message to the SDK: regular ones the short way (`line.ts`), all others to its HTTP handler for the stateless
 * revision and to its streamable HTTP transport for older ones. Those are given a web-standard request without a body (the
 * message is parsed already) and answer with one JSON document.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  WebStandardStreamableHTTPServerTransport,
  classifyInboundRequest,
  createMcpHandler,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { Lines } from './line';
import { batchRefused, methodNotFound, type Refusal } from './refusal';
import { isStateless, supportedRevisions } from './revision';
import { ServerPool, type Prepared } from './server';

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export type Outcome = { readonly answer: Answer } | { readonly refusal: Refusal };

export interface Dispatcher {
  /** Runs to its end even when the client goes away: a question cannot be stopped, and its answer is then dropped. */
  dispatch(headers: IncomingHttpHeaders, message: unknown, authInfo: AuthInfo): Promise<Outcome>;
  close(): Promise<void>;
}

/** What the SDK looks at of a request's head. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

export function createDispatcher(prepared: Prepared): Dispatcher {
  const stateless = new ServerPool(prepared, 'stateless');
  const negotiated = new ServerPool(prepared, 'negotiated');
  const lines = { stateless: new Lines(prepared, 'stateless'), negotiated: new Lines(prepared, 'negotiated') };
  const requestOf = headMaker();
  const onerror = (error: Error) => prepared.log.debug({ err: error }, 'mcp message refused');
  const handler = createMcpHandler(() => stateless.take(), { legacy: 'reject', onerror });

  return {
    async dispatch(headers, message, authInfo) {
      if (Array.isArray(message)) return { refusal: batchRefused };
      // A subscription would stay open to tell of changed lists; ours change only with a release, so none is offered.
      if (methodOf(message) === 'subscriptions/listen') return { refusal: methodNotFound };
      const era = isStateless(headers['mcp-protocol-version']?.toString(), message) ? 'stateless' : 'negotiated';
      if (lines[era].takes(headers, message)) {
        const text = await lines[era].ask(message, authInfo);
        if (text !== undefined) return { answer: { status: 200, contentType: 'application/json', text } };
      }
      const request = requestOf(headers);
      if (era === 'stateless') {
        return outcomeOf(await handler.fetch(request, { authInfo, parsedBody: message }));
      }
      const refusal = isWellFormedRequest(message) ? undefined : refuseShape(headers, message);
      if (refusal) return { refusal };
      return serveNegotiated(negotiated, request, message, authInfo);
    },
    close: () => handler.close(),
  };
}

async function serveNegotiated(
  pool: ServerPool,
  request: Request,
  parsedBody: unknown,
  authInfo: AuthInfo,
): Promise<Outcome> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    supportedProtocolVersions: [...supportedRevisions],
  });
  await pool.take().connect(transport);
  try {
    return await outcomeOf(await transport.handleRequest(request, { authInfo, parsedBody }));
  } finally {
    await transport.close();
  }
}

/** The common case, recognised cheaply; whatever else comes is left to the SDK's own classifier. */
function isWellFormedRequest(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { jsonrpc, id, method, params = {} }: Partial<Record<string, unknown>> = { ...message };
  const goodId = typeof id === 'string' || Number.isSafeInteger(id);
  return (
    jsonrpc === '2.0' && goodId && typeof method === 'string' && typeof params === 'object' && !Array.isArray(params)
  );
}

/** What the transport itself does not tell apart: a body that is no JSON-RPC message. */
function refuseShape(headers: IncomingHttpHeaders, message: unknown): Refusal | undefined {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: headers['mcp-protocol-version']?.toString(),
    body: message,
  });
  if (route.kind !== 'reject') return undefined;
  return { status: route.httpStatus, rpcCode: route.code, code: 'validation_failed', message: route.message };
}

/**
 * Makes web-standard requests of heads, and keeps them: clients send the same few heads over and over, building one costs a
 * tenth of a call, and nothing in it belongs to one request (the body is handed over beside it, the token not at all).
 */
function headMaker(): (headers: IncomingHttpHeaders) => Request {
  const heads = new LRUCache<string, Request>({ max: 500 });
  return (headers) => {
    const copied: Record<string, string> = {};
    for (const name of readHeaders) {
      const value = headers[name];
      if (typeof value === 'string') copied[name] = value;
    }
    const key = JSON.stringify(copied);
    let request = heads.get(key);
    if (!request) {
      request = new Request('http://localhost/', { method: 'POST', headers: copied });
      heads.set(key, request);
    }
    return request;
  };
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text();
  return { answer: { status: response.status, contentType: response.headers.get('content-type'), text } };
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
