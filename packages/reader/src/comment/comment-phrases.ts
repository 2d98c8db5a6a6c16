/** The phrases comments are told by, read from `vocabulary/comments/*.tsv` once. */
import { fold } from '../text/fold';
import { ownText, eachVocabularyFile } from '../text/vocabulary-file';
import { joinedScripts } from './comment-letters';
import { inSteps } from '../text/in-steps';

/** What a phrase speaks for; vocabulary/README.md says each with an example. How they are put together: `comments.ts`. */
export const phraseClasses = [
  // One of these is enough.
  'request',
  'price',
  'leaving',
  'objection',
  'refusal',
  'congratulation',
  'self_promotion',
  'job_hunting',
  'question',
  // These count beside others of the same sentence or comment.
  'topic',
  'cost',
  'fit',
  'versus',
  'please',
  'method',
  'seek',
  'thing',
  'instead',
  'end',
  'vendor',
  'job',
  'contact',
  'used',
  'failed',
  'cheer',
  // These take others their meaning.
  'not',
  'without',
  'past',
  'but',
  'rhetorical',
  'tagquestion',
  'none',
  // These have no bit, and are told to the sentence alone.
  'withdrawn',
  'content',
  'other',
  'hire',
  'sell',
] as const;
export type PhraseClass = (typeof phraseClasses)[number];

/** Bits of a number. */
const mostBits = 32;

/** A class as a number: its bit or, of those behind the 32nd, a number that no bits are taken from. */
export function classOf(name: PhraseClass): number {
  const at = phraseClasses.indexOf(name);
  return at < mostBits ? 1 << at : 2 ** at;
}

/** Classes as bits of one number. */
export const bitsOf = (...classes: readonly PhraseClass[]): number =>
  classes.reduce((bits, name) => bits | classOf(name), 0);

/** Where in a sentence a phrase stands; `name`: before a word written as a name, which belongs to it. */
export const phrasePlaces = ['any', 'start', 'end', 'name'] as const;
export type PhrasePlace = (typeof phrasePlaces)[number];

/** A sign of its own between the words of a phrase stands for up to so many others. */
const gap = '*';
/** Gaps that a phrase may have: with few, reading stays linear. */
const mostGaps = 2;
/** A set of words. */
export interface Words extends Iterable<string> {
  readonly size: number;
  has(word: string): boolean;
}

const none: readonly Choice[] = [];
/** Of one word, as most places in a phrase are: a `Set` takes ten times the memory, and a slot of its own three times. */
class OneWord implements Words, Slot {
  readonly size = 1;
  constructor(private readonly word: string) {}
  get gap(): boolean {
    return this.word === gap;
  }
  get optional(): boolean {
    return false;
  }
  get words(): Words {
    return this;
  }
  get others(): readonly Choice[] {
    return none;
  }
  get byFirst(): undefined {
    return undefined;
  }
  get stems(): readonly Choice[] {
    return none;
  }
  get byLetter(): undefined {
    return undefined;
  }
  has(word: string): boolean {
    return word === this.word;
  }
  [Symbol.iterator](): Iterator<string> {
    return [this.word].values();
  }
}

const noWords: Words = new Set<string>();
function setOf(words: readonly string[]): Words {
  const [only, ...more] = words;
  if (only === undefined) return noWords;
  return more.length === 0 ? new OneWord(only) : new Set(words);
}

/** One place in a phrase: a gap, or one of several words. Alike ones are one object. */
export interface Slot {
  readonly gap: boolean;
  /** May be left out. */
  readonly optional: boolean;
  readonly words: Words;
  /** Choices of several words, and beginnings of words. */
  readonly others: readonly Choice[];
  /** Where these are many: those whose first is a whole word, by it; and the rest. */
  readonly byFirst: ReadonlyMap<string, readonly Choice[]> | undefined;
  readonly stems: readonly Choice[];
  /** Where words run together and it has many pieces of text: these by their first letter, as a code unit. */
  readonly byLetter: ReadonlyMap<number, readonly string[]> | undefined;
}

/** Words one after the other. */
export type Choice = readonly ChosenWord[];
export interface ChosenWord {
  readonly text: string;
  /** Whether it is the beginning of a word; written with a `*`. */
  readonly isStem: boolean;
}

export interface CommentPhrase {
  /** Its place among the phrases of all lists. */
  readonly rank: number;
  /** Its place among the lists. */
  readonly language: number;
  /** Its class, as a number (`classOf`). */
  readonly class: number;
  readonly place: PhrasePlace;
  /** What stands one after the other, folded: words, or in a script whose words run together pieces of text. */
  readonly slots: readonly Slot[];
  readonly hasGap: boolean;
  /** Whether it is looked for letter by letter. */
  readonly joined: boolean;
}

/** The words of a folded text, without punctuation. */
const wordsOfFolded = (folded: string): string[] => folded.split(/[^\p{L}\p{N}*]+/u).filter((word) => word !== '');

/** The words of a text: folded, without punctuation. */
const wordsOf = (text: string): string[] => wordsOfFolded(fold(text));

/** `we (left|quit) (them|)`: what stands outside of brackets, and the choices in them, in turn. Brackets are not nested. */
const partsOf = (row: string): string[][] =>
  row.split(/[()]/).map((part, at) => (at % 2 === 0 ? [part] : part.split('|')));

const isStem = (word: string) => word.length > 1 && word.endsWith('*');
const isWord = (words: readonly string[]) => words.length === 1 && !isStem(words[0] ?? '');
/** Choices, or pieces of text, that are compared one after the other. */
const few = 3;
const beginsWithStem = ([first]: Choice) => first?.isStem === true;
/** While the lists are read: words of choices by how they were written, most of them in many. */
const chosenByText = new Map<string, ChosenWord>();
/** A `*` alone stands for one word here. */
function chosen(word: string): ChosenWord {
  const known = chosenByText.get(word);
  if (known !== undefined) return known;
  const read = word.endsWith(gap) ? { text: word.slice(0, -1), isStem: true } : { text: word, isStem: false };
  chosenByText.set(word, read);
  return read;
}
function grouped<Key, Value>(
  values: Iterable<Value>,
  groupKey: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = groupKey(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** While the lists are read: what was read before, by how it was written. */
const slotsByText = new Map<string, Slot>();
/** The same of single words: one text for all phrases that have it. */
const wordsByText = new Map<string, string>();
function sameText(word: string): string {
  const known = wordsByText.get(word);
  if (known !== undefined) return known;
  const own = ownText(word);
  wordsByText.set(own, own);
  return own;
}

function slotOf(choices: readonly string[], split: (choice: string) => string[], joined = false): Slot {
  const text = `${joined ? '=' : ''}${choices.join('|')}`;
  const known = slotsByText.get(text);
  if (known !== undefined) return known;
  const read = choices.map((choice) => split(choice).map(sameText));
  const words = setOf(read.filter(isWord).flat());
  const others = read.filter((choice) => choice.length > 0 && !isWord(choice)).map((choice) => choice.map(chosen));
  const stems = others.filter(beginsWithStem);
  const whole = others.filter((choice) => !beginsWithStem(choice));
  const slot: Slot =
    words instanceof OneWord && read.length === 1
      ? words
      : {
          gap: words.size === 1 && words.has(gap),
          optional: read.some((choice) => choice.length === 0),
          words,
          others: others.length === 0 ? none : others.slice(),
          byFirst: others.length > few ? grouped(whole, ([first]) => first?.text ?? '') : undefined,
          stems: stems.length === 0 ? none : stems,
          byLetter: joined && words.size > few ? grouped(words, (piece) => piece.charCodeAt(0)) : undefined,
        };
  slotsByText.set(text, slot);
  return slot;
}

function slotsOf(row: string): Slot[] {
  return partsOf(row).flatMap((choices) =>
    choices.length > 1
      ? [slotOf(choices, wordsOf)]
      : wordsOf(choices[0] ?? '').map((word) => slotOf([word], (whole) => [whole])),
  );
}

/** The same where words run together: a choice is a piece of text, and a `*` anywhere is a gap. */
function joinedSlotsOf(row: string): Slot[] {
  const whole = (choice: string) => (choice === '' ? [] : [foldInner(choice)]);
  return partsOf(row).flatMap((choices) => {
    if (choices.length > 1) return [slotOf(choices, whole, true)];
    // Gaps, spaces at the ends, which may be missing, and the text between.
    const pieces = (choices[0] ?? '').match(/\*| +|[^* ]+(?: +[^* ]+)*/g) ?? [];
    return pieces.map((piece) => slotOf(piece.trim() === '' ? [' ', ''] : [piece], whole, true));
  });
}

/** Folded, with the spaces at its ends: they part it from what stands beside. */
const foldInner = (text: string) => fold(`|${text}|`).slice(1, -1);

/** Brackets in brackets, which would be read as something else. */
const nested = /\([^)]*\(/;

function phraseOf(list: string, language: number, row: readonly string[], rank: number): CommentPhrase {
  const [name, at, text = ''] = row;
  const phraseClass = phraseClasses.find((known) => known === name);
  const place = phrasePlaces.find((known) => known === at);
  const joined = joinedScripts.test(text);
  const slots = (joined ? joinedSlotsOf(text) : slotsOf(text)).filter(
    (slot) => slot.words.size + slot.others.length > 0,
  );
  const gaps = slots.filter((slot) => slot.gap).length;
  const isWrong =
    nested.test(text) ||
    !slots.some((slot) => !slot.gap && !slot.optional) ||
    slots[0]?.gap === true ||
    slots.at(-1)?.gap === true ||
    gaps > mostGaps ||
    (place === 'name' && joined);
  if (phraseClass === undefined || place === undefined || isWrong) {
    throw new Error(`vocabulary/comments/${list}.tsv: not a row of the word lists: ${row.join(' ')}`);
  }
  // A list that grew keeps room for more.
  return { rank, language, class: classOf(phraseClass), place, slots: slots.slice(), hasGap: gaps > 0, joined };
}

/** Phrases that are made of their rows in one step: some milliseconds. */
const phrasesAtOnce = 250;

/** All phrases of all languages, read when the first comment is. */
export const commentPhrases = inSteps(function* (): Generator<void, readonly CommentPhrase[]> {
  const phrases: CommentPhrase[] = [];
  let language = 0;
  for (const { name, rows } of eachVocabularyFile('comments')) {
    yield;
    for (const row of rows) {
      phrases.push(phraseOf(name, language, row, phrases.length));
      if (phrases.length % phrasesAtOnce === 0) yield;
    }
    language += 1;
  }
  slotsByText.clear();
  wordsByText.clear();
  chosenByText.clear();
  return phrases;
});
