/** One part of a headline: its title, the company joined to it, and what the words of the title say. */
import {
  companyOf,
  isFamily,
  isPlace,
  looseCompany,
  isJobText,
  isProperName,
  isUnit,
  isWellKnown,
  isSureName,
  plainCompany,
  smallHouse,
  tidy,
  isInflected,
  uninflected,
} from './headline-company';
import {
  beforeSearch,
  endsInLegalForm,
  isLegalForm,
  isNoise,
  isNow,
  isTool,
  isTopic,
  joinsSurely,
  lineOf,
  namesBody,
  namesOrganisation,
  noiseOf,
  presentRest,
  seeksWork,
  withoutNow,
  type Line,
} from './headline-words';
import { bareName } from './headline-bare';
import { onLeave, ownHouse, withoutOtherwise } from './headline-life';
import { behindItsCompany } from './headline-owned';
import {
  behindArticle,
  besideHouse,
  behindRunner,
  behindSmallWords,
  behindTitle,
  besideOrganisation,
  splitAtLegalForm,
} from './headline-behind';
import { atJoin, firstClause, isOwnName, isUnreadTitle } from './headline-joins';
import { besideUncased } from './headline-uncased';
import { readUnspaced } from './headline-unspaced';
import { unspaced } from './words';
import { isOwnWord } from './headline-named';
import { isMain, partOf, type Part } from './headline-part';
import { companyOfWork } from './headline-worksas';
import { isKnownWord, roleOf } from './role';
import { fold } from '../text/fold';

const longestTitle = 160;
/** Behind a company: Turkish and Hindi. */
const postpositions = new Set('şirketinde firmasında bünyesinde mein me ka ki ke şirketi'.split(' '));

/** The parts of one piece between bars: mostly one; two where a piece names two jobs with a company each. */
export function readPiece(piece: string): Part[] {
  return readDepth(withoutOtherwise(piece), 0);
}

function readDepth(piece: string, depth: number): Part[] {
  if (depth > 3) return [];
  const line = lineOf(piece);
  if (line.words.length === 0) return [];
  const away = onLeave(piece);
  if (away !== null) return readLeave(away, depth);
  const house = ownHouse(piece);
  if (house !== null) return [partOf('', house)];
  const noise = noiseOf(firstClause(piece));
  if (noise === 'past' || noise === 'other') {
    const rest = presentRest(piece) ?? (noise === 'other' ? jobBehind(piece) : null);
    return rest === null ? [] : readDepth(rest, depth + 1);
  }
  if (noise === 'slogan') {
    const right = companyOfWork(piece) ?? atJoin(line, true)?.right;
    const company = right === undefined ? null : companyOf(right).company;
    return company === null || !isProperName(company) ? [] : [partOf('', company)];
  }
  if (isNow(line)) return [];
  const before = beforePast(piece);
  if (before !== null) return readDepth(before, depth + 1);
  const present = withoutNow(line);
  if (present !== null) return readDepth(present, depth + 1).map((part) => ({ ...part, now: true }));
  const text = beforeSearch(piece, line);
  if (text === '' || (text !== piece && !isMain({ role: roleOf(text), text }))) return [];
  if (unspaced.test(text)) return readUnspaced(text);
  const sought = text === piece ? line : lineOf(text);
  return aspiring(readJoined(text, sought, depth));
}

/** "Coach, früher Head of HR bei Acme": what stands before a job of the past that is joined to its company; null without. */
function beforePast(piece: string): string | null {
  if (!piece.includes(', ')) return null;
  const clauses = piece.split(/,\s+/);
  const at = clauses.findIndex((clause, n) => n > 0 && n < 6 && noiseOf(clause) === 'past' && clause.includes(' '));
  return at < 0 || presentRest(piece) !== null ? null : clauses.slice(0, at).join(', ');
}

/** "Föräldraledig från Klarna (Senior Data Analyst)": the job behind, at the company named in front. */
function readLeave({ company, rest }: { company: string | null; rest: string }, depth: number): Part[] {
  const parts = rest === '' ? [] : readDepth(rest, depth + 1);
  if (company === null) return parts;
  const [first, ...more] = parts;
  return first === undefined ? [partOf('', company)] : [{ ...first, company: first.company ?? company }, ...more];
}

/**
 * "Isä, hiihtäjä, huoltopäällikkö Volvo Trucksilla", "Mama von zwei Jungs, Vertriebsinnendienst bei Würth": what stands behind from the
 * first clause on that names a rank, or a job and nothing else before a joiner; null without one.
 */
function jobBehind(piece: string): string | null {
  const clauses = piece.split(/,\s+/);
  // "Looking for events, project coordination": what is sought is no job.
  const begins = seeksWork(piece) ? (clause: string) => roleOf(clause).seniority !== null : beginsWithJob;
  const at = clauses.findIndex((clause, n) => n > 0 && n < 5 && !isNoise(clause) && begins(clause));
  if (at > 0) return clauses.slice(at).join(', ');
  if (begins !== beginsWithJob) return null;
  // "Mamá de Lucía y Jefa de Nóminas en Cepsa"
  const joint = / (?:&|\+|and|und|et|y|e|en|och|og|i|a|και|și) (?=\p{L})/u.exec(piece);
  if (joint === null) return null;
  const rest = piece.slice(joint.index + joint[0].length);
  return isNoise(piece.slice(0, joint.index)) && !isNoise(rest) && beginsWithJob(rest) ? rest : null;
}

function beginsWithJob(clause: string): boolean {
  const role = roleOf(clause);
  if (role.sideOnly || role.aspiring) return false;
  if (role.seniority !== null) return true;
  const words = clause.split(' ');
  const joiner = words.findIndex((word, n) => n > 0 && joinsSurely(word));
  const left = roleOf(joiner < 0 ? clause : words.slice(0, joiner).join(' '));
  return left.wholly && left.function !== null && (joiner > 0 || left.namesRank || words.length > 1);
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
  if (
    joined !== null &&
    !joinsSurely(joined.word) &&
    endsInLegalForm(piece) &&
    !roleOf(joined.left).wholly &&
    looseCompany(piece) !== null
  )
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
    behindItsCompany(line) ??
    behindRunner(line) ??
    besideHouse(line) ??
    behindArticle(line) ??
    behindSmallWords(line) ??
    besideUncased(line);
  if (named !== null) return named.text === '' ? [] : [partOf(named.text, named.company)];
  const bare = bareName(line);
  if (bare !== null) return [{ ...partOf(bare.text, bare.company), bare: true }];
  const { text, company } = keepTitle(piece, true);
  return text === '' ? [] : [partOf(text, company)];
}

const hebrewField =
  /^ב(?:תחום|תחומי|תעשי|ענף|עולם|עולמות|שוק|מגזר|ישראל|אזור|דגש|פיתוח|מכירות|שירות|הייטק|היי|כיר|ינלאומי|כל|ית$)/;

/** "נציגת מכירות בסלקום": a title in known words, and a word that begins with "in" and is no word of titles. */
function atHebrewIn({ words }: Line): { text: string; company: string } | null {
  for (let n = 1; n < Math.min(words.length, 8); n += 1) {
    const word = words[n] ?? '';
    if (!/^ב[\u05d0-\u05ea]{3}/.test(word) || hebrewField.test(word) || roleOf(word).wholly) continue;
    const text = words.slice(0, n).join(' ');
    const role = roleOf(text);
    const name = [word.slice(1), ...words.slice(n + 1)].join(' ').split(',')[0] ?? '';
    const house = namesOrganisation(name.split(' ')[0] ?? '') && name.includes(' ');
    if (!(role.wholly || house) || !isMain({ role, text }) || isPlace(name) || isJobText(name)) continue;
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
    if (
      company === null ||
      !/^\p{Lu}/u.test(company) ||
      (post ? isTitleWord(company, words[n] ?? '') : isJobText(company))
    )
      continue;
    const rest = words
      .slice(post ? n + 1 : n)
      .join(' ')
      .replace(/ (?:ke (?:roop|pad) .*|hoon|hun|hu|hai|ji|kaam .*|karta .*|karti .*|olarak .*)$/, '');
    const title = tidy(rest, longestTitle) ?? '';
    const office =
      /['’]/.test(head) &&
      (namesOrganisation(company) || isWellKnown(company)) &&
      /^\p{L}+(?: \p{L}+){0,2}$/u.test(title);
    if (office || isMain({ role: roleOf(title), text: title })) return partOf(title, plainCompany(company));
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
    // "Truhlář, majitel dílny Dubové sny": what is owned stands behind who owns it.
    const owned: { text: string; company: string } | null =
      n > 0 && name === null && company === null && mayNameCompany ? ownedIn(clause) : null;
    if (owned !== null) {
      kept.push(owned.text);
      company = owned.company;
      continue;
    }
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
  // "Aster Hospital, Doha", "School of Nursing, Deakin University": no title at all.
  const house = namesOrganisation(title.slice(title.lastIndexOf(' ') + 1)) && !isSureName(company);
  if (!role.namesRank && (isUnit(title) || (house && title.includes(' ') && looseCompany(title) !== null)))
    return { text: tidy(clauses.join(', '), longestTitle) ?? '', company: null };
  if (role.sideOnly || isMain({ role, text: title })) return { text: title, company };
  // "Bürgermeisterin, Stadt Auental": words that are not known, before what is called a company by its own.
  const sure = isSureName(company);
  if (
    (sure || (clauses.length === 2 && isUnreadTitle(title) && isOwnName(company))) &&
    /^\p{Lu}|^\p{Lo}/u.test(title) &&
    title.split(' ').length <= (looseCompany(title) === null ? 3 : 4) &&
    !isPlace(title) &&
    !isTopic(title) &&
    !isWellKnown(title) &&
    !namesOrganisation(title)
  )
    return { text: title, company };
  return { text: tidy(clauses.join(', '), longestTitle) ?? '', company: null };
}

const ownedIn = (clause: string) => {
  const line = lineOf(clause);
  return behindItsCompany(line) ?? behindRunner(line);
};

/** A clause that is a name, or a small word for a company and its name: "холдинг Белая Дача". */
function companyOfClause(clause: string): string | null {
  const house = smallHouse(clause);
  if (house !== null) return house;
  const bare = clause.replace(/^(?:de|het|la|le|les|el|los|las|il|lo|der|die|das|the) (?=\p{Lu})/u, '');
  return looseCompany(uninflected(bare) ?? bare);
}

/** "Контур, руководитель отдела продаж": a name, and behind the comma the job. */
function companyBeforeComma(text: string): { text: string; company: string } | null {
  const [name = '', title = '', ...more] = text.split(/\s?,\s+/);
  if (title === '' || namesBody(title) || roleOf(name).namesRank || roleOf(name).wholly || isNoise(title)) return null;
  const role = roleOf(title);
  if (!(role.namesRank || role.wholly) || !isMain({ role, text: title }) || looseCompany(title) !== null) return null;
  const company = looseCompany(name) ?? smallHouse(name);
  return company === null
    ? null
    : { text: [title, ...more.filter((clause) => roleOf(clause).wholly)].join(', '), company };
}

/** Of two names the one with a legal form; and rather "Pellucid Bio" than "Clinical Data Management" before it. */
function isSurer(name: string, other: string): boolean {
  if (endsInLegalForm(name) !== endsInLegalForm(other)) return endsInLegalForm(name);
  if (isUnit(other) || roleOf(other).wholly) return true;
  if (isWellKnown(name) !== isWellKnown(other)) return isWellKnown(name);
  // "Production Supervisor, Second Shift, Tyson Foods": ordinary words before a word of its own.
  if (!other.split(' ').some(isOwnWord) && name.split(' ').some(isOwnWord) && !isSureName(other)) return true;
  return roleOf(other).function !== null && roleOf(name).function === null && !namesOrganisation(other);
}

/** "Acme, Inc." is one clause. */
function withForms(clauses: readonly string[]): string[] {
  const whole: string[] = [];
  for (const clause of clauses) {
    const before = whole[whole.length - 1];
    // "Popescu, Radu și Asociații" is one name, too.
    const family =
      whole.length > 1 && /^\p{Lu}\S+$/u.test(before ?? '') && isFamily(clause) && !isJobText(before ?? '');
    if (before !== undefined && (isLegalForm(clause) || family)) whole[whole.length - 1] = `${before}, ${clause}`;
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
  if (at < 0 || text.slice(0, at).includes(', ')) return text;
  const left = text.slice(0, at);
  const role = roleOf(left);
  // "Direktør for kommunikasjon": behind a bare rank it is the field.
  const field =
    role.function === null && roleOf(text.slice(at + 5)).function !== null && !/^ with/.test(text.slice(at));
  return role.seniority === null || field ? text : left;
}
