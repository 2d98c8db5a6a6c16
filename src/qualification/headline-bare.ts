/**
 * A title and a name with nothing between: "Software Engineer Monzo", "Jefe de Tienda Zara Valladolid". Taken only where every word in
 * front belongs to a title that says what somebody does, and what stands behind is a name of words that no title has.
 */
import { fold } from '../text/fold';
import { isJobText, isPlace, isRegionWord, isSureName, looseCompany } from './headline-company';
import { isOwnWord } from './headline-named';
import { isMain } from './headline-part';
import {
  endsInLegalForm,
  isOrganisationWord,
  isTool,
  isTopic,
  joinsAlone,
  joinsSurely,
  namesBody,
  namesOrganisation,
  type Line,
} from './headline-words';
import { roleOf } from './role';

const most = { words: 14, ofTitle: 9, ofName: 6 };
/** Small words inside a name. */
const inside = /^(?:&|\+|of|and|de|del|da|do|di|du|des|la|van|von|der|den|am|im|für|for|et|e|y|und|en)$/;
/** Fields whose titles are followed by tools, methods and certificates. */
const withTools: ReadonlySet<string> = new Set(['engineering', 'it', 'data', 'design', 'research']);

/** The title and the name behind it; null where one of them is doubtful. At most one comma may follow, before a place. */
export function bareName({ words }: Line): { text: string; company: string } | null {
  const comma = words.findIndex((word) => word.endsWith(','));
  const clause = comma < 0 ? words : words.slice(0, comma + 1).map((word) => word.replace(/,$/, ''));
  const here = comma < 0 || isPlace(words.slice(comma + 1).join(' ')) ? clause : [];
  if (here.length < 2 || here.length > most.words) return null;
  if (roleOf(here.join(' ')).wholly && !namesOrganisation(here[here.length - 1] ?? '')) return null;
  const n = titleEnd(here);
  if (n === 0) return null;
  const text = here.slice(0, n).join(' ');
  let end = here.length;
  while (end > n + 1 && market.test(here[end - 1] ?? '')) end -= 1;
  const name = here.slice(n, end).join(' ');
  const role = roleOf(text);
  const sure = isSureName(name) && (name.includes(' ') ? !roleOf(name).wholly : isDefinite(name));
  if (!role.namesRank && endsInLegalForm(name)) return null;
  // Behind a bare rank stands a field: "Teamleiter Schadenregulierung", "Responsable Sinistres".
  const runs = role.seniority === 'owner' || role.seniority === 'cxo';
  if (!sure && (role.function === null || (role.function === 'management' && !runs))) return null;
  if (isRegionWord(here[n - 1] ?? '')) return null;
  if (!isName(here.slice(n, end), sure, withTools.has(role.function ?? ''))) return null;
  const company = looseCompany(name);
  return company === null || isJobText(company) ? null : { text, company };
}

/** Whom a title is for, behind a name: "Sales Director Northwind DACH". */
const market = /^(?:DACH|EMEA|APAC|ANZ|MEA|MENA|LATAM|AMER|CEE|UKI|EU|UK|US|USA|UAE|Benelux|Nordics?|Europe|Global)$/;

/** How many words belong to the title: as many as can, but for words that organisations begin with ("Direktor Hotel Adler"). */
function titleEnd(words: readonly string[]): number {
  for (let n = Math.min(words.length - 1, most.ofTitle); n > 0; n -= 1) {
    const last = words[n - 1] ?? '';
    if (/[,;:&+]$/.test(last) || /^\p{Ll}{1,3}$/u.test(last) || joinsAlone(last) || !beginsName(words[n] ?? ''))
      continue;
    if (words.length - n > most.ofName) return 0;
    if (!isTitle(words.slice(0, n).join(' '))) continue;
    let start = n;
    while (
      start > 1 &&
      /^\p{Lu}/u.test(words[start - 1] ?? '') &&
      namesOrganisation(words[start - 1] ?? '') &&
      !/^\p{Ll}{1,3}$/u.test(words[start - 2] ?? '') &&
      !roleOf(words[start - 1] ?? '').namesRank &&
      isTitle(words.slice(0, start - 1).join(' '))
    )
      start -= 1;
    return start;
  }
  return 0;
}

function isTitle(text: string): boolean {
  const role = roleOf(text);
  if (!role.wholly || role.sideOnly || role.aspiring || !isMain({ role, text })) return false;
  return (
    role.namesRank ||
    (!namesOrganisation(text.split(' ')[0] ?? '') &&
      (cyrillic.test(text) || text.split(' ').some(isPersonNoun)) &&
      !endsInLegalForm(text))
  );
}

/** Endings of words for people in the languages of Europe; what a company does ends otherwise ("Ottica", "Kwekerij"). Folded text. */
const ofPeople =
  /(?:[eoa]rs?|[eo]rin|ist(?:a|e|in|ka)?|[aei]n[td](?:e|in|ka)?|i[ae]n(?:ne)?|[eè]u[rs]e?|ier[ea]?|[eo]r[ao]|tri[cz]e?|tore|[ai]rio|eir[oa]|(?<!ing)enieur\p{L}{0,3}|man[n]?|frau|kraft|nurse|kundige|hulp|monteur|are|mester|arz|nik|nica|[cs]ka|[wd]ca|tel|tyl|ja|jo|ci|cu|men|muhendis\p{L}?|o|notaio|medic[oa]?|chef|rn|exec\p{L}{0,5}|clerk|crew|guide|cook|pilot|guard|agent|rep|coach|scientist|architect|analyst|consultant|assistant|specialist|[ои]ст|[ое]р|и[кц]\p{L}?|тель|арь|ка|ης|ος|ρια|ωρ|ιστας)$/u;
/** Trades of these languages end in too many ways. */
const cyrillic = /^[\u0400-\u04ff]/;
/** The same with the letters of the north and east, and of words that stand in a case. */
const ofPeopleAsWritten =
  /(?:[aáeiíě]č|[jč]čí|yk|ník|[aá]ř|[oö]r|őr|us[ıu]|[ei]ni|öğretmeni|[kc][ıiuü]|şoförü|memuru|elemanı|görevlisi|[td]örü|m[iü]hendisi|kuski|mies|kko|[au]ri|áš|[aáeé]sz|ász|ész|us|chauff[eø]r|fører)$/iu;
const isPersonNoun = (word: string) =>
  (ofPeople.test(fold(word)) || ofPeopleAsWritten.test(word)) && !namesOrganisation(word);

/** "Försäkringskassan", "Rosenlundskolen", "Finansministeriet": one house by its article, in the north. */
const isDefinite = (name: string) => /^\p{Lu}\p{Ll}{5,}(?:[ae]n|et)$/u.test(name) && !isOrganisationWord(fold(name));

/** A capital or digit that is no word of titles, or a word that organisations are called by. */
function beginsName(word: string): boolean {
  if (!/^(?:\p{Lu}|\d+\p{L}|\p{Ll}{1,2}\p{Lu}|\p{Ll}+\.\p{Ll}{2,4}$)/u.test(word)) return false;
  const role = roleOf(word);
  return !role.namesRank && (namesOrganisation(word) || namesBody(word) || !role.wholly);
}

function isName(words: readonly string[], sure: boolean, tools: boolean): boolean {
  const name = words.join(' ');
  if (/[,;:"“”()|/]/.test(name) || isPlace(name) || isTopic(name) || isTool(name)) return false;
  if (!words.every((word, n) => /^[\p{Lu}\d&+]/u.test(word) || inside.test(word) || (n === 0 && beginsName(word))))
    return false;
  if (roleOf(name).namesRank && !endsInLegalForm(name)) return false;
  // "Leiter Schule und Bildung": fields.
  if (/^\S+ (?:und|and|et|y|e|och|og|i) \S+$/.test(name) && roleOf(name).function !== null) return false;
  // "Δικηγόρος Αθηνών": the genitive of what they work on.
  if (/^\p{Lu}[α-ωά-ώ]+(?:ων|ών|ης|ής|ου|ού|ας|άς)$/u.test(name)) return false;
  if (/(?:ll|ss)[aä]$|n[áé]l$/u.test(name) || words.some(joinsSurely)) return false;
  if (sure) return true;
  if (words.some((word) => isTool(word) || /^\d+$/.test(word))) return false;
  // "Comfort Bodø", "SPAR Eger": one of the houses of a name.
  const first = words[0] ?? '';
  if (words.length === 2 && !tools && isPlace(words[1] ?? '') && roleOf(first).function === null && !isTopic(first))
    return true;
  const own = words.filter((word) => word.split(/[-+&.'’]/).some(isOwnWord) && !soundsCommon(word));
  if (own.length === 0) return false;
  // "Водій МХП": certificates are in Latin letters.
  if (/^[\u0410-\u042f\u0404\u0406\u0407\u0490]{3,6}(?: (?:им|ім)\. \p{Lu}\p{L}+| №\d+)?$/u.test(name)) return true;
  // "Network engineer CCNP", "Infirmière DE": letters are mostly a certificate.
  return !/^[\p{Lu}\d ]+$/u.test(name) || (words.length > 1 && !tools && !/^\p{Lu}{1,4}(?: |$)/u.test(name));
}

/** Endings of nouns for fields of work in German and its neighbours, and in the Romance languages. */
const soundsCommon = (word: string) =>
  /(?:ung|ungen|heit|keit|schaft|tion|tionen|technik|wesen|management|service|systeme|bau|mittel|handel|ção|ções|ción|ciones|mento|mentos|miento|ità|idade|idad|ismo|logie|logía|logia|ment|ments|ité|ing|ics|ings|ik|ie|ance|ence|age|ure)$/iu.test(
    word,
  );
