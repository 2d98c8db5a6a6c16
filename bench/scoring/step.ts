/**
 * One step of the scoring benchmark, in a process of its own: `node step.js '{"step":"queue",…}'` prints what it took as JSON.
 * It uses only what the first release has too, so that the same file measures that release (scoring.bench.ts).
 */
import { keepMemorySmall } from '../../src/interfaces/cli/memory';
import { importFile } from '../../src/ingest/import/importer';
import { rescoreWorkspace, workOffQueue } from '../../src/scoring/rescore';
import { Database } from '../../src/database/database';
import { organizationId, startWorkspace } from '../import/empty-database';

export type Step =
  /** Makes a workspace of these exports, with everybody in the queue. */
  | { readonly step: 'prepare'; readonly databaseUrl: string; readonly files: readonly string[]; readonly now: number }
  /** Scores who is queued, as the last stage of an import does. */
  | { readonly step: 'queue'; readonly databaseUrl: string; readonly now: number }
  /** Scores everybody again, as once a day. */
  | { readonly step: 'all again'; readonly databaseUrl: string; readonly now: number };

export interface StepResult {
  readonly people: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function run(input: Step): Promise<number> {
  const { databaseUrl, now } = input;
  if (input.step === 'prepare') await startWorkspace(databaseUrl);
  const db = await Database.open(databaseUrl);
  // As the commands do.
  keepMemorySmall();
  try {
    if (input.step === 'prepare') {
      const network = { namespace: 'li', hosts: ['linkedin.com'] };
      for (const file of input.files) {
        await importFile(db, organizationId, file, { network, now, dryRun: false, score: false });
      }
      return 0;
    }
    const work = input.step === 'queue' ? workOffQueue : rescoreWorkspace;
    const { leadsNew, leadsUpdated } = await work(db, organizationId, now);
    return leadsNew + leadsUpdated;
  } finally {
    await db.close();
  }
}

async function main(): Promise<void> {
  const input = JSON.parse(process.argv[2] ?? '{}') as Step;
  const start = performance.now();
  const before = process.cpuUsage();
  const people = await run(input);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ people, seconds, cpuSeconds: (user + system) / 1e6 } satisfies StepResult));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
