/** The phrases comments are told by, read from `vocabulary/comments/*.tsv` once, when the module loads. */
import { fold } from '../text/fold';
import { vocabularyFiles } from '../text/vocabulary-file';

/**
 * What a phrase speaks for. `request` ("please", "send me") makes one bare buying word a request; `tagquestion` only takes a
 * question mark its meaning ("oder?").
 */
export const phraseClasses = [
  'question',
  'buying',
  'request',
  'objection',
  'refusal',
  'congratulation',
  'self_promotion',
  'job_hunting',
  'tagquestion',
] as const;
export type PhraseClass = (typeof phraseClasses)[number];

/** Where in a sentence a phrase stands. */
export type PhrasePlace = 'any' | 'start' | 'end';

export interface CommentPhrase {
  readonly language: string;
  readonly class: PhraseClass;
  readonly place: PhrasePlace;
  /** Folded words; one that ends in `*` is the beginning of a word. Of a script whose words run together, one piece. */
  readonly words: readonly string[];
}

/** Scripts whose words run together or carry what other languages write as words of their own. */
export const joinedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The words of a text: folded, without punctuation. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}*]+/u)
    .filter((word) => word !== '');

function phraseOf(language: string, row: readonly string[]): CommentPhrase {
  const [name, at, text = ''] = row;
  const phraseClass = phraseClasses.find((known) => known === name);
  const place = (['any', 'start', 'end'] as const).find((known) => known === at);
  const words = joinedScripts.test(text) ? [fold(text)] : wordsOf(text);
  if (phraseClass === undefined || place === undefined || words.length === 0) {
    throw new Error(`vocabulary/comments/${language}.tsv: not a row of the word lists: ${row.join(' ')}`);
  }
  return { language, class: phraseClass, place, words };
}

/** All phrases of all languages. */
export const commentPhrases: readonly CommentPhrase[] = vocabularyFiles('comments').flatMap(({ name, rows }) =>
  rows.map((row) => phraseOf(name, row)),
);
