/**
 * The words of a lead's text as they stand in the index, and what a searched text says about them (docs/internals/decisions/0005-search.md).
 *
 * A lead's text comes from strangers, so its part of the index is bounded: words of scripts that are written without spaces stand in it
 * letter by letter, whose number is that of the script; a text of more words or letters than people write is not indexed but marked,
 * and looked through at every search.
 */

/** The term of every lead that the index does not hold: no word has this letter. */
export const unindexed = '*';

/** A longer word is none that somebody searches by its middle. Every one of its endings is a row. */
const longestWord = 40;
/**
 * Of one lead. A name, a headline of 220 letters and a company fit. `endings`: the squares of the lengths of its words, which the
 * letters of their endings grow with; words of sixteen letters fit.
 */
const most = { terms: 64, letters: 256, endings: 4_096 };

/** Thai, Lao, Tibetan, Burmese, Khmer, Chinese and Japanese: words that follow each other without a space. */
const unspaced = /[\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

interface Word {
  readonly letters: readonly string[];
  readonly unspaced: boolean;
  /** Whether the text goes on before and after it. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** The words of folded text; of scripts without spaces each letter is one. */
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

/** One letter of a script without spaces, or as many others as follow each other. */
const partsOf = new RegExp(`${unspaced.source}|(?:(?!${unspaced.source}).)+`, 'gu');

/** Letters outside the first plane are two units of a string. */
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

/** Every ending of a term, itself included. */
export function suffixesOf(term: string): string[] {
  const letters = wide.test(term) ? Array.from(term) : null;
  const endings: string[] = [];
  for (let at = 0; at < (letters ?? term).length; at += 1) {
    endings.push(letters === null ? term.slice(at) : letters.slice(at).join(''));
  }
  return endings;
}

/**
 * What a word of the searched text says about a word of the lead: it is that word, its beginning, its ending, or a fragment
 * of it. The text's first and last word may be cut; a word with something before it begins where the lead's word begins.
 */
export interface Clue {
  readonly kind: 'word' | 'beginning' | 'ending' | 'fragment';
  readonly letters: string;
}

/** How many clues of a text are followed: each costs look-ups, and a text of eighty words must not cost eighty times. */
const clueLimit = 5;
/** How much of a word is looked up: enough to be rare, and short beside what a look-up may cost. */
const clueLetters = 20;

/**
 * The clues of folded text, the longest first, each once: long words are rare more often than short ones. At most five;
 * leaving one out only lets more candidates through, which are checked for the whole text anyway.
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
  // Only its first letters are looked up.
  if (letters.length > clueLetters) return begins ? 'beginning' : 'fragment';
  if (begins) return ends ? 'word' : 'beginning';
  return ends ? 'ending' : 'fragment';
}
