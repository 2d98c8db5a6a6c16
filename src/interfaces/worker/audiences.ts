/** Jobs that count audiences: posts within a minute of their engagement, every workspace once a day. */
import { z } from 'zod';
import type { PrivacyRules } from '../../rules/audience/privacy';
import { countMarkedPosts } from '../../audience/posts';
import { refreshAudiences } from '../../audience/refresh';
import { takeSnapshot } from '../../audience/snapshot';
import { define, type AnyJob, type JobContext, type JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { markCountedPosts, workspacesWithMarks } from '../../store/audience/aggregates';
import type { Database } from '../../database/database';
import { forEveryWorkspace, unlessGone } from './every-workspace';

const nothing = z.object({});

const daily: JobKind<object> = { name: 'snapshot-audience', input: nothing, lane: 'daily' };
const soon: JobKind<object> = { name: 'count-posts', input: nothing, lane: 'scoring' };

/** @param rules from the settings. */
export function audienceJobs(rules: PrivacyRules): readonly AnyJob[] {
  const optionsOf = (context: JobContext) => ({
    rules,
    now: context.clock.now(),
    checkpoint: () => context.checkpoint(),
  });
  return [
    // After the daily scoring, and after midnight UTC, when the windows' day begins.
    forEveryWorkspace('snapshot-every-audience', '47 3 * * *', ({ db, clock }, id) =>
      enqueueFor(db, daily, id, clock.now()),
    ),
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
      lane: 'minute',
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
