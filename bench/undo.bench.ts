/** Taking back a small import beside a large one: CPU time of the undo against that of importing all of it, and of each stage. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../src/database/database';
import { requestUndo } from '../src/ingest/undo/request';
import { round, runMeasured, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase, organizationId } from './import/empty-database';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { benchFolder, startServer, type DatabaseKind } from './servers';
import type { UndoResult, UndoSetup } from './undo/ours';

const othersAtFullSize = 285_000;
const undoneAtFullSize = 11_535;

export const benchmark: Benchmark = {
  title: 'undo of a small import beside a large one',
  async run({ databases, scale, say }) {
    const folder = join(benchFolder, 'undo');
    mkdirSync(folder, { recursive: true });
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      say(`${kind}: import, undo`);
      const { others, own, undo } = await oneTurn(kind, folder, scale);
      const imported = others.cpuSeconds + own.cpuSeconds;
      rows.push({
        database: kind,
        'others, records': others.summary.records.engagement,
        'undone, records': own.summary.records.engagement,
        'import of all, CPU s': round(imported, 1),
        'import of the undone, CPU s': round(own.cpuSeconds, 1),
        'undo CPU s': round(undo.cpuSeconds, 1),
        'undo s': round(undo.seconds, 1),
        ...Object.fromEntries(Object.entries(undo.stages).map(([stage, cpu]) => [`${stage}, CPU s`, round(cpu, 1)])),
      });
      targets.push({
        name: `${kind}: CPU of the undo against that of the imports`,
        limit: 1.5,
        value: round(undo.cpuSeconds / imported),
        sense: 'most',
      });
    }
    return { sections: [{ title: 'Undo of a small import beside a large one', rows }], targets };
  },
};

async function oneTurn(kind: DatabaseKind, folder: string, scale: number) {
  const base = join(folder, kind);
  rmSync(base, { recursive: true, force: true });
  const server = await startServer(kind, base);
  try {
    const databaseUrl = await emptyDatabase(kind, server, 'undo');
    const importOf = async (name: string, rows: number, people: number, posts: number) => {
      const file = join(folder, `${name}-${rows}.csv`);
      await writeExport(file, { rows, people, posts });
      const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows: rows };
      return runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
    };
    const count = Math.round(othersAtFullSize * scale);
    const less = Math.round(undoneAtFullSize * scale);
    const others = await importOf('others', count, Math.round(count / 5), Math.max(20, Math.round(count / 1000)));
    const own = await importOf('own', less, Math.round(less / 2), Math.max(20, Math.round(less / 500)));
    await mark(databaseUrl);
    const setup: UndoSetup = { databaseUrl, organizationId };
    const undo = await runMeasured<UndoResult>(join(__dirname, 'undo', 'ours.js'), setup);
    return { others, own, undo };
  } finally {
    await server.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Asks for the undo of the latest import. */
async function mark(databaseUrl: string): Promise<void> {
  const db = await Database.open(databaseUrl);
  const [row] = await db.select<{ id: string }>(
    `SELECT id FROM batches WHERE organization_id = ? AND kind = 'import' ORDER BY id DESC LIMIT 1`,
    [organizationId],
  );
  await requestUndo(db, organizationId, row?.id ?? '');
  await db.close();
}
