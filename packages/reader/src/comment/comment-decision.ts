/**
 * When the model of comments is believed rather than the word lists. Where the lists find a class it weighs that too, and is believed.
 * Where they find none the comment stays plain unless the model is sure: a wrong request makes somebody call who should not be called. Chosen on
 * comments that are not learned from (docs/internals/decisions/0024).
 */
import { isAsking, type CommentClass } from './comment-classes';
import { learnedClasses } from './comment-features';
import { isKnownLanguage } from './comment-language';
import { commentScale } from './comment-model';
import type { Comment } from './comment-verdict';

/**
 * How much a class weighs beside what it weighs in the rows learned from: they hold fewer plain comments than people write, and more that
 * leave or refuse.
 */
const weights: Partial<Record<CommentClass, number>> = { plain: 4.5, leaving: 0.85, refusal: 0.7 };
const weightOf = learnedClasses.map((name) => weights[name] ?? 1);
/**
 * Least chance of another class than the one that the lists give: of asking, where they find a question or nothing, of leaving where they find
 * nothing, and of asking where they find something else; of plain, and where they find one of the three of another, an objection or
 * praise; and,
 * where they find nothing, of what excludes a person (offering their own, looking for work) and of others.
 */
const least = {
  asking: 0.45,
  leaving: 0.5,
  askingForOther: 0.5,
  plain: 0.85,
  otherAsking: 0.75,
  disqualifying: 0.7,
  forPlain: 0.4,
  /** Of leaving, where a watched competitor is named and neither the lists nor the model find anything else. */
  leavingNamed: 0.24,
  /**
   * Of leaving in the same comment without the name, whose letters say something by chance. Of 115 comments that name a competitor and do not
   * leave it 9 are taken for leaving instead of 15, and of 45 that leave none is lost. To add the chances of objecting and of refusing
   * finds two more, and takes those who merely have it ("On a déjà Cafinova, merci") for leaving.
   */
  leavingUnnamed: 0.19,
  /** The same under a competitor's own post, where none is named: of 4,526 comments it changes five, four of them rightly. */
  leavingUnder: 0.35,
} as const;
const never = 2;
/** Words after which the language of a comment can be told. */
const tellingWords = 8;

function neededFor(found: CommentClass, comment: Comment): number {
  const { verdict, sentences, text, words } = comment;
  if (found === verdict) return 0;
  const asks = isAsking(found) && !isAsking(verdict);
  // "And who pays for that? 😂"
  if (asks && sentences.some(({ laughs }) => laughs)) return never;
  // "We went with another, thanks": who has bought asks for nothing.
  if (verdict === 'refusal' && comment.withdraws()) return never;
  // "May we show you our products? When may we call?"
  if (verdict === 'self_promotion' && comment.sells()) return never;
  // "Could I have the slides?" asks for nothing that is on sale.
  if (asks && found !== 'leaving' && comment.asksForOther) return never;
  if (found === 'plain') return isAsking(verdict) ? never : least.plain;
  if (verdict === 'plain') {
    // Letters of a language that was never learned say nothing.
    if (words > tellingWords && !isKnownLanguage(text)) return never;
    if (asks) return found === 'leaving' ? least.leaving : least.asking;
    return found === 'self_promotion' || found === 'job_hunting' ? least.disqualifying : least.forPlain;
  }
  if (isAsking(found) && isAsking(verdict)) return least.otherAsking;
  // "What does it cost for two technicians?": who asks that does not object because of rare words.
  if (isAsking(verdict) && (found === 'objection' || found === 'congratulation')) return least.otherAsking;
  if (!asks) return 0;
  return verdict === 'question' ? least.asking : least.askingForOther;
}

/** The class of a comment. @param said what the model says for each class. */
export const decide = (comment: Comment, said: Int32Array): CommentClass => weigh(comment, said).found;

/** A class, and how likely the model holds it to be, 0 to 1. */
export interface Weighed {
  readonly found: CommentClass;
  readonly chance: number;
}

/**
 * How a watched competitor is near, whom the comment may leave: it stands under a post of one ("C'est fini pour nous"), or it names one
 * ("Hebemax c'est fini pour nous") and this is the comment without the name. Null where none is near.
 */
export type Rival = 'under' | { readonly without: string } | null;

/** Where the chance of leaving stands. */
const leavingAt = learnedClasses.indexOf('leaving');

const leastNear = { under: least.leavingUnder, named: least.leavingNamed, unnamed: least.leavingUnnamed } as const;

/**
 * The same with the chance of the class that was decided.
 * @param near a competitor whom the workspace watches: what is plain needs less to be leaving. `unnamed` is a comment without the name in it.
 */
export function weigh(comment: Comment, said: Int32Array, near: keyof typeof leastNear | null = null): Weighed {
  let top = -Infinity;
  for (const units of said) top = Math.max(top, units);
  let [sum, asking] = [0, 0];
  let [best, bestWeight, bestAsking, bestAskingWeight] = [0, 0, -1, 0];
  for (let n = 0; n < said.length; n += 1) {
    const weight = Math.exp(((said[n] ?? 0) - top) / commentScale) * (weightOf[n] ?? 1);
    sum += weight;
    if (weight > bestWeight) [best, bestWeight] = [n, weight];
    if (!isAsking(learnedClasses[n] ?? null)) continue;
    asking += weight;
    if (weight > bestAskingWeight) [bestAsking, bestAskingWeight] = [n, weight];
  }
  // Which of the three it asks matters less than that it asks. A question that is likelier than each of them stays one: a person who asks
  // whether you do the servicing is answered either way, and not called as if they had asked a price.
  const asks = best === bestAsking || (asking > bestWeight && learnedClasses[best] !== 'question');
  const found = learnedClasses[asks ? bestAsking : best] ?? comment.verdict;
  const believed = (asks ? asking : bestWeight) >= neededFor(found, comment) * sum ? found : comment.verdict;
  const weightAt = (n: number) => Math.exp(((said[n] ?? -Infinity) - top) / commentScale) * (weightOf[n] ?? 1);
  const leaves = near !== null && believed === 'plain' && weightAt(leavingAt) >= leastNear[near] * sum;
  const decided = leaves && neededFor('leaving', comment) !== never ? 'leaving' : believed;
  const weight = weightAt(learnedClasses.findIndex((name) => name === decided));
  return { found: decided, chance: sum > 0 ? weight / sum : 0 };
}
