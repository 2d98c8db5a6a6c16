/**
 * Numbers for Prometheus. `GET /metrics` answers a direct connection from this machine only, and nobody where a
 * proxy stands in front (`TRUST_PROXY`): no key protects it, and it tells how busy the service is. The scraper runs on this
 * machine and asks a loopback address.
 */
import type { Request } from 'express';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { TracedResponse } from './traced-response';

/** Of the process (memory, CPU, event loop), however many services run in it. */
let ofProcess: Registry | undefined;

export class Metrics {
  private readonly registry = new Registry();
  private readonly duration = new Histogram({
    name: 'leadlight_http_request_duration_seconds',
    help: 'Time from reading the headers of a request to having answered it.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  /** Label sets already seen: looking one up by name is cheaper than having the library hash the labels again. */
  private readonly children = new Map<string, ReturnType<typeof this.duration.labels>>();

  /** Counts a request. Routes are templates and methods the known ones, so the number of label sets is bounded. */
  observe(res: TracedResponse, milliseconds: number): void {
    const method = knownMethods.has(res.req.method ?? '') ? (res.req.method ?? '') : 'other';
    const route = res.route || 'none';
    const name = `${method} ${route} ${res.statusCode}`;
    let child = this.children.get(name);
    if (!child) {
      child = this.duration.labels(method, route, String(res.statusCode));
      this.children.set(name, child);
    }
    child.observe(milliseconds / 1000);
  }

  /** All numbers in the Prometheus text format. */
  async text(): Promise<{ contentType: string; body: string }> {
    if (!ofProcess) {
      ofProcess = new Registry();
      collectDefaultMetrics({ register: ofProcess });
    }
    const parts = await Promise.all([ofProcess.metrics(), this.registry.metrics()]);
    return { contentType: this.registry.contentType, body: parts.join('\n') };
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const loopback = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i;
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * True when the request came straight from this machine, not through a proxy on it. A proxy may add no header of its own and
 * keep this machine's name as Host, as nginx does unless told otherwise; but then it speaks HTTP/1.0, which no scraper does.
 * @param req its app says by `trust proxy` whether there is a proxy at all.
 */
export function isLocal(req: Request): boolean {
  return (
    req.app.get('trust proxy') === false &&
    loopback.test(req.socket.remoteAddress ?? '') &&
    loopbackHost.test(req.headers.host ?? '') &&
    req.httpVersion !== '1.0' &&
    proxyHeaders.every((name) => req.headers[name] === undefined)
  );
}
