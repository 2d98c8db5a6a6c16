/** Finds words in text, as `text` and `topic` do: whole words, all of them, in any order. */
import { fold } from '../../../packages/reader/src';

/** Scripts without spaces, and those that join articles or particles to a word: their words are found inside others. */
const joined = [
  'Arabic',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Khmer',
  'Lao',
  'Myanmar',
  'Thai',
  'Tibetan',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');
/** A letter or digit of the other scripts, which put spaces between words. */
const letter = `(?![${joined}])[\\p{L}\\p{N}]`;
const beginsWithLetter = new RegExp(`^${letter}`, 'u');
const endsWithLetter = new RegExp(`${letter}$`, 'u');
/** A word of this many letters may be the beginning of a longer one: "price" finds "prices", and "AI" no "aim". */
const endsWithLongWord = new RegExp(`(?:${letter}){4}$`, 'u');

/** One word as it is written between spaces, signs included: `C++`, `e-mail`, `100%`. */
function patternOf(word: string): RegExp {
  const before = beginsWithLetter.test(word) ? `(?<!${letter})` : '';
  const after = endsWithLetter.test(word) && !endsWithLongWord.test(word) ? `(?!${letter})` : '';
  return new RegExp(before + word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + after, 'u');
}

/**
 * A check whether a text has all words of another, ignoring case and accents.
 * @param wanted words with spaces between them. Each must be in the text as a whole word; from four letters on, as the beginning
 * of a word. Words of Chinese, Japanese, Thai, Korean, Arabic, Hebrew and similar scripts may be inside others.
 */
export function wordsIn(wanted: string): (text: string) => boolean {
  const words = [...new Set(fold(wanted).split(' '))].map((word) => ({ word, pattern: patternOf(word) }));
  return (text) => {
    const folded = fold(text);
    // Looking for the letters first is much faster, and most texts have none of them.
    return words.every(({ word, pattern }) => folded.includes(word) && pattern.test(folded));
  };
}
