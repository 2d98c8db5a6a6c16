/** Which piece of a headline may be a company, and what of it is the name. A wrong company would make a wrong account. */
import { fold } from '../text/fold';
import {
  endsInLegalForm,
  isLegalForm,
  isListedPlace,
  isNoise,
  isOfCountry,
  isOrganisationWord,
  isTopic,
  joinsAlone,
  namesBody,
  namesCountry,
  namesOrganisation,
  noCompany,
} from './headline-words';
import { isBrand } from './headline-brands';
import { parseLocation } from './location';
import { unspaced } from './words';
import { remembering } from '../text/remembering';
import { isKnownWord, roleOf, type Role } from './role';

const longestCompany = 120;
const conjunction = /\s(?:&|and|und|et|y|e|en|\+|och|og|ja|i|a|és|și|şi|ve|и|і|й|та|και|و|ו)\s/i;
/** Letters of scripts that have no capitals. */
const uncased = /^[\p{Lo}]/u;

/** Trimmed, single-spaced, without punctuation hanging at the ends; null when nothing is left. */
export function tidy(text: string, longest: number): string | null {
  if (text.length <= longest && isTidy(text)) return text;
  const clean = text
    .slice(0, 400)
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L}['’]) (?=\p{Lu})/gu, '')
    .replace(/^[\s,.;:&+/\\|–—\-«»"“”]{1,20}(?!\S{0,20}\.\w)/u, '')
    .replace(/(?<![\s,;:&+/\\|–—\-«»"“”])[\s,;:&+/\\|–—\-«»"“”]{1,400}$/u, '')
    .replace(/(?<=\p{L}{4})\.$/u, '')
    .slice(0, longest)
    .trim();
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null;
}

/** Begins and ends in a plain letter or digit, and has nothing in between that needs a look. */
function isTidy(text: string): boolean {
  if (!isPlainLetter(text.charCodeAt(0)) || !isPlainLetter(text.charCodeAt(text.length - 1))) return false;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 39 || code > 591 || code === 0xa0 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return true;
}

const isPlainLetter = (code: number) =>
  (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58);

export const isPlace: (text: string) => boolean = remembering(4_096, (text) => {
  const places = text.includes(' & ') ? text.split(' & ') : [text];
  return places.every((place) => isListedPlace(place) || parseLocation(place).country !== null);
});

/** A listed name that people write for nothing else: not "Bristol", "Grafika". */
export const isWellKnown = (name: string): boolean =>
  isBrand(name) &&
  (name.includes(' ') ||
    !(isPlace(name) || isTopic(name) || (roleOf(name).wholly && !isCoined(name) && !unspaced.test(name))));

/** Known title or function words throughout, or a word of rank: no company name. */
export function isJobText(text: string): boolean {
  if (isWellKnown(text)) return false;
  if (/^\p{Lu}/u.test(text) && isBodyAtEdge(text)) return false;
  const role = roleOf(text);
  return (
    (role.wholly && !namesOrganisation(text) && !endsInLegalForm(text) && !namesCountry(text)) || ranked(role, text)
  );
}

/** A word of rank, unless the text is a company by its legal form ("Chef AG"). */
function ranked(role: Role, text: string): boolean {
  if (isFamily(text) || /^\p{Lu}.* Partners$/u.test(text)) return false;
  if (role.seniority === 'partner' && /\s(?:&|and|und|et|y|e|i|a|és|og|och|en|\+)\s\p{L}+$/u.test(text)) return false;
  return role.namesRank && role.seniority !== null && !endsInLegalForm(text);
}

export function plainCompany(text: string): string | null {
  const name = tidy(text, longestCompany);
  if (name === null || noCompany.test(fold(name)) || isLegalForm(name) || name.split(' ').length > 9) return null;
  return name;
}

/** Every word capitalised (small joining words apart), a single word, or letters that know no capitals. */
export function isProperName(name: string): boolean {
  const words = name.split(' ');
  if (words.length > 7) return false;
  if (words.some((word) => uncased.test(word))) return true;
  if (words.length === 1 || (endsInLegalForm(name) && /^[\p{Lu}\p{N}\p{Lo}]/u.test(name))) return true;
  if (!/^[\p{Lu}\p{N}\p{Lo}]/u.test(name)) return false;
  // "Sucrerie de l'Aisne", "Santa Casa da Misericórdia de Lagos".
  if (
    /^\p{Lu}\S*(?: (?:(?:de|du|des|del|della|dello|dei|di|da|do|das|dos)(?: (?:la|les|los|las|l['’]|le))? )?(?:[dl]['’] ?)?\p{Lu}\S*){1,5}$/u.test(
      name,
    )
  )
    return true;
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  // "Istituto tecnico", "Hotel moderno": a kind of house, not one.
  if (words.length === 2 && small === 1 && isOrganisationWord((words[0] ?? '').toLowerCase())) return false;
  if (small > 0 && (namesBody(name) || namesCountry(name))) return true;
  return (
    small === 0 ||
    isFamily(name) ||
    (small <= words.length / 2 && namesOrganisation(name)) ||
    (words.length <= 4 && namesOrganisation(words[words.length - 1] ?? '')) ||
    (small === 1 &&
      words.length > 2 &&
      /\s(?:&|de|of|du|des|del|della|delle|degli|dei|da|do|van|der|den|het|aux|av|af|til|till|y|et|e|und|and|i|lui|am|v|w|la|le|el|в|на|του|της|των|імені|имени|ім\.|им\.|im\.|nr|č\.|d['’]|l['’]|dell['’]|all['’])\s/.test(
        name,
      ))
  );
}

/** A name and the generation behind: "Novák a synové", "Hijos de Prats", "Jensen & Sønner". */
const names = /^\p{Lu}\S*(?: \p{Lu}\S*){0,3} (?:&|\+|and|und|et|y|e|i|a|és|și|og|och|ja|en|та|и|і) \p{L}/u;
const generation =
  / (?:&|\+|and|und|et|y|e|i|a|és|și|og|och|ja|en|та|и|і) (?:co|sons?|daughters?|brothers|söhne|sohn|töchter|gebrüder|partner|fils|filles|frères|hijos|hermanos|figli[eo]?|fratelli|filhos|irmãos|zonen|zn|zoon|söner|sønner|bröder|brødre|pojat|veljet|partners?|associates?|associés|asociados|associados|associati|soci|kollegen|partnerzy|wspólnicy|partneři|společníci|asociații|társai|ortakları|партн[её]ры|партнери|συνεργάτες|vennoten|kumppanit|synowie|syn|córki|synové|syn|dcery|fiai|fia|fiii|fiul|oğulları|kardeşler|υιοί|сыновья|сини)\.?(?: |$)/iu;
export const isFamily = (text: string) => names.test(text) && generation.test(text);

/** Whether what follows a doubtful joiner looks like a company: not a job, a place, a topic or a number. */
export function mayBeCompany(right: string): boolean {
  const clause = (right.split(/\s*,\s*| @ /)[0] ?? '').split(conjunction)[0] ?? '';
  if (noCompany.test(fold(clause))) return false;
  const words = clause.split(' ');
  const capital = /^["«“]?(?:\p{Lu}|\d+\p{L})/u.test(clause) || uncased.test(clause);
  // "în audit la Deloitte": behind a field it is not that which the name belongs to.
  const later =
    !capital &&
    words.length <= 4 &&
    !(joinsAlone(words[1] ?? '') && roleOf(words[0] ?? '').function !== null && !namesOrganisation(words[0] ?? '')) &&
    words.slice(1).some((word) => /^\p{Lu}/u.test(word));
  if (!capital && !later) return false;
  return !isJobText(clause) && !isPlace(clause) && !isTopic(clause) && !isNoise(clause);
}

/** What stands behind a name and is none of it: "in dritter Generation", "since 2019". */
const hangsOn =
  / (?:(?:in|en|na|van|de|w|v) \S{3,12} (?:[Gg]en[eé]ra\S{4,6}|pokolenie|generaci)|(?:since|seit|depuis|desde|dal|sinds|sedan|siden|od|din|с|з) \d{4})(?: .*)?$/u;

/** The company at the start of what follows a joiner, and what stands behind it when that is another job. */
export function companyOf(right: string): { company: string | null; rest: string } {
  let text = right
    .replace(/ by (?:day|night)\b.*$/, '')
    .replace(hangsOn, '')
    .replace(/^(?:the|der|dem|den|die|das|la|le|les|el|il|lo|de|het|den|det|az?)\s(?=\p{Lu})/u, '');
  const clauses = text.split(/\s*,\s*/);
  text = clauses[0] ?? '';
  const form = clauses[1];
  const family = form !== undefined && isFamily(form) && /^\S+$/.test(text);
  if (form !== undefined && (family || isLegalForm(form))) text = `${text}, ${form}`;
  text = text.split(' @ ')[0] ?? '';
  if (/[.!?:]\s/.test(text)) text = text.replace(/(?<!Hnos|Gebr)(?<=\p{L}{4})[.!?:]\s.*$/u, '');
  let rest = '';
  const found = conjunction.exec(text);
  if (found !== null) {
    const behind = text.slice(found.index + found[0].length);
    // "hos Kragelund Tømrer & Snedker": two trades of one company.
    const trades =
      / /.test(text.slice(0, found.index)) &&
      roleOf(lastWord(text.slice(0, found.index))).wholly &&
      !behind.includes(' ');
    const job = !isFamily(text) && !trades && (isJobText(behind) || roleOf(firstWords(behind, 4)).namesRank);
    if (job || (!isFamily(text) && !/^[\p{Lu}\p{Lo}\d]/u.test(behind) && !namesOrganisation(text))) {
      text = text.slice(0, found.index);
      if (job) rest = behind;
    }
  }
  const where = /\s(?:in|for|für|en|à|i|w|v|la|na|per)\s(.+)$/i.exec(text);
  if (where?.[1] !== undefined && (isPlace(where[1]) || roleOf(where[1]).wholly)) text = text.slice(0, where.index);
  return { company: plainCompany(text), rest };
}

const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1);

function firstWords(text: string, count: number): string {
  return text.split(' ').slice(0, count).join(' ');
}

/** Who belongs to a body has no company there. Tried on folded text. */
const memberOf =
  /^(?:member|mitglied|membre|miembro|membro|socio[a]?|lid|medlem|jasen|czlonek|czlonkini|clen|clenka|uye|uyesi|membru|membra|tag|член|членкиня|μελος|عضو|חבר|חברת) /;

/** A plain name without a joiner: short, capitalised, and neither a job, a place nor a topic. */
export function looseCompany(text: string): string | null {
  const name = plainCompany(text);
  if (name !== null && isWellKnown(name)) return name;
  if (name === null || !isProperName(name)) return null;
  const folded = fold(name);
  if (memberOf.test(folded)) return null;
  const comma = name.indexOf(', ');
  if (comma >= 0 && !isLegalForm(name.slice(comma + 2)) && !isFamily(name.slice(comma + 2))) return null;
  if (
    isTopic(name) ||
    /[!?“”]|(?<![\u05d0-\u05ea])"|: /.test(name) ||
    (isPlace(name) && !(name.includes(' ') && namesOrganisation(name))) ||
    isNoise(name) ||
    isLegalForm(name)
  )
    return null;
  if (endsInLegalForm(name)) return name;
  const role = roleOf(name);
  const organisation = namesOrganisation(name);
  if (organisation && unspaced.test(name) && isOrganisationWord(name)) return null;
  if (isOfCountry(name) || belongsNoMore.test(name)) return null;
  if (isBody(name, role)) return name;
  // "VP of Product, Growth & Monetization": a list of duties.
  const duties = /\s(?:&|and|und|et|y|e|i|og|och)\s/.test(name);
  if (role.function !== null && duties && !organisation && !isFamily(name) && namesDuty(name)) return null;
  if (!organisation && /^\p{Ll}/u.test(name) && !/[.\d]|^\p{Ll}{1,2}\p{Lu}/u.test(name)) return null;
  if (/-(?:first|driven|led|based|focused|minded|obsessed|centric|native|ready)$/i.test(name)) return null;
  if (/^\d[\d.,+%]*\p{L}{0,3}$/u.test(name)) return null;
  if (organisation && role.seniority === null && name.includes(' ')) return name;
  if (organisation && unspaced.test(name)) return name;
  return (role.wholly && !isCoined(name)) || ranked(role, name) || soundsLikeTopic(folded) ? null : name;
}

/** A part of a larger house: "School of Nursing", "Dept. of Physics", "avd. for ortopedi", كلية الطب. */
export const isUnit = (name: string): boolean =>
  /^(?:(?:School|Faculty|Department|Division|Chair|Office|Dept\.?|Dpt\.?) of |(?:Dept|Dpt|Abt|Avd|avd|Afd|afd|Odd|odd|Oddz|Отд|отд|Каф|каф|Div|Dep)\.|(?:Planta de|Werk|Standort|Usine d[e']|Site de|Stabilimento di|Sede di|Agence de|Department|Division|Abteilung|Afdeling|Avdeling|Avdelning|Fakultät|Lehrstuhl|Facultad de|Departamento de|Faculdade de|Faculté de|Dipartimento di|Facoltà di|Wydział|Katedra|Fakulta|Facultatea de|Fakültesi|Кафедра|Факультет|Отдел|Відділ|כליה|הפקולטה|المكتب|كلية|كليه|قسم) )/u.test(
    name,
  );

/** Words of companies that are one company, or one in every town. */
const aloneToo =
  /^(?:sparkasse|volksbank|raiffeisen|rabobank|infosys|caritas|diakonie|johanniter|malteser|drk|awo|stadtwerke|rathaus)$/iu;

/** Whether a name says by its own words that it is an organisation. */
export const isSureName = (name: string): boolean =>
  (namesOrganisation(name) && (!isOrganisationWord(name.toLowerCase()) || aloneToo.test(name))) ||
  endsInLegalForm(name) ||
  isFamily(name) ||
  namesCountry(name) ||
  isWellKnown(name);

/**
 * "Statens vegvesen", "Norsk Data", "Naturvårdsverket": called by its country or by a word for public bodies, whatever fields of
 * work its name has besides. "Svensk redovisningskonsult" is a person.
 */
function isBody(name: string, role: Role): boolean {
  if (!/^[\p{Lu}\p{N}]/u.test(name)) return false;
  if (role.namesRank || role.seniority !== null) return isBodyAtEdge(name);
  return namesBody(name) ? name.length > 5 : namesCountry(name);
}

/** "Direktoratet for forvaltning", "Emniyet Genel Müdürlüğü": the word for the body at one end, and no rank at the other. */
function isBodyAtEdge(name: string): boolean {
  if (!name.includes(' ') || name.includes(',')) return false;
  const [first, last] = [name.slice(0, name.indexOf(' ')), lastWord(name)];
  return (namesBody(first) && !roleOf(last).namesRank) || (namesBody(last) && !roleOf(first).namesRank);
}

/** "School of Life alumni", "Kontosa Certified": what somebody has been or passed. */
const belongsNoMore = / (?:alumn\p{L}{1,3}|veteran|graduate|certified|licensed|trained|enthusiast|fan)$/iu;

/** Whether the first of the things joined is a field of work; in "Brandt & Keller" it is a name. */
function namesDuty(name: string): boolean {
  const first = roleOf(name.split(/\s(?:&|and|und|et|y|e|i|og|och)\s/)[0] ?? '');
  return first.function !== null || first.wholly || isTopic(name.split(/\s/)[0] ?? '');
}

/** One word that only begins like a known one: "Datapinède". */
function isCoined(name: string): boolean {
  return !/[\s-]/.test(name) && !unspaced.test(name) && !isKnownWord(fold(name));
}

/** One word that ends as abstract nouns do: "Sustainability", "Nachhaltigkeit". */
function soundsLikeTopic(folded: string): boolean {
  return (
    !folded.includes(' ') &&
    folded.length > 7 &&
    /(?:tion|ment|ology|ism|ship|ity|ness|heit|keit|schaft|cion|cao|zione|ost|stvo|izm|ство|ость|ация)$/.test(folded)
  );
}

/** A word behind which stands where somebody works: "Loodgieter regio Zwolle". */
export const isRegionWord = (word: string): boolean =>
  /^(?:regio|region|région|región|regione|região|gebiet|bereich|raum|omgeving)$/i.test(word);

/** A place of study. Students are no staff of theirs. */
export function isSchool(name: string): boolean {
  return /universi|univerz|uniwersyt|yliopisto|egyetem|πανεπιστ|університет|университет|大学|大學|대학|جامع|كليه|كلية|אוניברסיט|מכלל|college|school|schule|akademi|academ|학과|학부|lyce|gymnasium|politecnic|polytech/.test(
    fold(name),
  );
}

/** A company in the inflected forms of Turkish, Hungarian and Finnish, without the ending; null without one. */
export function uninflected(name: string): string | null {
  const start = name.lastIndexOf(' ') + 1;
  const last = name.slice(start);
  if (!isInflected(last)) return null;
  const bare =
    /^(.{2,40})['’](?:[dt][ae]|n[dt]?[aeıiuü]n?|[dt][ae]n|[ıiuü]n|y[ae])$/iu.exec(last) ??
    /^(.{2,40}?)[-–](?:n[áé]l|b[ae]n|[oóöő]n|t[óő]l)$/iu.exec(last) ??
    /^(.{2,40}):(?:ll[aä]|ss[aä]|n|lt[aä]|st[aä]|in)$/iu.exec(last) ??
    /^(\p{Lu}.{2,40})n[áé]l$/u.exec(last) ??
    hungarianIn(last);
  if (bare?.[1] === undefined) return null;
  return name.slice(0, start) + bare[1];
}

/** "Kórházban": in Hungarian, of words for companies alone, because other words end so by themselves. */
function hungarianIn(word: string): RegExpExecArray | null {
  const found = /^(\p{Lu}.{3,40})b[ae]n$/u.exec(word);
  return found?.[1] !== undefined && namesOrganisation(found[1]) ? found : null;
}

/** Whether a word may be in one of those forms: a quick look before the close one. */
export const isInflected = (word: string) => /['’:–-]|n[áé]l$|b[ae]n$/.test(word);

const smallWords =
  /^((?:\p{Ll}[\p{Ll}-]{2,20} ){1,3})(?:(?:of|de|di|van|von|der|zum|la|le|el|du|del) )?(?:\p{Lu}|№|\d)/u;

/** Small words for a company and its name: "холдинг Белая Дача", "детский сад «Ромашка»"; null for anything else. */
export function smallHouse(text: string): string | null {
  const small = smallWords.exec(text)?.[1]?.trim();
  return small !== undefined && namesOrganisation(small) && roleOf(text).seniority === null ? plainCompany(text) : null;
}
