/** A job of several steps, each of which leaves a row that no key makes unique: what is done twice is seen. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { define, type JobKind } from '../../../src/jobs/definition';
import { Random } from '../../store/support/random';

export const steps = 4;
export const stepKind: JobKind<{ n: number }> = { name: 'test-steps', input: z.object({ n: z.number() }) };

export const effectsTable = 'CREATE TABLE test_effects (job INTEGER NOT NULL, step INTEGER NOT NULL)';

export const stepJob = define({
  ...stepKind,
  async run(context, { n }) {
    const random = new Random(n);
    const { next } = context.savedState(z.object({ next: z.number() })) ?? { next: 0 };
    for (let step = next; step < steps; step += 1) {
      // Some moments between a step and the next, so that kills fall there too.
      for (let turn = random.below(20); turn > 0; turn -= 1) await context.checkpoint();
      await context.db.transaction(async () => {
        await context.db.run('INSERT INTO test_effects (job, step) VALUES (?, ?)', [n, step]);
        // And more between what a step does and what says that it is done: there a kill must undo both.
        for (let turn = random.below(200); turn > 0; turn -= 1) await setImmediate();
        if (step === steps - 1) await context.complete();
        else await context.saveState({ next: step + 1 });
      });
    }
  },
});
