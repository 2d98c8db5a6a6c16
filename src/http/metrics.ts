/** Metrics for Prometheus: the service's own, those that other parts register, and those of the process. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { TracedResponse } from './traced-response';

/** Metrics of the process (memory, CPU, event loop), shared by all services in it. */
let ofProcess: Registry | undefined;

/** A metric that takes longer than this at a scrape is left out. Milliseconds. */
const readTimeoutMs = 2_000;

/** Reads one number, or one for each value of a label. */
export type ReadNumbers = () => number | ReadonlyMap<string, number> | Promise<number | ReadonlyMap<string, number>>;

export class Metrics {
  private readonly registry = new Registry();
  private readonly duration = new Histogram({
    name: 'leadlight_http_request_duration_seconds',
    help: 'Time from reading the headers of a request to its end. Status "aborted": the client left before the answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  private readonly cuts = new Counter({
    name: 'leadlight_http_connections_cut_total',
    help: 'Connections closed because of what their client did.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  /** Known label sets: looking one up by name is cheaper than having the library hash the labels again. */
  private readonly children = new Map<string, ReturnType<typeof this.duration.labels>>();

  /** Counts a request. Routes are templates and methods are known ones, so the number of label sets is bounded. */
  observe(res: TracedResponse, milliseconds: number): void {
    const method = knownMethods.has(res.req.method ?? '') ? (res.req.method ?? '') : 'other';
    const route = res.route || 'none';
    const status = res.headersSent ? String(res.statusCode) : 'aborted';
    const name = `${method} ${route} ${status}`;
    let child = this.children.get(name);
    if (!child) {
      child = this.duration.labels(method, route, status);
      this.children.set(name, child);
    }
    child.observe(milliseconds / 1000);
  }

  connectionCut(reason: string): void {
    this.cuts.inc({ reason });
  }

  /**
   * A number that is read at each scrape. If reading takes more than two seconds, the scrape leaves it out.
   * @param label name of the label whose values `read` returns; undefined if it reads one number.
   */
  gauge(name: string, help: string, read: ReadNumbers, label?: string): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        const numbers = await inTime(read);
        if (typeof numbers === 'number') gauge.set(numbers);
        else if (numbers && label !== undefined) for (const [value, n] of numbers) gauge.set({ [label]: value }, n);
        else gauge.remove();
      },
    });
  }

  /** A number that only grows, read at each scrape. */
  counter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /**
   * A histogram of durations. Every value of the label is kept, so values must come from code.
   * @returns a function that records one duration: the label's value and the milliseconds.
   */
  durations(name: string, help: string, label: string): (value: string, milliseconds: number) => void {
    const histogram = new Histogram({
      name,
      help,
      labelNames: [label],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers: [this.registry],
    });
    const children = new Map<string, ReturnType<typeof histogram.labels>>();
    return (value, milliseconds) => {
      let child = children.get(value);
      if (!child) children.set(value, (child = histogram.labels(value)));
      child.observe(milliseconds / 1000);
    };
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<{ contentType: string; body: string }> {
    if (!ofProcess) {
      ofProcess = new Registry();
      collectDefaultMetrics({ register: ofProcess });
    }
    const parts = await Promise.all([ofProcess.metrics(), this.registry.metrics()]);
    return { contentType: this.registry.contentType, body: parts.join('\n') };
  }
}

async function inTime(read: ReadNumbers): Promise<number | ReadonlyMap<string, number> | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readTimeoutMs);
  });
  try {
    return await Promise.race([(async () => read())(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
