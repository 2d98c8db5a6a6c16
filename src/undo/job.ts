/** Undoing as a job: one of a workspace at a time, begun anew by the next worker when it was interrupted. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { PrivacyRules } from '../audience/privacy';
import { define, type AnyJob, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { markUndoing, type UndoRequested } from '../store/batches/undoing';
import type { Database } from '../store/database';
import { UnknownWorkspaceError } from '../store/writes/workspace-lock';
import { undoBatches } from './undo';

const kind: JobKind<object> = { name: 'undo-batches', input: z.object({}) };

/** @param rules in force, from the settings. */
export function undoJob(rules: PrivacyRules): AnyJob {
  return define({
    ...kind,
    async run(context) {
      const { db, organizationId, clock } = context;
      try {
        await undoBatches(db, organizationId, {
          folder: scratchFolder(organizationId),
          rules,
          now: () => clock.now(),
          checkpoint: () => context.checkpoint(),
          guard: () => context.guard(),
          finished: (more) => (more ? context.guard() : context.complete()),
          progress: (stage, done) => context.progress({ stage, done }),
        });
      } catch (error) {
        // A workspace that is gone has nothing to undo.
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

/** The same for every attempt of a workspace, so that each removes what a killed one left. */
const scratchFolder = (organizationId: string) =>
  join(tmpdir(), `leadlight-undo-${createHash('sha256').update(organizationId).digest('hex').slice(0, 16)}`);

/** Marks a batch to be taken back and queues the work, in one transaction. */
export function requestUndo(
  db: Database,
  organizationId: string,
  batchId: string,
  now = Date.now(),
): Promise<UndoRequested> {
  return db.transaction(async () => {
    const requested = await markUndoing(db, organizationId, batchId, now);
    if (requested.outcome === 'marked') {
      await enqueue(db, kind, {}, { organizationId, uniqueKey: 'undo', now });
    }
    return requested;
  });
}
