/** Counting audiences as jobs: posts within a minute of their engagement, every workspace once a day. */
import { z } from 'zod';
import type { PrivacyRules } from '../audience/privacy';
import { countMarkedPosts } from '../counting/posts';
import { refreshAudiences } from '../counting/refresh';
import { takeSnapshot } from '../counting/snapshot';
import { define, type AnyJob, type JobContext, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { markCountedPosts, workspacesWithMarks } from '../store/audience/aggregates';
import type { Database } from '../store/database';
import { UnknownWorkspaceError } from '../store/writes/workspace-lock';
import { workspacesAfter } from '../store/writes/rescoring-marks';

const nothing = z.object({});
const position = z.object({ after: z.string() });
const together = 200;

const daily: JobKind<object> = { name: 'snapshot-audience', input: nothing };
const soon: JobKind<object> = { name: 'count-posts', input: nothing };

/** @param rules in force, from the settings. */
export function audienceJobs(rules: PrivacyRules): readonly AnyJob[] {
  const optionsOf = (context: JobContext) => ({
    rules,
    now: context.clock.now(),
    checkpoint: () => context.checkpoint(),
  });
  return [
    define({
      name: 'snapshot-every-audience',
      input: nothing,
      // After the daily scoring, and after midnight UTC, when the day of the windows begins.
      schedule: { pattern: '47 3 * * *' },
      async run(context) {
        let after = context.savedState(position)?.after ?? '';
        for (;;) {
          const ids = await workspacesAfter(context.db, after, together);
          const last = ids[ids.length - 1];
          if (last === undefined) return;
          await context.db.transaction(async () => {
            for (const id of ids) await enqueueFor(context.db, daily, id, context.clock.now());
            await context.saveState({ after: last });
          });
          after = last;
          await context.checkpoint();
        }
      },
    }),
    define({
      ...daily,
      keepsDone: false,
      run: (context) =>
        unlessGone(async () => {
          await takeSnapshot(context.db, context.organizationId, optionsOf(context));
          await markCountedPosts(context.db, context.organizationId);
          await countMarkedPosts(context.db, context.organizationId, optionsOf(context));
        }),
    }),
    define({
      name: 'find-changed-posts',
      input: nothing,
      schedule: { pattern: '* * * * *' },
      keepsDone: false,
      async run(context) {
        for (const id of await workspacesWithMarks(context.db, context.clock.now())) {
          await enqueueFor(context.db, soon, id, context.clock.now());
        }
      },
    }),
    define({
      ...soon,
      keepsDone: false,
      run: (context) => unlessGone(() => refreshAudiences(context.db, context.organizationId, optionsOf(context))),
    }),
  ];
}

async function enqueueFor(db: Database, kind: JobKind<object>, organizationId: string, now: number): Promise<void> {
  await enqueue(db, kind, {}, { organizationId, uniqueKey: 'audience', priority: 'low', now });
}

async function unlessGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnknownWorkspaceError)) throw error;
  }
}
