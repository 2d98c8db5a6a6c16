/** The importer, in a process of its own. */
import { keepMemorySmall } from '../../src/interfaces/cli/memory';
import { importFile, type ImportSummary } from '../../src/ingest/import/importer';
import { Database } from '../../src/database/database';
import { usage, workMeasured } from '../harness';

export interface ImportSetup {
  readonly databaseUrl: string;
  readonly organizationId: string;
  readonly file: string;
  readonly dryRun: boolean;
  readonly expectedRows: number;
}

export interface ImportResult {
  readonly summary: ImportSummary;
  readonly seconds: number;
  readonly readingSeconds: number;
  readonly cpuSeconds: number;
  /** Highest resident memory in each tenth of the rows, then while scoring; MB. */
  readonly memory: readonly number[];
  readonly peakMemory: number;
}

const toMb = (bytes: number) => Math.round(bytes / 2 ** 20);

workMeasured(async (setup: ImportSetup): Promise<ImportResult> => {
  const db = await Database.open(setup.databaseUrl);
  // As the command does.
  keepMemorySmall();
  const highest: number[] = [];
  let stage = 0;
  const note = () => {
    highest[stage] = Math.max(highest[stage] ?? 0, toMb(process.memoryUsage.rss()));
  };
  const timer = setInterval(note, 100);
  const start = performance.now();
  let read = start;
  const summary = await importFile(db, setup.organizationId, setup.file, {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now: Date.now(),
    dryRun: setup.dryRun,
    onProgress: (progress) => {
      if (progress.stage === 'scoring') stage = 10;
      else {
        stage = Math.min(9, Math.floor((progress.done / setup.expectedRows) * 10));
        read = performance.now();
      }
      note();
    },
  });
  const end = performance.now();
  clearInterval(timer);
  await db.close();
  const { cpu, peakRss } = usage();
  return {
    summary,
    seconds: (end - start) / 1000,
    readingSeconds: (read - start) / 1000,
    cpuSeconds: cpu / 1000,
    memory: [...highest],
    peakMemory: toMb(peakRss),
  };
});
