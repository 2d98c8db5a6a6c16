/** Answers as they are compared: letters alone, and a company without its legal form, behind or before the name. */
import { isLegalForm, tableOf } from '../../../packages/reader/src/headline/lists';
import { tokensOf, wordsOf } from '../../../packages/reader/src/text/words';

const forms = tableOf('form');

/** Whether a name ends with a legal form. */
function endsInLegalForm(text: string): boolean {
  const tokens = wordsOf(text);
  for (let at = Math.max(1, tokens.length - 4); at < tokens.length; at += 1) {
    if (forms().at(tokens, at)?.length === tokens.length - at) return true;
  }
  return false;
}

/** Case, quotation marks and the dash or comma inside a title make no difference. */
export function plain(text: string | null): string | null {
  return text === null ? null : tokensOf(text).join(' ');
}

export function plainCompany(text: string | null): string | null {
  if (text === null) return null;
  let words = text.split(/[\s,]+/).filter((word) => word !== '');
  while (words.length > 1 && endsInLegalForm(words.join(' '))) words = words.slice(0, -1);
  if (words.length > 1 && isLegalForm(words[0] ?? '')) words = words.slice(1);
  return plain(words.join(' '));
}
