/** A quick look whether a text may hold a company's name, before it is read for names. */
import { fold } from '../../shared/text/fold';

/** ASCII, Chinese, Japanese and Korean: the keys of a name in these have no letter that the name has not. */
const keptLetters = /^[\x20-\x7e\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3]*$/;

/**
 * False only when no name in the text has one of these keys (`companyKeys`): a key is what is left of a name's letters in their
 * order, so the text holds them in that order too. Of a text with other letters nothing is said.
 */
export function mayHoldName(text: string, keys: Iterable<string>): boolean {
  if (!keptLetters.test(text)) return true;
  const letters = fold(text);
  for (const key of keys) {
    let at = 0;
    for (const letter of key) {
      at = letters.indexOf(letter, at) + 1;
      if (at === 0) break;
    }
    if (at > 0) return true;
  }
  return false;
}
