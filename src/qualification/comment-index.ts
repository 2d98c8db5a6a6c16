/** The phrases of comments by what they may begin with. A phrase found here still has to be compared. */
import { commentPhrases, type CommentPhrase, type Slot } from './comment-phrases';
import { lazily } from './lazily';

/** The phrases that may begin with a word. */
export interface Beginning {
  /** Those that are this one word. */
  alone: CommentPhrase[] | undefined;
  /** Those whose second word is known, by it: most candidates end there. */
  bySecond: Map<string, CommentPhrase[]> | undefined;
  /** All others: anything, or nothing, may follow. */
  others: CommentPhrase[] | undefined;
}

/** Letters that phrases are looked up by at most: the first of a beginning of a word, or where words run together. */
const mostLetters = 3;

/** So many letters from a place on as a number. Two texts may share it. */
function letterKey(text: string, from: number, count: number): number {
  let key = 0;
  for (let at = from; at < from + count; at += 1) key = key * 31 + text.charCodeAt(at);
  return key;
}

const index = lazily(() => {
  const words = new Map<string, Beginning>();
  const stems = new Map<number, CommentPhrase[]>();
  // By how many letters they are looked up.
  const letters = Array.from({ length: mostLetters + 1 }, () => new Map<number, CommentPhrase[]>());
  for (const phrase of commentPhrases()) {
    if (!phrase.joined) addByWords(words, stems, phrase);
    else {
      for (const piece of beginningsOf(phrase).flatMap((slot) => [...slot.words])) {
        const count = Math.min(piece.length, mostLetters);
        const byLetters = letters[count];
        if (byLetters !== undefined) add(byLetters, letterKey(piece, 0, count), phrase);
      }
    }
  }
  return { words, stems, letters };
});

/** The slots that a phrase may begin with: the first, and what follows one that may be missing. */
function beginningsOf({ slots }: CommentPhrase): readonly Slot[] {
  const sure = slots.findIndex(({ optional }) => !optional);
  return slots.slice(0, sure + 1);
}

function addByWords(words: Map<string, Beginning>, stems: Map<number, CommentPhrase[]>, phrase: CommentPhrase): void {
  const [first] = phrase.slots;
  const seconds = first === undefined || first.optional ? undefined : wordsAfterFirst(phrase.slots);
  for (const slot of beginningsOf(phrase)) {
    for (const word of slot.words) addBeginning(words, word, phrase, seconds);
    for (const [start, next] of slot.others) {
      if (start === undefined) continue;
      if (start.isStem) add(stems, letterKey(start.text, 0, mostLetters), phrase);
      else if (!slot.words.has(start.text) || seconds !== undefined) {
        const isKnown = first?.optional === false && next?.isStem === false;
        addBeginning(words, start.text, phrase, isKnown ? [next.text] : undefined);
      }
    }
  }
}

/** What may follow the first slot of a phrase: nothing if it is the whole phrase, undefined if that is not known. */
function wordsAfterFirst(slots: readonly Slot[]): readonly string[] | undefined {
  const seconds: string[] = [];
  for (const { gap, optional, words, others } of slots.slice(1)) {
    if (gap) return undefined;
    seconds.push(...words);
    for (const [start] of others) {
      if (start === undefined || start.isStem) return undefined;
      seconds.push(start.text);
    }
    if (!optional) return seconds;
  }
  return slots.length === 1 ? [] : undefined;
}

function addBeginning(
  words: Map<string, Beginning>,
  word: string,
  phrase: CommentPhrase,
  seconds: readonly string[] | undefined,
): void {
  let beginning = words.get(word);
  if (beginning === undefined) {
    beginning = { alone: undefined, bySecond: undefined, others: undefined };
    words.set(word, beginning);
  }
  if (seconds === undefined) beginning.others = withOne(beginning.others, phrase);
  else if (seconds.length === 0) beginning.alone = withOne(beginning.alone, phrase);
  else {
    beginning.bySecond ??= new Map();
    for (const next of seconds) add(beginning.bySecond, next, phrase);
  }
}

function add<Key>(to: Map<Key, CommentPhrase[]>, key: Key, phrase: CommentPhrase): void {
  const list = to.get(key);
  if (list === undefined) to.set(key, [phrase]);
  else withOne(list, phrase);
}

/** A list with one more phrase, once. */
function withOne(list: CommentPhrase[] | undefined, phrase: CommentPhrase): CommentPhrase[] {
  if (list === undefined) return [phrase];
  if (list.at(-1) !== phrase) list.push(phrase);
  return list;
}

/** The phrases that may begin with a word as a whole. */
export const beginningWith = (word: string): Beginning | undefined => index().words.get(word);

/** The phrases that may begin with the beginning of a word. */
export const beginningInside = (word: string): readonly CommentPhrase[] | undefined =>
  word.length < mostLetters ? undefined : index().stems.get(letterKey(word, 0, mostLetters));

/** The phrases that may begin with so many letters, 1 to 3, at a place. */
export const beginningWithLetters = (
  text: string,
  from: number,
  count: number,
): readonly CommentPhrase[] | undefined =>
  from + count > text.length ? undefined : index().letters[count]?.get(letterKey(text, from, count));
