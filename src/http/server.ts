/**
 * The listening server. It gives each request its id, finds its handler in the router table, and writes its log line. It can stop
 * without cutting off clients.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OperationError } from '../shared/errors';
import { BoundedRequest } from './bounded-request';
import { connectionLimits, Connections, type ConnectionLimits } from './connections';
import { errorEnvelope, methodNotAllowed, sendError, toOperationError } from './errors';
import { logRequest, type Logger } from './logging';
import type { Metrics } from './metrics';
import { prefersPage, sendTooMany, sendUnknown, sendWrongMethod, type Site } from './error-pages';
import { requestIdFrom } from './request-id';
import { jsonType, type Headers } from './respond';
import { RouteTable, type Handler, type Match, type Route } from './router';
import type { HeaderTable } from './security-headers';
import { TracedResponse } from './traced-response';
import { beginRequest, endRequest, type Tracing } from './tracing';
import { TooManyTries, type Refused, type Unauthenticated } from './unauthenticated';

export interface HttpServerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Set on every answer. */
  readonly securityHeaders: HeaderTable;
  /** Sees every request first. */
  readonly onRequest?: (req: IncomingMessage) => void;
  /** Path of `PUBLIC_URL` without a final slash. A proxy may leave it on requests or remove it. Both are answered. */
  readonly publicPath?: string;
  /** `BRAND_NAME`, for the pages that people get. */
  readonly brand?: string;
  /** Limits requests by address, except for routes that say otherwise. Default: no limits. */
  readonly unauthenticated?: Pick<Unauthenticated, 'limited' | 'counted' | 'paced'>;
  /**
   * Answers an error of this server for clients that expect another form than the envelope.
   * @returns false when the envelope is right; then it has sent nothing.
   */
  readonly answerError?: (
    req: IncomingMessage,
    res: TracedResponse,
    error: OperationError,
    headers: Headers,
  ) => boolean;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Limits that differ from `connectionLimits`. */
  readonly limits?: Partial<ConnectionLimits>;
}

/** Most bytes of the request line and headers of one request together. A URL of 8 KB fits well. */
const maxHeaderSize = 16 * 1024;
/** Most header fields of one request. Clients and the proxies before them send some dozens. */
const mostFields = 200;
/** Milliseconds after which a request beyond a rate limit is answered. */
const refusedAfterMs = 200;

export class HttpServer {
  private readonly server: Server<typeof BoundedRequest, typeof TracedResponse>;
  private readonly connections: Connections;
  private readonly securityHeaders: readonly string[];
  private routes: RouteTable | undefined;
  /** Answers requests that match no route. */
  private unmatched: Match;
  private readonly site: Site;
  private stopping = false;

  constructor(private readonly deps: HttpServerDeps) {
    this.site = { base: deps.publicPath ?? '', brand: deps.brand };
    const limits = { ...connectionLimits, ...deps.limits };
    this.securityHeaders = deps.securityHeaders.flat();
    const unknown: Handler = (req, res) => sendUnknown(req, res, this.site);
    this.unmatched = { name: '', template: '', answer: unknown, methods: [], byAddress: 'limited', segments: [] };
    this.connections = new Connections(limits, {
      answer: (res) => this.answer(res),
      finished: (res) => this.finished(res),
      cut: (reason, requests) => {
        deps.metrics.connectionCut(reason);
        deps.log.warn({ reason, requests }, 'connection closed');
      },
    });
    this.server = createServer({
      IncomingMessage: BoundedRequest,
      ServerResponse: TracedResponse,
      maxHeaderSize,
      // Two Authorization or Host headers arrive joined and are refused. Otherwise one of them would silently win.
      joinDuplicateHeaders: true,
      // A request without Host is refused below, in our own form.
      requireHostHeader: false,
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5_000,
    });
    this.server.maxConnections = limits.connections;
    // Otherwise node would silently drop further fields, and a second Host could hide behind two thousand others.
    this.server.maxHeadersCount = 0;
    this.server.on('drop', () => deps.metrics.connectionCut('too_many_connections'));
    this.server.on('connection', (socket: Socket) => this.connections.add(socket));
    this.server.on('request', (_req, res) => this.received(res));
    this.server.on('checkContinue', (_req, res) => {
      res.awaitsContinue = true;
      this.received(res);
    });
    this.server.on('checkExpectation', (_req, res) => this.received(res));
    this.server.on('connect', (_req, socket: Socket) => refuseRaw(socket, methodNotAllowed(['GET', 'HEAD']).error));
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.unreadable(error, socket));
  }

  /**
   * Starts listening. Requests are answered with 503 until `open` is called.
   * @returns the port, which the system chooses if `port` is 0.
   */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    const address: AddressInfo | string | null = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /**
   * Starts answering requests.
   * @param fallback answers requests that match no route; default a 404.
   */
  open(routes: readonly Route[], fallback?: Handler): void {
    this.routes = new RouteTable(routes);
    if (fallback) this.unmatched = { ...this.unmatched, answer: fallback };
  }

  /** True from `drain` on: the service still answers, but wants no new requests. */
  get draining(): boolean {
    return this.connections.draining;
  }

  /** From now on every answer closes its connection, so that clients reconnect to another process. */
  drain(): void {
    this.connections.drain();
  }

  /**
   * Stops: takes no new connection, answers what arrives on open ones, and closes them.
   * @param timeoutMs after which connections that are still open are cut.
   * @returns false if connections had to be cut.
   */
  async stop(timeoutMs: number): Promise<boolean> {
    this.stopping = true;
    this.drain();
    let cut = false;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const timer = setTimeout(() => {
      cut = true;
      this.server.closeAllConnections();
    }, timeoutMs);
    await closed;
    clearTimeout(timer);
    this.connections.stop();
    return !cut;
  }

  private received(res: TracedResponse<BoundedRequest>): void {
    // Node drops the rest of a body that nobody began to read, unchecked and as fast as it comes: megabytes of one connection, in
    // tiny pieces, in one turn of the event loop. So this listener begins to read before Node's own runs, and the bounds apply.
    res.prependOnceListener('finish', () => res.req.resume());
    this.answer(res);
  }

  /** Answers a request at its turn. Before that no work is done for it. */
  private answer(res: TracedResponse): void {
    if (!this.connections.isTurn(res)) return;
    const { req } = res;
    res.requestId = requestIdFrom(req.headers['x-request-id']);
    res.head = [...this.securityHeaders, 'X-Request-Id', res.requestId];
    res.span = this.deps.tracing && beginRequest(this.deps.tracing, req);
    this.deps.onRequest?.(req);
    const refusal = this.refusalOf(req);
    if (refusal) {
      res.shouldKeepAlive = false;
      return this.sendError(res, refusal, {});
    }
    const url = req.url ?? '';
    const mark = url.indexOf('?');
    const match = this.routes?.match(mark < 0 ? url : url.slice(0, mark)) ?? this.unmatched;
    res.route = match.name;
    res.template = match.template;
    const admission =
      match.byAddress === 'free' ? undefined : this.deps.unauthenticated?.[match.byAddress](req, match.name);
    const goOn = () => (admission?.refused ? this.refuse(res, admission.refused) : this.handle(res, match));
    if (admission === undefined || admission.wait < 1) return goOn();
    setTimeout(() => !res.destroyed && goOn(), admission.wait);
  }

  /** Refuses a request of an address that sent too many. A person in a browser gets a page. */
  private refuse(res: TracedResponse, { error, headers }: Refused): void {
    const { req } = res;
    if (prefersPage(req)) sendTooMany(res, this.site, headers);
    else this.sendError(res, error, headers);
  }

  private sendError(res: TracedResponse, error: OperationError, headers: Headers): void {
    if (this.deps.answerError?.(res.req, res, error, headers) !== true) sendError(res, error, headers);
  }

  private handle(res: TracedResponse, match: Match): void {
    const { req } = res;
    const handler = typeof match.answer === 'function' ? match.answer : match.answer.get(req.method ?? '');
    if (!handler) return sendWrongMethod(req, res, this.site, match.methods);
    try {
      handler(req, res, match.segments)?.catch((thrown: unknown) => this.failed(res, thrown));
    } catch (thrown) {
      this.failed(res, thrown);
    }
  }

  private failed(res: TracedResponse, thrown: unknown): void {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) this.deps.log.error({ err: thrown, request_id: res.requestId }, 'request failed');
    const send = () => this.sendError(res, error, error instanceof TooManyTries ? error.headers : {});
    if (error.code !== 'rate_limited') return send();
    // Refusing costs little. But without a pause a client that asks in a loop would leave no time for others.
    setTimeout(() => !res.destroyed && send(), refusedAfterMs);
  }

  private refusalOf(req: IncomingMessage): OperationError | undefined {
    if (!this.routes)
      return new OperationError('service_unavailable', 'The service is starting. Try again in a moment.');
    if (req.rawHeaders.length > 2 * mostFields) {
      return new OperationError('validation_failed', `The request has more than ${mostFields} header fields.`);
    }
    const { host } = req.headers;
    if (host === undefined && req.httpVersionMinor > 0) {
      return new OperationError('validation_failed', 'The Host header is missing.');
    }
    // Node joins two headers with a comma, which host names cannot contain (RFC 9112, section 3.2).
    if (host?.includes(',')) return new OperationError('validation_failed', 'There is more than one Host header.');
    if (req.url?.startsWith('/') !== true) req.url = originForm(req.url ?? '');
    const { publicPath = '' } = this.deps;
    if (publicPath !== '' && req.url.startsWith(`${publicPath}/`)) req.url = req.url.slice(publicPath.length);
    return undefined;
  }

  private finished(res: TracedResponse): void {
    // This request never had its turn.
    if (res.requestId === '') res.requestId = requestIdFrom(res.req.headers['x-request-id']);
    const milliseconds = performance.now() - res.startedAt;
    this.deps.metrics.observe(res, milliseconds);
    const path = this.shownPath(res);
    logRequest(this.deps.log, res, path, milliseconds);
    if (res.span) endRequest(res.span, res, path);
    // The connection is now idle. While stopping, nobody should wait for its keep-alive to expire.
    if (this.stopping) setImmediate(() => this.server.closeIdleConnections());
  }

  /** The path for the log: the template, never the values of its parameters, which may name a person. */
  private shownPath({ template, target }: TracedResponse): string {
    if (template !== '') return template;
    const end = target.search(/[?#]/);
    return this.routes?.known(end < 0 ? target : target.slice(0, end)) ?? '';
  }

  /** Answers in our form, after the answers that are due, when node's parser could not read the input as HTTP. */
  private unreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.connections.of(socket);
    connection?.hearNoMore();
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (connection?.brokeOff === 'answered') {
      // The wrong part is the rest of a body whose request is answered. Another answer would count for the next request.
      socket.destroySoon();
    } else if (connection && !connection.idle && connection.brokeOff === undefined) {
      // An answer here would count as the answer to an earlier request.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy();
      else connection.closeAfterAnswers();
    } else refuseRaw(socket, refusalOfParser(error.code));
  }
}

/** `http://host/path` -> `/path`: servers must accept the form that is meant for proxies (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

function refusalOfParser(code = ''): OperationError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new OperationError(
        'payload_too_large',
        `The request line and headers are longer than ${maxHeaderSize} bytes.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new OperationError('payload_too_large', 'The extensions of a chunk are too long.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new OperationError('request_timeout', 'The request did not arrive in time.');
    default:
      return new OperationError('validation_failed', 'The request is not well-formed HTTP.');
  }
}

const reasonPhrases: Readonly<Record<number, string>> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
};

/** Answers if there is no response object, and closes the connection. */
function refuseRaw(socket: Socket, refusal: OperationError): void {
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(errorEnvelope(refusal, requestId));
  socket.write(
    [
      `HTTP/1.1 ${refusal.status} ${reasonPhrases[refusal.status] ?? 'Bad Request'}`,
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: private, no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
