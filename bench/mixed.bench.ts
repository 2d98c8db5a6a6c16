/**
 * What others feel of an import: it runs in a process of its own, as the command does, while this one writes to the same workspace
 * and reads its leads, as a service does.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApiKey } from '../src/auth/api-keys';
import { Database } from '../src/database/database';
import { openWorkspaceStore } from '../src/store/facade/workspace-store';
import { writeWorkspace } from '../src/store/log/workspace-lock';
import { median, percentile, round, runMeasured, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase, organizationId, sizeOf } from './import/empty-database';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const rowsAtFullSize = 100_000;
/** Between one write, or read, and the next, in milliseconds. */
const every = { write: 40, read: 10 } as const;

export const benchmark: Benchmark = {
  title: 'writes and reads of a workspace while 100,000 rows are imported into it and scored',
  async run({ databases, scale, say }) {
    const folder = join(benchFolder, 'mixed');
    mkdirSync(folder, { recursive: true });
    const size = sizeOf(Math.round(rowsAtFullSize * scale));
    const file = join(folder, `likers-${size.rows}.csv`);
    await writeExport(file, size);
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      say(`${kind}: importing ${size.rows} rows`);
      const { writes, reads, seconds } = await measure(kind, join(folder, kind), file, size.rows);
      rows.push({
        database: kind,
        rows: size.rows,
        'import s': round(seconds, 1),
        writes: writes.length,
        'write ms median': round(median(writes)),
        'write ms p99': round(percentile(writes, 99)),
        'write ms most': round(Math.max(...writes)),
        reads: reads.length,
        'read ms median': round(median(reads)),
        'read ms p99': round(percentile(reads, 99)),
      });
      const most = (name: string, limit: number, value: number): Target => ({
        name: `${kind}: ${name}, ms`,
        limit,
        value: round(value),
        sense: 'most',
      });
      targets.push(
        most('another write, median', 250, median(writes)),
        most('another write, p99', 1_000, percentile(writes, 99)),
        most('a page of leads, p99', 50, percentile(reads, 99)),
      );
    }
    return { sections: [{ title: 'What others wait while an import runs', rows }], targets };
  },
};

async function measure(
  kind: DatabaseKind,
  folder: string,
  file: string,
  expectedRows: number,
): Promise<{ writes: number[]; reads: number[]; seconds: number }> {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    const databaseUrl = await emptyDatabase(kind, server, 'mixed');
    const db = await Database.open(databaseUrl);
    const store = openWorkspaceStore(db, organizationId);
    let running = true;
    const repeat = async (pause: number, work: (turn: number) => Promise<unknown>): Promise<number[]> => {
      const times: number[] = [];
      for (let turn = 0; running; turn += 1) {
        const started = performance.now();
        await work(turn);
        times.push(performance.now() - started);
        await setTimeout(pause);
      }
      return times;
    };
    // In turn one that takes the workspace's row, as a decision about a lead does, and one beside it.
    const key = { organizationId, name: 'bench', dataAccess: ['workspace' as const], expiresAt: null };
    const writing = repeat(every.write, (turn) =>
      turn % 2 === 0 ? writeWorkspace(db, organizationId, () => Promise.resolve()) : createApiKey(db, key),
    );
    const reading = repeat(every.read, () => store.leads.list({ disposition: ['ACTIVE'] }, { limit: 50, after: null }));
    const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows };
    const { seconds } = await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
    running = false;
    const [writes, reads] = await Promise.all([writing, reading]);
    await db.close();
    return { writes, reads, seconds };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
