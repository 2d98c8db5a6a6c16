/**
 * Taking an import back: CPU time of the undo against that of the import that is taken back. A small import beside a large one, as
 * the last and as the first, and half of everything.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countMarkedPosts } from '../src/audience/posts';
import { Database } from '../src/database/database';
import { requestUndo } from '../src/ingest/undo/request';
import { paces } from '../src/scoring/pace';
import { weakestRules } from '../src/rules/audience/privacy';
import { round, runMeasured, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase, organizationId } from './import/empty-database';
import { writeExport, type ExportSize } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { benchFolder, startServer, type DatabaseKind } from './servers';
import type { UndoResult, UndoSetup } from './undo/ours';

const othersAtFullSize = 285_000;
const undoneAtFullSize = 11_535;

interface Case {
  readonly name: string;
  /** Records of each import, in order. */
  readonly imports: readonly number[];
  /** Which of them is undone. */
  readonly undone: number;
  /** CPU of the undo against that of the undone import. */
  readonly limit: number;
}

const cases: readonly Case[] = [
  { name: 'the last, small', imports: [othersAtFullSize, undoneAtFullSize], undone: 1, limit: 1.5 },
  { name: 'the first, small', imports: [undoneAtFullSize, othersAtFullSize], undone: 0, limit: 1.5 },
  { name: 'half', imports: [othersAtFullSize / 2, othersAtFullSize / 2 + undoneAtFullSize], undone: 1, limit: 1.5 },
];

export const benchmark: Benchmark = {
  title: 'undo of an import',
  async run({ databases, scale, say }) {
    const folder = join(benchFolder, 'undo');
    mkdirSync(folder, { recursive: true });
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      for (const one of cases) {
        say(`${kind}: ${one.name}`);
        const { imports, undo } = await oneTurn(kind, folder, one, scale);
        const own = imports[one.undone];
        if (!own) throw new Error('the undone import is one of the imports');
        rows.push({
          database: kind,
          undone: one.name,
          'its records': own.summary.records.engagement,
          'all records': imports.reduce((sum, { summary }) => sum + summary.records.engagement, 0),
          'its import, CPU s': round(own.cpuSeconds, 1),
          'undo, CPU s': round(undo.cpuSeconds, 1),
          replays: undo.extents.join(', '),
          ...Object.fromEntries(Object.entries(undo.stages).map(([stage, cpu]) => [`${stage}, CPU s`, round(cpu, 1)])),
        });
        targets.push({
          name: `${kind}: ${one.name}: CPU of the undo against that of the import`,
          limit: one.limit,
          value: round(undo.cpuSeconds / own.cpuSeconds),
          sense: 'most',
        });
      }
    }
    return { sections: [{ title: 'Undo of an import', rows }], targets };
  },
};

const sizeOf = (rows: number): ExportSize => ({
  rows,
  people: Math.round(rows / (rows > 50_000 ? 5 : 2)),
  posts: Math.max(20, Math.round(rows / (rows > 50_000 ? 1_000 : 500))),
});

async function oneTurn(kind: DatabaseKind, folder: string, { imports, undone }: Case, scale: number) {
  const base = join(folder, kind);
  rmSync(base, { recursive: true, force: true });
  const server = await startServer(kind, base);
  try {
    const databaseUrl = await emptyDatabase(kind, server, 'undo');
    const results: ImportResult[] = [];
    for (const full of imports) {
      const size = sizeOf(full);
      const scaled = (count: number) => Math.max(20, Math.round(count * scale));
      const rows = scaled(size.rows);
      const file = join(folder, `${full}-${rows}.csv`);
      await writeExport(file, { rows, people: scaled(size.people), posts: scaled(size.posts) });
      const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows: rows };
      results.push(await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup));
    }
    await mark(databaseUrl, undone);
    // As the command does, like the import.
    const setup: UndoSetup = { databaseUrl, organizationId, targetMs: paces.alone };
    return { imports: results, undo: await runMeasured<UndoResult>(join(__dirname, 'undo', 'ours.js'), setup) };
  } finally {
    await server.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

/**
 * Counts the audiences of posts, as the service does after each import, and asks for the undo of an import.
 * @param number its place among the imports, from 0.
 */
async function mark(databaseUrl: string, number: number): Promise<void> {
  const db = await Database.open(databaseUrl);
  await countMarkedPosts(db, organizationId, { rules: weakestRules, now: Date.now() });
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM batches WHERE organization_id = ? AND kind = 'import' ORDER BY id`,
    [organizationId],
  );
  await requestUndo(db, organizationId, rows[number]?.id ?? '');
  await db.close();
}
