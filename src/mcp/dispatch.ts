/**
 * Hands a message to the SDK: to its HTTP handler for the stateless revision, to its streamable HTTP transport for older
 * ones. Both take a web-standard request without a body (the message is parsed already) and answer with one JSON document.
 * Each message has a server and a transport of its own, so an answer has nowhere to go but to its request.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  WebStandardStreamableHTTPServerTransport,
  classifyInboundRequest,
  createMcpHandler,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { boundedAnswer } from './bounded-answer';
import { describeSdkError } from './describe-error';
import { batchRefused, methodNotFound, type Refusal } from './refusal';
import { isStateless, supportedRevisions } from './revision';
import { buildServer, type Prepared } from './server';

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export type Outcome = { readonly answer: Answer } | { readonly refusal: Refusal };

export interface Dispatcher {
  /** Runs to its end even when the client goes away: a query cannot be stopped, and its answer is then dropped. */
  dispatch(headers: IncomingHttpHeaders, message: unknown, authInfo: AuthInfo): Promise<Outcome>;
  close(): Promise<void>;
}

/** What the SDK looks at of a request's head. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

export function createDispatcher(prepared: Prepared): Dispatcher {
  const onerror = (error: Error) => prepared.log.debug(describeSdkError(error), 'mcp message refused');
  const handler = createMcpHandler(() => buildServer(prepared, 'stateless'), { legacy: 'reject', onerror });

  return {
    async dispatch(headers, message, authInfo) {
      if (Array.isArray(message)) return { refusal: batchRefused };
      // A subscription would stay open to tell of changed lists; ours change only with a release, so none is offered.
      if (methodOf(message) === 'subscriptions/listen') return { refusal: methodNotFound };
      const request = requestOf(headers);
      if (isStateless(headers['mcp-protocol-version']?.toString(), message)) {
        return outcomeOf(await handler.fetch(request, { authInfo, parsedBody: message }));
      }
      const refusal = isWellFormedRequest(message) ? undefined : refuseShape(headers, message);
      if (refusal) return { refusal };
      return serveNegotiated(prepared, request, message, authInfo);
    },
    close: () => handler.close(),
  };
}

async function serveNegotiated(
  prepared: Prepared,
  request: Request,
  parsedBody: unknown,
  authInfo: AuthInfo,
): Promise<Outcome> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    supportedProtocolVersions: [...supportedRevisions],
  });
  await buildServer(prepared, 'negotiated').connect(transport);
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

function requestOf(headers: IncomingHttpHeaders): Request {
  const copied: Record<string, string> = {};
  for (const name of readHeaders) {
    const value = headers[name];
    if (typeof value === 'string') copied[name] = value;
  }
  return new Request('http://localhost/', { method: 'POST', headers: copied });
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = boundedAnswer(await response.text());
  return { answer: { status: response.status, contentType: response.headers.get('content-type'), text } };
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
