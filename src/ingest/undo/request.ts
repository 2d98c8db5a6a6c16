/** Requests for the undo of a batch. */
import { z } from 'zod';
import type { JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { markUndoing, type UndoRequested } from '../../store/log/undoing';
import type { Database } from '../../database/database';

export const undoJobKind: JobKind<object> = { name: 'undo-batches', input: z.object({}), lane: 'asked' };

/** Marks a batch for undo and queues the job, in one transaction. */
export function requestUndo(
  db: Database,
  organizationId: string,
  batchId: string,
  now = Date.now(),
): Promise<UndoRequested> {
  return db.transaction(async () => {
    const requested = await markUndoing(db, organizationId, batchId, now);
    if (requested.outcome === 'marked') {
      await enqueue(db, undoJobKind, {}, { organizationId, uniqueKey: 'undo', now });
    }
    return requested;
  });
}
