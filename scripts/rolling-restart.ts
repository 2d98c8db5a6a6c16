/**
 * A rolling restart under load, as an operator does it: two service processes on one database behind haproxy. One after the other
 * is stopped (SIGTERM) and started again while requests arrive through the balancer without a pause.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { serversUp, startBalancer } from './balancer';
import { freePort, until } from './database-server';

export interface RollingRestartSetup {
  /** Path of haproxy. */
  readonly haproxy: string;
  /** Arguments of Node for one service process. Its settings are in the environment. */
  readonly serve: readonly string[];
  /** Settings of both processes besides `PORT` and `SHUTDOWN_DELAY_MS`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The request that is sent all the time. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fewest requests. They continue until each process was restarted. */
  readonly requests: number;
  /** Folder for haproxy's configuration. */
  readonly folder: string;
}

export interface RollingRestart {
  readonly answered: number;
  /** The failures, one line for each failed request. */
  readonly failures: readonly string[];
  readonly restarts: number;
  readonly seconds: number;
  /** Durations of the requests, in ms. */
  readonly latencies: readonly number[];
}

/** Longer than the balancer needs to notice, also on a busy machine: it checks /readyz every 100 ms, and one check is enough. */
const shutdownDelayMs = 3_000;
const patienceMs = 240_000;
const concurrency = 8;

/** @throws Error when the balancer or a process does not start, or a process does not stop by itself. */
export async function rollingRestart(setup: RollingRestartSetup): Promise<RollingRestart> {
  const ports = [await freePort(), await freePort()];
  const [port, statusPort] = [await freePort(), await freePort()];
  const running: ChildProcess[] = [];
  const start = (at: number) => (running[at] = startService(setup, ports[at] ?? 0));
  const { haproxy, folder } = setup;
  const balancer = startBalancer({ haproxy, folder, port, statusPort, servers: ports });
  const bothUp = async () => {
    if (!(await until(async () => (await serversUp(statusPort)).length === 2, patienceMs)))
      throw new Error('the balancer does not see both processes');
  };
  try {
    ports.forEach((_, at) => start(at));
    await bothUp();
    const load = new Load(port, setup);
    const loaded = load.run();
    let restarts = 0;
    while (!load.enough || restarts < ports.length) {
      const at = restarts % ports.length;
      await stopped(running[at]);
      start(at);
      await bothUp();
      restarts += 1;
    }
    load.end();
    await loaded;
    return { ...load.result(), restarts };
  } finally {
    for (const child of [...running, balancer]) child.kill('SIGKILL');
  }
}

function startService({ serve, settings }: RollingRestartSetup, port: number): ChildProcess {
  const env = { ...settings, PORT: String(port), SHUTDOWN_DELAY_MS: String(shutdownDelayMs) };
  return spawn(process.execPath, serve, { env: { PATH: process.env['PATH'], ...env }, stdio: 'ignore' });
}

/** Signals a process to stop and waits until it has ended by itself. */
async function stopped(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const [code] = (await exited) as unknown[];
  clearTimeout(late);
  if (code !== 0) throw new Error(`a service process ended with ${String(code)}`);
}

/** Sends requests over connections that stay open, until told to stop. */
class Load {
  private readonly failures: string[] = [];
  private readonly latencies: number[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  private ended = false;
  private seconds = 0;

  constructor(
    private readonly port: number,
    private readonly setup: RollingRestartSetup,
  ) {}

  get enough(): boolean {
    return this.latencies.length >= this.setup.requests;
  }

  end(): void {
    this.ended = true;
  }

  async run(): Promise<void> {
    const begun = performance.now();
    const worker = async () => {
      while (!this.ended) {
        const before = performance.now();
        const failure = await this.ask();
        this.latencies.push(performance.now() - before);
        if (failure !== undefined) this.failures.push(failure);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    this.agent.destroy();
    this.seconds = (performance.now() - begun) / 1000;
  }

  result(): Omit<RollingRestart, 'restarts'> {
    const { failures, latencies, seconds } = this;
    return { answered: latencies.length, failures, latencies, seconds };
  }

  /** @returns what went wrong. */
  private ask(): Promise<string | undefined> {
    const { path, headers } = this.setup;
    return new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port: this.port, path, headers, agent: this.agent }, (res) => {
        res.on('error', (error) => resolve(`the answer broke off: ${error.message}`));
        res.on('end', () => resolve(res.statusCode === 200 ? undefined : `status ${res.statusCode}`));
        res.resume();
      });
      sent.on('error', (error) => resolve(`no answer: ${error.message}`));
      sent.end();
    });
  }
}
