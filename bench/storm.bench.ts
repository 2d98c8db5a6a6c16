/**
 * Three services on three Galera nodes behind haproxy under mixed traffic (`bench/traffic`), while nodes are killed, stopped and
 * restarted: answers 500, acknowledged writes lost or doubled, ends of other transactions, and how many requests had to be sent again.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { machine } from '../scripts/database-server';
import { hasGalera, type GaleraCluster } from '../scripts/galera';
import { Database } from '../src/database/database';
import { database, withCluster } from './faults/cluster';
import { round, type Benchmark, type Cell, type Report } from './harness';
import { Fleet } from './storm/fleet';
import { phases } from './storm/phases';
import { whatWasHeld } from './traffic/check';
import { startReceiver } from './traffic/receiver';
import { seedWorld, worldSettings } from './traffic/seed';
import { addWebhook, Traffic } from './traffic/traffic';
import type { Client } from './traffic/client';

const minutesAtFullSize = 10;
const nothing: Report = { sections: [], targets: [] };

export const benchmark: Benchmark = {
  title: 'mixed traffic over three nodes while they are killed, stopped and restarted',
  async run({ minutes, scale, say }) {
    const { haproxy } = machine();
    if (!haproxy || !hasGalera()) {
      say(
        'storm: left out, because this machine lacks haproxy or Galera (apt-get install haproxy mariadb-server galera-4)',
      );
      return nothing;
    }
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-storm-'));
    const length = (minutes > 0 ? minutes : Math.max(3, minutesAtFullSize * scale)) * 60_000;
    try {
      return await withCluster(`${folder}-cluster`, (cluster) => storm({ haproxy, folder, cluster, length, say }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Storm {
  readonly haproxy: string;
  readonly folder: string;
  readonly cluster: GaleraCluster;
  /** Milliseconds of all phases. */
  readonly length: number;
  readonly say: (line: string) => void;
}

async function storm({ haproxy, folder, cluster: { nodes }, length, say }: Storm): Promise<Report> {
  const programs = { leadlight: [join(__dirname, 'faults', 'leadlight.js')], folder };
  const databaseUrls = nodes.map((node) => node.url(database));
  const world = await seedWorld(databaseUrls[0] ?? '', folder, 2_000);
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const receiver = await startReceiver();
  const settings = { ...worldSettings(folder), FILES_DIR: files };
  const fleet = await Fleet.start({ haproxy, folder, settings, databaseUrls }, programs);
  try {
    const traffic = new Traffic(() => `http://127.0.0.1:${fleet.port}`, world);
    await addWebhook(traffic.client, world, receiver.url);
    const running = traffic.run();
    const scraping = setInterval(() => void fleet.scrape(), 2_000);
    const rows: Record<string, Cell>[] = [];
    for (const { name, share, run } of phases) {
      const [before, saidBefore] = [summed(traffic.client), traffic.wrong.length];
      const until = performance.now() + share * length;
      await run({ fleet, nodes, programs });
      await setTimeout(Math.max(0, until - performance.now()));
      const after = summed(traffic.client);
      const calls = after.calls - before.calls;
      const failed = after.failed - before.failed;
      rows.push({
        phase: name,
        requests: calls,
        'sent again': failed,
        '%': round((100 * failed) / Math.max(1, calls)),
        'never answered': after.given - before.given,
        500: after.internal - before.internal,
        wrong: traffic.wrong.length - saidBefore,
        met: met(after.met, before.met),
      });
      say(`storm: ${JSON.stringify(rows.at(-1))}`);
    }
    clearInterval(scraping);
    traffic.stop();
    await running;
    const db = await Database.open(databaseUrls[0] ?? '');
    const held = await whatWasHeld(db, world, traffic.acknowledged).finally(() => db.close());
    for (const line of [...traffic.wrong, ...held.lost, ...held.doubled].slice(0, 40)) say(`storm: ${line}`);
    await fleet.scrape();
    const foreign = fleet.foreignEnds();
    const all = summed(traffic.client);
    const percent = (100 * all.failed) / all.calls;
    const counts: Record<string, Cell> = {
      requests: all.calls,
      'notes acknowledged': traffic.acknowledged.notesWritten,
      imports: traffic.acknowledged.imports.length,
      discoveries: traffic.acknowledged.discoveries.size,
      'webhook messages': receiver.received.size,
      'of these twice': [...receiver.received.values()].filter((times) => times > 1).length,
      lost: held.lost.length,
      doubled: held.doubled.length,
      'dead jobs': held.dead,
      'foreign ends': foreign.count,
      'read from': foreign.processes,
    };
    const most = (name: string, value: number, limit = 0) => ({ name, value, limit, sense: 'most' as const });
    return {
      sections: [
        { title: 'Requests by phase; "sent again" were answered when they were', rows },
        { title: 'What was acknowledged', rows: [counts] },
      ],
      targets: [
        most('answers 500', all.internal),
        most('acknowledged writes lost', held.lost.length),
        most('doubled', held.doubled.length),
        most('ends of transactions of others', foreign.count),
        most('wrong answers', traffic.wrong.length),
        most('requests never answered', all.given),
        most('requests sent again, %', percent, 0.5),
      ],
    };
  } finally {
    await fleet.stop();
    receiver.stop();
  }
}

/** All kinds of calls together. */
function summed({ tallies }: Client) {
  const all = { calls: 0, failed: 0, given: 0, internal: 0 };
  const found: Record<string, number> = {};
  for (const { calls, failed, given, internal, met: own } of Object.values(tallies)) {
    all.calls += calls;
    all.failed += failed;
    all.given += given;
    all.internal += internal;
    for (const [what, count] of Object.entries(own)) found[what] = (found[what] ?? 0) + count;
  }
  return { ...all, met: found };
}

/** What attempts met meanwhile: `503: 4, broken: 1`. */
function met(after: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>): string {
  return Object.entries(after)
    .map(([what, count]) => [what, count - (before[what] ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}
