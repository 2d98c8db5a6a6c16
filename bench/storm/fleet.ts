/** Several `leadlight serve` behind haproxy: they are killed, stopped, started again, and their metrics are kept. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serversUp, startBalancer } from '../../scripts/balancer';
import { freePort, until } from '../../scripts/database-server';
import { serve, type Programs, type Serving } from '../faults/programs';

export interface FleetSetup {
  /** Path of haproxy. */
  readonly haproxy: string;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Of each process its database. */
  readonly databaseUrls: readonly string[];
}

/** Longer than the balancer needs to notice: it checks /readyz every 100 ms, and one check is enough. */
const shutdownDelayMs = '1000';
const patienceMs = 240_000;
const faultsForm = /^leadlight_database_connection_faults\{[^}]*\} (\d+)$/gm;

export class Fleet {
  private readonly running: Serving[] = [];
  /** Ends of transactions that were asked for twice, by process. */
  private readonly faults = new Map<Serving, number>();
  private balancer: ChildProcess | undefined;
  private statusPort = 0;

  private constructor(
    private readonly setup: FleetSetup,
    private readonly ports: readonly number[],
    readonly port: number,
  ) {}

  /** @param programs what each process runs at first. */
  static async start(setup: FleetSetup, programs: Programs): Promise<Fleet> {
    const ports: number[] = [];
    for (const _ of setup.databaseUrls) ports.push(await freePort());
    const fleet = new Fleet(setup, ports, await freePort());
    try {
      fleet.statusPort = await freePort();
      const { haproxy, folder } = setup;
      fleet.balancer = startBalancer({
        ...{ haproxy, folder, port: fleet.port, statusPort: fleet.statusPort },
        servers: ports,
      });
      for (const at of ports.keys()) await fleet.startOne(at, programs);
      await fleet.allUp();
      return fleet;
    } catch (error) {
      await fleet.stop();
      throw error;
    }
  }

  get size(): number {
    return this.ports.length;
  }

  /** Starts the process of a place, and waits until it is ready. */
  async startOne(at: number, programs: Programs): Promise<void> {
    const data = join(this.setup.folder, `data${at}`);
    mkdirSync(data, { recursive: true });
    const own = { PORT: String(this.ports[at]), DATABASE_URL: this.setup.databaseUrls[at] ?? '', DATA_DIR: data };
    const settings = { ...this.setup.settings, ...own, RUN_WORKER: 'true', SHUTDOWN_DELAY_MS: shutdownDelayMs };
    this.running[at] = await serve(programs, settings);
  }

  /** Ends the process of a place and waits for that. */
  async end(at: number, signal: NodeJS.Signals): Promise<void> {
    await this.scrape();
    await this.running[at]?.end(signal);
  }

  signal(at: number, signal: NodeJS.Signals): void {
    this.running[at]?.signal(signal);
  }

  /** Waits until the balancer sends requests to all. */
  async allUp(): Promise<void> {
    const up = await until(async () => (await serversUp(this.statusPort)).length === this.size, patienceMs);
    if (!up) throw new Error(`the balancer sees only ${(await serversUp(this.statusPort)).join(', ')}`);
  }

  /** Reads the counters of the processes that answer. Those of a killed process stay as they were read last. */
  async scrape(): Promise<void> {
    for (const one of this.running) {
      const signal = AbortSignal.timeout(1_000);
      const text = await fetch(`http://127.0.0.1:${one.port}/metrics`, { signal }).then(
        (answer) => (answer.ok ? answer.text() : ''),
        () => '',
      );
      const counts = [...text.matchAll(faultsForm)].map(([, count]) => Number(count));
      if (counts.length > 0)
        this.faults.set(
          one,
          counts.reduce((sum, count) => sum + count, 0),
        );
    }
  }

  /** Processes whose counters were read, and the sum of these. */
  foreignEnds(): { readonly processes: number; readonly count: number } {
    return { processes: this.faults.size, count: [...this.faults.values()].reduce((sum, count) => sum + count, 0) };
  }

  async stop(): Promise<void> {
    for (const one of this.running) await one.end('SIGKILL');
    this.balancer?.kill('SIGKILL');
  }
}
