/**
 * The MCP endpoint against (a) the SDK's documented factory, (b) FastMCP and (c) bare express, in one run on one machine: the
 * same tools and the same answers, ours with authentication, rate limit and log as in production.
 *
 * `LEADLIGHT_BENCH_AGAINST=FOLDER` names a checkout of another release with its packages installed: that release is then what ours
 * is compared with, on a database of its own.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  interleave,
  measure,
  MeasuredProcess,
  round,
  send,
  type Benchmark,
  type Measured,
  type Section,
  type Target,
} from './harness';
import { load, type Ask } from './load';
import { mintToken, type ServerKind } from './mcp/servers';
import type { makeDatabase } from './mcp/workspace';

/** A compared server; `before` is ours of another release. */
type Side = ServerKind | 'before';
const rivals: readonly ServerKind[] = ['documented', 'fastmcp', 'express'];
/** Most CPU time of a call, as a multiple of the other release's. */
const mostOfBefore = 1.05;
const revisions = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof revisions)[number];

interface Task {
  readonly name: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Text that a right answer holds. */
  readonly expected: string;
  /** Requests in a round; half as many go before, which do not count: a service runs for weeks, and quick only once it is warm. */
  readonly count: number;
  /** How many times as many requests as these ours should answer with the same CPU time. */
  readonly atLeast: Readonly<Partial<Record<ServerKind, number>>>;
}

const tasks: readonly Task[] = [
  {
    name: 'tools/call, ten rows from memory',
    method: 'tools/call',
    params: { name: 'svc_list_ten_rows', arguments: { limit: 10 } },
    expected: 'Person 9',
    count: 4000,
    atLeast: { documented: 1.5, fastmcp: 1.2 },
  },
  {
    name: 'tools/call, svc_list_leads (10) from SQLite',
    method: 'tools/call',
    params: { name: 'svc_list_leads', arguments: { limit: 10 } },
    expected: 'Person 1990',
    count: 4000,
    atLeast: { documented: 1.5, fastmcp: 1.2 },
  },
  {
    name: 'tools/list',
    method: 'tools/list',
    params: {},
    expected: 'svc_list_signals',
    count: 1000,
    atLeast: { documented: 10 },
  },
];

/** Each round is this many short turns, so that whatever else the machine does for a second meets every server alike. */
const turnsOfRound = 8;

const isOurs = (kind: Side) => kind === 'leadlight' || kind === 'before';

/** FastMCP stands on the SDK's first generation, which knows no 2026-07-28; bare express reads neither. */
const speaks = (kind: Side, revision: Revision) => isOurs(kind) || kind === 'documented' || revision === '2025-11-25';

export const benchmark: Benchmark = {
  title: 'the MCP endpoint against the documented factory, FastMCP and bare express',
  async run({ rounds, scale, say }) {
    const { token, publicKey } = mintToken();
    const before = process.env['LEADLIGHT_BENCH_AGAINST'];
    const databases: { readonly url: string; remove(): void }[] = [];
    const processes: [Side, MeasuredProcess][] = [];
    /** Starts servers of the release that is compiled in a folder. */
    const start = async (folder: string, kinds: readonly (readonly [Side, ServerKind])[]) => {
      // Compiled from a module of this name in each release, which makes a database of its own.
      const workspace = createRequire(__filename)(join(folder, 'workspace.js')) as {
        makeDatabase: typeof makeDatabase;
      };
      const database = await workspace.makeDatabase();
      databases.push(database);
      for (const [side, kind] of kinds) {
        const setup = { kind, databaseUrl: database.url, publicKey };
        processes.push([side, await MeasuredProcess.start(join(folder, 'server.js'), setup)]);
      }
    };
    try {
      const ours = ['leadlight', 'leadlight'] as const;
      if (before === undefined) {
        await start(join(__dirname, 'mcp'), [ours, ...rivals.map((kind) => [kind, kind] as const)]);
      } else {
        execFileSync(process.execPath, ['scripts/build.mjs', '--force', '--project=bench'], { cwd: before });
        await start(join(__dirname, 'mcp'), [ours]);
        await start(join(before, 'dist', 'bench', 'bench', 'mcp'), [['before', 'leadlight']]);
      }
      const sections: Section[] = [];
      const targets: Target[] = [];
      for (const task of tasks) {
        for (const revision of revisions) {
          const name = `${task.name}, ${revision}`;
          say(`mcp: ${name}`);
          const ask = (kind: Side) => askOf(task, revision, kind, token);
          const variants = processes.filter(([kind]) => speaks(kind, revision));
          // At least a tenth, whatever the scale: in 25 ms one garbage collection more or less decides a turn.
          const count = Math.round(Math.max(task.count / 10, (task.count * scale) / turnsOfRound));
          const how = { count, concurrency: 10 };
          for (const [kind, side] of variants) {
            await check(side, ask(kind), `${kind}, ${name}`, task.expected);
            await load(side.port, [ask(kind)], { ...how, count: task.count / 2 });
          }
          const results = await interleave(
            Object.fromEntries(variants.map(([kind, side]) => [kind, () => measure(side, [ask(kind)], how)])),
            rounds * turnsOfRound,
          );
          sections.push({ title: name, rows: variants.map(([kind]) => rowOf(kind, results[kind])) });
          targets.push(...targetsOf(task, name, results));
        }
      }
      return { sections, targets };
    } finally {
      for (const [, side] of processes) await side.stop();
      for (const database of databases) database.remove();
    }
  },
};

function askOf({ method, params }: Task, revision: Revision, kind: Side, token: string): Ask {
  const stateless = revision === '2026-07-28';
  const name = params['name'];
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: stateless ? { ...params, _meta: envelope } : params };
  return {
    path: isOurs(kind) ? '/api/v1/mcp' : '/mcp',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(stateless ? { 'mcp-method': method } : {}),
      ...(stateless && typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...(isOurs(kind) ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  };
}

/** One request, whose answer must be right: otherwise the comparison would be of something else. */
async function check(side: MeasuredProcess, ask: Ask, what: string, expected: string): Promise<void> {
  const { status, body } = await send(side.port, ask);
  const text = body.toString();
  if (status !== 200 || !text.includes(expected) || text.includes('"isError":true')) {
    throw new Error(`${what} is answered wrongly (${status}): ${text.slice(0, 200)}`);
  }
}

function rowOf(kind: Side, measured: Measured | undefined): Section['rows'][number] {
  return {
    server: kind,
    'requests/s': Math.round(measured?.requestsPerSecond ?? NaN),
    'CPU ms/request': round(measured?.cpuPerRequest ?? NaN, 3),
    'p50 ms': round(measured?.p50 ?? NaN),
    'p95 ms': round(measured?.p95 ?? NaN),
  };
}

/** By requests per second, as the targets are meant. The sections show CPU per request beside them. */
function targetsOf(task: Task, name: string, results: Readonly<Record<string, Measured>>): Target[] {
  const { leadlight, before } = results;
  const ours = leadlight?.requestsPerSecond ?? NaN;
  if (before && leadlight) {
    const value = leadlight.cpuPerRequest / before.cpuPerRequest;
    return [{ name: `${name}: CPU, ours / before`, limit: mostOfBefore, value, sense: 'most' }];
  }
  return Object.entries(task.atLeast).flatMap(([rival, limit]) => {
    const theirs = results[rival]?.requestsPerSecond;
    if (theirs === undefined) return [];
    return [{ name: `${name}: requests/s, ours / ${rival}`, limit, value: ours / theirs, sense: 'least' as const }];
  });
}
