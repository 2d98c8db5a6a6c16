/** Jobs that something happens to at a step of theirs: what a killed or frozen worker leaves behind, without the waiting. */
import type { AnyJob, JobContext } from '../../../src/jobs/definition';

/** Between two transactions of a job, or within one that writes. */
export type Place = 'between' | 'within';

/** At each step of a job (a checkpoint, or a write that is guarded) `step` is called first, with its number from 1. */
export function disturbed(
  jobs: readonly AnyJob[],
  name: string,
  step: (number: number, place: Place) => Promise<void> | void,
) {
  let steps = 0;
  const next = async (place: Place) => step((steps += 1), place);
  const wrapped = (context: JobContext): JobContext => ({
    id: context.id,
    organizationId: context.organizationId,
    attempt: context.attempt,
    db: context.db,
    log: context.log,
    clock: context.clock,
    alone: context.alone,
    signal: context.signal,
    get cancelled() {
      return context.cancelled;
    },
    checkpoint: async () => {
      await next('between');
      await context.checkpoint();
    },
    guard: async () => {
      await next('within');
      await context.guard();
    },
    savedState: (schema) => context.savedState(schema),
    saveState: async (state) => {
      await next('within');
      await context.saveState(state);
    },
    progress: (progress) => {
      context.progress(progress);
    },
    complete: async () => {
      await next('within');
      await context.complete();
    },
  });
  return jobs.map((job) =>
    job.name === name
      ? { ...job, start: (context: JobContext, input: unknown) => job.start(wrapped(context), input) }
      : job,
  );
}
