/** Audience analytics and discovery: reads, the daily snapshot, collecting a post. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import { loadSettings, type Settings } from '../config/settings';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { weakestRules } from '../src/rules/audience/privacy';
import { takeSnapshot } from '../src/audience/snapshot';
import { createOrganization } from '../src/store/access/organizations';
import { requestDiscovery } from '../src/ingest/discovery/request';
import { importFile } from '../src/ingest/import/importer';
import { networkOf } from '../src/ingest/import/network-setting';
import { Runner } from '../src/jobs/runner';
import { startService } from '../src/service/start';
import { changeCredits } from '../src/store/credits/ledger';
import { Database, type SqlValue } from '../src/database/database';
import { findDiscovery } from '../src/store/discovery/reads';
import { batchTables } from '../src/store/tables/batches';
import { insertInto } from '../src/database/define';
import {
  engagements,
  engagementTables,
  people,
  type EngagementRow,
  type PersonRow,
} from '../src/store/tables/engagement';
import { leadTables } from '../src/store/tables/leads';
import { configuredJobs } from '../src/interfaces/worker/configured';
import { median, percentile, round, send, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase, organizationId } from './import/empty-database';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const engagementsAtFullSize = 1_000_000;
const discoveredPeople = 10_000;
const postId = '7402746946853253120';
const silent = pino({ level: 'silent' });

export const benchmark: Benchmark = {
  title: 'audience of a workspace, its snapshot, and the discovery of a post',
  async run({ databases, scale, rounds, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const folder = join(benchFolder, 'audience', kind);
      rmSync(folder, { recursive: true, force: true });
      const server = await startServer(kind, folder);
      try {
        const measured = await ofDatabase(kind, server, folder, Math.round(engagementsAtFullSize * scale), rounds, say);
        rows.push({ database: kind, ...measured });
        targets.push(
          { name: `${kind}: audience read against one row`, limit: 1.5, value: measured['read ratio'], sense: 'most' },
          { name: `${kind}: snapshot, CPU s`, limit: 20, value: measured['snapshot CPU s'], sense: 'most' },
          {
            name: `${kind}: discovery against plain INSERT of its engagements alone`,
            limit: 0.2,
            value: measured['discovery ratio'],
            sense: 'least',
          },
          {
            name: `${kind}: discovery against plain INSERT of all rows it leaves`,
            limit: 0.2,
            value: measured['ratio to that'],
            sense: 'least',
          },
        );
      } finally {
        await server.stop();
      }
    }
    return { sections: [{ title: 'audience', rows }], targets };
  },
};

async function ofDatabase(
  kind: DatabaseKind,
  server: Awaited<ReturnType<typeof startServer>>,
  folder: string,
  count: number,
  rounds: number,
  say: (line: string) => void,
) {
  const url = await emptyDatabase(kind, server, 'audience');
  const db = await Database.open(url);
  say(`${kind}: ${count} engagements`);
  await fill(db, count);
  const snapshot = await measureSnapshot(db);
  say(`${kind}: reads`);
  const read = await measureReads(db, url, folder, rounds);
  say(`${kind}: discovery`);
  const discovery = await measureDiscovery(db, url, folder, rounds);
  await db.close();
  return { engagements: count, ...snapshot, ...read, ...discovery };
}

const uuid = (kind: number, at: number) =>
  `${String(kind).padStart(8, '0')}-0000-7000-8000-${String(at).padStart(12, '0')}`;

const person = (at: number): PersonRow => ({
  organization_id: organizationId,
  id: uuid(1, at),
  display_name: `Person ${at}`,
  headline: null,
  title: null,
  seniority: ['vp', 'director', 'manager', 'senior', null][at % 5] ?? null,
  job_function: ['sales', 'marketing', 'engineering', null][at % 4] ?? null,
  company_name: null,
  account_id: null,
  company_size: ['11-50', '51-200', null][at % 3] ?? null,
  industry: `Industry ${at % 60}`,
  country: ['DE', 'FR', 'US', 'GB', null][at % 5] ?? null,
  region: null,
  profile_url: null,
  email: null,
  email_status: null,
  email_source: null,
  followers: null,
  is_company: 0,
  stated_title: null,
  stated_company: null,
  stated_seniority: null,
  stated_function: null,
  disposition: 'ACTIVE',
  owner_id: null,
  observed_at: 0,
  enriched_at: null,
  created_at: 0,
  updated_at: 0,
  standing: null,
  read_confidence: null,
  disposition_set_at: null,
  disposition_reason: null,
  owner_set_at: null,
  do_not_contact: 0 as const,
});

const engagement = (at: number, personAt: number, post: number): EngagementRow => ({
  organization_id: organizationId,
  id: uuid(2, at),
  post_id: uuid(3, post),
  person_id: uuid(1, personAt),
  monitored_profile_id: null,
  type: 'LIKE',
  reaction: 'LIKE',
  origin: 'watchlist',
  occurred_at: Date.now() - (at % 29) * 86_400_000,
  observed_at: 0,
  comment_excerpt: null,
  intent_hint: 0,
  by_author: 0,
  discriminator: '',
  earliest_at: null,
  dated: null,
  comment_class: null,
  said_confidence: null,
  said_set_at: null,
  said_by: null,
  said_built_in: null,
});

/** Each person engaged ten times, all within 30 days. */
async function fill(db: Database, count: number): Promise<void> {
  const batch = 20_000;
  const persons = Math.ceil(count / 10);
  for (let from = 0; from < persons; from += batch) {
    const part = Array.from({ length: Math.min(batch, persons - from) }, (_, at) => person(from + at));
    await db.transaction(() => insertInto(db, people, part));
  }
  for (let from = 0; from < count; from += batch) {
    const part = Array.from({ length: Math.min(batch, count - from) }, (_, at) =>
      engagement(from + at, Math.floor((from + at) / 10), (from + at) % 997),
    );
    await db.transaction(() => insertInto(db, engagements, part));
  }
}

/** The snapshot, while somebody else writes all the time: how long their writes take at most. */
async function measureSnapshot(db: Database) {
  const waits: number[] = [];
  let counting = true;
  const writing = (async () => {
    while (counting) {
      const started = performance.now();
      await db.run('UPDATE organizations SET revision = revision + 1 WHERE id = ?', [organizationId]);
      waits.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await takeSnapshot(db, organizationId, { rules: weakestRules, now: Date.now() });
  const used = process.cpuUsage(cpu);
  counting = false;
  await writing;
  return {
    'snapshot s': round((performance.now() - started) / 1000, 1),
    'snapshot CPU s': round((used.user + used.system) / 1e6, 1),
    'writers p99 ms': round(percentile(waits, 99), 1),
  };
}

/** Through the front door, in turns: a breakdown of the workspace, and a lead-free read of one row. */
async function measureReads(db: Database, url: string, folder: string, rounds: number) {
  const settings = loadSettings({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    RUN_WORKER: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  const service = await startService(settings, { log: silent });
  const { secret } = await createApiKey(db, {
    organizationId,
    name: 'bench',
    dataAccess: dataAccessFlags,
    expiresAt: null,
  });
  const timed = async (path: string) => {
    const started = performance.now();
    const { status } = await send(service.port, {
      path: `/api/v1${path}`,
      headers: { Authorization: `Bearer ${secret}` },
    });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return performance.now() - started;
  };
  const [breakdown, row]: [number[], number[]] = [[], []];
  for (let at = 0; at < 200 * rounds; at += 1) {
    breakdown.push(await timed('/audience-analytics/organization?window=30d&breakdown=title'));
    row.push(await timed('/customer/workspace-access'));
  }
  await service.stop(1_000);
  return {
    'breakdown ms': round(median(breakdown)),
    'one row ms': round(median(row)),
    'read ratio': round(median(breakdown) / median(row)),
  };
}

/**
 * A discovery by a worker of its own, the import of the same file, the plain INSERT of as many engagements, and that of all rows it leaves, in
 * turns. Each turn has workspaces of its own: what others hold, such as rows from before the log of batches, costs it nothing. The first
 * turn, in which the rules are read and compiled, is not counted.
 */
async function measureDiscovery(db: Database, url: string, folder: string, rounds: number) {
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const file = join(files, `${postId}.json`);
  writeFileSync(file, JSON.stringify({ items: Array.from({ length: discoveredPeople }, (_, at) => reaction(at)) }));
  const settings = loadSettings({
    DATABASE_URL: url,
    DISCOVERY_SOURCE: 'files',
    DISCOVERY_FILES_DIR: files,
    DISCOVERY_MAX_PEOPLE: String(discoveredPeople),
  });
  const turns: { discovery: number; importing: number; plain: number; everything: number }[] = [];
  for (let turn = 0; turn <= Math.min(rounds, 3); turn += 1) {
    const discovered = await workspace(db, `Discovering ${turn}`);
    const discovery = await discover(db, settings, discovered);
    const importing = await secondsOf(async () => {
      const options = { network: networkOf(settings), now: Date.now() };
      return importFile(db, await workspace(db, `Importing ${turn}`), file, options);
    });
    const first = 90_000_000 + turn * discoveredPeople;
    const rows = Array.from({ length: discoveredPeople }, (_, at) => engagement(first + at, at, 5_000 + turn));
    const plain = await secondsOf(() => db.transaction(() => insertInto(db, engagements, rows)));
    const everything = await copyRows(db, discovered, await workspace(db, `Copying ${turn}`));
    if (turn > 0) turns.push({ discovery, importing, plain, everything });
  }
  return {
    'discovery s': round(median(turns.map((turn) => turn.discovery)), 2),
    'import of its file s': round(median(turns.map((turn) => turn.importing)), 2),
    'plain INSERT s': round(median(turns.map((turn) => turn.plain)), 2),
    'discovery ratio': round(median(turns.map((turn) => turn.plain / turn.discovery)), 3),
    'INSERT of all it leaves s': round(median(turns.map((turn) => turn.everything)), 2),
    'ratio to that': round(median(turns.map((turn) => turn.everything / turn.discovery)), 3),
  };
}

/** What a discovery leaves in the database: people, leads, their evidence and search terms, accounts, the log of the batch. */
const left = [...engagementTables, ...leadTables, ...batchTables];

/** Puts all rows of a workspace into another one with plain multi-row INSERT, in one transaction; returns the seconds of that. */
async function copyRows(db: Database, from: string, to: string): Promise<number> {
  const copies: (() => Promise<number>)[] = [];
  for (const { name, columns } of left) {
    const names = Object.keys(columns);
    const rows = await db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [from]);
    const values = rows.map((row) =>
      names.map((column) => (column === 'organization_id' ? to : (row[column] ?? null))),
    );
    copies.push(() => db.insertRows(name, names, values, 'fail'));
  }
  return secondsOf(() =>
    db.transaction(async () => {
      for (const copy of copies) await copy();
    }),
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const reaction = (at: number) => {
  const id = `ACoAAB${String(at).padStart(8, '0')}xYz`;
  const headline = `Sales Director at Company ${at % 500}`;
  const author = { id, name: `Found ${at}`, headline, profile_url: `https://www.linkedin.com/in/${id}` };
  return { object: 'PostReaction', value: 'LIKE', post_id: `urn:li:activity:${postId}`, author };
};

async function workspace(db: Database, name: string): Promise<string> {
  const { id } = (await createOrganization(db, name)) ?? {};
  if (id === undefined) throw new Error('the workspace is there already');
  return id;
}

/** Returns the seconds from its start to its end. */
async function discover(db: Database, settings: Settings, id: string): Promise<number> {
  await changeCredits(db, id, 2 * discoveredPeople, null);
  const now = Date.now();
  const queued = await requestDiscovery(db, id, {
    urn: `urn:li:activity:${postId}`,
    url: '',
    idempotencyKey: 'bench',
    askedAt: now,
    holdSize: settings.DISCOVERY_HOLD_CREDITS,
    source: 'files',
    now,
  });
  if (queued.outcome !== 'queued') throw new Error(queued.outcome);
  const jobs = configuredJobs(settings).filter(({ name }) => name === 'discover-audience');
  const runner = new Runner({ db, log: silent, jobs, concurrency: 1, pollMs: 20, alone: true });
  runner.start();
  let row = queued.row;
  while (row.active_post !== null) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    row = (await findDiscovery(db, id, row.id)) ?? row;
  }
  await runner.stop();
  if (row.people_found !== discoveredPeople) throw new Error(`found ${row.people_found} people`);
  return ((row.finished_at ?? 0) - (row.started_at ?? 0)) / 1000;
}
