/** Finds and removes what names a person in texts: audit details, job payloads, other people's comments. */
import { visibleText } from '../text/identifiers';
import { formsOf, wordKey, wordPattern } from './name-forms';
import { inflections, unsureInflections } from './inflections';
import { innerWords, commonSecondNames, particles, titles } from './ordinary-words';
import { shownText, type Stretch } from './shown-text';
import { stretchesOf, unspacedPatterns } from './unspaced-names';

/** The names and identifiers by which texts may mention a person. */
export interface PersonTerms {
  /** Ids of their rows here, because an audit entry about a lead contains one. */
  readonly ids: readonly string[];
  readonly members: readonly string[];
  readonly slugs: readonly string[];
  readonly names: readonly string[];
  readonly emails: readonly string[];
}

/** Replaces the removed text. */
const erased = '[erased]';

interface Term {
  readonly words: readonly string[];
  /** Only words from this index on are removed. The earlier ones are context that must precede them. */
  readonly from: number;
  /** How the term is compared: ids and addresses exactly, names with inflections, or only if they are written as names. */
  readonly as: 'address' | 'name' | 'written name';
  /** Which word is an initial; -1: none. */
  readonly initial: number;
}

const wordsOf = (text: string): string[] => (visibleText(text).match(wordPattern) ?? []).map(wordKey);

/** Shorter words without a digit may be ordinary words, and count only inside an address: `/in/ada`. */
const unmistakable = (word: string) => word.length >= 10 || (word.length >= 5 && /\d/.test(word));

/** The terms to look for. */
function* termsOf({ ids, members, slugs, names, emails }: PersonTerms): Generator<Term> {
  const address = (words: readonly string[], from = 0): Term => ({ words, from, as: 'address', initial: -1 });
  // The network's sales product uses another letter: see text/identifiers.ts.
  const otherForms = members.flatMap((id) => [id.replace(/^ACoAA/i, 'ACwAA'), id.replace(/^ACwAA/i, 'ACoAA')]);
  for (const text of new Set([...ids, ...members, ...otherForms, ...emails])) yield address(wordsOf(text));
  for (const slug of slugs) {
    for (const spelled of new Set([slug, encodeURIComponent(slug)])) {
      const words = wordsOf(spelled);
      const [only] = words;
      if (words.length > 1 || (only !== undefined && unmistakable(only))) yield address(words);
      yield address(['in', ...words], 1);
    }
  }
  for (const name of names) {
    for (const { words, initial, isOrdinary } of formsOf(name)) {
      yield { words, from: 0, initial, as: isOrdinary || initial !== -1 ? 'written name' : 'name' };
    }
  }
}

/** A word of a text. */
interface Word {
  readonly text: string;
  readonly at: number;
  key?: string;
}

const wordKeyOf = (word: Word | undefined) => (word ? (word.key ??= wordKey(word.text)) : '');
/** Letters with which Arabic, Hebrew and Amharic join `and`, `to`, `by` to a word; `to the` takes the article's first letter. */
const joinedBefore = /^(?:[وف]?لل|[وف][بلك](?=\p{L}{3})|[وفبلك]|ו?כש|ו?[הבכלמש]|ו|[ለየበከ])(?=\p{L}{2})/u;
/** What account names have before a name: `therealinesHaddad`. */
const accountWords = /^(?:the|real|iam|im|its|mr|mrs|ms|dr|ask|hey)+(?=\p{L}{10})/u;
/** A joined name of this length is found in longer words too: `ineshaddadofficial`. */
const longName = 10;

/** The key by which terms are looked up: the common beginning of all forms of the first word. */
const beginningOf = (key: string) => key.slice(0, 2);

export class TextEraser {
  private readonly byBeginning = new Map<string, Term[]>();
  private readonly unspaced: RegExp | undefined;

  /** @param people whose names, ids and e-mail addresses are looked for, ignoring accents. */
  constructor(people: readonly PersonTerms[]) {
    const seen = new Set<string>();
    const patterns = new Set<string>();
    for (const person of people) {
      for (const term of termsOf(person)) {
        const key = `${term.as} ${term.from} ${term.initial} ${term.words.join(' ')}`;
        const [first] = term.words;
        if (first === undefined || term.words.length === term.from || seen.has(key)) continue;
        seen.add(key);
        const list = this.byBeginning.get(beginningOf(first)) ?? [];
        list.push(term);
        this.byBeginning.set(beginningOf(first), list);
      }
      for (const name of person.names) for (const pattern of unspacedPatterns(name)) patterns.add(pattern);
    }
    const longestFirst = [...patterns].sort((a, b) => b.length - a.length);
    if (longestFirst.length > 0) this.unspaced = new RegExp(longestFirst.join('|'), 'gu');
  }

  /**
   * The text without what names these people. The same string if nothing does. JSON stays JSON: only words inside strings
   * change.
   */
  clean(text: string): string {
    if (this.byBeginning.size === 0 && !this.unspaced) return text;
    const document = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
    if (document === undefined) return this.cleanWords(text);
    const clean = JSON.stringify(mapStrings(document, (part) => this.clean(part)));
    return clean === JSON.stringify(document) ? text : clean;
  }

  names(text: string): boolean {
    return this.clean(text) !== text;
  }

  private cleanWords(text: string): string {
    const { unspaced } = this;
    const spaced = this.byBeginning.size === 0 ? text : withoutShown(text, (shown) => this.stretchesIn(shown));
    return unspaced ? withoutShown(spaced, (shown) => stretchesOf(shown, unspaced)) : spaced;
  }

  private stretchesIn(text: string): Stretch[] {
    const words: Word[] = [...text.matchAll(wordPattern)].map((match) => ({ text: match[0], at: match.index }));
    const found: Stretch[] = [];
    for (let at = 0; at < words.length;) {
      const fit = this.longestAt(text, words, at);
      if (fit) found.push(fit.stretch);
      at = fit ? fit.next : at + 1;
    }
    return found;
  }

  /** The longest term that matches at this word. */
  private longestAt(text: string, words: readonly Word[], at: number): Fit | undefined {
    const key = wordKeyOf(words[at]);
    const bare = wordKey(key.replace(joinedBefore, '').replace(accountWords, ''));
    const candidates = this.byBeginning.get(beginningOf(key)) ?? [];
    const joined = bare === key ? [] : (this.byBeginning.get(beginningOf(bare)) ?? []);
    let best: Fit | undefined;
    for (const term of new Set([...candidates, ...joined])) {
      const fit = fitOf(term, text, words, at, bare);
      if (fit && (!best || fit.next > best.next)) best = fit;
    }
    return best;
  }
}

interface Fit {
  readonly stretch: Stretch;
  /** The word after it. */
  readonly next: number;
}

/** Whether a term matches at a word of a text. @param bare the word without letters joined before it. */
function fitOf(term: Term, text: string, words: readonly Word[], start: number, bare: string): Fit | undefined {
  let at = start;
  const used: Word[] = [];
  let isSure = true;
  for (const [index, expected] of term.words.entries()) {
    let word = words[at];
    const before = words[at - 1];
    while (
      index > 0 &&
      term.as !== 'address' &&
      word &&
      mayStandInName(text, word, term) &&
      index !== term.initial &&
      wordKeyOf(word) !== expected
    ) {
      at += 1;
      word = words[at];
    }
    if (!word) return undefined;
    if (index > 0 && before && !mayStandBetween(term, text.slice(before.at + before.text.length, word.at), before)) {
      if (words[at - 1] === used[used.length - 1]) return undefined;
    }
    if (!isExpected(term, index, expected, word, index === 0 ? bare : '')) {
      if (term.as !== 'name' || !mayBeInflected(wordKeyOf(word), expected)) return undefined;
      isSure = false;
    }
    used.push(word);
    at += 1;
  }
  if (!isSure && !used.some((word, index) => isInflected(wordKeyOf(word), term.words[index] ?? ''))) return undefined;
  const [first, last] = [used[term.from], used[used.length - 1]];
  if (!first || !last || (term.as === 'written name' && !isWrittenAsName(term, text, used))) return undefined;
  // Letters joined before the name stay.
  const isJoined =
    term.from === 0 && term.as === 'name' && wordKeyOf(first) !== term.words[0] && bare === term.words[0];
  const from = isJoined ? (joinedBefore.exec(wordKeyOf(first))?.[0].length ?? 0) : 0;
  return { stretch: [first.at + from, last.at + last.text.length], next: at };
}

/** One character. */
const isLetter = (text: string) => Array.from(text).length === 1;

/** One letter, a capital one where the alphabet has them. */
const isCapital = (letter: string) => isLetter(letter) && (letter !== letter.toLowerCase() || /\p{Lo}/u.test(letter));

const isInitial = (text: string, { text: letter, at }: Word) => isCapital(letter) && text[at + letter.length] === '.';

/** Parts of family names that are no words of sentences. */
const isParticle = (key: string) => particles.has(key) && !/^(?:as|an|do|ten|y)$/.test(key);

/** The name of the father follows: `Ahmed bin Salim Al-Rashid`. */
const beforeFather = /(?<!\p{L})(?:بن|ابن|بنت|bin|ibn|ben|bint)\s+$/iu;

/**
 * Whether a word may stand inside a name: initials (`Ines M. Haddad`), titles (`Haddad, Dr. Ines`), nicknames (`Ines "Nessie"
 * Haddad`), `née`, patronymics, common second names, particles, and the first half of a double name (`Ines Schmidt-Haddad`).
 */
function mayStandInName(text: string, word: Word, { as }: Term): boolean {
  const key = wordKeyOf(word);
  if (isInitial(text, word) || innerWords.has(key) || titles.has(key)) return true;
  const [before = '', after = ''] = [text[word.at - 1], text[word.at + word.text.length]];
  if (as === 'name') {
    if (beforeFather.test(text.slice(Math.max(0, word.at - 8), word.at))) return true;
    const isName = /^\p{Lu}/u.test(word.text);
    if (isParticle(key) || (isName && (isLetter(word.text) || commonSecondNames.has(key)))) return true;
    if (isName && /\p{Pd}/u.test(after) && /^\p{Lu}/u.test(text.slice(word.at + word.text.length + 1))) return true;
  }
  return (/["“”„«»(']/.test(before) && /["“”«»)']/.test(after)) || /^\p{Lu}.*(?:вич|вна|ична)$/u.test(word.text);
}

function isExpected(term: Term, index: number, expected: string, word: Word, bare: string): boolean {
  const key = wordKeyOf(word);
  if (key === expected) return true;
  if (term.as !== 'name' || index === term.initial) return false;
  if (bare === expected || isInflected(key, expected)) return true;
  // A joined name may be a part of a longer account name or hashtag.
  const isJoined = term.words.length === 1 && expected.length >= longName;
  return isJoined && (key.startsWith(expected) || bare.startsWith(expected));
}

/** `Haddads`, `Anny` for `Anna`, `Ивановой` for `Иванова`, and the number at the end of an account name. */
function isInflected(key: string, name: string): boolean {
  // Behind three letters only a long ending counts: `Évának`, but not `Adas` for `Ada`. Folding removes the vowels of Indic
  // names, so three letters of those are a longer name.
  const isShort = name.length === 3 && /[a-zа-яα-ω]/.test(name);
  if (name.length < 3 || (isShort && key.length < 6) || key.slice(0, 2) !== name.slice(0, 2)) return false;
  if (name.length >= 7 && /\D$/.test(name) && key.startsWith(name) && /^\d{1,4}$/.test(key.slice(name.length)))
    return true;
  return hasEnding(key, name);
}

/** Whether it is a form of the name if another word has an ending too: `Jana Kowalskiego`, `Jono Kazlausko`. */
const mayBeInflected = (key: string, name: string) =>
  hasEnding(key, name, name.length === 3 ? inflections : unsureInflections);

const hasEnding = (key: string, name: string, rows = inflections) =>
  rows.some(
    ({ ending, leaves, suffixes }) =>
      ending.test(name) &&
      ((stem) => stem.length > 2 && key.startsWith(stem) && suffixes.has(key.slice(stem.length)))(
        name.replace(ending, leaves),
      ),
  );

/** What may separate ordinary words that are a name, and an initial and a name. */
const oneSign = /^(?:[ \u00a0]|[.,][ \u00a0]?)$/;
const initialSign = /^(?:[ \u00a0]{1,3}|[.,][ \u00a0]{0,2})$/;

/** What may separate two words of a term: a sentence does not end within a name, and an address has no spaces. */
function mayStandBetween(term: Term, between: string, before: Word): boolean {
  if (term.as === 'address') return between.length <= 3 && !/\s/.test(between);
  if (term.as === 'written name') {
    if (/^[._'’-]$/.test(between)) return true;
    const sign = term.initial === -1 ? oneSign : initialSign;
    return sign.test(between) && (between[0] !== '.' || isLetter(before.text));
  }
  const endsSentence = /[.!?…:]\s/.test(between) && !isLetter(before.text) && !titles.has(wordKeyOf(before));
  return Array.from(between.replace(/\s+/g, ' ')).length <= 6 && !endsSentence;
}

/** Whether words that might be ordinary are written as a name: each with a capital letter, in a text that is not a headline. */
function isWrittenAsName(term: Term, text: string, used: readonly Word[]): boolean {
  if (isInAddress(term, text, used)) return true;
  const joint = text.slice((used[0]?.at ?? 0) + (used[0]?.text.length ?? 0), used[1]?.at);
  if (joint === '_' || (joint === '.' && !isLetter(used[0]?.text ?? ''))) return false;
  const capital = (word: Word) => /^[\p{Lu}\p{Lo}]/u.test(word.text);
  // `van der Berg`, and `v. d. Berg`.
  const isSmall = (word: Word) => particles.has(wordKeyOf(word)) || (used.length > 2 && isLetter(word.text));
  if (!used.every((word) => capital(word) || isSmall(word))) return false;
  const others = [...text.matchAll(wordPattern)]
    .map((match) => match[0])
    .filter((word) => !used.some((one) => one.text === word));
  const headline = others.length >= 2 && others.every((word) => /^[\p{Lu}\p{N}]/u.test(word));
  if (headline) return false;
  const initial = used[term.initial];
  return (
    initial === undefined ||
    isInitial(text, initial) ||
    ((term.initial === 0 || isAfterComma(text, initial) || isListed(text, initial)) &&
      !/^(?:[IAOEYUÀÉ]|\p{Lo})$/u.test(initial.text))
  );
}

const isAfterComma = (text: string, { at }: Word) => /, ?$/.test(text.slice(at - 2, at));
/** `Haddad I, Lindqvist B`: authors are listed so. */
const isListed = (text: string, { at, text: letter }: Word) => /^\s*(?:[,;)]|$)/.test(text.slice(at + letter.length));

/** Whether words are written as in addresses and account names: `i.haddad@acme.example`, `@will_young`, `/will.young`. */
function isInAddress(term: Term, text: string, used: readonly Word[]): boolean {
  const [first, last] = [used[0], used[used.length - 1]];
  if (!first || !last) return false;
  const isJoined = used.every((word, at) => {
    const next = used[at + 1];
    return next === undefined || /^[._-]$/.test(text.slice(word.at + word.text.length, next.at));
  });
  if (!isJoined) return false;
  return /[@/#]/.test(text[first.at - 1] ?? '') || /^@/.test(text.slice(last.at + last.text.length));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON value with every string and member name changed. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapStrings(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [change(name), mapStrings(part, change)]));
}

/** The text without the stretches found in its visible form: first with what stands in tags, then without. */
function withoutShown(text: string, find: (shown: string) => readonly Stretch[]): string {
  const forms = text.includes('<') ? (['no tags', 'tags'] as const) : (['tags'] as const);
  return forms.reduce((before, hides) => {
    const shown = shownText(before, hides);
    return without(
      before,
      find(shown.text).map((stretch) => shown.stored(stretch)),
    );
  }, text);
}

function without(text: string, stretches: readonly Stretch[]): string {
  let result = '';
  let written = 0;
  for (const [from, to] of stretches) {
    if (from < written) continue;
    result += text.slice(written, from) + erased;
    written = to;
  }
  return result + text.slice(written);
}
