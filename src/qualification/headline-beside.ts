/** The company in a part of its own beside the title: joined to nothing ("CEO | Acme"), or begun by a joiner ("CEO | @Acme"). */
import { isJobText, isPlace, isSureName, isUnit, isWellKnown, looseCompany, smallHouse } from './headline-company';
import { isOwnWord } from './headline-named';
import { isMain, type Part } from './headline-part';
import { endsInLegalForm, isLegalForm, isTopic, namesBody } from './headline-words';
import { roleOf } from './role';

/** The name of a part of its own that says that it is an organisation. */
export function sureBeside(parts: readonly Part[], at: number): string | null {
  const name = joinedBelow(parts, at) ?? leftOver(parts, at);
  return name !== null && isSureName(name) ? name : null;
}

/** Without a title, the only part that is a company by its own words: "Growth | CRM | Marmita.app". */
export function sureName(parts: readonly Part[]): string | null {
  if (parts.length < 2) return null;
  const names = parts.map(({ text }) => looseCompany(behindField(text)));
  const sure = names.filter((name) => name !== null && (endsInLegalForm(name) || isDomain(name) || namesBody(name)));
  return sure.length === 1 ? (sure[0] ?? null) : null;
}

const isDomain = (name: string) =>
  /^[\p{L}\p{N}-]{2,30}\.(?:com|app|io|ai|co|net|org|eu|de|fr|nl|se|pl|cz|ru|ua|tech|dev)$/iu.test(name);

/** "CEO | @Acme", "Account Director - Public Sector at Acme": the part behind the title holds its company. */
export function joinedBelow(parts: readonly Part[], at: number): string | null {
  for (const part of parts.slice(at + 1)) {
    if (part.companyOnly) return part.company;
    const job = part.role.sideOnly || (isMain(part) && !part.role.wholly);
    if (job || part.role.namesRank) return null;
    if (part.company !== null) return isMain(part) ? null : part.company;
    if (part !== parts[at + 1] && !isTopic(part.text)) return null;
  }
  return null;
}

/** "@Acme | CEO": in front of the title a part that holds nothing but a company. */
export function joinedAbove(parts: readonly Part[], at: number): string | null {
  const before = parts[at - 1];
  return before?.companyOnly === true ? before.company : null;
}

/**
 * "CEO | Acme": a part that is a plain name and neither job, place nor topic. Behind the title before in front of it; of several
 * names one that is called a company by its own words.
 */
export function leftOver(parts: readonly Part[], at: number): string | null {
  const names: { n: number; name: string; sure: boolean }[] = [];
  let lists = 0;
  for (const [n, { text, company, role }] of parts.entries()) {
    if (n === at || company !== null || role.sideOnly || isJobText(text)) continue;
    const list = text.includes(',') && !endsInLegalForm(text);
    if (list && text.split(', ').every(isTopic)) continue;
    if (list) lists += 1;
    const name = looseCompany(behindField(text)) ?? smallHouse(text);
    if (name !== null) names.push({ n, name, sure: isSureName(name) });
  }
  const houses = names.filter(({ name }) => !isUnit(name));
  if (houses.length > 0 && houses.length < names.length) names.splice(0, names.length, ...houses);
  // "Marketplaces | Wildberries | Ozon": of several well-known names none is sure to be the employer.
  if (names.filter(({ name }) => isWellKnown(name)).length > 1) return null;
  const behind = names.find(({ n }) => n === at + 1);
  const [first, last] = names;
  // "Product Manager | Wallapop | Escaladora": a name, and what somebody is besides.
  const besides = names.length === 2 && first === behind && last !== undefined && hobby.test(last.name);
  if (
    besides &&
    behind !== undefined &&
    !last.sure &&
    /^\p{Lu}\p{Ll}{3,}/u.test(behind.name) &&
    behind.name.split(' ').some(isOwnWord)
  )
    return behind.name;
  const before = names.find(({ n }) => n === at - 1);
  const near = behind ?? before;
  // "腾讯 | 后端开发工程师 | Go": the name in front of the only title opens the headline.
  if (names.length > 1 && at === 1 && before !== undefined && names.every(({ sure }) => !sure)) return before.name;
  if (near?.sure) return near.name;
  const sure = names.filter((name) => name.sure);
  if (sure.length === 1 && sure[0] !== undefined) return sure[0].name;
  const weighed = sure.length === 0 ? weightiest(names, at) : null;
  if (weighed !== null && !parts.some(({ text }, n) => n !== at && isTopic(text) && !isSegment(text))) return weighed;
  const [only] = names;
  // "Nurse | Primary care | Diabetes": beside topics an ordinary word is another.
  const plainWord = only !== undefined && /^\p{Lu}\p{Ll}+$/u.test(only.name) && !isOwnWord(only.name);
  if (
    plainWord &&
    parts.some(({ text, role }, n) => n !== at && n !== only.n && (isTopic(text) || role.function !== null))
  )
    return null;
  const listed =
    lists > 0 && !(only?.n === at + 1 && only.name.split(' ').length > 1 && only.name.split(' ').some(isOwnWord));
  if (names.length !== 1 || listed || only === undefined) return null;
  // "Architect | Cloud | Zero Trust": beside topics stands another.
  const between = parts.slice(at + 1, only.n);
  const topics = parts.some(({ text }, n) => n !== at && n !== only.n && isTopic(text) && !isSegment(text));
  const opens = only.n === 0 && at === 1 && !isAbbreviation(only.name);
  if (topics && !opens && !only.name.includes(' ') && (only.n !== at + 1 || isAbbreviation(only.name))) return null;
  if (between.some(({ text, role }) => isTopic(text) && role.function === null && !isSegment(text))) return null;
  // "Account Executive - Mid Market - Acme": nothing but topics and fields between.
  return near !== undefined || between.every(({ text, role }) => isTopic(text) || role.wholly) ? only.name : null;
}

/** One word that ends as words for people do. */
const hobby =
  /^\p{Lu}\p{Ll}{3,}(?:ora|ore|iste|ista|ist|eur|euse|eira|eiro|dor|dora|er|erin|lainen|jä|ka|ik|ник|ист|ець|ка|тель|ής|στής)$/u;

/**
 * Of several plain names: straight behind the title one with a word of its own ("Sales Engineer • Palo Alto Networks • Denver"); else the
 * only one behind it that has such a word ("Regional Director - Southeast - Waste Management"). Null where none stands out, as in a list
 * of tools.
 */
function weightiest(names: readonly { n: number; name: string }[], at: number): string | null {
  const behind = names.filter(({ n }) => n > at);
  if (names.length < 2 || names.length > 3 || behind.length !== names.length) return null;
  if (!behind.every(({ name }) => /^\p{Lu}/u.test(name))) return null;
  const [first] = behind;
  if (first === undefined) return null;
  const own = behind.filter(
    ({ name }) => name.split(' ').some((word) => isOwnWord(word) && !/\d/.test(word)) && !isAbbreviation(name),
  );
  if (first.n === at + 1 && own.includes(first)) return first.name.includes(' ') ? first.name : null;
  return own.length === 1 && own[0] !== undefined && own[0] !== first ? own[0].name : null;
}

/** Beside topics letters like these are another: "ISO", "MS-900". */
const isAbbreviation = (name: string) => !/\p{Ll}{2}/u.test(name) && /^[\p{Lu}\d]/u.test(name);

/** A market that a title is for. */
function isSegment(text: string): boolean {
  return /market|enterprise|smb|public sector|emea|apac|dach|europe|region|key accounts|b2b|b2c|retail|saas/i.test(
    text,
  );
}

/** "North, Reliance Retail": the name behind regions and fields. */
function behindField(text: string): string {
  const comma = text.lastIndexOf(', ');
  if (
    comma < 0 ||
    isLegalForm(text.slice(comma + 2)) ||
    endsInLegalForm(text.slice(0, comma)) ||
    text.indexOf(', ') !== comma
  )
    return text;
  const field = text.slice(0, comma);
  // "Aster Hospital, Doha": the place behind a name.
  if (isPlace(text.slice(comma + 2)) && !isPlace(field) && !roleOf(field).wholly) return field;
  if (isSureName(field) && !isUnit(field) && !isSureName(text.slice(comma + 2)) && !roleOf(field).wholly) return field;
  if (isUnit(field)) return text.slice(comma + 2);
  // "Huilerie Ben Salah, Sfax": behind a name of several words one that is no job is where it stands.
  const town = /^\p{Lu}\p{Ll}+$/u.test(text.slice(comma + 2)) && !isJobText(text.slice(comma + 2));
  if (town && field.includes(' ') && field.split(' ').some(isOwnWord) && roleOf(field).function === null) return field;
  return roleOf(field).wholly || isPlace(field) || isTopic(field) ? text.slice(comma + 2) : text;
}
