/** Cleans up after agent runs: ends runs whose job ended early, and removes old candidates and old marks of posts. */
import { z } from 'zod';
import { define, type JobContext } from '../../jobs/definition';
import { Interrupted, reasonOf } from '../../jobs/errors';
import { changeRun, abandonedRuns, countRun, endRun } from '../../store/agent/runs';
import { closeBatch } from '../../store/log/batches';
import { forgetCandidates } from '../../store/agent/candidates';
import { forgetMarks } from '../../store/crawl/collected-posts';
import { dayOf } from '../../store/sync/lifecycle';
import { forgetPeopleOfDays, nextCounted } from '../../store/sync/synced-people';
import type { AgentRunRow } from '../../store/tables/agent';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { decideAboutAll } from './decide-all';

const nothing = z.object({});
const dayMs = 86_400_000;
const together = 200;
/** Candidates of older runs are removed, except those who became leads through them. The runs stay, with their counts. */
const candidateDays = 180;
/** A post that nothing was read from for this long is read once more. */
const markDays = 365;

/**
 * Decides about everyone that an abandoned run considered: credits were paid for them, and no other run considers them for the
 * same engagement. If the decision fails, the run is ended all the same, so that it does not block other runs.
 */
async function decideBefore(context: JobContext, run: AgentRunRow): Promise<void> {
  const { db, clock, alone } = context;
  const { organization_id: organizationId, id } = run;
  const may = { checkpoint: () => context.checkpoint(), guard: () => context.guard() };
  try {
    await decideAboutAll({ db, clock, alone, organizationId, ...may }, id);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    context.log.error({ error: reasonOf(error), organizationId, run: id }, 'candidates of a run stay undecided');
  }
}

export const agentCleaning = [
  define({
    name: 'end-abandoned-runs',
    lane: 'minute',
    input: nothing,
    schedule: { pattern: '* * * * *' },
    keepsDone: false,
    async run(context) {
      const { db, clock } = context;
      for (const { job_status: status, job_error: error, ...run } of await abandonedRuns(db)) {
        const now = clock.now();
        await decideBefore(context, run);
        await writeWorkspace(db, run.organization_id, async () => {
          await changeRun(db, run, await countRun(db, run));
          const failure = { code: 'internal_error', message: error ?? 'Its job ended early.' };
          const end = status === 'cancelled' ? ({ status: 'CANCELLED', stopReason: 'cancelled' } as const) : undefined;
          await endRun(db, run, end ? { ...end, now } : { status: 'FAILED', failure, now });
          if (run.batch_id !== null) await closeBatch(db, run.organization_id, run.batch_id, 'FAILED', now);
        });
        await context.checkpoint();
      }
    },
  }),
  define({
    name: 'clean-agent',
    lane: 'upkeep',
    input: nothing,
    schedule: { pattern: '23 4 * * *' },
    keepsDone: false,
    async run(context) {
      const { db, clock } = context;
      while ((await forgetCandidates(db, clock.now() - candidateDays * dayMs, together)) > 0)
        await context.checkpoint();
      while ((await forgetMarks(db, clock.now() - markDays * dayMs, together)) > 0) await context.checkpoint();
      const yesterday = dayOf(clock.now()) - 1;
      for (let id = await nextCounted(db, ''); id !== undefined; id = await nextCounted(db, id)) {
        while ((await forgetPeopleOfDays(db, id, yesterday, together)) > 0) await context.checkpoint();
      }
    },
  }),
];
