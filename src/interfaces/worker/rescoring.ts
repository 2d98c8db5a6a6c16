/**
 * Scoring jobs: queued people within a minute, all people once a day. The daily run of a workspace continues where it was
 * interrupted. The day counts as done in the transaction that ends the run.
 */
import { z } from 'zod';
import { define, type JobContext, type JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { scoreQueued, scoringIn } from '../../scoring/queued-job';
import { rescoreWorkspace, workOffQueue, type ScoringOptions } from '../../scoring/rescore';
import { markRescored } from '../../store/writes/rescoring-times';
import { hasWork, workspacesWithWork } from '../../store/writes/scoring-queue';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { forEveryWorkspace, unlessGone } from './every-workspace';

const nothing = z.object({});
const position = z.object({ after: z.string() });

export const rescore: JobKind<object> = { name: 'rescore-workspace', input: nothing, lane: 'daily' };

/** Queues the scoring of all people in every workspace, once a day: when few people work in Europe and in the Americas. */
const everyWorkspace = forEveryWorkspace('rescore-every-workspace', '17 2 * * *', ({ db, clock }, organizationId) =>
  enqueue(db, rescore, {}, { organizationId, uniqueKey: 'daily', now: clock.now() }),
);

const workspace = define({
  ...rescore,
  givesWay: true,
  async run(context) {
    const after = context.savedState(position)?.after;
    await ofWorkspace(context, async (options) => {
      const counts = await rescoreWorkspace(context.db, context.organizationId, context.clock.now(), {
        ...options,
        after,
        reached: (to) => (to === null ? context.guard() : context.saveState({ after: to })),
      });
      await context.db.transaction(async () => {
        await markRescored(context.db, context.organizationId, context.clock.now());
        await context.complete();
      });
      context.log.info(counts, 'workspace scored again');
    });
  },
});

/** Queues the scoring of workspaces with waiting people, for example those of an interrupted import. */
const whereQueued = define({
  name: 'find-queued-people',
  lane: 'minute',
  input: nothing,
  schedule: { pattern: '* * * * *' },
  keepsDone: false,
  async run(context) {
    for (const organizationId of await workspacesWithWork(context.db)) {
      await enqueue(
        context.db,
        scoreQueued,
        {},
        { organizationId, uniqueKey: 'queue', priority: 'high', now: context.clock.now() },
      );
      await context.checkpoint();
    }
  },
});

const queue = define({
  ...scoreQueued,
  keepsDone: false,
  givesWay: true,
  run: (context) =>
    ofWorkspace(context, async (options) => {
      const { db, organizationId, clock } = context;
      for (let isDone = false; !isDone;) {
        await workOffQueue(db, organizationId, clock.now(), options);
        // Until this job ends no other is queued, so it also scores people who were added since the last look.
        isDone = await writeWorkspace(db, organizationId, async () => {
          if (await hasWork(db, organizationId)) return false;
          await context.complete();
          return true;
        });
      }
    }),
});

/** Scores in the manner of a job. */
function ofWorkspace(context: JobContext, work: (options: ScoringOptions) => Promise<void>): Promise<void> {
  return unlessGone(() => work({ ...scoringIn(context), progress: (people) => context.progress({ people }) }));
}

export const scoringJobs = [everyWorkspace, workspace, whereQueued, queue];
