/** What a character is to the reader of comments, as bits of a number: looked at once, looked up from then on. */

/** Part of a word: letters, digits and the `*` of self-censored ones. */
export const inWord = 1;
/** A letter or a digit. */
export const letterOrDigit = 2;
export const letter = 4;
/** Parts clauses of a sentence. */
export const endsClause = 8;
export const endsSentence = 16;
/** Asks; of the scripts in use. */
export const questionMark = 32;
/** Of a script whose words run together or carry what other languages write as words of their own. */
export const joinedLetter = 64;
/** Of the scripts that write some words as a part of the next. */
export const prefixable = 128;
const lookedAt = 256;

/** Scripts whose words run together or carry what other languages write as words of their own. */
export const joinedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u;

const tests: readonly (readonly [number, RegExp])[] = [
  [inWord, /[\p{L}\p{N}*]/u],
  [letterOrDigit, /[\p{L}\p{N}]/u],
  [letter, /\p{L}/u],
  [endsClause, /[,،、，:()–—]/u],
  [endsSentence, /[.!?。！？؟;;…\n]/u],
  [questionMark, /[?？؟⁇⁉❓❔]/u],
  [joinedLetter, joinedScripts],
  [prefixable, /[\p{Script=Arabic}\p{Script=Hebrew}]/u],
];

const bitsOf = (character: string) =>
  tests.reduce((bits, [bit, test]) => (test.test(character) ? bits | bit : bits), lookedAt);

/** By code unit; 0 is not looked at yet, and halves of rare characters never are. */
const known = new Uint16Array(0x10000);

/** What the code unit at a place is, as the bits above; half of a rare character is what the character is. */
export function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const bits = known[code] ?? 0;
  return bits === 0 ? lookAt(text, at, code) : bits;
}

/** The same where half of a rare character is nothing. */
export const kindOfUnit = (text: string, at: number): number => (isHalf(text.charCodeAt(at)) ? 0 : kindAt(text, at));

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

function lookAt(text: string, at: number, code: number): number {
  if (isHalf(code)) {
    const whole = text.codePointAt(code < 0xdc00 ? at : Math.max(0, at - 1)) ?? 0;
    return whole > 0xffff ? bitsOf(String.fromCodePoint(whole)) : lookedAt;
  }
  const bits = bitsOf(String.fromCharCode(code));
  known[code] = bits;
  return bits;
}

/** All bits of a text's characters together. */
export function kindsIn(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= kindAt(text, at);
  return bits;
}
