/**
 * Hands a message to the SDK: its HTTP handler for the stateless revision, its streamable HTTP transport for older ones. Both
 * are given a web-standard request without a body (the message is parsed already) and answer with one JSON document.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  WebStandardStreamableHTTPServerTransport,
  classifyInboundRequest,
  createMcpHandler,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { batchRefused, methodNotFound, type Refusal } from './refusal';
import { isStateless, supportedRevisions } from './revision';
import { ServerPool, type Prepared } from './server';

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export type Outcome = { readonly answer: Answer } | { readonly refusal: Refusal } | 'gone';

export interface Dispatcher {
  /** @param signal aborted when the client goes away; the outcome is then `gone`. */
  dispatch(headers: IncomingHttpHeaders, message: unknown, authInfo: AuthInfo, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/** What the SDK looks at. Copying these few instead of all headers saves a tenth of a call's CPU time. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

export function createDispatcher(prepared: Prepared): Dispatcher {
  const stateless = new ServerPool(prepared, 'stateless');
  const negotiated = new ServerPool(prepared, 'negotiated');
  const onerror = (error: Error) => prepared.log.debug({ err: error }, 'mcp message refused');
  const handler = createMcpHandler(() => stateless.take(), { legacy: 'reject', onerror });

  return {
    async dispatch(headers, message, authInfo, signal) {
      if (Array.isArray(message)) return { refusal: batchRefused };
      // A subscription would stay open to tell of changed lists; ours change only with a release, so none is offered.
      if (methodOf(message) === 'subscriptions/listen') return { refusal: methodNotFound };
      const request = webRequest(headers, signal);
      if (isStateless(headers['mcp-protocol-version']?.toString(), message)) {
        const response = await handler.fetch(request, { authInfo, parsedBody: message });
        return signal.aborted ? 'gone' : outcomeOf(response);
      }
      const refusal = refuseShape(headers, message);
      if (refusal) return { refusal };
      return serveNegotiated(negotiated, request, message, authInfo, signal);
    },
    close: () => handler.close(),
  };
}

async function serveNegotiated(
  pool: ServerPool,
  request: Request,
  parsedBody: unknown,
  authInfo: AuthInfo,
  signal: AbortSignal,
): Promise<Outcome> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    supportedProtocolVersions: [...supportedRevisions],
  });
  await pool.take().connect(transport);
  try {
    // A transport that is closed while a call runs never answers.
    const gone = new Promise<'gone'>((resolve) =>
      signal.addEventListener('abort', () => resolve('gone'), { once: true }),
    );
    const response = await Promise.race([transport.handleRequest(request, { authInfo, parsedBody }), gone]);
    return response === 'gone' ? 'gone' : await outcomeOf(response);
  } finally {
    await transport.close();
  }
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

function webRequest(headers: IncomingHttpHeaders, signal: AbortSignal): Request {
  const copied: Record<string, string> = {};
  for (const name of readHeaders) {
    const value = headers[name];
    if (typeof value === 'string') copied[name] = value;
  }
  return new Request('http://localhost/', { method: 'POST', headers: copied, signal });
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text();
  return { answer: { status: response.status, contentType: response.headers.get('content-type'), text } };
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
