/** Names of people that stand in two columns. */

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const trimmed = (text: string | null) => text?.trim() ?? '';

/**
 * The whole name. With one of two names and a column that is just called name, the latter holds the other half (French `Prénom`
 * and `Nom`, Italian `Nome` and `Cognome`), unless it contains the half already.
 * @returns null when nothing is known.
 */
export function joinedName(parts: {
  readonly name: string | null;
  readonly first: string | null;
  readonly last: string | null;
}): string | null {
  const [name, first, last] = [trimmed(parts.name), trimmed(parts.first), trimmed(parts.last)];
  if (first !== '' && last !== '')
    return name !== '' && includes(name, first) && includes(name, last) ? name : join(first, last);
  if (name === '') return first || last || null;
  if (first !== '') return includes(name, first) ? name : join(first, name);
  if (last !== '') return includes(name, last) ? name : join(name, last);
  return name;
}

const includes = (name: string, part: string) => folded(name).includes(folded(part));
/** Chinese, Japanese and Korean names begin with the family. */
const join = (first: string, last: string) =>
  eastAsian.test(first) && eastAsian.test(last) ? `${last} ${first}` : `${first} ${last}`;
