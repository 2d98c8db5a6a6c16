/** Undo as a job. A workspace has one at a time. If it is interrupted, the next worker of this machine goes on with it. */
import type { PrivacyRules } from '../../rules/audience/privacy';
import { define, type AnyJob } from '../../jobs/definition';
import { PermanentFailure } from '../../jobs/errors';
import { transactionMs } from '../../scoring/pace';
import { giveUpUndoing } from '../../store/log/undoing';
import { LogIncomplete } from '../../store/undo/lost-rows';
import { scratchFolder } from '../../store/undo/scratch-folders';
import { UnknownWorkspaceError } from '../../store/log/workspace-lock';
import { undoJobKind } from './request';
import { undoBatches, type UndoProgress } from './undo';
import { keeperOf } from '../../store/statements/keeper';

/**
 * @param rules in force, from the settings.
 * @param watch told of the progress of a job that runs in this process.
 */
export function undoJob(rules: PrivacyRules, watch?: UndoProgress): AnyJob {
  return define({
    ...undoJobKind,
    async run(context) {
      const { db, organizationId, clock } = context;
      try {
        await undoBatches(db, organizationId, {
          folder: scratchFolder(keeperOf(db), organizationId),
          rules,
          targetMs: transactionMs(db.dialect, context.alone),
          now: () => clock.now(),
          checkpoint: () => context.checkpoint(),
          guard: () => context.guard(),
          finished: (more) => (more ? context.guard() : context.complete()),
          progress(stage, done, total) {
            context.progress({ stage, done, ...(total === undefined ? {} : { total }) });
            watch?.(stage, done, total);
          },
        });
      } catch (error) {
        // The workspace is gone, so there is nothing to undo.
        if (error instanceof UnknownWorkspaceError) return;
        if (!(error instanceof LogIncomplete)) throw error;
        await giveUpUndoing(db, organizationId);
        throw new PermanentFailure(error.message);
      }
    },
  });
}
