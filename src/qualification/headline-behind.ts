/** A title and behind it, without a word that joins, a company: by its legal form, its own words, or the case it stands in. */
import { isJobText, isPlace, isProperName, looseCompany, plainCompany, uninflected } from './headline-company';
import { isMain, partOf, type Part } from './headline-part';
import { endsInLegalForm, leadingForm, namesOrganisation, type Line } from './headline-words';
import { roleOf } from './role';

/** A name that goes on behind a small word is no list of nouns before a name. */
const joinsNames = /^(?:of|for|and|at|in|von|und|zu|et|de|di|e|y|i|en|og|och|ja|a|och)\s/i;

/** "CEO Acme GmbH", "Директор ООО «Север»": known title words up to a name with a legal form. */
export function splitAtLegalForm(piece: string, line: Line): { text: string; company: string } | null {
  const lead = leadingForm(line);
  if (lead > 0) {
    const text = line.words.slice(0, lead).join(' ').replace(/,$/, '');
    const company = plainCompany(line.words.slice(lead).join(' '));
    if (company !== null && roleOf(text).namesRank) return { text, company };
  }
  const { words } = line;
  if (words.length > 10 || piece.includes(',') || !endsInLegalForm(piece)) return null;
  let text = '';
  for (let n = 1; n < words.length - 1; n += 1) {
    const title = words.slice(0, n).join(' ');
    const role = roleOf(title);
    if (role.wholly && (role.namesRank || n > 1) && isMain({ role, text: title })) text = title;
  }
  const company =
    text === '' ? null : plainCompany(piece.slice(text.length).replace(/^ (?:of|der|des|de|di|da|do|du) /, ' '));
  return company === null ? null : { text: text.replace(/ (?:of|der|des|de|di|da|do|du)$/, ''), company };
}

/** "Inhaberin Buchhandlung am Markt", "Власниця кав'ярні «Зерно»": who owns it, and its name. */
export function behindRunner(line: Line): { text: string; company: string } | null {
  const { words } = line;
  if (words.length < 2 || words.length > 7 || words.some((word) => word.endsWith(','))) return null;
  for (let n = 1; n < words.length; n += 1) {
    const title = words.slice(0, n).join(' ');
    const role = roleOf(title);
    if (role.seniority !== 'owner' || !role.wholly) continue;
    const name = words.slice(n).join(' ');
    const lower = /^((?:\p{Ll}\S* ){1,2})(\p{Lu}.*)$/u.exec(name);
    if (lower?.[1] !== undefined && lower[2] !== undefined && !joinsNames.test(name)) {
      return { text: `${title} ${lower[1].trim()}`, company: lower[2] };
    }
    if (!/\p{Lu}|^\p{Lo}/u.test(name) || roleOf(name).namesRank || isPlace(name)) return null;
    if (isJobText(name)) continue;
    if (/^(?:of|&|and|und|\+|-|\/|de|et|y|e|i|in|for|at|von)$/i.test(words[n] ?? '') || /\d/.test(name)) return null;
    const company = looseCompany(name) ?? (/^\p{Lo}/u.test(name) ? plainCompany(name) : null);
    return company === null ? null : { text: title, company };
  }
  return null;
}

/** "Голова правління Банк Січ": behind a title in small letters a name that begins with a word for a company. */
export function besideOrganisation({ words }: Line): Part | null {
  for (let n = 1; n < Math.min(words.length - 1, 8); n += 1) {
    const [before = '', word = ''] = [words[n - 1], words[n]];
    const runner = n === 1 && /^(?:owner|cxo)$/.test(roleOf(before).seniority ?? '');
    if (
      !/^\p{Lu}/u.test(word) ||
      !(runner || /^\p{Ll}{4}/u.test(before)) ||
      before.endsWith(',') ||
      !namesOrganisation(word)
    )
      continue;
    const [text, name] = [words.slice(0, n).join(' '), words.slice(n).join(' ')];
    const role = roleOf(text);
    if (!role.wholly || !role.namesRank || !isMain({ role, text }) || /[,@]/.test(name)) return null;
    return isProperName(name) && roleOf(word).seniority === null ? partOf(text, plainCompany(name)) : null;
  }
  return null;
}

/** "Myyntipäällikkö Pohjantuulella": a name in a case that means "at", behind a title. */
export function behindTitle(title: string): { text: string; company: string } | null {
  const words = title.split(' ');
  const last = words[words.length - 1] ?? '';
  const small = /^\p{Ll}/u.test(last);
  if (small && !namesOrganisation(last)) return null;
  if (words.length > 8 || !/(?:^(?:\p{Lu}|\p{Ll}{4}).*(?:ll[aä]|ss[aä]|n[áé]l)|:(?:ll[aä]|ss[aä]))$/u.test(last))
    return null;
  for (let n = words.length - 1; n > 0; n -= 1) {
    const text = words.slice(0, n).join(' ');
    const role = roleOf(text);
    if (!role.wholly || !isMain({ role, text })) continue;
    // "Tietoturva-asiantuntija Verkkopankki Aavassa": the word for a company belongs to its name.
    const before = words[n - 1] ?? '';
    const grown = n > 1 && /^\p{Lu}/u.test(before) && namesOrganisation(before);
    const name = words.slice(grown ? n - 1 : n);
    if (small && name.length < 2) continue;
    if (!name.slice(0, small ? -1 : undefined).every((word) => /^\p{Lu}/u.test(word)) || isJobText(name.join(' ')))
      return null;
    const title = grown ? words.slice(0, n - 1).join(' ') : text;
    return { text: title, company: uninflected(name.join(' ')) ?? name.join(' ') };
  }
  return null;
}
