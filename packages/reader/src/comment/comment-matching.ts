/**
 * Finds the phrases of a sentence. Every look-up starts at a word or letter and goes through a map, and a phrase has at most two
 * gaps, so the time is linear in the sentence.
 */
import { fold } from '../text/fold';
import { beginningInside, beginningWith, beginningWithLetters, type Beginning } from './comment-index';
import {
  endsClause,
  inWord,
  joinedLetter,
  kindAt,
  kindOfUnit,
  letter,
  letterOrDigit,
  prefixable,
} from './comment-letters';
import { lazily } from '../text/lazily';
import { bitsOf, type Choice, type CommentPhrase, type Slot } from './comment-phrases';

/** Words that a gap may stand for. */
const longestGap = 3;
/** Letters that a gap may stand for where words run together. */
const longestJoinedGap = 12;
/** Words that may follow one that opens a praise. */
const mostAfterOpening = 2;
const tagquestion = bitsOf('tagquestion');
const congratulation = bitsOf('congratulation');

/** A sentence as phrases are looked for in it. */
export interface Words {
  /** Folded, without the signs around it. */
  readonly bare: string;
  readonly list: readonly string[];
  /** Of each word, the number of its clause; commas and brackets part clauses. */
  readonly clauses: readonly number[];
  readonly joined: boolean;
  /** How many words it has; where words run together four letters are about one. */
  readonly count: number;
  /** Whether a word is written as a name: with a capital letter. */
  readonly isName: (at: number) => boolean;
}

/** Without quotation marks, emoji and the like around it. */
function withoutSigns(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && (kindOfUnit(text, from) & letterOrDigit) === 0) from += 1;
  while (to > from && (kindOfUnit(text, to - 1) & letterOrDigit) === 0) to -= 1;
  return text.slice(from, to);
}

/** A sentence, folded and taken apart into words. */
export function wordsOfSentence(sentence: string): Words {
  const bare = withoutSigns(fold(sentence));
  const capitals = lazily(() => capitalsIn(sentence));
  const list: string[] = [];
  const clauses: number[] = [];
  let clause = 0;
  let kinds = 0;
  let start = -1;
  // One step past the end, where the last word ends.
  for (let at = 0; at <= bare.length; at += 1) {
    const kind = at < bare.length ? kindAt(bare, at) : 0;
    kinds |= kind;
    if ((kind & inWord) !== 0) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) {
      list.push(bare.slice(start, at));
      clauses.push(clause);
      start = -1;
    }
    if ((kind & endsClause) !== 0) clause += 1;
  }
  const joined = (kinds & joinedLetter) !== 0;
  return {
    bare,
    list,
    clauses,
    joined,
    count: joined ? Math.max(list.length, Math.ceil(bare.length / 4)) : list.length,
    isName: (at) => at < list.length && capitals().has(list[at] ?? ''),
  };
}

const capitalWord = /(?<![\p{L}\p{N}])[\p{Lu}][\p{L}\p{N}]+/gu;
/** The words of a text that begin with a capital letter, folded. */
const capitalsIn = (text: string): ReadonlySet<string> =>
  new Set((text.match(capitalWord) ?? []).map((word) => fold(word)));

/** A phrase, and from which word to which, or for joined ones from which letter to which, it stands. */
export interface Match {
  readonly phrase: CommentPhrase;
  readonly from: number;
  readonly to: number;
}

/** Of a language that is not the best guess, the share of the best's words that it needs to be read beside it. */
const leastShareOfBest = 0.4;

/**
 * The languages that a comment may be in: "ár" is a price in Hungarian and nothing in Swedish. Told by how many words of the
 * phrases are theirs; related languages and a comment in two are read in both.
 * @returns whether a phrase is of one of them.
 */
export function languagesOf(matches: readonly Match[]): (match: Match) => boolean {
  const votes: number[] = [];
  let best = 0;
  for (const { phrase, from, to } of matches) {
    while (votes.length <= phrase.language) votes.push(0);
    const count = (votes[phrase.language] ?? 0) + to - from;
    votes[phrase.language] = count;
    if (count > best) best = count;
  }
  return ({ phrase }) => (votes[phrase.language] ?? 0) >= best * leastShareOfBest;
}

/** Every phrase that stands somewhere in the words or, for joined ones, in the letters. */
export function candidatesIn({ list, bare, joined }: Words): Match[] {
  const found: Match[] = [];
  for (let from = 0; from < list.length; from += 1) {
    const word = list[from] ?? '';
    const beginning = beginningWith(word);
    if (beginning !== undefined) tryBeginning(beginning, list, from, found);
    const stems = beginningInside(word);
    if (stems !== undefined) tryWords(stems, list, from, found);
  }
  if (joined) for (let from = 0; from < bare.length; from += 1) tryLettersAt(bare, from, found);
  return found;
}

function tryBeginning({ alone, bySecond, others }: Beginning, list: readonly string[], from: number, found: Match[]) {
  tryWords(alone, list, from, found);
  const second = list[from + 1];
  const continued = second === undefined ? undefined : bySecond.get(second);
  if (continued !== undefined) tryWords(continued, list, from, found);
  if (others.length > 0) tryWords(others, list, from, found);
}

function tryWords(phrases: readonly CommentPhrase[], list: readonly string[], from: number, found: Match[]) {
  for (const phrase of phrases) {
    const to = endInWords(phrase.slots, 0, list, from);
    if (to >= 0) found.push({ phrase, from, to: phrase.place === 'name' ? to + 1 : to });
  }
}

function tryLettersAt(text: string, from: number, found: Match[]) {
  const one = beginningWithLetters(text, from, 1);
  const two = beginningWithLetters(text, from, 2);
  const three = beginningWithLetters(text, from, 3);
  if ((one === undefined && two === undefined && three === undefined) || !mayBeginAt(text, from)) return;
  const before = found.length;
  if (one !== undefined) tryLetters(one, text, from, found, before);
  if (two !== undefined) tryLetters(two, text, from, found, before);
  if (three !== undefined) tryLetters(three, text, from, found, before);
}

function tryLetters(phrases: readonly CommentPhrase[], text: string, from: number, found: Match[], before: number) {
  for (const phrase of phrases) {
    const to = endInLetters(phrase.slots, 0, text, from);
    if (to >= 0 && !found.slice(before).some((other) => other.phrase === phrase)) found.push({ phrase, from, to });
  }
}

/** Where a phrase that begins at a word ends; -1 if it does not stand there. */
function endInWords(slots: readonly Slot[], first: number, words: readonly string[], from: number): number {
  let at = from;
  for (let n = first; n < slots.length; n += 1) {
    const slot = slots[n];
    if (slot === undefined) return -1;
    const word = words[at];
    if (slot.gap) {
      for (let skipped = 0; skipped <= longestGap; skipped += 1) {
        const to = endInWords(slots, n + 1, words, at + skipped);
        if (to >= 0) return to;
      }
      return -1;
    }
    if (slot.others.length === 0 && !slot.optional) {
      if (word === undefined || !slot.words.has(word)) return -1;
      at += 1;
      continue;
    }
    return endOfChoices(slot, slots, n, words, at);
  }
  return at;
}

/** The same at a slot that may be left out, or has choices of several words. */
function endOfChoices(slot: Slot, slots: readonly Slot[], n: number, words: readonly string[], at: number): number {
  const word = words[at];
  if (word !== undefined) {
    if (slot.words.has(word)) {
      const to = endInWords(slots, n + 1, words, at + 1);
      if (to >= 0) return to;
    }
    const choices = slot.byFirst === undefined ? slot.others : slot.byFirst.get(word);
    if (choices !== undefined) {
      const to = endAfterChoice(choices, slots, n, words, at);
      if (to >= 0) return to;
    }
    if (slot.byFirst !== undefined && slot.stems.length > 0) {
      const to = endAfterChoice(slot.stems, slots, n, words, at);
      if (to >= 0) return to;
    }
  }
  return slot.optional ? endInWords(slots, n + 1, words, at) : -1;
}

function endAfterChoice(
  choices: readonly Choice[],
  slots: readonly Slot[],
  n: number,
  words: readonly string[],
  at: number,
): number {
  for (const choice of choices) {
    if (!standsAt(choice, words, at)) continue;
    const to = endInWords(slots, n + 1, words, at + choice.length);
    if (to >= 0) return to;
  }
  return -1;
}

function standsAt(choice: Choice, words: readonly string[], from: number): boolean {
  let at = from;
  for (const { text, isStem } of choice) {
    const word = words[at];
    if (word === undefined || !(isStem ? word.startsWith(text) : word === text)) return false;
    at += 1;
  }
  return true;
}

/** Letters that Arabic and Hebrew write before a word as part of it; at most two of them. */
const prefixes = new Set('والفبلكسشهמהובלכש');
const mostPrefixes = 2;

/** Whether a phrase may begin at a letter: in scripts with such prefixes, behind them at the beginning of a word. */
function mayBeginAt(text: string, from: number): boolean {
  if ((kindAt(text, from) & prefixable) === 0) return true;
  for (let back = 1; back <= mostPrefixes + 1; back += 1) {
    const before = from - back;
    if (before < 0 || (kindAt(text, before) & letter) === 0) return true;
    if (!prefixes.has(text.charAt(before))) return false;
  }
  return false;
}

/** The same letter by letter. */
function endInLetters(slots: readonly Slot[], n: number, text: string, at: number): number {
  const slot = slots[n];
  if (slot === undefined) return at;
  if (slot.gap) {
    for (let skipped = 0; skipped <= longestJoinedGap; skipped += 1) {
      const to = endInLetters(slots, n + 1, text, at + skipped);
      if (to >= 0) return to;
    }
    return -1;
  }
  const pieces = slot.byLetter === undefined ? slot.words : slot.byLetter.get(text.charCodeAt(at));
  if (pieces !== undefined) {
    for (const piece of pieces) {
      if (!text.startsWith(piece, at)) continue;
      const to = endInLetters(slots, n + 1, text, at + piece.length);
      if (to >= 0) return to;
    }
  }
  return slot.optional ? endInLetters(slots, n + 1, text, at) : -1;
}

/** Whether a phrase that was found stands where it must. */
export function stands({ phrase, from, to }: Match, { bare, list, clauses, isName }: Words): boolean {
  if (phrase.class === tagquestion) return false;
  if (phrase.place === 'name') return isName(to - 1) && clauses[to - 1] === clauses[to - 2];
  if (phrase.place === 'end') return to === (phrase.joined ? bare.length : list.length);
  if (phrase.place === 'any') return true;
  if (from !== 0) return false;
  // "Great!" praises, "Great teams fail here too, as ours did" says something.
  const own = phrase.joined ? bare.slice(from, to).split(' ').length : to - from;
  return phrase.class !== congratulation || list.length <= own + mostAfterOpening;
}
