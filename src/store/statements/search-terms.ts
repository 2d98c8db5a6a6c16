/**
 * The words of a lead's text as the index stores them, and what a search text tells about them
 * (docs/internals/decisions/0005-search.md).
 *
 * Strangers write a lead's text, so its part of the index is bounded. Scripts without spaces are indexed letter by letter, and
 * the number of letters of a script is limited. A text with more words or letters than people write is not indexed but marked,
 * and every search looks through it.
 */

/** The term of a lead that is not indexed. No word contains this letter. */
export const unindexed = '*';

/** Nobody searches for the middle of a longer word. Every ending of a word is a row. */
const longestWord = 40;
/**
 * Limits per lead. A name, a headline of 220 letters and a company fit. `endings`: the sum of the squared word lengths, which
 * grows like the letters of all endings. Words of sixteen letters fit.
 */
const most = { terms: 64, letters: 256, endings: 4_096 };

/** Scripts written without spaces: Thai, Lao, Tibetan, Burmese, Khmer, Chinese and Japanese. */
const unspaced = /[\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

interface Word {
  readonly letters: readonly string[];
  readonly unspaced: boolean;
  /** Whether text precedes the word, and whether text follows it. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** The words of folded text. In scripts without spaces, each letter is a word. */
function* wordsOf(folded: string): Generator<Word> {
  for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    let at = match.index;
    for (const part of match[0].match(partsOf) ?? []) {
      const begins = at > 0;
      at += part.length;
      yield { letters: Array.from(part), unspaced: unspaced.test(part), begins, ends: at < folded.length };
    }
  }
}

/** One letter of a script without spaces, or a run of other letters. */
const partsOf = new RegExp(`${unspaced.source}|(?:(?!${unspaced.source}).)+`, 'gu');

/** Letters outside the basic plane take two units of a string. */
const wide = /[\ud800-\udfff]/;

/** The terms of a lead with this folded text in `lead_terms`: its words, or only the mark that it is not indexed. */
export function termsOf(folded: string): Set<string> {
  const isPlain = !unspaced.test(folded) && !wide.test(folded);
  const words = isPlain ? (folded.match(/[\p{L}\p{N}]+/gu) ?? []) : partsOfWords(folded);
  const terms = new Set<string>();
  let letters = 0;
  let endings = 0;
  for (const term of words) {
    if (terms.has(term)) continue;
    terms.add(term);
    const length = isPlain ? term.length : Array.from(term).length;
    letters += length;
    endings += length ** 2;
    const fits = letters <= most.letters && endings <= most.endings && terms.size <= most.terms;
    if (!fits || length > longestWord) return new Set([unindexed]);
  }
  return terms;
}

function* partsOfWords(folded: string): Generator<string> {
  for (const { letters } of wordsOf(folded)) yield letters.join('');
}

/** Every ending of a term, including the term itself. */
export function suffixesOf(term: string): string[] {
  const letters = wide.test(term) ? Array.from(term) : null;
  const endings: string[] = [];
  for (let at = 0; at < (letters ?? term).length; at += 1) {
    endings.push(letters === null ? term.slice(at) : letters.slice(at).join(''));
  }
  return endings;
}

/**
 * What a word of the search text tells about a word of the lead: the same word, its beginning, its ending, or a fragment of it.
 * The first and last word of the text may be cut. A word with something before it begins where the lead's word begins.
 */
export interface Clue {
  readonly kind: 'word' | 'beginning' | 'ending' | 'fragment';
  readonly letters: string;
}

/** How many clues of a text are used. Each costs look-ups, and a text of eighty words must not cost eighty times as much. */
const clueLimit = 5;
/** How many letters of a word are looked up: enough to be rare, and cheap to look up. */
const clueLetters = 20;

/**
 * The clues of folded text, longest first, without repetition. Long words are more often rare. At most five: leaving one out
 * only lets more candidates through, and each candidate is checked for the whole text anyway.
 */
export function cluesOf(folded: string): Clue[] {
  const clues = new Map<string, Clue>();
  for (const word of wordsOf(folded)) {
    const clue = { kind: clueKind(word), letters: word.letters.slice(0, clueLetters).join('') };
    clues.set(`${clue.kind} ${clue.letters}`, clue);
  }
  return [...clues.values()].sort((a, b) => b.letters.length - a.letters.length).slice(0, clueLimit);
}

function clueKind({ letters, unspaced: whole, begins, ends }: Word): Clue['kind'] {
  if (whole) return 'word';
  // Only the first letters are looked up.
  if (letters.length > clueLetters) return begins ? 'beginning' : 'fragment';
  if (begins) return ends ? 'word' : 'beginning';
  return ends ? 'ending' : 'fragment';
}
