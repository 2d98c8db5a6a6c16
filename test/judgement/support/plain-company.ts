/** Answers as they are compared: letters alone, and a company without its legal form, behind or before the name. */
import { endsInLegalForm, isLegalForm } from '../../../src/qualification/headline/lists';
import { tokensOf } from '../../../src/qualification/words';

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
