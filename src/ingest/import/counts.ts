/** Reads counts as exports and pages of many countries write them: `1,234`, `1 234`, `1'234`, `12.0`, `1,5 Tsd.`, `3.4万`. */
import { plainDigits } from './digits';
import { multipleIn } from './language-words';

/** Words for multiples, without full stops, in lower case. */
const multiples: ReadonlyMap<string, number> = new Map(
  (
    [
      [1e3, 'k tsd tausend thousand mil mila mille tis tys тыс tusen tn bin duizend rb ribu 千 천'],
      [1e4, '万 萬 만'],
      [1e5, 'lakh lakhs lac'],
      [1e6, 'm mio mill million millions millionen millones millon milhoes mi mln milj milyon mn jt juta млн 百万'],
      [1e7, 'crore crores cr'],
      [1e8, '億 亿 억'],
    ] as const
  ).flatMap(([factor, words]) => words.split(' ').map((word) => [word, factor] as const)),
);

/** Words that may follow a count and say what is counted. */
const counted = /^[\p{L}\s()]{0,40}$/u;
/** Digits in groups of three, and of two and four as in India and East Asia. A group mark is the same throughout. */
const grouped = /^\d{1,3}(?:([.,\s'’\u066c])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;
const decimal = /^(\d{1,12})[.,](\d{1,6})$/;
const highest = 2_147_483_647;
/** Characters of the longest text that can be a count. One character may unfold to eighteen. */
const longest = 200;
/**
 * Latin words this short behind a number may be multiples in some language (`12 t`), and no more what is counted. Of the longest of
 * them those without a vowel are short for one (`12 thsd`); others are what is counted (`12 fans`, `1 like`).
 */
const longestUnknown = 4;
/** A million in some languages, a thousand in others, which write it without the full stop. */
const twoMultiples = /^mil$/;
/** Numerals of East Asia: `5百人` is 500 and `3万人` 30,000. */
const numeral = /[十百千万萬億亿兆십백천만억조]/u;

/**
 * The count that a text says.
 * @returns null when it says none, or when it can be read in two ways.
 */
export function countOf(text: string): number | null {
  if (text.length > longest) return null;
  const plain = plainDigits(text.normalize('NFKC'))
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (/^\d{1,10}$/.test(plain)) return within(Number(plain));
  const match = /^[~≈]?\s*(\d[\d.,\s'’\u066c]{0,20}\d|\d)\s*([\p{L}\p{M}]{0,14})(\.?)\s*(\+?)\s*(.*)$/u.exec(plain);
  if (!match) return null;
  const [, digits = '', written = '', stop = '', , rest = ''] = match;
  // What is counted follows a numeral of East Asia without a space.
  const word = multiples.has(written.charAt(0)) && numeral.test(written) ? written.charAt(0) : written.toLowerCase();
  if (stop !== '' && twoMultiples.test(word)) return null;
  const factor = multiples.get(word) ?? (word.length > 2 ? multipleIn(word) : undefined);
  if (factor === undefined && isMultiple(word)) return null;
  // "2-10", "1,234 of 5,000": no count. "1.2K followers", "500+ connections": what is counted may follow.
  if (!counted.test(rest)) return null;
  const number = numberOf(digits, factor !== undefined);
  return number === null ? null : within(Math.round(number * (factor ?? 1)));
}

/** Whether a word that is no known multiple may be one. */
const isMultiple = (word: string): boolean =>
  numeral.test(word) ||
  (word.length <= 2 && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(word) && word !== '') ||
  (word.length <= longestUnknown &&
    /\p{Script=Latin}/u.test(word) &&
    !(word.length === longestUnknown && /[aeiouy]/.test(word.normalize('NFD'))));

const within = (count: number): number | null => (Number.isSafeInteger(count) && count <= highest ? count : null);

/** @param multiplied a multiple follows: then a mark is a decimal point, unless it groups. */
function numberOf(digits: string, multiplied: boolean): number | null {
  if (/^\d+$/.test(digits)) return Number(digits);
  const point = decimal.exec(digits);
  if (point) {
    const [, whole = '', part = ''] = point;
    if (multiplied) return Number(`${whole}.${part}`);
    // `12.0`, `12.00`: floats of a program. `1.234` and `1,234` are thousands.
    if (/^0+$/.test(part) && part.length !== 3) return Number(whole);
    if (part.length !== 3) return null;
  }
  if (grouped.test(digits)) return Number(digits.replace(/\D/g, ''));
  // Thousands and a decimal part: `1,234.0`, `1.234,00`.
  const both = /^(\d{1,3}(?:([.,\s'’])\d{3})+)([.,])(0{1,2})$/.exec(digits);
  return both && both[2] !== both[3] ? Number((both[1] ?? '').replace(/\D/g, '')) : null;
}
