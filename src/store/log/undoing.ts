/** The states of a batch that is being undone. */
import { placeholders, type Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';
import { writeWorkspace } from './workspace-lock';
import { findBatch } from './batch-reads';

/** The result of a request to undo a batch. */
export type UndoRequested =
  | { readonly outcome: 'marked'; readonly batch: BatchRow }
  | { readonly outcome: 'unknown' | 'permanent' }
  | { readonly outcome: 'undone' | 'undoing' | 'running'; readonly batch: BatchRow };

/** An open batch without a write for this long is taken to be abandoned by its process, in ms. */
const silence = 2 * 60_000;
/** A source may keep a run waiting longer for its answer. */
const silenceOfSources = 60 * 60_000;

/** Marks a batch to be undone. From then on nothing is stored in it. A job does the work (src/ingest/undo). */
export async function markUndoing(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<UndoRequested> {
  return writeWorkspace(db, organizationId, async () => {
    const batch = await findBatch(db, organizationId, id);
    if (!batch) return { outcome: 'unknown' };
    if (batch.kind === 'before' || batch.kind === 'by_hand') return { outcome: 'permanent' };
    if (batch.status === 'UNDONE') return { outcome: 'undone', batch };
    if (batch.status === 'UNDOING') return { outcome: 'undoing', batch };
    const patience = batch.kind === 'import' ? silence : silenceOfSources;
    if (batch.status === 'OPEN' && batch.touched_at > now - patience) return { outcome: 'running', batch };
    await db.run(`UPDATE batches SET status = 'UNDOING', touched_at = ? WHERE organization_id = ? AND id = ?`, [
      now,
      organizationId,
      id,
    ]);
    return { outcome: 'marked', batch };
  });
}

/** Removes records of a batch from the log, oldest first. Returns how many chunks were removed. */
export async function dropRecords(
  db: Database,
  organizationId: string,
  batchId: string,
  most: number,
  guard: () => Promise<void>,
): Promise<number> {
  return writeWorkspace(db, organizationId, async () => {
    await guard();
    const rows = await db.select<{ revision: number }>(
      `SELECT revision FROM batch_records WHERE organization_id = ? AND batch_id = ? ORDER BY revision LIMIT ${most}`,
      [organizationId, batchId],
    );
    const revisions = rows.map(({ revision }) => revision);
    if (revisions.length === 0) return 0;
    return db.run(`DELETE FROM batch_records WHERE organization_id = ? AND revision IN (${placeholders(revisions)})`, [
      organizationId,
      ...revisions,
    ]);
  });
}

/** Marks batches as undone. */
export async function markUndone(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db.run(
    `UPDATE batches SET status = 'UNDONE', touched_at = ?
     WHERE organization_id = ? AND status = 'UNDOING' AND id IN (${placeholders(ids)})`,
    // Uses the clock that makes ids, not the job's, so that rows stored by the job lie within the time of its batch.
    [Math.max(now, Date.now()), organizationId, ...ids],
  );
}

/** Gives up undoing: the batches stay as they are. */
export async function giveUpUndoing(db: Database, organizationId: string): Promise<void> {
  await db.run(`UPDATE batches SET status = 'DONE' WHERE organization_id = ? AND status = 'UNDOING'`, [organizationId]);
}
