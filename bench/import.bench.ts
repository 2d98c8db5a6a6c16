/** Importing a million likes from an export file, against putting the same engagement rows into the table and nothing else. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median, round, runMeasured, type Benchmark, type Cell, type Report, type Target } from './harness';
import { emptyDatabase, organizationId, sizeOf } from './import/empty-database';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import type { PlainResult, PlainSetup } from './import/plain';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const rowsAtFullSize = 1_000_000;
/** At full size a file of two gigabytes. */
const bigFileRows = 11_000_000;

export const benchmark: Benchmark = {
  title: 'import of a likers export, against the plain multi-row INSERT of its engagement rows',
  async run({ databases, scale, rounds, say }) {
    const folder = join(benchFolder, 'import');
    mkdirSync(folder, { recursive: true });
    const size = sizeOf(Math.round(rowsAtFullSize * scale));
    const file = join(folder, `likers-${size.rows}.csv`);
    await writeExport(file, size);
    const speed: Record<string, Cell>[] = [];
    const memory: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const turns: Turn[] = [];
      // A turn takes minutes at full size; the middle of three says enough.
      for (let turn = 0; turn < Math.min(rounds, 3); turn += 1) {
        say(`${kind}: turn ${turn + 1}`);
        turns.push(await oneTurn(kind, join(folder, kind), file, size.rows));
      }
      const ours = median(turns.map((turn) => turn.ours.seconds));
      const plain = median(turns.map((turn) => turn.plain.seconds));
      const ratio = median(turns.map((turn) => turn.plain.seconds / turn.ours.seconds));
      const peak = Math.max(...turns.map((turn) => turn.ours.peakMemory));
      speed.push({
        database: kind,
        rows: size.rows,
        'import s': round(ours, 1),
        'of it reading and storing': round(median(turns.map((turn) => turn.ours.readingSeconds)), 1),
        'import CPU s': round(median(turns.map((turn) => turn.ours.cpuSeconds)), 1),
        'rows/s': Math.round(size.rows / ours),
        'plain INSERT s': round(plain, 1),
        'plain CPU s': round(median(turns.map((turn) => turn.plain.cpuSeconds)), 1),
        'plain rows/s': Math.round(size.rows / plain),
        ratio: round(ratio),
        'of CPU': round(median(turns.map((turn) => turn.plain.cpuSeconds / turn.ours.cpuSeconds))),
        'all its rows': turns[0]?.all.rows ?? null,
        'plain, all s': round(median(turns.map((turn) => turn.all.seconds)), 1),
        'plain, all CPU s': round(median(turns.map((turn) => turn.all.cpuSeconds)), 1),
        'ratio, all': round(median(turns.map((turn) => turn.all.seconds / turn.ours.seconds))),
        'of CPU, all': round(median(turns.map((turn) => turn.all.cpuSeconds / turn.ours.cpuSeconds))),
      });
      const [first] = turns;
      if (first) memory.push(memoryRow(kind, first.ours));
      targets.push(
        { name: `${kind}: import speed against plain INSERT`, limit: 0.25, value: round(ratio), sense: 'least' },
        { name: `${kind}: import, peak memory in MB`, limit: 300, value: peak, sense: 'most' },
      );
    }
    const dry = await dryRun(folder, Math.round(bigFileRows * scale));
    memory.push(memoryRow(`dry run of ${round(dry.bytes / 2 ** 30, 2)} GB`, dry.result));
    targets.push({ name: 'dry run, peak memory in MB', limit: 300, value: dry.result.peakMemory, sense: 'most' });
    return report(speed, memory, targets);
  },
};

const report = (speed: Record<string, Cell>[], memory: Record<string, Cell>[], targets: Target[]): Report => ({
  sections: [
    { title: 'Import, and the plain INSERT of the same engagement rows', rows: speed },
    { title: 'Highest resident memory (MB) in each tenth of the rows read, and while scoring', rows: memory },
  ],
  targets,
});

function memoryRow(name: string, { memory, peakMemory, seconds }: ImportResult): Record<string, Cell> {
  const tenths = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${at + 1}/10`, memory[at] ?? null]));
  return { import: name, ...tenths, scoring: memory[10] ?? null, peak: peakMemory, seconds: round(seconds, 1) };
}

interface Turn {
  readonly ours: ImportResult;
  /** Its engagements alone. */
  readonly plain: PlainResult;
  /** All rows that it left. */
  readonly all: PlainResult;
}

/** The import into an empty database, then its engagement rows into another, and all its rows into a third. */
async function oneTurn(kind: DatabaseKind, folder: string, file: string, expectedRows: number): Promise<Turn> {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    const databaseUrl = await emptyDatabase(kind, server, 'ours');
    const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows };
    const ours = await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
    const plainly = async (rows: PlainSetup['rows']) => {
      const setup: PlainSetup = {
        fromUrl: databaseUrl,
        toUrl: await emptyDatabase(kind, server, `plain_${rows}`),
        rows,
      };
      const plain = await runMeasured<PlainResult>(join(__dirname, 'import', 'plain.js'), setup);
      if (plain.engagements === ours.summary.engagements?.new) return plain;
      throw new Error('the two sides stored different numbers of rows');
    };
    return { ours, plain: await plainly('engagements'), all: await plainly('all') };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function dryRun(folder: string, rows: number): Promise<{ bytes: number; result: ImportResult }> {
  const file = join(folder, `likers-${rows}.csv`);
  await writeExport(file, sizeOf(rows));
  const server = await startServer('sqlite', join(folder, 'dry'));
  const databaseUrl = await emptyDatabase('sqlite', server, 'dry');
  const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: true, expectedRows: rows };
  const result = await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
  rmSync(join(folder, 'dry'), { recursive: true, force: true });
  return { bytes: statSync(file).size, result };
}
