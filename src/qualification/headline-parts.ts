/** One part of a headline: its title, the company joined to it, and what the words of the title say. */
import {
  companyOf,
  isFamily,
  isPlace,
  looseCompany,
  mayBeCompany,
  isJobText,
  isProperName,
  plainCompany,
  tidy,
  isInflected,
  uninflected,
} from './headline-company';
import {
  beforeSearch,
  endsInLegalForm,
  isLegalForm,
  isNoise,
  isTool,
  joins,
  lineOf,
  namesOrganisation,
  noiseOf,
  presentRest,
  withoutNow,
  type Line,
} from './headline-words';
import { behindRunner, behindSmallWords, behindTitle, besideOrganisation, splitAtLegalForm } from './headline-behind';
import { readUnspaced } from './headline-unspaced';
import { unspaced } from './words';
import { isMain, partOf, type Part } from './headline-part';
import { companyOfWork } from './headline-worksas';
import { isKnownWord, roleOf, type Role } from './role';
import { fold } from '../text/fold';

/** Words in front of a joiner; what comes later joins no title. Keeps the time linear in the text. */
const longestLeft = 14;
const longestTitle = 160;
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
  /^(?:of|von|vom|der|des|de|du|d['’]?|di|da|do|dos|della|dell['’]?|del|van|af|av|spółki|firmy|společnosti|компании|компанії|της|του|של|ka|ki|ke|at)$/i;

const longestOf = 10;
/** Behind a company: Turkish and Hindi. */
const postpositions = new Set('şirketinde firmasında bünyesinde mein me ka ki ke şirketi'.split(' '));

/** The parts of one piece between bars: mostly one; two where a piece names two jobs with a company each. */
export function readPiece(piece: string): Part[] {
  return readDepth(piece, 0);
}

function readDepth(piece: string, depth: number): Part[] {
  if (depth > 3) return [];
  const line = lineOf(piece);
  if (line.words.length === 0) return [];
  const noise = noiseOf(firstClause(piece));
  if (noise === 'past' || noise === 'other') {
    const rest = presentRest(piece);
    return rest === null ? [] : readDepth(rest, depth + 1);
  }
  if (noise === 'slogan') {
    const right = companyOfWork(piece) ?? atJoin(line, true)?.right;
    const company = right === undefined ? null : companyOf(right).company;
    return company === null || !isProperName(company) ? [] : [partOf('', company)];
  }
  const present = withoutNow(line);
  if (present !== null) return readDepth(present, depth + 1).map((part) => ({ ...part, now: true }));
  const text = beforeSearch(piece, line);
  if (text === '' || (text !== piece && !isMain({ role: roleOf(text), text }))) return [];
  if (unspaced.test(text)) return readUnspaced(text);
  const sought = text === piece ? line : lineOf(text);
  return aspiring(readJoined(text, sought, depth));
}

/** "Aspiring VP at Acme" is no VP, and at no company. */
function aspiring(parts: Part[]): Part[] {
  return parts.filter((part) => !part.role.aspiring);
}

function readJoined(piece: string, line: Line, depth: number): Part[] {
  const first = companyFirst(piece, line);
  if (first !== null) return [first];
  const joined = atJoin(line, false);
  // "Brf-Partner i Väst AB" is a name whole.
  if (joined !== null && endsInLegalForm(piece) && !roleOf(joined.left).wholly && looseCompany(piece) !== null)
    return [partOf(piece, null)];
  if (joined !== null) {
    const work = joined.left === '' ? behindWork(joined.right) : null;
    if (work !== null) return [work];
    // "Attorney at Law" is a whole title.
    if (/^(?:law|large|sea)\b/i.test(joined.right)) return [partOf(piece, null)];
    const bare = uninflected(firstClause(joined.right).trimEnd());
    const { company, rest } = companyOf(bare ?? joined.right);
    const here = partOf(keepTitle(joined.left, false).text, declined(company, joined.word));
    return rest === '' ? [here] : [here, ...readDepth(rest, depth + 1)];
  }
  const beside = besideOrganisation(line);
  if (beside !== null) return [beside];
  const named =
    atHebrewIn(line) ??
    splitAtLegalForm(piece, line) ??
    behindRunner(line) ??
    behindSmallWords(line) ??
    keepTitle(piece, true);
  return named.text === '' ? [] : [partOf(named.text, named.company)];
}

const hebrewField =
  /^ב(?:תחום|תחומי|תעשי|ענף|עולם|עולמות|שוק|מגזר|ישראל|אזור|דגש|פיתוח|מכירות|שירות|הייטק|היי|כיר|ינלאומי|כל|ית$)/;

/** "נציגת מכירות בסלקום": a title in known words, and a word that begins with "in" and is no word of titles. */
function atHebrewIn({ words }: Line): { text: string; company: string } | null {
  for (let n = 1; n < Math.min(words.length, 8); n += 1) {
    const word = words[n] ?? '';
    if (!/^ב[\u05d0-\u05ea]{3}/.test(word) || hebrewField.test(word) || roleOf(word).namesRank) continue;
    const text = words.slice(0, n).join(' ');
    const role = roleOf(text);
    const name = [word.slice(1), ...words.slice(n + 1)].join(' ').split(',')[0] ?? '';
    if (!role.wholly || !isMain({ role, text }) || isPlace(name) || isJobText(name)) continue;
    const company = looseCompany(name);
    return company === null ? null : { text, company };
  }
  return null;
}

const worksAs = /^(\S.{0,100}?) (?:jako|als|como|come|comme|as|som|ca|як|как|ως) (\p{L}.{2,80})$/u;
const worksIn = /^(?:A |Az )?(\p{Lu}.{1,60}?)[-]?(?:ban|ben|nál|nél) dolgozom,? (?:mint )?(.{3,60}?)(?:ként)?$/u;

/** "Pracuję w Drukpol jako szef produkcji", "A Szikrában dolgozom fejlesztőként": what they do stands behind where. */
function behindWork(right: string): Part | null {
  const found = worksAs.exec(right);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  return isMain({ role: roleOf(found[2]), text: found[2] }) ? partOf(found[2], companyOf(found[1]).company) : null;
}

function firstClause(piece: string): string {
  const comma = piece.indexOf(',');
  return comma < 0 ? piece : piece.slice(0, comma);
}

interface Joined {
  readonly left: string;
  readonly right: string;
  /** The joiner as written. */
  readonly word: string;
}

/** The first joiner of a line that joins; in a slogan only "@" and "at" do. */
function atJoin(line: Line, slogan: boolean): Joined | null {
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
  if (!isMain({ role, text: left }) && !role.sideOnly) return false;
  const comma = left.lastIndexOf(',');
  if (comma >= 0 && looseCompany(left.slice(comma + 1)) !== null) return false;
  if (word === 'in' && !soundsItalian(left)) return false;
  // "Kancelaria Wrona i Wspólnicy" is one name.
  if (word.length < 3 && !isFamily(right) && isFamily(`${left} ${word} ${right}`)) return false;
  const clause = firstClause(right);
  // "Leiterin im Klinikum Auental", but not "Leiterin im Vertrieb".
  if (insideWords.has(phrase)) return mayBeCompany(right) && (namesOrganisation(clause) || endsInLegalForm(clause));
  if (forWords.has(word) && !runs(role) && !isSureName(role, clause)) return false;
  // "kadr i płac w Polmarze": another language's "and".
  if (word === 'i' && /^\p{Ll}/u.test(right)) return false;
  if (word === 'a' || word === 'az') return uninflected(firstClause(right)) !== null;
  return mayBeCompany(right);
}

const insideWords = new Set(['im', 'in der', 'in dem', 'am', 'an der', 'an dem']);
/** Words for whom something is done, which also may be customers, markets and topics. */
const forWords = new Set(['for', 'with', 'pour', 'para', 'voor', 'für', 'per', 'för', 'pentru', 'для', 'dla', 'pro']);

const runs = ({ seniority }: Role) => seniority === 'owner' || seniority === 'cxo';

/** Behind a whole title a name that is no plural and no abbreviation. */
function isSureName(role: Role, clause: string): boolean {
  if (endsInLegalForm(clause)) return true;
  if (!role.wholly || !isProperName(clause) || roleOf(clause).function !== null) return namesOrganisation(clause);
  return clause.includes(' ') || /^\p{Lu}\p{Ll}{2,}(?<!s)$/u.test(clause);
}

function soundsItalian(left: string): boolean {
  const words = left.split(' ');
  return (
    roleOf(left).wholly &&
    words.some((word) => /(?:[ao]|ore|rice|ere|bile|ente|ale)$/i.test(word) && !/^(?:data|media)$/i.test(word))
  );
}

/** "Mitglied des Vorstands der Muster AG": the body that somebody sits in is no company. */
const boards =
  /^(?:vorstands?|aufsichtsrat(?:e?s)?|verwaltungsrat(?:e?s)?|beirat(?:e?s)?|geschäftsleitung|geschäftsführung|directoire|conseil|comité|consejo|comité|conselho|consiglio|board|executive|management|rady|zarządu|представництва|правления|совета|ради|правління)(?![\p{L}])/iu;

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
          (word !== 'of' && namesOrganisation(line.words[from] ?? '')) || (word !== 'of' && /\s&\s\p{Lu}/u.test(right))
        : role.function !== null);
    const noun = runs && /^\p{Ll}{3,20} (?:\p{Ll}\S* )?\p{Lu}/u.test(right) && !isJobText(right);
    if (!(runs || whole) || !(noun || (/^["«“]?\p{Lu}|^\p{Lo}/u.test(right) && mayBeCompany(right)))) continue;
    // "Secretário de Finanças da Prefeitura": what they look after.
    const field = line.words[from] ?? '';
    if (!runs && roleOf(field).function !== null && !namesOrganisation(field)) continue;
    if (!runs && !isProperName(firstClause(right).replace(/ i \p{Lu}.*$/u, ''))) continue;
    return { left, right, word };
  }
  return null;
}

/** "Trendyol'da Satış Müdürü", "Kolmisoft Oy:n toimitusjohtaja", "Ganga Traders mein Manager": the company stands first. */
function companyFirst(piece: string, line: Line): Part | null {
  const { words } = line;
  const working = piece.includes(' dolgozom') ? worksIn.exec(piece) : null;
  if (working?.[1] !== undefined && working[2] !== undefined && isMain({ role: roleOf(working[2]), text: working[2] }))
    return partOf(working[2], plainCompany(working[1]));
  for (let n = 1; n < Math.min(words.length, 7); n += 1) {
    const post = postpositions.has(words[n] ?? '');
    if (!post && !isInflected(words[n - 1] ?? '')) continue;
    const head = words.slice(0, n).join(' ');
    const company = post ? head : uninflected(head);
    if (company === null || !/^\p{Lu}/u.test(company) || (post ? isTitleWord(company, words[n] ?? '') : isJobText(company)))
      continue;
    const rest = words
      .slice(post ? n + 1 : n)
      .join(' ')
      .replace(/ (?:ke (?:roop|pad) .*|hoon|hun|hu|hai|ji|kaam .*|karta .*|karti .*|olarak .*)$/, '');
    const title = tidy(rest, longestTitle) ?? '';
    if (isMain({ role: roleOf(title), text: title })) return partOf(title, plainCompany(company));
  }
  // "Sales Manager, Ganga Traders mein kaam karta hoon"
  const behind = / me(?:in)? /.test(piece)
    ? /^(.{3,80}?)(?: (?:hoon|hun|hu|hai))?, (\p{Lu}.{1,60}?) (?:mein|me)(?: (?=[a-z])|$)/u.exec(piece)
    : null;
  if (behind?.[1] !== undefined && behind[2] !== undefined && !isJobText(behind[2]))
    return partOf(behind[1], behind[2]);
  return null;
}

/** "Dukaan" is a word of titles; "Koçtaş" only begins like one. */
function isTitleWord(text: string, post: string): boolean {
  const role = roleOf(text);
  return role.namesRank || (role.wholly && post.length < 5 && !text.includes(' ') && isKnownWord(fold(text)));
}

/** Russian and Ukrainian names behind "в" without the ending of the case: Яндексе, Розетці stay as they are when unsure. */
function declined(company: string | null, joiner: string): string | null {
  if (company === null || !/^[ву]$/iu.test(joiner) || company.includes(' ')) return company;
  return company.replace(/^(\p{Lu}\p{L}{3,30}[бвгджзклмнпрстфхцчшщ])[еу]$/u, '$1');
}

/**
 * Drops what is no title behind commas ("CTO, PhD, ex-Google"), and takes a plain name behind the last comma for the company
 * ("CTO, Acme") unless the company is known already.
 */
function keepTitle(text: string, mayNameCompany: boolean): { text: string; company: string | null } {
  const first = mayNameCompany ? companyBeforeComma(text) : null;
  if (first !== null) return first;
  const present = withoutPassion(
    withoutPurpose(text.replace(/\s(?:&|and|und|et|y)\s(?:ex|former|ehemaliger?|ancien)\b.*$/i, '')),
  );
  const clauses = withForms(present.split(/\s?,\s+/)).filter((clause) => clause !== '' && !isNoise(clause));
  const kept: string[] = [];
  let company: string | null = null;
  for (const [n, clause] of clauses.entries()) {
    const name: string | null = mayNameCompany && n > 0 ? companyOfClause(clause) : null;
    // "Werk Görlitz, Sachsenglas AG": the sure name of two.
    if (name !== null && (company === null || isSurer(name, company))) company = name;
    else if (n > 0 && isTool(clause)) continue;
    else if (n > 0 && roleOf(clause).sideOnly) continue;
    else if (n === 0 || (company === null && (!isPlace(clause) || roleOf(clause).wholly))) kept.push(clause);
  }
  const title = tidy(kept.join(', '), longestTitle) ?? '';
  if (company === null) {
    const inflected = mayNameCompany ? (behindTitle(title) ?? behindTitle(kept[0] ?? '')) : null;
    return inflected ?? { text: title, company };
  }
  const role = roleOf(title);
  if (role.sideOnly || isMain({ role, text: title })) return { text: title, company };
  // "Bürgermeisterin, Stadt Auental": words that are not known, before what is called a company by its own.
  const sure = namesOrganisation(company) || endsInLegalForm(company);
  if (
    sure &&
    /^\p{L}/u.test(title) &&
    title.split(' ').length <= 4 &&
    looseCompany(title) !== null &&
    !namesOrganisation(title)
  )
    return { text: title, company };
  return { text: tidy(clauses.join(', '), longestTitle) ?? '', company: null };
}

/** A clause that is a name, or a small word for a company and its name: "холдинг Белая Дача". */
function companyOfClause(clause: string): string | null {
  const small = /^(\p{Ll}{3,20}) (?:(?:of|de|di|van|von|der|zum|la|le|el|du|del) )?\p{Lu}/u.exec(clause)?.[1];
  if (small !== undefined && namesOrganisation(small) && roleOf(clause).seniority === null) return plainCompany(clause);
  return looseCompany(uninflected(clause) ?? clause);
}

/** "Контур, руководитель отдела продаж": a name, and behind the comma the job. */
function companyBeforeComma(text: string): { text: string; company: string } | null {
  const [name = '', title = '', ...more] = text.split(/\s?,\s+/);
  if (title === '' || roleOf(name).namesRank || roleOf(name).wholly || isNoise(title)) return null;
  const role = roleOf(title);
  if (!(role.namesRank || role.wholly) || !isMain({ role, text: title }) || looseCompany(title) !== null) return null;
  const company = looseCompany(name);
  return company === null
    ? null
    : { text: [title, ...more.filter((clause) => roleOf(clause).wholly)].join(', '), company };
}

/** Of two names the one with a legal form; and rather "Pellucid Bio" than "Clinical Data Management" before it. */
function isSurer(name: string, other: string): boolean {
  if (endsInLegalForm(name) !== endsInLegalForm(other)) return endsInLegalForm(name);
  return roleOf(other).function !== null && roleOf(name).function === null && !namesOrganisation(other);
}

/** "Acme, Inc." is one clause. */
function withForms(clauses: readonly string[]): string[] {
  const whole: string[] = [];
  for (const clause of clauses) {
    const before = whole[whole.length - 1];
    if (before !== undefined && isLegalForm(clause)) whole[whole.length - 1] = `${before}, ${clause}`;
    else whole.push(clause);
  }
  return whole;
}

/** "Mãe, empreendedora e apaixonada por café": a title ends before what is a slogan by itself. */
function withoutPassion(text: string): string {
  let tried = 0;
  for (const { index, 0: joint } of text.matchAll(
    /\s(?:&|\+|and|und|et|y|e|i|a|és|și|og|och|ja|en|та|и|і)\s(?=\p{L})/gu,
  )) {
    // A title has few of them; a long text made of them is none.
    if ((tried += 1) > 4) return text;
    if (index > 0 && isNoise(text.slice(index + joint.length))) return text.slice(0, index);
  }
  return text;
}

/** "Fractional CFO for scaling startups": a ranked title ends before whom it is for. */
function withoutPurpose(text: string): string {
  const at = text.search(/ (?:for|with) [\p{Ll}\d]/u);
  if (at < 0) return text;
  const left = text.slice(0, at);
  const role = roleOf(left);
  // "Direktør for kommunikasjon": behind a bare rank it is the field.
  const field =
    role.function === null && roleOf(text.slice(at + 5)).function !== null && !/^ with/.test(text.slice(at));
  return role.seniority === null || field ? text : left;
}
