/**
 * What others wait while everything hangs: 100 webhook receivers that answer after 14 seconds, 10 discoveries of a silent source, 20
 * digests for a silent mail server, and a workspace of 500,000 leads among 200 small ones in daily rescoring. Three quiet workspaces
 * queue people to score, one every two seconds; the schedules of each minute say when their jobs ended. With 1, 2 and 3 processes of
 * `leadlight worker`, each time on a copy of the same database.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { loadSettings } from '../config/settings';
import { privacyKeeper } from '../src/auth/privacy-keeper';
import { Database } from '../src/database/database';
import { insertInto } from '../src/database/define';
import { newId } from '../src/database/new-id';
import { askedDigestJob } from '../src/digest/kinds';
import { addDigest } from '../src/digest/subscriptions';
import { requestDiscovery } from '../src/ingest/discovery/request';
import { rescore } from '../src/interfaces/worker/rescoring';
import { enqueue } from '../src/jobs/enqueue';
import { scoreQueued } from '../src/scoring/queued-job';
import { createOrganization } from '../src/store/access/organizations';
import { changeCredits } from '../src/store/credits/ledger';
import { withKeeper } from '../src/store/statements/keeper';
import { seal } from '../src/store/statements/sealing';
import { icpDefinitions } from '../src/store/tables/leads';
import { insertWebhook } from '../src/store/webhooks/endpoints';
import { queueMessage } from '../src/store/webhooks/emit';
import { percentile, round, runMeasured, type Benchmark, type Cell, type Target } from './harness';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { fill } from './seed';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const leadsAtFullSize = 500_000;
const reached = z.object({ after: z.string() });
const answersAfterMs = 14_000;
const [receivers, messagesEach, searches, digests, small] = [100, 20, 10, 20, 200];

export const benchmark: Benchmark = {
  title: 'scoring and work of the minute while everything else hangs',
  async run({ databases, scale, rounds, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    const seconds = Math.max(65, Math.round(90 * scale));
    for (const kind of databases) {
      const leads = Math.round(leadsAtFullSize * scale);
      const loaded = join(benchFolder, 'fairness', `${kind}-loaded`);
      const begun = performance.now();
      await load(kind, loaded, leads);
      say(`${kind}: ${leads} leads loaded in ${Math.round((performance.now() - begun) / 1000)} s`);
      for (const processes of [1, 2, 3].slice(0, rounds)) {
        say(`${kind}: ${processes} processes, ${seconds} s`);
        const seen = await measure(kind, processes, loaded, seconds);
        rows.push({ database: kind, processes, leads, ...seen });
        say(`fairness: ${JSON.stringify(rows.at(-1))}`);
        const name = `${kind}, ${processes} processes`;
        targets.push({
          name: `${name}: scoring of others, most s`,
          limit: 60,
          value: seen['scoring most s'],
          sense: 'most',
        });
        targets.push({
          name: `${name}: minute jobs, latest s`,
          limit: 30,
          value: seen['minute latest s'],
          sense: 'most',
        });
      }
      rmSync(loaded, { recursive: true, force: true });
    }
    return { sections: [{ title: 'What others wait, in seconds', rows }], targets };
  },
};

/** Servers that let everybody wait. */
class Silence {
  connections = 0;
  private readonly sockets = new Set<Socket>();
  readonly slow = createServer((req, res) => {
    req.resume();
    globalThis.setTimeout(() => res.writeHead(200).end(), answersAfterMs);
  });
  readonly silent = createTcpServer((socket) => {
    this.connections += 1;
    socket.on('error', () => undefined);
  });

  async start(): Promise<{ slow: number; silent: number }> {
    return { slow: await this.listen(this.slow), silent: await this.listen(this.silent) };
  }

  private async listen(server: Server): Promise<number> {
    server.on('connection', (socket) => this.sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listening on an address, not on a path.
    return (server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.slow.close();
    this.silent.close();
  }
}

const database = 'fairness';
const large = { id: '00000000-0000-7000-8000-000000000001', name: 'Large' };

/** Makes a database with the large workspace and its customer profile, and leaves it to be copied. */
async function load(kind: DatabaseKind, folder: string, leadCount: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    if (kind !== 'sqlite') {
      const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
      await admin.run(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
      await admin.close();
    }
    await fill(kind, server.url(database), [{ ...large, leadCount }], folder);
    const db = await Database.open(server.url(database));
    const definition = JSON.stringify({ seniorities: ['director', 'vp', 'cxo'], functions: ['sales', 'marketing'] });
    await insertInto(db, icpDefinitions, [{ organization_id: large.id, version: 1, definition, created_at: 0 }]);
    await db.close();
  } finally {
    await server.stop();
  }
}

async function measure(kind: DatabaseKind, processes: number, loaded: string, seconds: number) {
  const folder = join(benchFolder, 'fairness', kind);
  rmSync(folder, { recursive: true, force: true });
  cpSync(loaded, folder, { recursive: true });
  const server = await startServer(kind, folder);
  const silence = new Silence();
  const workers: ChildProcess[] = [];
  try {
    const { slow, silent } = await silence.start();
    const env = {
      DATABASE_URL: server.url(database),
      DATA_DIR: join(folder, 'files'),
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${silent}`,
      MAIL_FROM: 'bench@example.com',
      DISCOVERY_SOURCE: 'unipile',
      UNIPILE_API_URL: `http://127.0.0.1:${silent}/api/v1`,
      UNIPILE_API_KEY: 'key',
      UNIPILE_ACCOUNT_ID: 'account',
      LOG_LEVEL: 'info',
    };
    mkdirSync(env.DATA_DIR, { recursive: true });
    const settings = loadSettings(env);
    const db = withKeeper(await Database.open(env.DATABASE_URL), privacyKeeper(settings));
    const quiet = await seed(db, env.DATABASE_URL, folder, `http://127.0.0.1:${slow}`);
    for (let n = 0; n < processes; n += 1) workers.push(startWorker(env));
    await Promise.all(workers.map(started));
    const began = Date.now();
    await setTimeout(5_000);
    const waits: number[] = [];
    const until = performance.now() + seconds * 1000;
    const open: Promise<void>[] = [];
    for (let n = 0; performance.now() < until; n += 1) {
      open.push(scored(db, quiet[n % quiet.length], until + 60_000).then((ms) => void waits.push(ms / 1000)));
      await setTimeout(2_000);
    }
    const latest = await latestOfMinute(db, began);
    await Promise.all(open);
    const [delivered] = await db.select<{ n: number }>(
      `SELECT COUNT(*) AS n FROM webhook_messages WHERE status = 'DELIVERED'`,
    );
    const again = await scoredAgain(db);
    await db.close();
    return {
      'scoring median s': round(percentile(waits, 50), 1),
      'scoring most s': round(Math.max(...waits), 1),
      'minute latest s': round(latest, 1),
      'connections to silent hosts': silence.connections,
      'slow messages delivered': delivered?.n ?? 0,
      'of the large one scored again': again,
      load: round(loadavg()[0] ?? 0, 0),
    };
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    silence.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startWorker(env: Readonly<Record<string, string>>): ChildProcess {
  return fork(join(__dirname, 'faults', 'leadlight.js'), ['worker'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

/** Waits until a worker works: on a busy machine starting takes a minute, which is no wait of a job. */
async function started(worker: ChildProcess): Promise<void> {
  if (!worker.stdout) throw new Error('the worker has no output');
  for await (const line of createInterface(worker.stdout)) {
    if (!line.includes('worker started')) continue;
    worker.stdout.resume();
    return;
  }
  throw new Error('the worker ended before it worked');
}

interface Quiet {
  readonly id: string;
  readonly person: string;
}

/** Queues everything that hangs. Returns the quiet workspaces. */
async function seed(db: Database, databaseUrl: string, folder: string, slowUrl: string) {
  const importInto = (into: string, from: string, expectedRows: number) =>
    runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), {
      ...{ databaseUrl, organizationId: into, file: from, dryRun: false, expectedRows },
    } satisfies ImportSetup);
  const few = join(folder, 'few.csv');
  await writeExport(few, { rows: 50, people: 50, posts: 2 });
  const quiet: Quiet[] = [];
  for (let n = 0; n < 3; n += 1) {
    const id = (await createOrganization(db, `Quiet ${n}`))?.id ?? '';
    await importInto(id, few, 50);
    const [person] = await db.select<{ id: string }>('SELECT id FROM people WHERE organization_id = ? LIMIT 1', [id]);
    quiet.push({ id, person: person?.id ?? '' });
  }
  const now = Date.now();
  await enqueue(db, rescore, {}, { organizationId: large.id, uniqueKey: 'daily', now });
  for (let n = 0; n < digests; n += 1) {
    const target = { channel: 'mail', address: `p${n}@example.com` } as const;
    const wanted = { target, audience: 'workspace', ownerId: null, pattern: '0 8 * * *', timeZone: 'UTC' } as const;
    const { row } = await addDigest(db, large.id, wanted, now);
    await enqueue(db, askedDigestJob, { digestId: row.id }, { organizationId: large.id, now });
  }
  for (let n = 0; n < Math.max(receivers, small); n += 1) {
    const id = (await createOrganization(db, `Hanging ${n}`))?.id ?? '';
    if (n < small) await enqueue(db, rescore, {}, { organizationId: id, uniqueKey: 'daily', now });
    if (n < searches) await search(db, id, n);
    if (n < receivers) await hang(db, id, slowUrl, now);
  }
  return quiet;
}

async function search(db: Database, id: string, n: number): Promise<void> {
  await changeCredits(db, id, 1_000, null);
  const now = Date.now() - 60_000;
  const urn = `urn:li:activity:${7_100_000_000_000_000_000n + BigInt(n)}`;
  const asked = { urn, url: `https://www.linkedin.com/feed/update/${urn}/`, idempotencyKey: null, askedAt: now };
  await requestDiscovery(db, id, { ...asked, holdSize: 100, source: 'unipile', now });
}

async function hang(db: Database, organization_id: string, url: string, now: number): Promise<void> {
  const webhook = newId();
  const positions = { doorbell_position: '', doorbell_at: 0, tiers_position: '', deletions_position: '' };
  await insertWebhook(db, {
    ...{
      organization_id,
      id: webhook,
      url,
      created_by: null,
      types: 'credits.low',
      status: 'ACTIVE',
      secret: await seal(db, 'whsec_AAAA'),
    },
    ...{
      disabled_at: null,
      disabled_reason: null,
      created_by: null,
      previous_secret: null,
      previous_until: null,
      next_sequence: 1,
    },
    ...{ ...positions, dropped: 0, created_at: now, updated_at: now },
  });
  await db.transaction(async () => {
    for (let n = 0; n < messagesEach; n += 1)
      await queueMessage(db, organization_id, webhook, { type: 'credits.low', data: { n }, now });
  });
}

/** Queues a person and waits until they are scored. @returns milliseconds; as long as it waited when they were not. */
async function scored(db: Database, quiet: Quiet | undefined, until: number): Promise<number> {
  if (!quiet) return 0;
  const started = performance.now();
  const row = [quiet.id, quiet.person, null];
  await db.insertRows('scoring_queue', ['organization_id', 'person_id', 'cause'], [row], 'ignore');
  await enqueue(db, scoreQueued, {}, { organizationId: quiet.id, uniqueKey: 'queue', priority: 'high' });
  while (performance.now() < until) {
    const left = await db.select('SELECT person_id FROM scoring_queue WHERE organization_id = ? LIMIT 1', [quiet.id]);
    if (left.length === 0) break;
    await setTimeout(100);
  }
  return performance.now() - started;
}

/** How many people of the large workspace its rescoring has passed. */
async function scoredAgain(db: Database): Promise<number> {
  const [job] = await db.select<{ state: string | null }>(
    `SELECT state FROM jobs WHERE organization_id = ? AND name = ? ORDER BY id DESC LIMIT 1`,
    [large.id, rescore.name],
  );
  const after = job?.state ? reached.parse(JSON.parse(job.state)).after : '';
  const [passed] = await db.select<{ n: number }>(
    'SELECT COUNT(*) AS n FROM people WHERE organization_id = ? AND id <= ?',
    [large.id, after],
  );
  return passed?.n ?? 0;
}

/** Seconds by which the latest of the jobs of each minute ended after it was due, or by which it is late now. */
async function latestOfMinute(db: Database, began: number): Promise<number> {
  const rows = await db.select<{ last_at: number | null; last_done_at: number | null }>(
    `SELECT last_at, last_done_at FROM job_schedules WHERE pattern = '* * * * *' AND last_at IS NOT NULL`,
  );
  const late = rows.map(({ last_at: due, last_done_at: done }) => {
    const overdue = Date.now() - Math.max(done ?? 0, began) - 60_000;
    const took = due !== null && done !== null && done >= due ? done - due : 0;
    return Math.max(overdue, took) / 1000;
  });
  return Math.max(0, ...late);
}
