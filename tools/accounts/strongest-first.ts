import { intentRules } from '../../src/rules/intent/intent';
import type { AccountComment } from '../../src/store/reads/account-words';
import { saidOf, type CommentClass } from '../../src/shared/values';
import { timingOf } from '../schemas/engagement';

/** What somebody who prepares a call must know first. The other classes follow, newest first. */
const strongest: readonly (CommentClass | null)[] = ['request', 'leaving', 'price', 'question', 'objection', 'refusal'];

/** How many of an account's latest comments the choice is made from. */
export const consideredComments = 20;

const dayMs = 86_400_000;

/**
 * The comments of an account to show: of the days in which asking counts (45) those that ask, leave or object before the others,
 * then the older ones, then those without a date. The newest of equals is first.
 * @param comments newest first. @param now epoch milliseconds.
 */
export function strongestFirst(comments: readonly AccountComment[], count: number, now: number): AccountComment[] {
  const rank = (comment: AccountComment) => {
    const { occurred_at, comment_class } = comment;
    if (timingOf(comment) === 'observed') return strongest.length + 2;
    if (now - occurred_at > intentRules.askingDays * dayMs) return strongest.length + 1;
    const at = strongest.indexOf(saidOf(comment_class));
    return at === -1 ? strongest.length : at;
  };
  return [...comments].sort((a, b) => rank(a) - rank(b)).slice(0, count);
}
