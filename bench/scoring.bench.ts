/**
 * What scoring costs the process for each person: who is queued after an import, and everybody of a workspace again; and what the
 * word lists of the rules take of the heap.
 *
 * `LEADLIGHT_BENCH_AGAINST=FOLDER` names a checkout of another release with its packages installed, the first one for the ratio
 * that is promised. Its own code is then measured with the same exports, in turns with this one; `scoring/step.ts` is copied there if it lacks it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../scripts/database-server';
import { Database } from '../src/database/database';
import { median, round, type Benchmark, type Cell, type Section, type Target } from './harness';
import { writeCrowd, type Crowd } from './scoring/crowd';
import type { Step, StepResult } from './scoring/step';
import { benchFolder, startServer, type BenchServer, type DatabaseKind } from './servers';

const peopleAtFullSize = 100_000;
const dayMs = 86_400_000;
/** What another release lacks of what is measured with. */
const copied = ['bench/scoring/step.ts', 'bench/import/empty-database.ts'];

const variants = ['now', 'other'] as const;
type Side = (typeof variants)[number];
const steps = ['queue', 'all again'] as const;
const called = { queue: 'after an import', 'all again': 'everybody again' };

/** Of a person; instructions and cycles of the whole process in thousands, null without `perf`. */
interface Cost {
  readonly cpuMicroseconds: number;
  readonly microseconds: number;
  readonly instructions: number | null;
  readonly cycles: number | null;
}

export const benchmark: Benchmark = {
  title: 'scoring, for each person',
  async run({ databases, scale, rounds, say }) {
    const other = process.env['LEADLIGHT_BENCH_AGAINST'];
    if (other !== undefined) build(other);
    const folder = join(benchFolder, 'scoring');
    const crowd = await writeCrowd(folder, Math.max(100, Math.round(peopleAtFullSize * scale)));
    const roots: [Side, string][] = [['now', repository]];
    if (other !== undefined) roots.unshift(['other', other]);
    const sections: Section[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const costs = new Map<string, Cost[]>();
      // A turn takes a minute or two at full size; the middle of five says enough.
      for (let turn = 0; turn < Math.min(rounds, 5); turn += 1) {
        for (const [side, root] of roots) {
          say(`${kind}: turn ${turn + 1}, ${side}`);
          for (const [step, cost] of await oneTurn(kind, root, join(folder, kind), crowd)) {
            costs.set(`${side} ${step}`, [...(costs.get(`${side} ${step}`) ?? []), cost]);
          }
        }
      }
      sections.push(sectionOf(kind, roots, costs));
      targets.push(...targetsOf(kind, costs));
    }
    const { rows, target } = heapOfWords();
    return { sections: [...sections, { title: 'Word lists', rows }], targets: [...targets, target] };
  },
};

const middle = (costs: readonly Cost[] = [], figure: keyof Cost): number | null => {
  const values = costs.flatMap((cost) => cost[figure] ?? []);
  return values.length === 0 ? null : round(median(values), 1);
};

function sectionOf(
  kind: DatabaseKind,
  roots: readonly [Side, string][],
  costs: ReadonlyMap<string, readonly Cost[]>,
): Section {
  const rows = steps.flatMap((step) =>
    roots.map(([side]): Record<string, Cell> => {
      const of = costs.get(`${side} ${step}`);
      return {
        scored: called[step],
        side,
        'CPU µs': middle(of, 'cpuMicroseconds'),
        'time µs': middle(of, 'microseconds'),
        'thousand instructions': middle(of, 'instructions'),
        'thousand cycles': middle(of, 'cycles'),
      };
    }),
  );
  return { title: `${kind}: scoring one person (instructions and cycles with the start of the process)`, rows };
}

/**
 * Without another release to compare with: microseconds, 1.2 times what the first release took on two cores, SQLite for 40,000 people
 * and servers for 5,000.
 */
const mostMicroseconds: Record<DatabaseKind, Record<(typeof steps)[number], number>> = {
  sqlite: { queue: 170, 'all again': 124 },
  mariadb: { queue: 200, 'all again': 154 },
  mysql: { queue: 165, 'all again': 139 },
};

function targetsOf(kind: DatabaseKind, costs: ReadonlyMap<string, readonly Cost[]>): Target[] {
  return steps.map((step) => {
    const [now = [], other = []] = variants.map((side) => costs.get(`${side} ${step}`));
    const name = `${kind}: scoring ${called[step]}, CPU`;
    if (other.length === 0) {
      const limit = mostMicroseconds[kind][step];
      return { name: `${name} µs a person`, limit, value: middle(now, 'cpuMicroseconds') ?? NaN, sense: 'most' };
    }
    // Turn by turn: both sides of a turn had the machine in the same state.
    const ratios = now.map((cost, turn) => cost.cpuMicroseconds / (other[turn]?.cpuMicroseconds ?? NaN));
    return { name: `${name} against the other release`, limit: 1.2, value: round(median(ratios)), sense: 'most' };
  });
}

/** An import that leaves its people in the queue, then both ways of scoring them. */
async function oneTurn(
  kind: DatabaseKind,
  root: string,
  folder: string,
  { people, likers, commenters, now }: Crowd,
): Promise<[(typeof steps)[number], Cost][]> {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    const databaseUrl = await databaseOf(kind, server);
    runStep(root, { step: 'prepare', databaseUrl, files: [likers, commenters], now });
    return steps.map((step) => [
      step,
      costOf(root, { step, databaseUrl, now: step === 'queue' ? now : now + dayMs }, people),
    ]);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function databaseOf(kind: DatabaseKind, server: BenchServer): Promise<string> {
  if (kind === 'sqlite') return server.url('scoring');
  const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
  await admin.run('CREATE DATABASE scoring CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
  await admin.close();
  return server.url('scoring');
}

const compiled = (root: string, file: string) => join(root, 'dist', 'bench', 'bench', 'scoring', file);

function runStep(root: string, step: Step, before: readonly string[] = []): StepResult {
  const [command, ...args] = [...before, process.execPath, compiled(root, 'step.js'), JSON.stringify(step)];
  const printed = execFileSync(command ?? '', args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return JSON.parse(printed) as StepResult;
}

const counted = ['instructions:u', 'cycles:u'];
let canCount: boolean | undefined;

function costOf(root: string, step: Step, people: number): Cost {
  canCount ??= spawnSync('perf', ['stat', '-e', counted.join(','), 'true']).status === 0;
  const file = join(benchFolder, 'scoring', 'perf.csv');
  const perf = ['perf', 'stat', '-x,', '-o', file, '-e', counted.join(',')];
  const result = runStep(root, step, canCount ? perf : []);
  // Whom a company concerns that became known is scored twice.
  if (result.people < people) throw new Error(`${result.people} of ${people} people were scored`);
  const lines = canCount ? readFileSync(file, 'utf8').split('\n') : [];
  const [instructions, cycles] = counted.map((name) => {
    const count = Number(lines.find((line) => line.includes(name))?.split(',')[0]);
    return count > 0 ? count / people / 1_000 : null;
  });
  return {
    cpuMicroseconds: (result.cpuSeconds * 1e6) / people,
    microseconds: (result.seconds * 1e6) / people,
    instructions: instructions ?? null,
    cycles: cycles ?? null,
  };
}

/** Brings another release what it is measured with, unless it has that itself, and compiles it. */
function build(root: string): void {
  const lacks = copied.some((file) => !existsSync(join(root, file)));
  for (const file of lacks ? copied : []) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(repository, file), join(root, file));
  }
  // Releases before 0.2 are compiled by tsc.
  const older = existsSync(join(root, 'tsconfig.bench.json'));
  const compiler = older
    ? ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.bench.json']
    : ['scripts/build.mjs', '--force', '--project=bench'];
  execFileSync(process.execPath, compiler, { cwd: root, stdio: 'inherit' });
}

function heapOfWords(): { rows: Record<string, Cell>[]; target: Target } {
  const printed = execFileSync(process.execPath, ['--expose-gc', compiled(repository, 'words.js')], {
    encoding: 'utf8',
  });
  const { headlines, all } = JSON.parse(printed) as { headlines: number; all: number };
  const megabytes = (bytes: number) => round(bytes / 2 ** 20, 1);
  return {
    rows: [{ 'heap after the first headline, MB': megabytes(headlines), 'with all rules, MB': megabytes(all) }],
    target: { name: 'word lists, MB of heap', limit: 30, value: megabytes(all), sense: 'most' },
  };
}
