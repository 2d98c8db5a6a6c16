/** Passwords that guessers try first: the commonest of leaked ones, and one character or a short run repeated. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordLength } from './passwords';

/** The list that zxcvbn uses, without those that are too short anyway. Made at the first question. */
let common: ReadonlySet<string> | undefined;

/** The same character, or the same few, over and over, and a little more: `000000000001`. */
const repeated = /^(.{1,4}?)\1+.{0,3}$/su;

/** Shorter rows say nothing of the rest of a password. */
const shortestRow = 6;

/** What stands before and behind a word and makes it no harder to guess: a year, a row of digits, signs. */
const mostAround = 7;

/**
 * Why a password may not be set, for the person who chose it; undefined if it may.
 * @param password as typed. Capitals do not make a common password uncommon, and neither do digits or signs around it, or saying it twice.
 */
function whyGuessable(password: string): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || plain;
  const part = [plain, core].map(repeatedPart).find((one) => one !== plain && one !== core) ?? core;
  const repeats = 'must not repeat the same few characters';
  if (repeated.test(plain) || new Set(plain).size <= 2) return repeats;
  if (part !== core && part.length < passwordLength.minimum) return repeats;
  if (part.length >= shortestRow && isRow(part)) return 'must not be a row of digits or letters';
  common ??= new Set(['leadlight', ...dictionary['passwords-common']].map((one) => one.toLowerCase()));
  const bare = part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const around = part.replace(bare, '');
  const words = new Set(part.split(/[^\p{L}]+/u).filter((word) => word !== ''));
  const isCommon =
    [plain, core, part].some((one) => common?.has(one)) ||
    (bare !== '' && common.has(bare) && (around.length <= mostAround || isRow(around))) ||
    (words.size === 1 && [...words].every((word) => common?.has(word) && bare.length > word.length));
  return isCommon ? 'must not be one of the commonest passwords, also with digits or signs around it' : undefined;
}

/** The part that a text repeats, even if the last one is cut off; the text itself if it repeats nothing. */
function repeatedPart(text: string): string {
  const letters = Array.from(text);
  for (let length = 1; length * 2 <= letters.length; length += 1) {
    if (letters.every((letter, at) => letter === letters[at % length])) return letters.slice(0, length).join('');
  }
  return text;
}

/** Whether each character follows the one before, up or down, 0 beside 9: `abcdefghij`, `12345678901`, `0987654321`. */
function isRow(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  const isNumber = /^\d+$/.test(text);
  return [1, -1].some((step) => steps.every((one) => one === step || (isNumber && one === -9 * step)));
}

/** @returns what is wrong with a password that somebody wants to set; undefined if nothing is. */
export function passwordProblem(password: string): string | undefined {
  const { minimum, maximum } = passwordLength;
  if (password.length < minimum || password.length > maximum) return `must have ${minimum} to ${maximum} characters`;
  return whyGuessable(password);
}
