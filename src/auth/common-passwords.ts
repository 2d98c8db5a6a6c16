/** Passwords that guessers try first: the commonest of leaked ones, and one character or a short run repeated. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordLength } from './passwords';

/** The list that zxcvbn uses, without those that are too short anyway. Made at the first question. */
let common: ReadonlySet<string> | undefined;

/** The same character, or the same few, over and over: `aaaaaaaaaa`, `1212121212`, `abcabcabcabc`. */
const repeated = /^(.{1,4}?)\1+.{0,3}$/su;

/**
 * Why a password may not be set, for the person who chose it; undefined if it may.
 * @param password as typed. Capitals do not make a common password uncommon, and neither do digits or signs at its end.
 */
function whyGuessable(password: string): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  if (repeated.test(plain)) return 'must not repeat the same few characters';
  common ??= new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()));
  const bare = plain.replace(/[\d\W_]+$/u, '');
  const isCommon = common.has(plain) || (bare.length > 0 && plain.length - bare.length <= 4 && common.has(bare));
  return isCommon ? 'must not be one of the commonest passwords, also with digits behind it' : undefined;
}

/** @returns what is wrong with a password that somebody wants to set; undefined if nothing is. */
export function passwordProblem(password: string): string | undefined {
  const { minimum, maximum } = passwordLength;
  if (password.length < minimum || password.length > maximum) return `must have ${minimum} to ${maximum} characters`;
  return whyGuessable(password);
}
