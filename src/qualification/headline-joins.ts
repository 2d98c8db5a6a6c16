/** Where a title and its company are joined: by a word that always does ("at", "bei", "@"), one that may ("in", "w"), or "of". */
import {
  isFamily,
  isJobText,
  isPlace,
  isProperName,
  isWellKnown,
  looseCompany,
  mayBeCompany,
  uninflected,
} from './headline-company';
import { isOwnWord } from './headline-named';
import { isMain } from './headline-part';
import {
  endsInLegalForm,
  isNoise,
  isTopic,
  joins,
  namesBody,
  namesCountry,
  namesOrganisation,
  type Line,
} from './headline-words';
import { roleOf, type Role } from './role';

/** Words in front of a joiner; what comes later joins no title. Keeps the time linear in the text. */
const longestLeft = 14;
/** Prepositions behind which an article is no joiner: "à la", "de la". */
const prepositions = new Set([
  'de',
  'a',
  'per',
  'con',
  'di',
  'por',
  'para',
  'sur',
  'dans',
  'et',
  'y',
  'e',
  'en',
  'pour',
]);
/** Joins the runner of a company to its name: "CEO of Acme". */
const ofWords =
  /^(?:of|von|vom|der|des|de|du|d['’]?|di|da|do|dos|della|dello|dell['’]|degli|dell['’]?|del|van|af|av|spółki|firmy|společnosti|компании|компанії|της|του|של|ka|ki|ke|at)$/i;

const longestOf = 10;
export function firstClause(piece: string): string {
  const comma = piece.indexOf(',');
  return comma < 0 ? piece : piece.slice(0, comma);
}

export interface Joined {
  readonly left: string;
  readonly right: string;
  /** The joiner as written. */
  readonly word: string;
}

/** The first joiner of a line that joins; in a slogan only "@" and "at" do. */
export function atJoin(line: Line, slogan: boolean): Joined | null {
  const sign = line.words.indexOf('@');
  const signed = sign < 0 ? Infinity : sign;
  for (let at = 0; at < line.tokens.length; at += 1) {
    const word = line.wordAt[at] ?? 0;
    if (word > longestLeft) break;
    if (word > signed || (at > 0 && line.wordAt[at - 1] === word)) continue;
    const found = joins().at(line.tokens, at);
    if (found === undefined) continue;
    let behind = line.wordAt[at + found.length - 1] ?? word;
    // "chez Le Bon Pain": the article belongs to the name.
    if (behind > word && /^\p{Lu}/u.test(line.words[behind] ?? '')) behind -= 1;
    const written = line.words[word] ?? '';
    if (!/^[\p{Ll}\p{Lo}]/u.test(written) && !(found.row.value === 'strong' && at === 0)) continue;
    const left = line.words.slice(0, word).join(' ');
    const right = line.words.slice(behind + 1).join(' ');
    if (right === '' || (slogan && found.row.phrase !== 'at')) continue;
    const joined = { left, right, word: written };
    if (found.row.value !== 'strong' && joinsLater(line, at + 1, signed)) continue;
    if (
      found.row.value === 'strong'
        ? word > 0 || found.row.phrase.length > 1
        : joinsHere(joined, line.tokens[at - 1]?.text, found.row.phrase)
    )
      return joined;
  }
  const ofCompany = slogan ? null : atOf(line, signed);
  if (ofCompany !== null) return ofCompany;
  if (sign < 0) return null;
  return { left: line.words.slice(0, sign).join(' '), right: line.words.slice(sign + 1).join(' '), word: '@' };
}

/** "Elev i økonomiafdelingen hos Stålgruppen": of two joiners in a clause the sure one joins. */
function joinsLater(line: Line, from: number, signed: number): boolean {
  for (let at = from; at < Math.min(line.tokens.length, from + 6); at += 1) {
    const word = line.wordAt[at] ?? 0;
    if (word >= signed) return true;
    if (line.words[word - 1]?.endsWith(',') === true || /^(?:&|and|og|och|i|e|y|et|und)$/.test(line.words[word] ?? ''))
      return false;
    if (joins().at(line.tokens, at)?.row.value === 'strong' && /^[\p{Ll}\p{Lo}]/u.test(line.words[word] ?? ''))
      return true;
  }
  return false;
}

/** Whether a doubtful joiner joins: behind a title, and before what looks like a company. */
function joinsHere({ left, right, word }: Joined, before: string | undefined, phrase: string): boolean {
  if (left === '' || prepositions.has(before ?? '')) return false;
  const role = roleOf(left);
  const comma = left.lastIndexOf(',');
  // "Policy Adviser, Department for Transport" is one name.
  if (forWords.has(word) && comma >= 0 && isOrganisationNoun(before, left)) return false;
  if (!isMain({ role, text: left }) && !role.sideOnly)
    return isUnread(left)
      ? isSureBody(right) || (isUnreadTitle(left) && isOwnName(right) && mayBeCompany(right))
      : isUnreadTitle(left) && isOwnName(right) && mayBeCompany(right);
  if (comma >= 0 && looseCompany(left.slice(comma + 1)) !== null) return false;
  if (word.length < 3 && isNameOfOwner(left)) return false;
  const employs = role.wholly && isWellKnown(firstClause(right));
  if (word === 'in' && !soundsItalian(left) && !isSmallHouse(right) && !employs) return false;
  // "Kancelaria Wrona i Wspólnicy" is one name.
  if (word.length < 3 && !isFamily(right) && isFamily(`${left} ${word} ${right}`)) return false;
  const clause = firstClause(right);
  // "Leiterin im Klinikum Auental", but not "Leiterin im Vertrieb".
  if (insideWords.has(phrase)) return mayBeCompany(right) && (namesOrganisation(clause) || endsInLegalForm(clause));
  if (forWords.has(word) && !runs(role) && !isSureName(role, clause) && !isLongName(role, clause)) return false;
  // "kadr i płac w Polmarze": another language's "and".
  if (word === 'i' && /^\p{Ll}/u.test(right)) return false;
  if (word === 'a' || word === 'az') return uninflected(firstClause(right)) !== null;
  return mayBeCompany(right);
}

const isOrganisationNoun = (folded: string | undefined, left: string) =>
  folded !== undefined && /\s\p{Lu}\S*$/u.test(left) && namesOrganisation(folded);

/** "Utredare på Naturvårdsverket": a title in words that are not known, before what can only be an employer. */
const isUnread = (left: string) => /^\p{Lu}\S*(?: \S+)?$/u.test(left) && !isNoise(left) && !isTopic(left);

/** Up to four words of which the first alone has a capital, as titles in most languages are written: "Guía de montaña". */
export const isUnreadTitle = (left: string): boolean =>
  /^\p{Lu}\p{Ll}{2,}(?: \p{Ll}[\p{L}'’-]*){0,3}$/u.test(left) &&
  !isNoise(left) &&
  !isTopic(left) &&
  (left.includes(' ') || isOwnWord(left));

/** Two words or more with capitals of which one is no word of other things, or a well-known name. */
export const isOwnName = (name: string): boolean =>
  isWellKnown(name) ||
  (/^\p{Lu}\S*(?: (?:de |d['’] ?|do |da |di |of |the |y |& |och |og |ja |i )?\p{Lu}\S*){1,3}$/u.test(name) &&
    name.split(' ').some((word) => isOwnWord(word)) &&
    roleOf(name).seniority === null);
const isSureBody = (right: string) => {
  const clause = firstClause(right);
  return (namesBody(clause) || namesCountry(clause)) && isProperName(clause) && mayBeCompany(clause);
};

/** "Ejer af Blomsterværkstedet i Svaneke": the small word is inside the name that "of" joins. */
function isNameOfOwner(left: string): boolean {
  const of = /^(.{3,60}) (?:of|von|af|av|van|de|di|da|do|du) (\p{Lu}\S+)$/u.exec(left);
  return of?.[1] !== undefined && runs(roleOf(of[1])) && !isPlace(of[2] ?? '');
}

const insideWords = new Set(['im', 'in der', 'in dem', 'am', 'an der', 'an dem']);
/** Words for whom something is done, which also may be customers, markets and topics. */
const forWords = new Set(['for', 'with', 'pour', 'para', 'voor', 'für', 'per', 'för', 'pentru', 'для', 'dla', 'pro']);

const runs = ({ seniority }: Role) => seniority === 'owner' || seniority === 'cxo';

/** Behind a whole title a name that is no plural and no abbreviation. */
function isSureName(role: Role, clause: string): boolean {
  if (isWellKnown(clause) && (role.namesRank || (role.wholly && clause.includes(' ')))) return true;
  if (endsInLegalForm(clause)) return true;
  if (!role.wholly || !isProperName(clause) || roleOf(clause).function !== null) return namesOrganisation(clause);
  return (
    (clause.includes(' ') && clause.split(' ').some((part) => isOwnWord(part) && !/\p{Ll}s$/u.test(part))) ||
    /^\p{Lu}\p{Ll}{2,}(?<!s)$/u.test(clause)
  );
}

/** "Contracts Lead for Red Sea Global": behind a rank three words of a name, none of them a field. */
const isLongName = (role: Role, clause: string) =>
  role.namesRank &&
  /^\p{Lu}\S*(?: \p{Lu}\S*){2,3}$/u.test(clause) &&
  clause.split(' ').every((word) => roleOf(word).function === null && !isTopic(word) && !roleOf(word).namesRank);

/** "in restaurant De Gouden Leeuw": a small word for a house, and its name. */
const isSmallHouse = (right: string) =>
  /^\p{Ll}{4,20} \p{Lu}/u.test(right) && namesOrganisation(right.split(' ')[0] ?? '');

function soundsItalian(left: string): boolean {
  const words = left.split(' ');
  return (
    roleOf(left).wholly &&
    words.some((word) => /(?:[ao]|ore|rice|ere|bile|ente|ale)$/i.test(word) && !/^(?:data|media)$/i.test(word))
  );
}

/** "Mitglied des Vorstands der Muster AG": the body that somebody sits in is no company. */
const boards =
  /^(?:vorstands?|aufsichtsrat(?:e?s)?|verwaltungsrat(?:e?s)?|beirat(?:e?s)?|geschäftsleitung|geschäftsführung|directoire|conseil|comité|consejo|comité|conselho|consiglio|board|executive|management|rady|zarządu|administração|administración|administration|amministrazione|administrație|administra[tț]ie|представництва|правления|совета|ради|правління)(?![\p{L}])/iu;

/** "CEO of Acme", "Inhaber der Muster GmbH": behind who runs a company, or behind rank and function, a name. */
function atOf(line: Line, end: number): Joined | null {
  for (let n = 1; n < Math.min(line.words.length - 1, end, longestLeft); n += 1) {
    const word = line.words[n] ?? '';
    if (line.words[n - 1]?.endsWith(',') === true && n > 1) break;
    if (word.length > longestOf || !ofWords.test(word) || /^\p{Lu}/u.test(word)) continue;
    const left = line.words.slice(0, n).join(' ');
    let from = n + 1;
    while (
      from < line.words.length - 1 &&
      /^(?:la|le|les|der|den|het|the|l['’]|el|los|las|il)$/.test(line.words[from] ?? '')
    )
      from += 1;
    const right = line.words
      .slice(from)
      .join(' ')
      .replace(/^l['’](?=\p{Ll}{4,20} \p{Lu})/u, '');
    const role = roleOf(left);
    if (left.includes(',') && !role.wholly) break;
    if (boards.test(right)) continue;
    // "Fondatoare Atelierul de Pâine": the small word is inside the name.
    if (n > 1 && /^\p{Lu}/u.test(line.words[n - 1] ?? '') && !role.wholly) continue;
    const runs =
      role.seniority === 'owner' ||
      role.seniority === 'partner' ||
      (role.seniority === 'cxo' && role.function === 'management');
    const whole =
      role.wholly &&
      (role.seniority !== null || namesOrganisation(firstClause(right))) &&
      (/^(?:of|der|des)$/.test(word)
        ? endsInLegalForm(right) ||
          (word !== 'of' && namesOrganisation(line.words[from] ?? '')) ||
          (word !== 'of' && /\s&\s\p{Lu}/u.test(right))
        : role.function !== null && (role.function !== 'management' || role.seniority !== 'director'));
    const house = namesOrganisation(line.words[from] ?? '') && role.namesRank && role.wholly;
    const noun = (runs || house) && /^\p{Ll}{3,20} (?:\p{Ll}\S* )?\p{Lu}/u.test(right) && !isJobText(right);
    if (!(runs || whole || (house && noun)) || !(noun || (/^["«“]?\p{Lu}|^\p{Lo}/u.test(right) && mayBeCompany(right))))
      continue;
    // "Secretário de Finanças da Prefeitura": what they look after.
    const field = line.words[from] ?? '';
    if (!runs && roleOf(field).function !== null && !namesOrganisation(field)) continue;
    if (!runs && !house && !isProperName(firstClause(right).replace(/ i \p{Lu}.*$/u, ''))) continue;
    return { left, right, word };
  }
  return null;
}
