/** Taking batches back in tests, without a worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weakestRules } from '../../../src/rules/audience/privacy';
import type { Database } from '../../../src/database/database';
import { markUndoing } from '../../../src/store/log/undoing';
import { undoBatches, type UndoOptions } from '../../../src/ingest/undo/undo';
import { now } from '../../import/support/site';

const nothing = () => Promise.resolve();

/** Takes the batches back to the end. */
export async function undo(
  db: Database,
  organizationId: string,
  batchIds: readonly string[],
  options: Partial<UndoOptions> = {},
): Promise<void> {
  for (const id of batchIds) {
    const { outcome } = await markUndoing(db, organizationId, id, Date.now());
    if (outcome !== 'marked') throw new Error(`batch ${id} is ${outcome}`);
  }
  await finishUndoing(db, organizationId, options);
}

/** Goes on with what is marked. */
export async function finishUndoing(
  db: Database,
  organizationId: string,
  options: Partial<UndoOptions> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-undo-'));
  try {
    await undoBatches(db, organizationId, {
      folder,
      rules: weakestRules,
      now: () => now,
      checkpoint: nothing,
      guard: nothing,
      finished: nothing,
      ...options,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Stopped extends Error {}

/** Takes a batch back in an undo that ends before these of its transactions, counted from 1, and is run again each time. */
export async function undoStopped(
  db: Database,
  organizationId: string,
  batchId: string,
  stops: readonly number[],
): Promise<void> {
  const stoppedAt = (stop: number) => {
    let transactions = 0;
    return () => ((transactions += 1) === stop ? Promise.reject(new Stopped()) : nothing());
  };
  const [first = Infinity, ...others] = stops;
  const passed = (error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  };
  await undo(db, organizationId, [batchId], { guard: stoppedAt(first) }).catch(passed);
  for (const stop of others) await finishUndoing(db, organizationId, { guard: stoppedAt(stop) }).catch(passed);
  await finishUndoing(db, organizationId);
}
