/** Staying in step: pages of the change feed at any depth, what the log costs, streamed CSV, and webhooks that nobody takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { apiPrefix } from '../config/settings';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { writeFeedCursor } from '../src/workspace/feed-cursor';
import { Database } from '../src/database/database';
import type { DeadResult } from './changes/dead';
import type { LogCost, LogCostSetup } from './changes/log-cost';
import {
  interleave,
  measure,
  MeasuredProcess,
  median,
  round,
  runMeasured,
  send,
  type Benchmark,
  type BenchOptions,
  type Section,
  type Target,
} from './harness';
import { writeCrowd } from './scoring/crowd';
import { seededDatabase, type SeededDatabase } from './seed';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const concurrency = 8;
const csvRows = 200_000;
const csvPath = '/customer/leads.csv?disposition=ACTIVE,CLIENT,BAD_LEAD';
const depths = [0, 0.25, 0.5, 0.9];

interface Part {
  readonly sections: readonly Section[];
  readonly targets: readonly Target[];
}

export const benchmark: Benchmark = {
  title: 'staying in step: the change feed, its log, CSV and webhooks',
  async run(options) {
    const parts: Part[] = [];
    for (const kind of options.databases) {
      const database = await seededDatabase(kind, options.scale, options.say);
      try {
        parts.push(await onSeeded(database, options));
      } finally {
        await database.stop();
      }
      parts.push(await logCost(kind, options));
    }
    parts.push(await deadEndpoints(options));
    return { sections: parts.flatMap((part) => part.sections), targets: parts.flatMap((part) => part.targets) };
  },
};

/** The feed and the CSV, of the large workspace. */
async function onSeeded({ kind, url, workspaces }: SeededDatabase, options: BenchOptions): Promise<Part> {
  const [big] = workspaces;
  if (!big) throw new Error('no workspaces');
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-bench-data-'));
  const ours = await MeasuredProcess.start(join(__dirname, 'reads', 'ours.js'), { databaseUrl: url, dataDir });
  const db = await Database.open(url, { maxConnections: 2 });
  let bare: MeasuredProcess | undefined;
  try {
    const made = await createApiKey(db, {
      ...{ organizationId: big.id, name: 'bench', dataAccess: dataAccessFlags, expiresAt: null },
    });
    const headers = { Authorization: `Bearer ${made.secret}` };
    const after = await Promise.all(
      depths.map((depth) => leadAt(db, big.id, Math.round(depth * (big.leadCount - 200)))),
    );
    bare = await MeasuredProcess.start(join(__dirname, 'changes', 'bare.js'), {
      ...{ databaseUrl: url, organizationId: big.id, after },
    });
    options.say(`${kind}: pages of the feed`);
    const feed = await pages(kind, { ours, bare }, await asksOf(db, big.id, after, headers), options);
    options.say(`${kind}: CSV`);
    const csv = await csvFigures(kind, ours, headers, Math.min(csvRows, big.leadCount));
    return { sections: [...feed.sections, ...csv.sections], targets: [...feed.targets, ...csv.targets] };
  } finally {
    await ours.stop();
    await bare?.stop();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function leadAt(db: Database, organizationId: string, offset: number): Promise<string> {
  if (offset === 0) return '';
  const [row] = await db.select<{ id: string }>(
    `SELECT id FROM leads${db.useIndex('leads_changed')} WHERE organization_id = ? AND change_revision = 0
     ORDER BY id LIMIT 1 OFFSET ${offset}`,
    [organizationId],
  );
  if (!row) throw new Error('the feed is not that long');
  return row.id;
}

/** One page at each depth: of leads alone, which is what the other side reads. */
async function asksOf(db: Database, organizationId: string, after: readonly string[], headers: Record<string, string>) {
  const [state] = await db.select<{ value: string }>(`SELECT value FROM service_state WHERE name = 'cursor_key'`);
  if (!state) throw new Error('the service has no cursor key');
  const of = { cursorKey: Buffer.from(state.value, 'base64url'), organizationId };
  return after.map((id) => {
    const position = { revision: 0, kind: id === '' ? ('' as const) : ('lead' as const), id, since: Date.now() };
    const cursor = writeFeedCursor(of, position, ['lead']);
    return { path: `${apiPrefix}/customer/changes?kinds=lead&limit=100&after=${cursor}`, headers };
  });
}

async function pages(
  kind: DatabaseKind,
  { ours, bare }: { ours: MeasuredProcess; bare: MeasuredProcess },
  asks: readonly { path: string; headers: Record<string, string> }[],
  { rounds, scale }: BenchOptions,
): Promise<Part> {
  const rows: Section['rows'][number][] = [];
  const targets: Target[] = [];
  const how = { count: scale < 0.1 ? 100 : 300, concurrency };
  for (const [at, ask] of asks.entries()) {
    const [a, b] = await Promise.all([send(ours.port, ask), send(bare.port, { path: `/${at}` })]);
    const [own, other] = [a, b].map(({ body }) => (JSON.parse(body.toString()) as { data: unknown }).data);
    if (JSON.stringify(own) !== JSON.stringify(other)) throw new Error('the two sides answer differently');
    const variants = await interleave(
      { ours: () => measure(ours, [ask], how), bare: () => measure(bare, [{ path: `/${at}` }], how) },
      rounds,
    );
    const ratio = round(variants.ours.cpuPerRequest / variants.bare.cpuPerRequest);
    const depth = `${(depths[at] ?? 0) * 100} %`;
    rows.push({
      ...{ depth, p50: round(variants.ours.p50), p95: round(variants.ours.p95) },
      ...{ 'CPU ms': round(variants.ours.cpuPerRequest, 3), 'bare CPU ms': round(variants.bare.cpuPerRequest, 3) },
      'CPU ratio': ratio,
    });
    targets.push({
      name: `${kind}: 100 changes at ${depth}, app CPU against bare`,
      limit: 1.6,
      value: ratio,
      sense: 'most',
    });
  }
  return { sections: [{ title: `Change feed on ${kind}: page of 100 leads`, rows }], targets };
}

/** All rows, with what the process holds meanwhile; and a stream that is cancelled half-way. */
async function csvFigures(
  kind: DatabaseKind,
  ours: MeasuredProcess,
  headers: Record<string, string>,
  most: number,
): Promise<Part> {
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  const quarters = [0, 0, 0, 0];
  const whole = await stream(ours, headers, most, async (rows) => {
    const quarter = Math.min(3, Math.floor((rows / most) * 4));
    quarters[quarter] = Math.max(quarters[quarter] ?? 0, mb((await ours.usage()).rss));
  });
  await stream(ours, headers, Math.round(whole.rows / 2));
  await setTimeout(500);
  const before = (await ours.usage()).cpu;
  await setTimeout(1_000);
  const idle = (await ours.usage()).cpu - before;
  const [first = 0] = quarters;
  const highest = Math.max(...quarters);
  return {
    sections: [
      {
        title: `Streamed CSV on ${kind}`,
        rows: [
          {
            ...{ rows: whole.rows, seconds: round(whole.seconds, 1), 'MB sent': mb(whole.bytes) },
            ...Object.fromEntries(quarters.map((value, at) => [`MB held, quarter ${at + 1}`, value])),
            'CPU ms in the second after a cancelled one': round(idle, 0),
          },
        ],
      },
    ],
    targets: [
      {
        name: `${kind}: CSV, memory at its highest against the first quarter`,
        limit: 1.2,
        value: round(highest / first),
        sense: 'most',
      },
      { name: `${kind}: CPU ms in the second after a cancelled CSV`, limit: 50, value: round(idle, 0), sense: 'most' },
    ],
  };
}

/** Reads rows until there are so many, then breaks off. @param look called now and then with the rows so far. */
function stream(
  { port }: MeasuredProcess,
  headers: Record<string, string>,
  most: number,
  look: (rows: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ rows: number; bytes: number; seconds: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path: `${apiPrefix}${csvPath}`, headers }, (res) => {
      let [rows, bytes, looked] = [0, 0, 0];
      const end = () => resolve({ rows, bytes, seconds: (performance.now() - begun) / 1000 });
      res.on('data', (part: Buffer) => {
        bytes += part.length;
        for (const byte of part) if (byte === 10) rows += 1;
        if (rows >= most) {
          res.destroy();
          return end();
        }
        if (rows - looked < 1_000) return;
        looked = rows;
        res.pause();
        look(rows).then(() => res.resume(), reject);
      });
      res.on('end', end);
      res.on('error', () => undefined);
    });
    req.on('error', () => undefined);
    req.end();
  });
}

/** Import and scoring with the log and without, in turns. */
async function logCost(kind: DatabaseKind, { scale, rounds, say }: BenchOptions): Promise<Part> {
  const folder = join(benchFolder, 'changes');
  const people = Math.max(500, Math.round(20_000 * scale));
  const { likers, commenters, now } = await writeCrowd(folder, people);
  const costs: Record<'with' | 'without', LogCost[]> = { with: [], without: [] };
  for (let turn = 0; turn <= rounds + 2; turn += 1) {
    for (const side of turn % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      say(`${kind}: the log, turn ${turn}, ${side}`);
      const cost = await onEmpty(kind, join(folder, kind), (databaseUrl) =>
        runMeasured<LogCost>(join(__dirname, 'changes', 'log-cost.js'), {
          ...{ databaseUrl, files: [likers, commenters], now, withLog: side === 'with' },
        } satisfies LogCostSetup),
      );
      if (turn > 0) costs[side].push(cost);
    }
  }
  const middle = (side: 'with' | 'without', step: keyof LogCost) => median(costs[side].map((cost) => cost[step]));
  const steps = ['importing', 'scoring', 'fading'] as const;
  const rows = steps.map((step) => ({
    step,
    'CPU s with': round(middle('with', step), 2),
    'CPU s without': round(middle('without', step), 2),
    ratio: round(middle('with', step) / middle('without', step)),
  }));
  return {
    sections: [{ title: `What the change log costs on ${kind}: ${people.toLocaleString('en')} people`, rows }],
    targets: rows.map(({ step, ratio }) => ({
      name: `${kind}: ${step} with the log`,
      limit: 1.05,
      value: ratio,
      sense: 'most',
    })),
  };
}

/** Does work on an empty database of a kind, which is removed afterwards. */
async function onEmpty<T>(kind: DatabaseKind, folder: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    if (kind !== 'sqlite') {
      const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
      await admin.run('CREATE DATABASE changes CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
      await admin.close();
    }
    return await work(server.url('changes'));
  } finally {
    await server.stop();
  }
}

async function deadEndpoints({ say }: BenchOptions): Promise<Part> {
  say('a thousand dead endpoints');
  const { attempts, cpuSeconds, seconds } = await onEmpty(
    'sqlite',
    join(benchFolder, 'changes', 'dead'),
    (databaseUrl) => runMeasured<DeadResult>(join(__dirname, 'changes', 'dead.js'), { databaseUrl }),
  );
  const share = (100 * cpuSeconds) / seconds;
  return {
    sections: [
      {
        title: 'A thousand webhooks that take nothing, over their whole schedule',
        rows: [
          { attempts, 'CPU s': round(cpuSeconds, 1), hours: round(seconds / 3600, 1), '% of a core': round(share, 4) },
        ],
      },
    ],
    targets: [{ name: 'a thousand dead webhooks, % of a core', limit: 1, value: round(share, 4), sense: 'most' }],
  };
}
