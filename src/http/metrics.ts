/**
 * Numbers for Prometheus. `GET /metrics` answers a direct connection from this machine only: no key protects it, and it tells
 * how busy the service is. A scraper elsewhere goes through whatever the operator puts in front of it.
 */
import type { IncomingMessage } from 'node:http';
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
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** True when the request came straight from this machine, not through a proxy on it. */
export function isLocal(req: IncomingMessage): boolean {
  return loopback.test(req.socket.remoteAddress ?? '') && proxyHeaders.every((name) => req.headers[name] === undefined);
}
