/**
 * What a comment is: a question, a praise, a refusal and so on, in the languages of `vocabulary/comments`.
 *
 * The word lists read it first (`comment-verdict.ts`). People say the same in ever new words, so a model that learned from labelled
 * comments (`training/`) weighs what the lists say with the words and letters of the comment, and decides where it is sure enough
 * (`comment-decision.ts`). The time is linear in the text, of which the first 2,000 characters count.
 */
import type { StoredClass } from './comment-classes';
import { weigh, type Rival, type Weighed } from './comment-decision';
import { commentModel, saidOf } from './comment-model';
import { laughter } from './comment-sentences';
import { readComment, type Comment } from './comment-verdict';

/** Words that a joke may have: in a longer comment, one sentence that laughs does not make the rest a joke. */
const longestJoke = 20;

/**
 * Tells what a comment is. A short plain one that laughs is a joke.
 * @param text as written; an empty one is `plain`.
 */
export const classifyComment = (text: string): StoredClass => readingOf(text).said;

/** What a comment is, and how likely, in thousandths. */
export interface Reading {
  readonly said: StoredClass;
  readonly confidence: number;
}

/**
 * The same, with the chance of the class as the model sees it, whatever decided. 1,000 where there is nothing to weigh: a mention, emoji.
 * @param text as written.
 * @param rival how a competitor whom the workspace watches is near.
 */
export function readingOf(text: string, rival: Rival = null): Reading {
  const read = readComment(text);
  if (typeof read === 'string') return { said: read, confidence: 1_000 };
  const { found, chance } = nearing(read, rival);
  const joke = found === 'plain' && read.words <= longestJoke && laughter.test(read.text);
  return { said: joke ? 'joke' : found, confidence: Math.round(chance * 1_000) };
}

/** What is plain and leaves a competitor whom it names does so without the name too. */
function nearing(comment: Comment, rival: Rival): Weighed {
  const said = saidOf(comment, commentModel());
  if (rival === null || rival === 'under') return weigh(comment, said, rival);
  const weighed = weigh(comment, said, 'named');
  if (weighed.found !== 'leaving') return weighed;
  const alone = weigh(comment, said);
  if (alone.found === 'leaving') return alone;
  const bare = readComment(rival.without);
  return typeof bare !== 'string' && weigh(bare, saidOf(bare, commentModel()), 'unnamed').found === 'leaving'
    ? weighed
    : alone;
}
