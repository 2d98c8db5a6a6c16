/**
 * What a comment is: a question, a praise, a refusal and so on, in the languages of `vocabulary/comments`.
 *
 * The word lists read it first (`comment-verdict.ts`). People say the same in ever new words, so a model that learned from labelled
 * comments (`training/`) weighs what the lists say with the words and letters of the comment, and decides where it is sure enough
 * (`comment-decision.ts`). The time is linear in the text, of which the first 2,000 characters count.
 */
import { commentClasses, type CommentClass } from '../../shared/values';
import { decide } from './comment-decision';
import { commentModel, saidOf } from './comment-model';
import { readComment } from './comment-verdict';

export { commentClasses, type CommentClass };

/**
 * Tells what a comment is.
 * @param text as written; an empty one is `plain`.
 */
export function classifyComment(text: string): CommentClass {
  const read = readComment(text);
  return typeof read === 'string' ? read : decide(read, saidOf(read, commentModel()));
}
