/** Taking batches back in tests, without a worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weakestRules } from '../../../src/rules/audience/privacy';
import type { Database } from '../../../src/database/database';
import { markUndoing } from '../../../src/store/batches/undoing';
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
