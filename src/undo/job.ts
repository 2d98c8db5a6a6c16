/** Undoing as a job: one of a workspace at a time, begun anew by the next worker when it was interrupted. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivacyRules } from '../audience/privacy';
import { define, type AnyJob } from '../jobs/definition';
import { UnknownWorkspaceError } from '../store/writes/workspace-lock';
import { undoJobKind } from './request';
import { undoBatches } from './undo';

/** @param rules in force, from the settings. */
export function undoJob(rules: PrivacyRules): AnyJob {
  return define({
    ...undoJobKind,
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
