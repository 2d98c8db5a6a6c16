/** A fast check whether a text may contain a company's name, before it is searched for names. */
import { fold } from '../text/fold';

/** ASCII, Chinese, Japanese and Korean. The keys of a name in these scripts have only letters of the name. */
const lettersOfKeys = /^[\x20-\x7e\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3]*$/;

/**
 * False only if no name in the text has one of these keys (`companyKeys`). A key consists of a name's letters in order, so the
 * text must contain them in that order too. True for any text with other letters.
 */
export function mayHoldName(text: string, keys: Iterable<string>): boolean {
  if (!lettersOfKeys.test(text)) return true;
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
