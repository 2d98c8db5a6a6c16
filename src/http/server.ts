/**
 * The listening server: gives each request its id, offers it to the doors that stand before express, then to express, and
 * writes its log line. It also knows how to stop without cutting anybody off.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { OperationError } from '../errors';
import { errorEnvelope, sendError } from './errors';
import { logRequest, type Logger } from './logging';
import type { Metrics } from './metrics';
import { requestIdFrom } from './request-id';
import { setHeaders, type HeaderTable } from './security-headers';
import { TracedResponse } from './traced-response';

/** Answers the requests that are its own and says whether this one was. */
export type FrontDoor = (req: IncomingMessage, res: TracedResponse) => boolean;

export interface HttpServerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Set on every answer that does not come from a front door. */
  readonly securityHeaders: HeaderTable;
  /** Path of `PUBLIC_URL` without a final slash. A proxy leaves it on the requests or cuts it off; both are answered. */
  readonly publicPath?: string;
}

/** The request line and headers of one request may be this long together; a URL of 8 KB fits well. */
const maxHeaderSize = 16 * 1024;

export class HttpServer {
  private readonly server: Server<typeof IncomingMessage, typeof TracedResponse>;
  private frontDoors: readonly FrontDoor[] = [];
  private app: RequestListener | undefined;
  private stopping = false;
  private readonly running = new Set<TracedResponse>();

  constructor(private readonly deps: HttpServerDeps) {
    this.server = createServer({
      ServerResponse: TracedResponse,
      maxHeaderSize,
      // Two Authorization headers arrive joined and are refused, instead of one of them silently winning.
      joinDuplicateHeaders: true,
      // A request without Host is refused in our own form below.
      requireHostHeader: false,
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
    });
    this.server.on('request', (req, res) => this.receive(req, res));
    this.server.on('checkContinue', (req, res) => {
      res.writeContinue();
      this.receive(req, res);
    });
    this.server.on('checkExpectation', (req, res) => this.receive(req, res));
    this.server.on('clientError', refuseUnreadable);
  }

  /**
   * Starts listening. Requests are answered with 503 until `open` is called.
   * @returns the port, which the system chose when `port` was 0.
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

  /** From now on requests are answered. */
  open(frontDoors: readonly FrontDoor[], app: RequestListener): void {
    this.frontDoors = frontDoors;
    this.app = app;
  }

  /**
   * Stops: takes no new connection, refuses new requests on open ones, lets running requests finish.
   * @param timeoutMs after which the connections that are still open are cut.
   * @returns false when connections had to be cut.
   */
  async stop(timeoutMs: number): Promise<boolean> {
    this.stopping = true;
    for (const res of this.running) res.shouldKeepAlive = false;
    let cut = false;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const timer = setTimeout(() => {
      cut = true;
      this.server.closeAllConnections();
    }, timeoutMs);
    await closed;
    clearTimeout(timer);
    return !cut;
  }

  private receive(req: IncomingMessage, res: TracedResponse): void {
    res.startedAt = performance.now();
    res.target = req.url ?? '';
    res.requestId = requestIdFrom(req.headers['x-request-id']);
    this.running.add(res);
    res.on('close', () => this.finish(res));
    const refusal = this.refusalOf(req);
    if (!refusal && this.frontDoors.some((door) => door(req, res))) return;
    res.setHeader('X-Request-Id', res.requestId);
    setHeaders(res, this.deps.securityHeaders);
    if (refusal) sendError(res, refusal, { Connection: 'close', ...retryLater(refusal) });
    else this.app?.(req, res);
  }

  private refusalOf(req: IncomingMessage): OperationError | undefined {
    if (this.stopping)
      return new OperationError('service_unavailable', 'The service is stopping; ask again in a moment.');
    if (!this.app) return new OperationError('service_unavailable', 'The service is starting; ask again in a moment.');
    if (req.headers.host === undefined && req.httpVersionMinor > 0) {
      return new OperationError('validation_failed', 'The Host header is missing.');
    }
    if (req.url?.startsWith('/') !== true) req.url = originForm(req.url ?? '');
    const { publicPath = '' } = this.deps;
    if (publicPath !== '' && req.url.startsWith(`${publicPath}/`)) req.url = req.url.slice(publicPath.length);
    return undefined;
  }

  private finish(res: TracedResponse): void {
    this.running.delete(res);
    const milliseconds = performance.now() - res.startedAt;
    this.deps.metrics.observe(res, milliseconds);
    logRequest(this.deps.log, res, milliseconds);
    // The connection is idle now; while stopping, nobody shall wait for its keep-alive to run out.
    if (this.stopping) setImmediate(() => this.server.closeIdleConnections());
  }
}

function retryLater(refusal: OperationError): Record<string, string> {
  return refusal.code === 'service_unavailable' ? { 'Retry-After': '5' } : {};
}

/** `http://host/path` -> `/path`: servers must take the form that is meant for proxies (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

/** What node's parser could not read as HTTP still gets an answer in our form. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new OperationError('payload_too_large', `The request line and headers are longer than ${maxHeaderSize} bytes.`)
      : new OperationError('validation_failed', 'The request is not well-formed HTTP.');
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(errorEnvelope(refusal, requestId));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${refusal.status === 413 ? 'Payload Too Large' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: private, no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
