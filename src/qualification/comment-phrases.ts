/** The phrases comments are told by, read from `vocabulary/comments/*.tsv` once, when the module loads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fold } from '../text/fold';

/** What a phrase speaks for; `tagquestion` only takes a question mark its meaning ("oder?"). */
export const phraseClasses = [
  'question',
  'buying',
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

/** The folder beside the nearest package of this file: the same from source, from dist/ and from a benchmark's build. */
function folder(): string {
  const name = join('vocabulary', 'comments');
  for (let up = __dirname; ; up = dirname(up)) {
    if (existsSync(join(up, name, 'en.tsv'))) return join(up, name);
    if (up === dirname(up)) throw new Error(`the word lists (${name}/en.tsv) are not installed beside the program`);
  }
}

function read(): CommentPhrase[] {
  const path = folder();
  const files = readdirSync(path).filter((name) => name.endsWith('.tsv'));
  return files.sort().flatMap((file) => {
    const [, ...lines] = readFileSync(join(path, file), 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line, n) => phraseOf(file, line, n + 2));
  });
}

function phraseOf(file: string, line: string, number: number): CommentPhrase {
  const [name, at, text = ''] = line.split('\t');
  const phraseClass = phraseClasses.find((known) => known === name);
  const place = (['any', 'start', 'end'] as const).find((known) => known === at);
  const words = joinedScripts.test(text) ? [fold(text)] : wordsOf(text);
  if (phraseClass === undefined || place === undefined || words.length === 0) {
    throw new Error(`vocabulary/comments/${file}:${number}: not a row of the word lists: ${line}`);
  }
  return { language: file.slice(0, -'.tsv'.length), class: phraseClass, place, words };
}

/** All phrases of all languages. */
export const commentPhrases: readonly CommentPhrase[] = read();
