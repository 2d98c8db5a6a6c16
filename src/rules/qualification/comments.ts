/**
 * What a comment is: a question, a praise, a refusal and so on, in the languages of `vocabulary/comments`.
 *
 * The word lists read it first (`comment-verdict.ts`). People say the same in ever new words, so a model that learned from labelled
 * comments (`training/`) weighs what the lists say with the words and letters of the comment, and decides where it is sure enough
 * (`comment-decision.ts`). The time is linear in the text, of which the first 2,000 characters count.
 */
import { commentClasses, type CommentClass, type StoredClass } from '../../shared/values';
import { decide } from './comment-decision';
import { commentModel, saidOf } from './comment-model';
import { laughter } from './comment-sentences';
import { readComment } from './comment-verdict';

export { commentClasses, type CommentClass };

/** Words that a joke may have: in a longer comment, one sentence that laughs does not make the rest a joke. */
const longestJoke = 20;

/**
 * Tells what a comment is. A short plain one that laughs is a joke.
 * @param text as written; an empty one is `plain`.
 */
export function classifyComment(text: string): StoredClass {
  const read = readComment(text);
  if (typeof read === 'string') return read;
  const said = decide(read, saidOf(read, commentModel()));
  return said === 'plain' && read.words <= longestJoke && laughter.test(read.text) ? 'joke' : said;
}
