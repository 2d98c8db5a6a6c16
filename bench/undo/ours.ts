/** The undo of every batch that is marked, in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weakestRules } from '../../src/rules/audience/privacy';
import { undoBatches, type Extent } from '../../src/ingest/undo/undo';
import { Database } from '../../src/database/database';
import { usage, workMeasured } from '../harness';

export interface UndoSetup {
  readonly databaseUrl: string;
  readonly organizationId: string;
  /** How long a transaction should take, ms; absent: as beside a server of requests. */
  readonly targetMs?: number;
}

export interface UndoResult {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** What was replayed. */
  readonly extents: readonly Extent[];
  /** CPU seconds of each stage. */
  readonly stages: Readonly<Record<string, number>>;
}

workMeasured(async ({ databaseUrl, organizationId, targetMs }: UndoSetup): Promise<UndoResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-undo-'));
  const db = await Database.open(databaseUrl);
  const stages: Record<string, number> = {};
  const extents: Extent[] = [];
  let [stage, since] = ['replaying', usage().cpu];
  const nothing = () => Promise.resolve();
  const start = performance.now();
  const begun = usage().cpu;
  const turn = (next: string) => {
    const { cpu } = usage();
    stages[stage] = (stages[stage] ?? 0) + (cpu - since) / 1000;
    [stage, since] = [next, cpu];
  };
  await undoBatches(db, organizationId, {
    ...{ folder: join(folder, 'undo'), now: () => Date.now(), rules: weakestRules },
    ...{ checkpoint: nothing, guard: nothing, finished: nothing },
    ...(targetMs === undefined ? {} : { targetMs }),
    chose: (extent) => extents.push(extent),
    progress: (next) => {
      if (next !== stage) turn(next);
    },
  });
  turn('');
  const seconds = (performance.now() - start) / 1000;
  await db.close();
  rmSync(folder, { recursive: true, force: true });
  return { seconds, cpuSeconds: (usage().cpu - begun) / 1000, extents, stages };
});
