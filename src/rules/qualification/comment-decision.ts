/**
 * When the model of comments is believed rather than the word lists. Where the lists find a class it weighs that too, and is believed.
 * Where they find none the comment stays plain unless the model is sure: a wrong request makes somebody call who should not be called. Chosen on
 * comments that are not learned from (docs/internals/decisions/0024).
 */
import { isAsking, type CommentClass } from '../../shared/values';
import { learnedClasses } from './comment-features';
import { isKnownLanguage } from './comment-language';
import { commentScale } from './comment-model';
import type { Comment } from './comment-verdict';

/** The rows learned from hold fewer plain comments than people write: these weigh so many times what they weigh there. */
const plainWeight = 2.5;
/** Least chance of another class than the one that the lists give. */
const least = { askingForPlain: 0.75, otherForPlain: 0.7, plainForOther: 0.8 } as const;
const never = 2;
/** Words after which the language of a comment can be told. */
const tellingWords = 8;

function neededFor(found: CommentClass, { verdict, sentences, text, words }: Comment): number {
  if (found === verdict) return 0;
  // "And who pays for that? 😂"
  if (isAsking(found) && !isAsking(verdict) && sentences.some(({ laughs }) => laughs)) return never;
  if (found === 'plain') return least.plainForOther;
  if (verdict !== 'plain') return 0;
  // Letters of a language that was never learned say nothing.
  if (words > tellingWords && !isKnownLanguage(text)) return never;
  return isAsking(found) ? least.askingForPlain : least.otherForPlain;
}

/** @param said what the model says for each class. */
export function decide(comment: Comment, said: Int32Array): CommentClass {
  let top = -Infinity;
  for (const units of said) top = Math.max(top, units);
  let [sum, asking, best, bestWeight] = [0, 0, 0, 0];
  for (let n = 0; n < said.length; n += 1) {
    const weight = Math.exp(((said[n] ?? 0) - top) / commentScale) * (n === 0 ? plainWeight : 1);
    sum += weight;
    if (isAsking(learnedClasses[n] ?? null)) asking += weight;
    if (weight > bestWeight) [best, bestWeight] = [n, weight];
  }
  const found = learnedClasses[best] ?? comment.verdict;
  // Which of the three it asks matters less than that it asks.
  const speaking = isAsking(found) && comment.verdict === 'plain' ? asking : bestWeight;
  return speaking >= neededFor(found, comment) * sum ? found : comment.verdict;
}
