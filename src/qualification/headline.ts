/**
 * Reads what people write under their name: "🚀 Co-Founder & CEO @ Acme | ex-Google | Angel investor" is
 * `{title: 'Co-Founder & CEO', seniority: 'owner', function: 'management', companyName: 'Acme'}`.
 *
 * A headline is cut into parts at bars, bullets, dashes and emoji. Parts that name no present job (noise rows: past jobs,
 * slogans, job search, degrees) are dropped. The first part that names a job is the title; jobs beside the job ("Angel
 * investor") count only when there is no other. A company is taken from what follows a joiner, and otherwise only when one
 * plain name is left over, because a wrong company would create a wrong account. What cannot be read is null.
 */
import { fold } from '../text/fold';
import type { JobFunction } from './function-words';
import { isNoise, isSlogan, joiners, legalForm, noCompany, topics } from './headline-words';
import { parseLocation } from './location';
import { roleOf, type Role } from './role';
import { bankGrades, type Seniority } from './title-words';

export { seniorities, type Seniority } from './title-words';
export { jobFunctions, type JobFunction } from './function-words';

/** What is known about a person's job; null where unknown. */
export interface JobFacts {
  /** The title as written, without company, emoji and noise. At most 160 characters. */
  readonly title: string | null;
  readonly seniority: Seniority | null;
  readonly function: JobFunction | null;
  readonly companyName: string | null;
}

/** What an export says about a job. Explicit fields win over what the headline seems to say. */
export interface JobTexts {
  readonly headline?: string | null;
  readonly jobTitle?: string | null;
  readonly companyName?: string | null;
}

interface Part {
  readonly text: string;
  readonly company: string | null;
  readonly role: Role;
  /** The part begins with a joiner ("@Acme" between bars): it belongs to the part before it. */
  readonly companyOnly: boolean;
}

const longestHeadline = 400;
const longestTitle = 160;
/** Words of a title that names no rank; longer ones are sentences. */
const longestWordyTitle = 8;
const longestCompany = 120;

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;
const emoji = /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]|\p{Emoji_Modifier}|\ufe0f|\u200d)+/gu;
const contacts = /(?:https?:\/\/|www\.)\S+|\S+@\S+\.\w{2,}|#\p{L}[\p{L}\p{N}_]*/gu;
const brackets = /[([{][^)\]}]{0,120}[)\]}]|["“„«][^"“”„«»]{1,80}["”“»]/g;
const hardBreaks = /\s*[|¦｜•●▪■►▸→⇒➡✦✧★☆~;\n\r\t]+\s*|\s+[·\\∙‧-]\s+|\s*\/{2,}\s*|\s+[–—]+\s+|\s*[⁃]\s*/u;
const jobSearch = /\s*[,.\-–]?\s+(?:open to work|looking for|seeking|available for|auf jobsuche|auf der suche)\b.*$/i;

/**
 * Reads a headline, and an explicit job title and company where an export has them.
 * @returns nulls for what is unknown; a company of explicit text is kept as given (trimmed).
 */
export function parseJob(texts: JobTexts): JobFacts {
  const read = parseHeadline(texts.headline ?? null);
  const explicitCompany = tidy(texts.companyName ?? '', longestCompany);
  const explicitTitle = tidy(texts.jobTitle ?? '', longestTitle);
  if (explicitTitle === null) return withCompany(read, explicitCompany ?? read.companyName);

  // "Former CEO", "Open to work": no job, so the headline is all there is.
  if (isNoise(explicitTitle)) return withCompany(read, explicitCompany ?? read.companyName);

  const own = parseHeadline(explicitTitle);
  const role = own.title === null ? roleOf(explicitTitle) : own;
  return withCompany(
    {
      title: own.title ?? explicitTitle,
      seniority: role.seniority,
      // A bare "Manager" says no function; the headline of the same person may ("Marketing Manager at Acme").
      function: role.function ?? read.function,
      companyName: null,
    },
    explicitCompany ?? own.companyName ?? read.companyName,
  );
}

/** Reads a headline alone. See the top of this file for how. */
export function parseHeadline(headline: string | null | undefined): JobFacts {
  if (headline === null || headline === undefined) return nothing;
  const parts = partsOf(headline);
  const titled = titlePart(parts);
  if (titled === undefined) {
    return { ...nothing, companyName: parts.find((part) => part.company !== null)?.company ?? null };
  }
  const { text, role } = titled.part;
  const company = titled.part.company ?? joinedBelow(parts, titled.at) ?? leftOver(parts, titled.at);
  return withCompany(
    { title: tidy(text, longestTitle), seniority: role.seniority, function: role.function, companyName: null },
    company,
  );
}

/** The part that is the title, and where it stands. */
function titlePart(parts: readonly Part[]): { at: number; part: Part } | undefined {
  const named = parts.findIndex((part) => !part.companyOnly && isMain(part));
  const at = named >= 0 ? named : parts.findIndex((part) => !part.companyOnly && part.role.sideOnly);
  const part = parts[at];
  if (part === undefined) {
    const unread = unreadTitle(parts);
    return unread && { at: parts.indexOf(unread), part: unread };
  }
  // "Vice President - Investment Banking at Acme" is one job; of "Student | Sales Intern at Acme" the second says more.
  const next = parts[at + 1];
  if (
    part.role.function === null &&
    part.company === null &&
    next?.company &&
    next.role.function !== null &&
    isMain(next)
  ) {
    if (next.role.seniority !== null) return { at: at + 1, part: next };
    const role = { ...next.role, seniority: part.role.seniority };
    return { at: at + 1, part: { ...next, text: `${part.text}, ${next.text}`, role } };
  }
  return { at, part };
}

const nothing: JobFacts = { title: null, seniority: null, function: null, companyName: null };

/** Whether a part names a job. A whole sentence with a trade word in it does not. */
function isMain({ role, text }: { readonly role: Role; readonly text: string }): boolean {
  if (role.sideOnly) return false;
  return role.namesRank || (role.function !== null && text.split(' ').length <= longestWordyTitle);
}

function withCompany(job: JobFacts, companyName: string | null): JobFacts {
  const bankGrade =
    job.title !== null &&
    companyName !== null &&
    job.seniority === 'cxo' &&
    fold(job.title).includes(bankGrades.grade) &&
    bankGrades.employer.test(fold(companyName));
  return { ...job, companyName, seniority: bankGrade ? bankGrades.level : job.seniority };
}

/** The parts that may name a job or a company, in order. */
function partsOf(headline: string): Part[] {
  const start = headline.slice(0, longestHeadline);
  // Printable ASCII, which most headlines are, holds nothing of this.
  const plain = /^[\x20-\x7e]*$/.test(start)
    ? start
    : start.normalize('NFKC').replace(emoji, ' | ').replace(invisible, '');
  const text = plain.replace(contacts, ' ').replace(brackets, ' ');
  const parts: Part[] = [];
  for (const piece of text.split(hardBreaks)) {
    const part = readPart(piece.replace(jobSearch, '').replace(/\s+/g, ' ').trim());
    if (part !== null) parts.push(part);
  }
  return parts;
}

function readPart(piece: string): Part | null {
  const slogan = isSlogan(piece);
  if (piece === '' || (!slogan && isNoise(firstClause(piece)))) {
    // "Former CEO, now advisor at Acme": what comes after the comma may still be a present job.
    const rest = /,\s*(?:now|currently|jetzt|heute|aujourd'hui|ahora)\s+(.+)$/i.exec(piece)?.[1];
    return rest === undefined ? null : readPart(rest);
  }
  const joined = splitAtJoiner(piece, slogan);
  if (slogan) {
    const company = joined?.company ?? null;
    return company === null || !isProperName(company)
      ? null
      : { text: '', company, role: roleOf(''), companyOnly: true };
  }
  if (joined !== null) {
    const text = keepTitle(joined.left, false).text;
    return { text, company: joined.company, role: roleOf(text), companyOnly: text === '' };
  }
  const { text, company } = splitAtLegalForm(piece) ?? keepTitle(piece, true);
  return text === '' ? null : { text, company, role: roleOf(text), companyOnly: false };
}

function firstClause(piece: string): string {
  const comma = piece.indexOf(',');
  return comma < 0 ? piece : piece.slice(0, comma);
}

/** "CEO Acme GmbH": known title words up to a name that ends in a legal form. */
function splitAtLegalForm(piece: string): { text: string; company: string } | null {
  const words = piece.split(' ');
  if (words.length > 10 || piece.includes(',') || !endsInLegalForm(piece)) return null;
  let text = '';
  for (let n = 1; n < words.length - 1; n += 1) {
    const title = words.slice(0, n).join(' ');
    const role = roleOf(title);
    if (role.wholly && isMain({ role, text: title })) text = title;
  }
  const company = text === '' ? null : plainCompany(piece.slice(text.length));
  return company === null ? null : { text, company };
}

function endsInLegalForm(text: string): boolean {
  return legalForm.test(fold(text.slice(text.lastIndexOf(' ') + 1)));
}

/** Cuts a part at the first joiner. `company` is null when what follows is no company; the title then ends there too. */
function splitAtJoiner(piece: string, slogan: boolean): { left: string; company: string | null } | null {
  let first: { index: number; length: number } | null = null;
  for (const joiner of joiners) {
    if (slogan && !joiner.inSlogans) continue;
    const match = joiner.pattern.exec(piece);
    if (match === null || (first !== null && match.index >= first.index)) continue;
    const right = piece.slice(match.index + match[0].length);
    if (joiner.strict && (!/^[\p{Lu}\p{N}]/u.test(right) || /^\d/.test(right) || isJobText(firstClause(right))))
      continue;
    first = { index: match.index, length: match[0].length };
  }
  if (first === null) return null;
  const left = piece.slice(0, first.index);
  const right = piece.slice(first.index + first.length);
  // "Attorney at Law" is a whole title.
  if (/^(?:law|large|sea)\b/i.test(right)) return null;
  return { left, company: companyOf(right) };
}

/** The company at the start of what follows a joiner, without what people add behind it. */
function companyOf(right: string): string | null {
  let text = right
    .replace(/^@\s*/, '')
    .replace(/^(?:the|der|dem|den|die|das|la|le|les|el|il|de|het)\s+(?=\p{Lu})/u, '');
  const clauses = text.split(/\s*,\s*/);
  text = clauses[0] ?? '';
  const form = clauses[1];
  if (form !== undefined && legalForm.test(fold(form))) text = `${text}, ${form}`;
  text = (text.split(/\s*@\s*/)[0] ?? '').replace(/(\p{L}{4,})[.!?:]\s.*$/u, '$1');
  // "Acme & Angel investor", "Acme and advisor to startups": the second half is another job.
  const conjunction = /\s+(?:&|and|und|et|y|e|en|\+)\s+/i.exec(text);
  if (conjunction !== null) {
    const behind = text.slice(conjunction.index + conjunction[0].length);
    if (!/^\p{Lu}/u.test(behind) || isJobText(behind)) text = text.slice(0, conjunction.index);
  }
  const where = /\s+(?:in|for|für|en|à)\s+(.+)$/i.exec(text);
  if (where?.[1] !== undefined && (isPlace(where[1]) || roleOf(where[1]).wholly)) text = text.slice(0, where.index);
  return plainCompany(text);
}

function plainCompany(text: string): string | null {
  const name = tidy(text, longestCompany);
  if (name === null || noCompany.test(fold(name)) || name.split(' ').length > 9) return null;
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

/** Every word capitalised, or a single token: what a company inside a slogan must look like. */
function isProperName(name: string): boolean {
  const words = name.split(' ');
  return words.length <= 4 && (words.length === 1 || words.every((word) => /^[\p{Lu}\p{N}&]/u.test(word)));
}

/** Known title or function words throughout, or a word of rank: no company name. */
function isJobText(text: string): boolean {
  const role = roleOf(text);
  return role.wholly || role.namesRank;
}

/**
 * Drops what is no title behind commas ("CTO, PhD, ex-Google"), and takes a plain name behind the last comma for the company
 * ("CTO, Acme") unless the company is known already.
 */
function keepTitle(text: string, mayNameCompany: boolean): { text: string; company: string | null } {
  const present = text.replace(/\s+(?:&|and|und|et|y)\s+(?:ex|former|ehemaliger?|ancien)\b.*$/i, '');
  const clauses = present.split(/\s*,\s+/).filter((clause) => clause !== '' && !isNoise(clause));
  const kept: string[] = [];
  let company: string | null = null;
  for (const [n, clause] of clauses.entries()) {
    const name: string | null =
      mayNameCompany && n > 0 && company === null && !legalForm.test(fold(clause)) ? looseCompany(clause) : null;
    if (name !== null) company = name;
    else if (n === 0 || !isPlace(clause)) kept.push(clause);
  }
  const title = tidy(kept.join(', '), longestTitle) ?? '';
  if (company === null || isMain({ role: roleOf(title), text: title })) return { text: title, company };
  return { text: tidy(clauses.join(', '), longestTitle) ?? '', company: null };
}

/** A plain name without a joiner: short, capitalised, and neither a job, a place nor a topic. */
function looseCompany(text: string): string | null {
  const name = plainCompany(text);
  if (name === null || name.split(' ').length > 4 || !isProperName(name)) return null;
  const folded = fold(name);
  const comma = folded.indexOf(', ');
  if (comma >= 0 && !legalForm.test(folded.slice(comma + 2))) return null;
  if (topics.has(folded) || /[:!?"“”]/.test(name) || isPlace(name) || isNoise(name)) return null;
  const role = roleOf(name);
  // "VP of Product, Growth & Monetization": a list of duties.
  const duties = /\s(?:&|and|und)\s/.test(name) || roleOf(name.slice(0, name.search(/\s|$/))).function !== null;
  if (role.function !== null && duties) return null;
  return role.wholly || role.namesRank || folded.split(/[ &/]+/).every((word) => topics.has(word)) ? null : name;
}

function isPlace(text: string): boolean {
  return parseLocation(text).country !== null;
}

/** "CEO | @Acme", "Account Director - Public Sector at Acme": the part behind the title holds its company. */
function joinedBelow(parts: readonly Part[], at: number): string | null {
  const next = parts[at + 1];
  return next !== undefined && (next.companyOnly || !(next.role.sideOnly || isMain(next))) ? next.company : null;
}

/** "CEO | Acme": the part behind the title, when no other part is left that is neither job, place nor topic. */
function leftOver(parts: readonly Part[], at: number): string | null {
  const others = parts.filter(
    ({ text, role }, n) =>
      n !== at && !isJobText(text) && role.function === null && !topics.has(fold(text)) && !isPlace(text),
  );
  const [only] = others;
  if (others.length !== 1 || only === undefined || only.company !== null) return null;
  return parts.indexOf(only) === at + 1 ? looseCompany(only.text) : null;
}

/** A title in words we do not know: before a joiner ("Wizard at Acme"), or a short headline of its own ("Sommelier"). */
function unreadTitle(parts: readonly Part[]): Part | undefined {
  const joined = parts.find((part) => part.text !== '' && part.company !== null);
  if (joined !== undefined) return joined.text.split(' ').length <= 8 ? joined : undefined;
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || only.text.split(' ').length > 3) return undefined;
  const { text } = only;
  const sentence = /[.!?:…"]|\b(?:by|to|my|is|are|with|not|on|you|we|i)\b/i.test(text);
  return sentence || topics.has(fold(text)) || isPlace(text) || endsInLegalForm(text) ? undefined : only;
}

/** Trimmed, single-spaced, without punctuation hanging at the ends; null when nothing is left. */
function tidy(text: string, longest: number): string | null {
  const clean = text
    .slice(0, longestHeadline)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:&+/\\|–—-]+(?!\S*\.\w)/u, '')
    .replace(/[\s,;:&+/\\|–—-]+$/u, '')
    .replace(/(?<=\p{L}{4})\.$/u, '')
    .slice(0, longest)
    .trim();
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null;
}
