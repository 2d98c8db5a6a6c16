/**
 * A company in brackets behind a title: "Produktionsleiter Getränkeabfüllung (Brunnquell)". Brackets mostly hold something else (tools,
 * places, shifts, markets, certificates), so they are asked last, and only a plain name is taken.
 */
import { isJobText, isPlace, isSureName, looseCompany, tidy } from './headline-company';
import { isOwnWord } from './headline-named';
import { isNoise, isTopic } from './headline-words';
import { roleOf, type Role } from './role';

const bracketed = /(?<=[\p{L}\p{N}.] ?)\(([^()]{3,60})\)/gu;
const longestName = 60;
/** Work whose brackets hold what is worked with. */
const withTools = new Set(['engineering', 'it', 'data', 'design', 'research', 'consulting']);

/**
 * The company in the brackets of a headline that names none elsewhere, or null.
 * @param headline as written, cut to what is read of it
 * @param role what the title says
 */
export function companyInBrackets(headline: string, role: Role): string | null {
  if (!headline.includes('(')) return null;
  let tried = 0;
  for (const [, inner = ''] of headline.matchAll(bracketed)) {
    if ((tried += 1) > 3) return null;
    const name = tidy(inner, longestName);
    if (name === null || !/^[\p{Lu}\p{Lo}]/u.test(name) || !mayEmploy(name)) continue;
    const sure = isSureName(name);
    if (!sure && withTools.has(role.function ?? '') && !name.includes(' ') && !/^\p{Lo}/u.test(name)) continue;
    const company = looseCompany(name);
    if (company !== null) return company;
  }
  return null;
}

function mayEmploy(name: string): boolean {
  if (/[,/:;+|%]|\d{4}/.test(name) || isPlace(name) || isTopic(name) || isNoise(name) || isJobText(name)) return false;
  // "CPA", "m/w/d", "B2B" and "EMEA" are none; nor is a text of fields of work.
  if (!/\p{Ll}{2}|\p{Lo}{2}/u.test(name)) return false;
  if (name.includes(' & ') && roleOf(name).function !== null) return false;
  if (isSureName(name)) return true;
  // Several words are mostly a remark: "Maternity Cover", "Indirekte Materialien".
  const words = name.split(/ (?:& )?/);
  if (words.length > 1 && words.length < 4 && words.some((word, n) => n > 0 && isPlace(word))) return true;
  return (
    (words.length === 1 || name.includes(' & ')) && words.every((word) => !/^\p{Lu}/u.test(word) || isOwnWord(word))
  );
}
