/** The phrases of comments by what they may begin with. A phrase found here still has to be compared. */
import { commentPhrases, type CommentPhrase, type Slot } from './comment-phrases';
import { inSteps } from '../text/in-steps';

/** The phrases that may begin with a word. */
export interface Beginning {
  /** Those that are this one word. */
  readonly alone: readonly CommentPhrase[];
  /** Those whose second word is known, by it: most candidates end there. */
  readonly bySecond: ReadonlyMap<string, readonly CommentPhrase[]>;
  /** All others: anything, or nothing, may follow. */
  readonly others: readonly CommentPhrase[];
}

/** Phrases that are entered in one step. */
const phrasesAtOnce = 1_000;

/** Letters that phrases are looked up by at most: the first of a beginning of a word, or where words run together. */
const mostLetters = 3;

/** So many letters from a place on as a number. Two texts may share it. */
function letterKey(text: string, from: number, count: number): number {
  let key = 0;
  for (let at = from; at < from + count; at += 1) key = key * 31 + text.charCodeAt(at);
  return key;
}

export const phraseIndex = inSteps(function* () {
  const words = new Map<string, readonly CommentPhrase[]>();
  const stems = new Map<number, readonly CommentPhrase[]>();
  // By how many letters they are looked up.
  const letters = Array.from({ length: mostLetters + 1 }, () => new Map<number, readonly CommentPhrase[]>());
  for (const phrase of commentPhrases()) {
    for (const slot of phrase.slots) {
      for (const word of slot.words) {
        const count = Math.min(word.length, mostLetters);
        const byLetters = letters[count];
        if (!phrase.joined) add(words, word, phrase);
        else if (byLetters !== undefined) add(byLetters, letterKey(word, 0, count), phrase);
      }
      for (const [start] of slot.others) {
        if (start?.isStem === true) add(stems, letterKey(start.text, 0, mostLetters), phrase);
        else if (start !== undefined) add(words, start.text, phrase);
      }
      if (!slot.optional) break;
    }
    if (phrase.rank % phrasesAtOnce === 0) yield;
  }
  return { words, stems, letters };
});

function add<Key>(to: Map<Key, readonly CommentPhrase[]>, key: Key, phrase: CommentPhrase): void {
  const list = to.get(key);
  // A list that grew by itself would keep room for more.
  if (list === undefined) to.set(key, [phrase]);
  else if (list.at(-1) !== phrase) to.set(key, [...list, phrase]);
}

/** The words that were looked up before: most never are. */
const beginnings = new Map<string, Beginning>();

/** The phrases that may begin with a word as a whole. */
export function beginningWith(word: string): Beginning | undefined {
  const known = beginnings.get(word);
  if (known !== undefined) return known;
  const phrases = phraseIndex().words.get(word);
  if (phrases === undefined) return undefined;
  const beginning = beginningOf(phrases, word);
  beginnings.set(word, beginning);
  return beginning;
}

function beginningOf(phrases: readonly CommentPhrase[], word: string): Beginning {
  const alone: CommentPhrase[] = [];
  const bySecond = new Map<string, readonly CommentPhrase[]>();
  const others: CommentPhrase[] = [];
  for (const phrase of phrases) {
    const seconds = secondWords(phrase.slots, word);
    if (seconds === undefined) others.push(phrase);
    else if (seconds.size === 0) alone.push(phrase);
    else for (const next of seconds) add(bySecond, next, phrase);
  }
  return { alone, bySecond, others };
}

/** What may follow a word that a phrase begins with: nothing if it is the whole phrase, undefined if that is not known. */
function secondWords(slots: readonly Slot[], word: string): ReadonlySet<string> | undefined {
  const [first] = slots;
  if (first === undefined || first.optional) return undefined;
  const seconds = new Set<string>();
  for (const [start, next] of first.others) {
    if (start === undefined || start.isStem || start.text !== word) continue;
    if (next === undefined || next.isStem) return undefined;
    seconds.add(next.text);
  }
  if (!first.words.has(word)) return seconds;
  if (slots.length === 1) return seconds.size === 0 ? seconds : undefined;
  for (const { gap, optional, words, others } of slots.slice(1)) {
    if (gap) return undefined;
    for (const next of words) seconds.add(next);
    for (const [start] of others) {
      if (start === undefined || start.isStem) return undefined;
      seconds.add(start.text);
    }
    if (!optional) return seconds;
  }
  return undefined;
}

/** The phrases that may begin with the beginning of a word. */
export const beginningInside = (word: string): readonly CommentPhrase[] | undefined =>
  word.length < mostLetters ? undefined : phraseIndex().stems.get(letterKey(word, 0, mostLetters));

/** The phrases that may begin with so many letters, 1 to 3, at a place. */
export const beginningWithLetters = (
  text: string,
  from: number,
  count: number,
): readonly CommentPhrase[] | undefined =>
  from + count > text.length ? undefined : phraseIndex().letters[count]?.get(letterKey(text, from, count));
