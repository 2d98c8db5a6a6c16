/**
 * An hour of mixed load on one service: its heap after garbage collection, once a minute. The databases are measured at the same time,
 * at two thirds of the pace of `bench/traffic`: reads, MCP, refreshed connections, notes, imports, discoveries and webhooks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { freePort, until } from '../scripts/database-server';
import { Database } from '../src/database/database';
import { round, type Benchmark, type Cell, type Target } from './harness';
import { benchFolder, startServer, type DatabaseKind } from './servers';
import { whatWasHeld } from './traffic/check';
import { startReceiver } from './traffic/receiver';
import { seedWorld, worldSettings } from './traffic/seed';
import { addWebhook, Traffic } from './traffic/traffic';

const minutesAtFullSize = 60;
/** Times slower than the 20 requests a second of `bench/traffic`. */
const pace = 1.5;
/** The heap is looked at from this minute on: until then caches fill and code is compiled. */
const warmMinutes = 10;
const mb = 2 ** 20;
const memory = z.object({
  heap: z.number(),
  external: z.number(),
  rss: z.number(),
  children: z.number(),
  cpu: z.number(),
});
type Sample = z.output<typeof memory> & { readonly minute: number };

export const benchmark: Benchmark = {
  title: 'the heap of a service under an hour of mixed load',
  async run({ databases, minutes, scale, say }) {
    const length = minutes > 0 ? minutes : Math.max(2, Math.round(minutesAtFullSize * scale));
    const measured = await Promise.all(databases.map((kind) => measure(kind, length, say)));
    return {
      sections: [
        { title: `${length} minutes of mixed load`, rows: measured.map(({ row }) => row) },
        ...measured.map(({ kind, samples }) => ({ title: `${kind}, by the minute, MB`, rows: samples.map(shown) })),
      ],
      targets: measured.flatMap(({ targets }) => targets),
    };
  },
};

const shown = ({ minute, heap, external, rss, children }: Sample): Record<string, Cell> => ({
  minute,
  heap: round(heap / mb),
  external: round(external / mb),
  resident: round(rss / mb, 0),
  'its processes': round(children / mb, 0),
});

async function measure(kind: DatabaseKind, minutes: number, say: (line: string) => void) {
  const folder = join(benchFolder, 'memory', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(kind, join(folder, 'server'));
  const receiver = await startReceiver();
  let service: ChildProcess | undefined;
  try {
    if (kind !== 'sqlite') {
      const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
      await admin.run('CREATE DATABASE memory CHARACTER SET utf8mb4 COLLATE utf8mb4_bin').finally(() => admin.close());
    }
    const databaseUrl = server.url('memory');
    const world = await seedWorld(databaseUrl, folder, 2_000);
    const port = await freePort();
    service = fork(join(__dirname, 'memory', 'serve.js'), {
      execArgv: ['--expose-gc'],
      env: {
        PATH: process.env['PATH'],
        ...worldSettings(folder),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const base = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    if (!(await until(isReady, 60_000))) throw new Error('the service was not ready within a minute');
    const traffic = new Traffic(() => base, world, pace);
    await addWebhook(traffic.client, world, receiver.url);
    const running = traffic.run();
    const samples: Sample[] = [];
    const begun = performance.now();
    for (let minute = 0; minute <= minutes; minute += 1) {
      await setTimeout(Math.max(0, begun + minute * 60_000 - performance.now()));
      const sample = { minute, ...(await memoryOf(service)) };
      samples.push(sample);
      say(`${kind}: ${JSON.stringify(shown(sample))}`);
    }
    traffic.stop();
    await running;
    const db = await Database.open(databaseUrl);
    const held = await whatWasHeld(db, world, traffic.acknowledged).finally(() => db.close());
    for (const line of [...traffic.wrong, ...held.lost, ...held.doubled].slice(0, 20)) say(`${kind}: ${line}`);
    const slope = slopeOf(samples.filter(({ minute }) => minute >= Math.min(warmMinutes, minutes / 2)));
    const tallies = Object.values(traffic.client.tallies);
    const sum = (of: (tally: (typeof tallies)[number]) => number) =>
      tallies.reduce((total, tally) => total + of(tally), 0);
    const wrong = traffic.wrong.length + held.lost.length + held.doubled.length + held.dead;
    const row: Record<string, Cell> = {
      database: kind,
      requests: sum(({ calls }) => calls),
      failed: sum(({ failed }) => failed),
      wrong,
      notes: traffic.acknowledged.notesWritten,
      imports: traffic.acknowledged.imports.length,
      discoveries: traffic.acknowledged.discoveries.size,
      webhooks: receiver.received.size,
      'CPU, of one core': round((samples.at(-1)?.cpu ?? 0) / (minutes * 60_000)),
      'heap MB at the end': round((samples.at(-1)?.heap ?? 0) / mb, 1),
      'MB a minute': round(slope / mb, 3),
    };
    const targets: Target[] = [
      { name: `${kind}: heap, MB a minute from minute ${warmMinutes}`, limit: 0.2, value: slope / mb, sense: 'most' },
      { name: `${kind}: answers or results that were wrong`, limit: 0, value: wrong, sense: 'most' },
    ];
    return { kind, row, samples, targets };
  } finally {
    service?.kill('SIGKILL');
    receiver.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function memoryOf(service: ChildProcess): Promise<z.output<typeof memory>> {
  const answered = once(service, 'message');
  service.send('memory');
  const [answer]: unknown[] = await answered;
  return memory.parse(answer);
}

/** Bytes a minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ heap }) => heap)];
  const along = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return samples.reduce((sum, { minute, heap }) => sum + (minute - x) * (heap - y), 0) / along;
}
