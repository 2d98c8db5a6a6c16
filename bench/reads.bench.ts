/**
 * Reads of a million leads: the service against a bare handler, depth, size of the workspace, and search.
 *
 * `LEADLIGHT_BENCH_AGAINST=FOLDER` names a checkout of another release with its packages installed: that release is then what the
 * service is compared with, on SQLite, each over a database that it filled itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPrefix } from '../config/settings';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { Database } from '../src/database/database';
import { listLeads } from '../tools/leads/list-leads';
import { listIdentity, writeCursor } from '../src/workspace/cursor';
import {
  interleave,
  measure,
  MeasuredProcess,
  percentile,
  round,
  send,
  type Benchmark,
  type BenchOptions,
  type Cell,
  type Report,
  type Target,
} from './harness';
import { load, type Ask } from './load';
import { againstRelease } from './reads/against-release';
import { filtersOf, queryString, scenarios, type DeepPosition } from './reads/scenarios';
import { searchTexts } from './reads/search-texts';
import { seededDatabase, type SeededDatabase } from './seed';

const concurrency = 8;
type Row = Record<string, Cell>;

export const benchmark: Benchmark = {
  title: 'reads over a million leads, against a bare node:http handler with the driver',
  async run(options) {
    const other = process.env['LEADLIGHT_BENCH_AGAINST'];
    if (other !== undefined) return againstRelease(other, options);
    const sections: { title: string; rows: Row[] }[] = [];
    const targets: Target[] = [];
    for (const kind of options.databases) {
      const database = await seededDatabase(kind, options.scale, options.say);
      try {
        const report = await onDatabase(database, options);
        sections.push(...report.sections.map(({ title, rows }) => ({ title, rows: [...rows] })));
        targets.push(...report.targets);
      } finally {
        await database.stop();
      }
    }
    return { sections, targets };
  },
};

async function onDatabase(database: SeededDatabase, options: BenchOptions): Promise<Report> {
  const [big, small] = database.workspaces;
  if (!big || !small) throw new Error('no workspaces');
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-bench-data-'));
  const ours = await MeasuredProcess.start(join(__dirname, 'reads', 'ours.js'), { databaseUrl: database.url, dataDir });
  const db = await Database.open(database.url, { maxConnections: 2 });
  let bare: MeasuredProcess | undefined;
  try {
    const bigKey = await workspaceKey(db, big.id);
    const smallKey = await workspaceKey(db, small.id);
    const version = db.serverVersion;
    const prepared = await prepare(db, big.id, Math.round(big.leadCount * 0.75));
    bare = await MeasuredProcess.start(join(__dirname, 'reads', 'bare.js'), {
      databaseUrl: database.url,
      organizationId: big.id,
      ...prepared,
    });
    const asks = asksOf(bigKey, prepared.deepCursor, prepared.leadIds);
    await assertSameBytes(ours, bare, asks);

    const against = await againstBare(ours, bare, asks, options);
    const page1 = asks[0]?.ours ?? [];
    const sizes = await interleave(
      {
        big: () => measure(ours, page1, { count: 40, concurrency: 2 }),
        small: () =>
          measure(ours, [{ ...page1[0], path: page1[0]?.path ?? '', headers: bearer(smallKey) }], {
            count: 40,
            concurrency: 2,
          }),
        deep: () => measure(ours, asks[2]?.ours ?? [], { count: 40, concurrency: 2 }),
      },
      // Many short turns: a time, unlike CPU, feels all that the machine does meanwhile.
      options.rounds * 10,
    );
    const search = await searchFigures(ours, bigKey, options);
    const ratio = (a: number, b: number) => round(a / b);
    const kind = database.kind;
    return {
      sections: [
        {
          title: `Reads on ${version}, ${big.leadCount.toLocaleString('en')} leads, ${concurrency} connections`,
          rows: against.rows,
        },
        {
          title: `Depth and size on ${version}: leads, page of 50, time per request in ms`,
          rows: Object.entries(sizes).map(([name, side]) => ({
            what:
              { big: 'large workspace, page 1', small: 'small workspace, page 1', deep: 'large workspace, deep page' }[
                name
              ] ?? name,
            leads: name === 'small' ? small.leadCount : big.leadCount,
            'requests/s': round(side.requestsPerSecond, 0),
            p50: round(side.p50),
            p95: round(side.p95),
            'CPU ms': round(side.cpuPerRequest, 3),
          })),
        },
        { title: `Search on ${version}: leads of the large workspace, one request at a time, ms`, rows: search.rows },
      ],
      targets: [
        ...against.targets.map((target) => ({ ...target, name: `${kind}: ${target.name}` })),
        {
          name: `${kind}: deep page against page 1, median time`,
          limit: 1.2,
          value: ratio(sizes.deep.p50, sizes.big.p50),
          sense: 'most',
        },
        {
          name: `${kind}: large workspace against small one, median time`,
          limit: 1.3,
          value: ratio(sizes.big.p50, sizes.small.p50),
          sense: 'most',
        },
        { name: `${kind}: search, p95 in ms`, limit: 50, value: search.p95, sense: 'most' },
      ],
    };
  } finally {
    await ours.stop();
    await bare?.stop();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const turns = (count: number, { scale }: BenchOptions) => (scale < 0.1 ? Math.ceil(count / 4) : count);

async function workspaceKey(db: Database, organizationId: string): Promise<string> {
  const made = await createApiKey(db, { organizationId, name: 'bench', dataAccess: dataAccessFlags, expiresAt: null });
  return made.secret;
}

interface Prepared {
  readonly cursorKey: string;
  readonly deep: DeepPosition;
  readonly deepCursor: string;
  /** Active leads from all over the list, for reading one at a time. */
  readonly leadIds: readonly string[];
}

/** The cursor of a page deep in the list, made as the service makes it. */
async function prepare(db: Database, organizationId: string, depth: number): Promise<Prepared> {
  const [state] = await db.select<{ value: string }>(`SELECT value FROM service_state WHERE name = 'cursor_key'`);
  if (!state) throw new Error('the service has no cursor key');
  const at = async (offset: number, limit: number) =>
    db.select<{ id: string; last_signal_at: number }>(
      `SELECT id, last_signal_at FROM leads${db.useIndex('leads_recent')}
       WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY last_signal_at DESC, id LIMIT ${limit} OFFSET ${offset}`,
      [organizationId],
    );
  const [row] = await at(depth - 1, 1);
  if (!row) throw new Error('the list is not that deep');
  const deepCursor = writeCursor(
    Buffer.from(state.value, 'base64url'),
    listIdentity(organizationId, 'list_leads', filtersOf(listLeads.input.parse({}))),
    { revision: 1, keys: [row.last_signal_at], id: row.id },
  );
  const some = await Promise.all([0, 0.2, 0.4, 0.6, 0.8].map((part) => at(Math.round(depth * part), 40)));
  return {
    cursorKey: state.value,
    deep: { lastSignalAt: row.last_signal_at, id: row.id },
    deepCursor,
    leadIds: some.flat().map((lead) => lead.id),
  };
}

interface Pair {
  readonly name: string;
  readonly count: number;
  readonly ours: readonly Ask[];
  readonly bare: readonly Ask[];
}

function asksOf(key: string, deepCursor: string, leadIds: readonly string[]): Pair[] {
  const headers = bearer(key);
  return scenarios.map(({ name, path, parameters, count, query }, at) => {
    if (query === 'get_lead') {
      return {
        name,
        count,
        ours: leadIds.map((id) => ({ path: `${apiPrefix}${path}${id}`, headers })),
        bare: leadIds.map((id) => ({ path: `/${at}/${id}` })),
      };
    }
    const all = name.includes('depth') ? { ...parameters, cursor: deepCursor } : parameters;
    return {
      name,
      count,
      ours: [{ path: `${apiPrefix}${path}${queryString(all)}`, headers }],
      bare: [{ path: `/${at}` }],
    };
  });
}

async function assertSameBytes(ours: MeasuredProcess, bare: MeasuredProcess, pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs) {
    for (const [at, one] of pair.ours.entries()) {
      const [a, b] = await Promise.all([send(ours.port, one), send(bare.port, pair.bare[at] ?? one)]);
      if (a.status === 200 && a.body.equals(b.body)) continue;
      const from = Math.max(0, a.body.findIndex((byte, place) => byte !== b.body[place]) - 200);
      const excerpts = [a, b].map(({ body }) => body.subarray(from, from + 600).toString());
      throw new Error(`${pair.name}: the two sides answer differently, from byte ${from}\n${excerpts.join('\n')}`);
    }
  }
}

async function againstBare(
  ours: MeasuredProcess,
  bare: MeasuredProcess,
  pairs: readonly Pair[],
  options: BenchOptions,
): Promise<{ rows: Row[]; targets: Target[] }> {
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const pair of pairs) {
    const how = { count: turns(pair.count, options), concurrency };
    // Each side's first thousands of requests pay for compiling their code. At a small scale there would be hardly any others.
    await measure(ours, pair.ours, { count: pair.count, concurrency });
    await measure(bare, pair.bare, { count: pair.count, concurrency });
    const variants = await interleave(
      { ours: () => measure(ours, pair.ours, how), bare: () => measure(bare, pair.bare, how) },
      options.rounds,
    );
    const cpuRatio = round(variants.ours.cpuPerRequest / variants.bare.cpuPerRequest);
    rows.push({
      query: pair.name,
      'requests/s': round(variants.ours.requestsPerSecond, 0),
      p50: round(variants.ours.p50),
      p95: round(variants.ours.p95),
      'CPU ms': round(variants.ours.cpuPerRequest, 3),
      'bare requests/s': round(variants.bare.requestsPerSecond, 0),
      'bare p50': round(variants.bare.p50),
      'bare p95': round(variants.bare.p95),
      'bare CPU ms': round(variants.bare.cpuPerRequest, 3),
      'CPU ratio': cpuRatio,
    });
    targets.push({ name: `${pair.name}, app CPU against bare`, limit: 1.6, value: cpuRatio, sense: 'most' });
  }
  return { rows, targets };
}

async function searchFigures(
  ours: MeasuredProcess,
  key: string,
  options: BenchOptions,
): Promise<{ rows: Row[]; p95: number }> {
  const all: number[] = [];
  const rows: Row[] = [];
  for (const { kind, texts, isExtra = false } of searchTexts) {
    const asks = texts.map((text) => ({
      path: `${apiPrefix}/customer/leads?search=${encodeURIComponent(text)}`,
      headers: bearer(key),
    }));
    await load(ours.port, asks, { count: asks.length, concurrency: 1 });
    const { latencies } = await load(ours.port, asks, { count: asks.length * options.rounds, concurrency: 1 });
    if (!isExtra) all.push(...latencies);
    rows.push({
      texts: kind,
      examples: texts.slice(0, 3).join(' · '),
      requests: latencies.length,
      p50: round(percentile(latencies, 50)),
      p95: round(percentile(latencies, 95)),
      slowest: round(Math.max(...latencies)),
    });
  }
  const p95 = round(percentile(all, 95));
  rows.push({
    texts: 'all but the last two kinds',
    examples: '',
    requests: all.length,
    p50: round(percentile(all, 50)),
    p95,
    slowest: round(Math.max(...all)),
  });
  return { rows, p95 };
}
