/** What is traced of a request. How spans are kept and sent is in src/service/open-tracing.ts, which is loaded only when asked for. */
import type { IncomingMessage } from 'node:http';
import { readTraceParent, type TraceParent } from '../shared/trace-context';
import type { TracedResponse } from './traced-response';

/** Values that a span shows. They never name a person, a workspace or anything that a caller wrote. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: 'request' | 'call';
  readonly name: string;
  /** The caller's work that this belongs to. */
  readonly parent: TraceParent | undefined;
  /** The span of this service around it. It is the parent where the caller named none, and linked otherwise. */
  readonly inside?: TraceSpan | undefined;
  readonly facts: SpanFacts;
}

export interface TraceSpan {
  /** 32 hexadecimal letters. */
  readonly traceId: string;
  readonly spanId: string;
  /** @param name replaces the first one. */
  end(facts: SpanFacts, options: { readonly failed: boolean; readonly name?: string }): void;
}

export interface Tracing {
  begin(start: SpanStart): TraceSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Begins the span of a request, in the trace of its caller if that names one. */
export function beginRequest(tracing: Tracing, { method = '', headers }: IncomingMessage): TraceSpan {
  const known = methods.has(method) ? method : '_OTHER';
  return tracing.begin({
    kind: 'request',
    name: known,
    parent: readTraceParent(headers['traceparent']),
    facts: { 'http.request.method': known },
  });
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @param path template of the address, never with the values of its parameters. */
export function endRequest(span: TraceSpan, res: TracedResponse, path: string): void {
  const { method = '' } = res.req;
  const status: SpanFacts = res.headersSent ? { 'http.response.status_code': res.statusCode } : {};
  span.end(
    { ...status, 'leadlight.request_id': res.requestId, ...(path === '' ? {} : { 'http.route': path }) },
    {
      failed: res.headersSent && res.statusCode >= 500,
      ...(path === '' || !methods.has(method) ? {} : { name: `${method} ${path}` }),
    },
  );
}
