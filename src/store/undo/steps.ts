/** What an undo compares with the live workspace, and in which order. */
import { accountsStep } from './apply-accounts';
import { engagementsStep } from './apply-engagements';
import { outreachStep, unsaidOutreachStep } from './apply-outreach';
import { peopleStep } from './apply-people';
import { postsStep } from './apply-posts';
import { goneAccountsStep, gonePeopleStep, gonePostsStep } from './apply-removals';
import { watchlistStep } from './apply-watchlist';
import { takeStep, type Page, type Step, type UndoRun } from './undo-run';

/** A row refers only to rows of steps before its own. What was not replayed is removed at the end. The names are stored (place.ts). */
const steps: readonly (readonly [name: string, step: Step])[] = [
  ['accounts', accountsStep],
  ['people', peopleStep],
  ['outreach', outreachStep],
  ['unsaid outreach', unsaidOutreachStep],
  ['watchlist', watchlistStep],
  ['posts', postsStep],
  ['engagements', engagementsStep],
  ['gone people', gonePeopleStep],
  ['gone posts', gonePostsStep],
  ['gone accounts', goneAccountsStep],
];

/**
 * Takes all steps.
 * @param from where an interrupted round stopped. Null: at the beginning.
 * @param reached called after each page, with the step and the last id that it was through with.
 */
export async function takeSteps(
  run: UndoRun,
  from: { readonly step: string; readonly after: string } | null,
  reached: (step: string, after: string) => Promise<void>,
): Promise<void> {
  const first = Math.max(
    0,
    steps.findIndex(([name]) => name === from?.step),
  );
  for (const [index, [name, step]] of steps.entries()) {
    if (index < first) continue;
    let after: string | undefined = name === from?.step ? from.after : '';
    while (after !== undefined) {
      const { last, rows }: Page = await takeStep(run, step, after);
      run.compared(rows);
      if (last !== undefined) await reached(name, last);
      after = last;
    }
    const next = steps[index + 1];
    if (next) await reached(next[0], '');
  }
}
