/** Daily jobs for each workspace. A scheduled job queues them. */
import { z } from 'zod';
import { define, type JobContext } from '../../jobs/definition';
import { UnknownWorkspaceError } from '../../store/log/workspace-lock';
import { workspacesAfter } from '../../store/writes/rescoring-times';

const position = z.object({ after: z.string() });
/** Workspaces that are queued in one transaction. */
const together = 200;

/**
 * A scheduled job that queues work for every workspace, in transactions of 200, and continues where it was interrupted.
 * @param pattern of cron, in UTC.
 * @param queue enqueues the work of one workspace; called in a transaction.
 */
export function forEveryWorkspace(
  name: string,
  pattern: string,
  queue: (context: JobContext, organizationId: string) => Promise<unknown>,
) {
  return define({
    name,
    lane: 'upkeep',
    input: z.object({}),
    schedule: { pattern },
    async run(context) {
      let after = context.savedState(position)?.after ?? '';
      for (;;) {
        const ids = await workspacesAfter(context.db, after, together);
        const last = ids[ids.length - 1];
        if (last === undefined) return;
        await context.db.transaction(async () => {
          for (const id of ids) await queue(context, id);
          await context.saveState({ after: last });
        });
        after = last;
        await context.checkpoint();
      }
    },
  });
}

/** Does work for a workspace. Ignores that the workspace was deleted in the meantime. */
export async function unlessGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnknownWorkspaceError)) throw error;
  }
}
