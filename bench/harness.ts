/**
 * What all benchmarks share: their form, measured processes, load, and how figures are shown.
 *
 * A benchmark is a file `NAME.bench.ts` of this folder that exports `benchmark`; `npm run bench` finds it by its name. What it
 * compares runs in processes of its own (`serveMeasured`), because the CPU time of a process is a figure that other work on
 * the machine disturbs little, and turns are taken (`interleave`), because what disturbance there is then hits both sides.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { request, type Agent } from 'node:http';
import { once } from 'node:events';
import { load, type Ask } from './load';
import type { DatabaseKind } from './servers';

export interface BenchOptions {
  /** Databases to measure on; those that the machine does not have are left out. */
  readonly databases: readonly DatabaseKind[];
  /** Share of the full size, 0 to 1: for a quick look. */
  readonly scale: number;
  /** How often each measurement is repeated. */
  readonly rounds: number;
  /** How long benchmarks of hours run, in minutes; 0: as long as they want. */
  readonly minutes: number;
  /** Says what is going on; silent with `--json`. */
  readonly say: (line: string) => void;
}

export type Cell = string | number | null;

export interface Section {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** A figure against what was promised. */
export interface Target {
  readonly name: string;
  readonly limit: number;
  readonly value: number;
  /** `most`: the value may be at most the limit. */
  readonly sense: 'most' | 'least';
}

export interface Report {
  readonly sections: readonly Section[];
  readonly targets: readonly Target[];
}

export interface Benchmark {
  readonly title: string;
  run(options: BenchOptions): Promise<Report>;
}

export const met = ({ sense, value, limit }: Target) => (sense === 'most' ? value <= limit : value >= limit);

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** What a process has used so far. */
export interface Usage {
  /** CPU time in ms, user and system. */
  readonly cpu: number;
  /** Resident memory now and at its highest, in bytes. */
  readonly rss: number;
  readonly peakRss: number;
}

export const usage = (): Usage => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpu: (userCPUTime + systemCPUTime) / 1000, rss: process.memoryUsage().rss, peakRss: maxRSS * 1024 };
};

/** In the child: starts a server with what the parent gave, and answers the parent's questions. */
export function serveMeasured<Setup>(
  start: (setup: Setup) => Promise<{ readonly port: number; stop(): Promise<void> }>,
): void {
  let server: ReturnType<typeof start> | undefined;
  const send = (message: object) => process.send?.(message);
  // Only MeasuredProcess talks to this process, and its types say what it sends.
  process.on('message', (message: { start: Setup } | 'usage' | 'stop') => {
    if (message === 'usage') send({ usage: usage() });
    else if (message === 'stop') void server?.then((running) => running.stop()).then(() => process.exit(0));
    else {
      server = start(message.start);
      server.then(
        ({ port }) => send({ port }),
        (error: unknown) => send({ error: String(error) }),
      );
    }
  });
}

/** In the child: does one piece of work with what the parent gave, and hands back what came of it. */
export function workMeasured<Setup>(work: (setup: Setup) => Promise<object>): void {
  process.once('message', (setup: Setup) => {
    work(setup).then(
      (result) => process.send?.({ result }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    );
  });
}

/** In the parent: has a piece of work done by a process of its own. */
export async function runMeasured<Result extends object>(file: string, setup: object): Promise<Result> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { result } = await ask(child, setup);
  // The two modules are a pair: what the child hands back is what its `workMeasured` returns.
  return result as Result;
}

interface Answer {
  readonly port?: number;
  readonly usage?: Usage;
  readonly result?: object;
  readonly error?: string;
}

/** In the parent: a process that serves and is measured. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param file the compiled module that calls `serveMeasured`. */
  static async start(file: string, setup: object, execArgv: readonly string[] = []): Promise<MeasuredProcess> {
    const child = fork(file, { execArgv: [...execArgv], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { port } = await ask(child, { start: setup });
    return new MeasuredProcess(child, port ?? 0);
  }

  async usage(): Promise<Usage> {
    const answer = await ask(this.child, 'usage');
    return answer.usage ?? { cpu: 0, rss: 0, peakRss: 0 };
  }

  async stop(): Promise<void> {
    this.child.send('stop');
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }
}

function ask(child: ChildProcess, message: object | string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a measured process ended by itself'));
    child.once('exit', ended);
    child.once('message', (answer: Answer) => {
      child.off('exit', ended);
      if (answer.error === undefined) resolve(answer);
      else reject(new Error(answer.error));
    });
    child.send(message);
  });
}

/** One request with its whole answer. */
export function send(port: number, ask: Ask, agent?: Agent): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { path, headers = {}, method = 'GET', body } = ask;
    const req = request({ host: '127.0.0.1', port, path, method, headers, ...(agent ? { agent } : {}) }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('error', reject);
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body: Buffer.concat(parts) }));
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** What one side of a comparison did under load. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  /** App CPU in ms per request. */
  readonly cpuPerRequest: number;
}

export async function measure(
  side: MeasuredProcess,
  asks: readonly Ask[],
  how: { count: number; concurrency: number },
): Promise<Measured> {
  const before = await side.usage();
  const { count, seconds, latencies } = await load(side.port, asks, how);
  const after = await side.usage();
  return {
    requestsPerSecond: count / seconds,
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    cpuPerRequest: (after.cpu - before.cpu) / count,
  };
}

/** Measures several sides in turns, after a round that does not count; for each side the median of each figure. */
export async function interleave<Side extends string>(
  variants: Readonly<Record<Side, () => Promise<Measured>>>,
  rounds: number,
): Promise<Record<Side, Measured>> {
  const names = Object.keys(variants) as Side[];
  const results = new Map<Side, Measured[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const name of names) {
      const measured = await variants[name]();
      if (turn > 0) results.get(name)?.push(measured);
    }
  }
  const middle = (name: Side, figure: keyof Measured) => median((results.get(name) ?? []).map((one) => one[figure]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        requestsPerSecond: middle(name, 'requestsPerSecond'),
        p50: middle(name, 'p50'),
        p95: middle(name, 'p95'),
        cpuPerRequest: middle(name, 'cpuPerRequest'),
      },
    ]),
  ) as Record<Side, Measured>;
}

/** A table of a section as text, columns aligned. */
export function asText({ title, rows }: Section): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: Cell | undefined) => (value === null || value === undefined ? '-' : String(value));
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => cell(row[name]).length)));
  const line = (cells: readonly string[], numbers: readonly boolean[]) =>
    cells
      .map((text, at) => (numbers[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const numeric = columns.map((name) => rows.every((row) => typeof (row[name] ?? 0) === 'number'));
  return [
    title,
    line(columns, numeric),
    ...rows.map((row) =>
      line(
        columns.map((name) => cell(row[name])),
        numeric,
      ),
    ),
  ].join('\n');
}
