/** Finding known phrases in a list of words: the small machine under every word table. */
import { fold } from './fold';
import { WordBits } from './word-set';
import { foldWord, isFolded, rememberedWords, keyLength, tokensOfOne, unspaced, type Word } from './words';

/** One word of a phrase; a stem matches every word that begins with it. */
interface PhraseWord {
  readonly text: string;
  readonly stem: boolean;
}

interface Phrase<Row> {
  readonly words: readonly PhraseWord[];
  readonly row: Row;
}
const firstOf = ({ words }: Pick<Phrase<true>, 'words'>): string => words[0]?.text ?? '';

/** The same object for the same word: "manager" stands in thousands of phrases. */
const phraseWords = new Map<string, PhraseWord>();
function phraseWord(text: string): PhraseWord {
  const known = phraseWords.get(text) ?? { text, stem: false };
  phraseWords.set(text, known);
  return known;
}

/** A phrase found at a word: its row, and how many words it covers. */
export interface Found<Row> {
  readonly row: Row;
  readonly length: number;
}

/** How many words a `*` between others may stand for: "Chief Human Resources and Culture Officer" has four. */
const longestGap = 4;

/** Spellings of a phrase that its table stands for: umlauts are also typed without them (`geschaeftsfuehrer`). */
function spellings(written: string): readonly string[] {
  if (!/[äöü]/i.test(written)) return [written];
  return [written, written.replace(/ä/gi, 'ae').replace(/ö/gi, 'oe').replace(/ü/gi, 'ue')];
}

/** What a table knows of a word. */
interface Known<Row> {
  readonly word: Word | undefined;
  readonly single: Row | undefined;
  /** The row of the longest listed beginning. */
  readonly singleStem: Row | undefined;
  /** Phrases of more words whose first word it is, or begins. */
  readonly exact: readonly Phrase<Row>[] | undefined;
  /** The letters with which a second word of those may begin (`letterBit`). */
  readonly seconds: number;
  readonly stems: readonly Phrase<Row>[] | undefined;
  /** The row of the longest listed end that it has, and is longer than. */
  readonly end: Row | undefined;
}
const nothing = {
  word: undefined,
  single: undefined,
  singleStem: undefined,
  exact: undefined,
  seconds: 0,
  stems: undefined,
  end: undefined,
};

/**
 * Which tables list a word, begin a stem or end a compound with its letters: a bit for each table. Most words are in no table, and
 * one look here spares one in every table, whose maps together are far larger than a processor's cache. A bit too many costs that look.
 */
const listedIn = new WordBits();
const stemsIn = new WordBits();
const endingsIn = new WordBits();
let phrasesAdded = 0;
let tablesMade = 0;
/** As many tables as a number has bits; later ones share the last. */
const mostBits = 31;
const sharedBit = 1 << (mostBits - 1);

function register(tables: WordBits, key: string, bit: number): void {
  tables.add(key, bit);
  phrasesAdded += 1;
}

/** The tables that may know a word; looked up again when a table was filled since. */
function tablesOf(word: Word): number {
  if (word.tablesAsOf === phrasesAdded) return word.tables;
  const stems = word.text.length < keyLength ? 0 : stemsIn.of(word.start);
  word.tables = listedIn.of(word.text) | stems | endingsIn.of(word.end);
  word.tablesAsOf = phrasesAdded;
  return word.tables;
}

/** Phrases of one table. Of two rows with the same phrase the one added first stays. */
export class PhraseTable<Row extends object | true> {
  private readonly bit = 1 << Math.min(tablesMade++, mostBits - 1);
  /** Phrases of one word, which most are. */
  private readonly singles = new Map<string, Row>();
  private readonly exact = new Map<string, Phrase<Row>[]>();
  /** Beginnings of words, by themselves, and the phrases of more words that begin with one. */
  private readonly singleStems = new Map<string, Piece<Row>[]>();
  private readonly stems = new Map<string, Phrase<Row>[]>();
  private readonly endings = new Map<string, Piece<Row>[]>();
  private readonly parts = new Map<string, Row>();
  private longestPart = 0;
  /** First letters of the parts: most letters of a text begin none. */
  private readonly partStarts = new Set<string>();
  /** What is known of words asked for lately, by their slot. */
  private readonly known = new Array<Known<Row>>(rememberedWords).fill(nothing);

  /** @param written words between spaces; `word*` is every word that begins so, a lone `*` stands for up to four words */
  add(written: string, row: Row): void {
    if (isFolded(written)) {
      this.addSingle(written, row);
      return;
    }
    for (const phrase of spellings(written)) {
      if (unspaced.test(phrase)) this.addPart(foldWord(phrase).replace(/ /g, ''), row);
      this.addWords(phrase, row);
    }
  }

  private addSingle(word: string, row: Row): void {
    if (!this.singles.has(word)) this.singles.set(word, row);
    register(listedIn, word, this.bit);
  }

  private addPart(part: string, row: Row): void {
    if (!this.parts.has(part)) this.parts.set(part, row);
    this.partStarts.add(part.charAt(0));
    this.longestPart = Math.max(this.longestPart, part.length);
  }

  private addWords(written: string, row: Row): void {
    const words: PhraseWord[] = [];
    for (const word of written.split(' ')) {
      const stem = word.endsWith('*');
      if (word === '*') words.push(phraseWord('*'));
      else
        for (const text of tokensOfOne(stem ? word.slice(0, -1) : word))
          words.push(written.includes(' ') ? phraseWord(text) : { text, stem: false });
      const last = words[words.length - 1];
      if (stem && last !== undefined && last.text.length >= keyLength)
        words[words.length - 1] = { text: last.text, stem };
    }
    const [first] = words;
    if (first === undefined) return;
    // A list that grew keeps room for more; tens of thousands of them would be megabytes.
    const phrase = { words: words.slice(), row };
    if (first.stem && words.length === 1) {
      const key = first.text.slice(0, keyLength);
      keep(this.singleStems, key, { text: first.text, row });
      register(stemsIn, key, this.bit);
    } else if (first.stem) {
      const key = first.text.slice(0, keyLength);
      keep(this.stems, key, phrase);
      register(stemsIn, key, this.bit);
    } else if (words.length === 1) this.addSingle(first.text, row);
    else {
      keep(this.exact, first.text, phrase);
      register(listedIn, first.text, this.bit);
    }
  }

  /** The end of a compound word: `leiterin`. */
  addEnding(written: string, row: Row): void {
    for (const spelling of spellings(written)) {
      const text = fold(spelling);
      keep(this.endings, text.slice(-keyLength), { text, row });
      register(endingsIn, text.slice(-keyLength), this.bit);
    }
  }

  /** The longest phrase that starts at a word; of equally long ones the exact word, then the longest stem. */
  at(tokens: readonly Word[], at: number): Found<Row> | undefined {
    const first = tokens[at];
    if (first === undefined || (tablesOf(first) & this.bit) === 0) return undefined;
    const { single, singleStem, exact, seconds, stems } = this.knownOf(first);
    const stem = (stems && longest(stems, tokens, at)) ?? (singleStem && { row: singleStem, length: 1 });
    const whole =
      (exact && (seconds & letterBit(tokens[at + 1]?.text)) !== 0 ? longest(exact, tokens, at) : undefined) ??
      (single && { row: single, length: 1 });
    if (whole === undefined || (stem !== undefined && stem.length > whole.length)) return stem;
    return whole;
  }

  /** The row of the longest listed end of a compound, for a word that is longer than the end. */
  endOf(word: Word): Row | undefined {
    return (tablesOf(word) & this.bit) === 0 ? undefined : this.knownOf(word).end;
  }

  private knownOf(word: Word): Known<Row> {
    const known = this.known[word.slot] ?? nothing;
    return known.word === word ? known : this.learn(word);
  }

  /** Looks a word up by its letters, and keeps the answer for the next time. */
  private learn(word: Word): Known<Row> {
    const { text } = word;
    const stems = text.length < keyLength ? undefined : this.stems.get(word.start);
    const begun = stems && beginning(stems, text);
    const exact = this.exact.get(text)?.sort(byLength);
    const end = endIn(this.endings.get(word.end), text);
    const single = this.singles.get(text);
    const singleStem = beginningOf(this.singleStems.get(word.start), text)?.row;
    const none = !(single ?? singleStem ?? exact ?? end) && !begun?.length;
    // The table lists other words with these letters: not asked again, unless tables share the bit.
    if (none && this.bit !== sharedBit) {
      word.tables &= ~this.bit;
      return nothing;
    }
    const stemmed = begun?.length ? begun : undefined;
    const known = { word, single, singleStem, exact, seconds: secondsOf(exact), stems: stemmed, end };
    this.known[word.slot] = known;
    return known;
  }

  /** Whether a word is listed by itself, or begins with a listed stem and hardly goes on. */
  knows(word: string): boolean {
    if (this.singles.has(word)) return true;
    const stem = beginningOf(this.singleStems.get(word.slice(0, keyLength)), word);
    return stem !== undefined && stem.text.length >= word.length - 4;
  }

  /** The same as `endOf`, for a word that is not asked for again. */
  atEnd(token: string): Row | undefined {
    return endIn(this.endings.get(token.slice(-keyLength)), token);
  }

  /** What a word without spaces in it (Chinese, Japanese, Korean) names, from its start, the longest part at each place. */
  partsOf(token: string): { readonly row: Row; readonly from: number; readonly to: number }[] {
    const found: { row: Row; from: number; to: number }[] = [];
    for (let from = 0; from < token.length;) {
      const begins = this.partStarts.has(token.charAt(from));
      let to = begins ? Math.min(token.length, from + this.longestPart) : from;
      let row: Row | undefined;
      while (to > from && (row = this.parts.get(token.slice(from, to))) === undefined) to -= 1;
      if (row !== undefined) found.push({ row, from, to });
      from = row === undefined ? from + 1 : to;
    }
    return found;
  }
}

/** A listed beginning or end of words. */
interface Piece<Row> {
  readonly text: string;
  readonly row: Row;
}

/** The longest beginning that a word has; of equal ones the one listed first. */
function beginningOf<Row>(beginnings: readonly Piece<Row>[] | undefined, word: string): Piece<Row> | undefined {
  let best: Piece<Row> | undefined;
  for (const piece of beginnings ?? []) {
    if (piece.text.length > (best?.text.length ?? 0) && word.startsWith(piece.text)) best = piece;
  }
  return best;
}

/** The longest end that a word has and is longer than; of equal ones the one listed first. */
function endIn<Row>(endings: readonly Piece<Row>[] | undefined, token: string): Row | undefined {
  let best: Piece<Row> | undefined;
  for (const ending of endings ?? []) {
    const { text } = ending;
    if (text.length > (best?.text.length ?? 0) && token.length > text.length && token.endsWith(text)) best = ending;
  }
  return best?.row;
}

function keep<Item>(lists: Map<string, readonly Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  // A list that grew by itself would keep room for more.
  lists.set(key, list === undefined ? [item] : [...list, item]);
}

/** A bit for the first letter of a word; several letters share one. None where there is no word. */
const letterBit = (word: string | undefined) => (word === undefined ? 0 : 1 << (word.charCodeAt(0) & 31));
const anyLetter = -1;

/** A glance at the next word spares comparing it with the phrases of a frequent first word ("director", "head") one by one. */
function secondsOf<Row>(phrases: readonly Phrase<Row>[] | undefined): number {
  let bits = 0;
  for (const { words } of phrases ?? []) {
    const second = words[1]?.text ?? '*';
    bits |= second === '*' ? anyLetter : letterBit(second);
  }
  return bits;
}

/** The phrases whose first word begins a text. Few do, so the list is made for those alone. */
function beginning<Row>(stems: readonly Phrase<Row>[], text: string): Phrase<Row>[] | undefined {
  let found: Phrase<Row>[] | undefined;
  for (const stem of stems) if (text.startsWith(firstOf(stem))) (found ??= []).push(stem);
  return found?.sort(byLength);
}

/** Longer phrases first, then longer first words; among equals the one listed first stays in front. */
function byLength<Row>(one: Phrase<Row>, other: Phrase<Row>): number {
  return other.words.length - one.words.length || firstOf(other).length - firstOf(one).length;
}

function longest<Row>(candidates: readonly Phrase<Row>[], tokens: readonly Word[], at: number): Found<Row> | undefined {
  for (const { words, row } of candidates) {
    const length = lengthOf(words, tokens, at);
    if (length > 0) return { row, length };
  }
  return undefined;
}

/** Words covered when the phrase stands at `at`, or 0. */
function lengthOf(phrase: readonly PhraseWord[], tokens: readonly Word[], at: number): number {
  let position = at;
  for (let n = 0; n < phrase.length; n += 1) {
    const word = phrase[n];
    if (word === undefined) return 0;
    if (word.text === '*') {
      const stop = phrase[n + 1]?.text;
      let gap = 1;
      while (gap <= longestGap && tokens[position + gap]?.text !== stop) gap += 1;
      if (gap > longestGap) return 0;
      position += gap;
      continue;
    }
    const token = tokens[position]?.text;
    if (token === undefined || (word.stem ? !token.startsWith(word.text) : token !== word.text)) return 0;
    position += 1;
  }
  return position - at;
}
