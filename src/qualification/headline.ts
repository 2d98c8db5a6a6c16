/**
 * Reads what people write under their name: "🚀 Co-Founder & CEO @ Acme | ex-Google | Angel investor" is
 * `{title: 'Co-Founder & CEO', seniority: 'owner', function: 'management', companyName: 'Acme'}`.
 *
 * A headline is cut into parts at bars, bullets, dashes and emoji. Parts that name no present job (past jobs, slogans, job
 * search, degrees) are dropped. The first part that names a job is the title; jobs beside the job ("Angel investor") and
 * volunteering count only when there is no other. A company is taken from what follows a joiner, and otherwise only when one
 * plain name is left over, because a wrong company would create a wrong account. What cannot be read is null.
 */
import { fold } from '../text/fold';
import type { JobFunction } from './function-words';
import { joinedAbove, joinedBelow, leftOver, sureBeside, sureName } from './headline-beside';
import { longestHeadline, piecesOf } from './headline-clean';
import { studies, withCompany } from './headline-employer';
import { isJobText, isPlace, isSchool, isSureName, isWellKnown, looseCompany, tidy } from './headline-company';
import { isMain, type Part } from './headline-part';
import { companyInBrackets } from './headline-remarks';
import { isOwnName, isUnreadTitle } from './headline-joins';
import { readPiece } from './headline-parts';
import {
  endsInLegalForm,
  isNoise,
  isTopic,
  joinsAlone,
  joinsSurely,
  namesBody,
  namesOrganisation,
  seeksWork,
} from './headline-words';
import { roleOf } from './role';
import { type Seniority } from './title-words';

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

/**
 * Whether a name is a company that the workspace knows, and what it is called there; null when it is none. Lets a company
 * be read in any position of a headline.
 */
export type KnownCompanies = (name: string) => string | null;

const longestTitle = 160;
const longestCompany = 120;

/**
 * Reads a headline, and an explicit job title and company where an export has them.
 * @param read what `parseHeadline` says of the headline, when that is known already.
 * @returns nulls for what is unknown; a company of explicit text is kept as given (trimmed).
 */
export function parseJob(
  texts: JobTexts,
  known?: KnownCompanies,
  read = parseHeadline(texts.headline ?? null, known),
): JobFacts {
  const explicitCompany = tidy(texts.companyName ?? '', longestCompany);
  const explicitTitle = tidy(texts.jobTitle ?? '', longestTitle);
  if (explicitTitle === null) return withCompany(read, explicitCompany ?? read.companyName);

  // "Former CEO", "Open to work": no job, so the headline is all there is.
  if (isNoise(explicitTitle)) return withCompany(read, explicitCompany ?? read.companyName);

  const own = parseHeadline(explicitTitle, known);
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

/** Reads a headline alone. See the top of this file for how. Reads at most 400 characters, in time linear in them. */
export function parseHeadline(headline: string | null | undefined, known?: KnownCompanies): JobFacts {
  if (headline === null || headline === undefined) return nothing;
  const read = readHeadline(headline, known);
  if (isUpperCase(headline)) return readCapitals(headline, known, read);
  if (read.title === null || read.companyName !== null || !isLowerCase(headline)) return read;
  // "directeur d'usine, papeteries de l'authion": somebody who writes no capitals has names without them, too.
  const cased = readHeadline(withCapitals(headline.slice(0, longestHeadline)), known);
  if (cased.title === null || cased.companyName === null) return read;
  return { ...cased, title: cased.title.toLowerCase(), companyName: cased.companyName.toLowerCase() };
}

/** "CONTROLLER BEI KNAUF": capitals throughout say nothing, so words that join are read small, others as names are written. */
function readCapitals(headline: string, known: KnownCompanies | undefined, read: JobFacts): JobFacts {
  const cased = headline.slice(0, longestHeadline).replace(/[\p{L}\p{N}'’]+/gu, (word) => {
    const small = word.toLowerCase();
    if (joinsSurely(small) || smallInNames.test(small)) return small;
    return word.length < 4 ? word : word.charAt(0) + small.slice(1);
  });
  const job = readHeadline(cased, known);
  if (job.title === null || (job.companyName === null && read.title !== null)) return read;
  return { ...job, title: job.title.toUpperCase(), companyName: job.companyName?.toUpperCase() ?? null };
}

const smallInNames =
  /^(?:of|and|und|de|du|des|di|da|do|del|della|dell|der|den|dem|die|im|am|in|et|y|e|og|och|i|w|på|for|für|van|av|af|till|til|la|le|les|d|l)$/;
/** No small letter, and two words long enough to be no abbreviations. */
function isUpperCase(headline: string): boolean {
  const text = headline.slice(0, longestHeadline);
  return !/\p{Ll}/u.test(text) && text.split(/[ ,|-]/).filter((word) => /^\p{Lu}{4}/u.test(word)).length > 1;
}

const isLowerCase = (text: string) => /\p{Ll}/u.test(text) && /[ ,|-]/.test(text) && text === text.toLowerCase();

/** Every word with a capital, except those that join. */
function withCapitals(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]*/gu, (word) =>
    joinsAlone(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}

function readHeadline(headline: string, known: KnownCompanies | undefined): JobFacts {
  const pieces = piecesOf(headline);
  const parts = pieces.flatMap(readPiece);
  const titled = titlePart(parts, parts.length > 1 || (pieces.length > 1 && pieces.some(seeksWork)));
  const listed = known === undefined ? null : knownCompany(headline, known);
  if (titled === undefined) {
    return { ...nothing, companyName: parts.find((part) => part.company !== null)?.company ?? sureName(parts) };
  }
  const { role } = titled.part;
  // "Einkäufer Rohstoffe | Molkerei Ammerland": the word behind the title was its field.
  const house =
    titled.part.bare === true && !isSureName(titled.part.company ?? '') ? sureBeside(parts, titled.at) : null;
  const text = house === null ? titled.part.text : `${titled.part.text} ${titled.part.company ?? ''}`;
  const company =
    house ??
    (titled.part.bare === true ? listed : null) ??
    titled.part.company ??
    joinedBelow(parts, titled.at) ??
    joinedAbove(parts, titled.at) ??
    listed ??
    leftOver(parts, titled.at) ??
    companyInBrackets(headline.slice(0, longestHeadline), role);
  return withCompany(
    {
      title: tidy(text, longestTitle),
      seniority: role.seniority,
      function: role.function ?? tradeBeside(parts, titled),
      companyName: null,
    },
    company,
  );
}

/** "弁護士 | Partner at …", "Chartered Accountant | Partner": of a rank without a field the trade beside it; null without one. */
function tradeBeside(parts: readonly Part[], { at, part }: { at: number; part: Part }): JobFunction | null {
  if (part.role.seniority === null) return null;
  const trade = parts.find(
    ({ role, company, text }, n) =>
      n !== at &&
      company === null &&
      role.wholly &&
      role.seniority === null &&
      isMain({ role, text }) &&
      !isTopic(text),
  );
  return trade?.role.function ?? null;
}

const nothing: JobFacts = { title: null, seniority: null, function: null, companyName: null };

/** How much a part counts as the job of now: paid work before study, study before volunteering, sidelines last. */
function weightOf({ role, now, company, text }: Part): number {
  if (role.sideOnly) return 1;
  if (now === true && role.namesRank) return 5;
  if (role.seniority === 'unpaid') return 2;
  if (role.seniority !== 'training') return 4;
  // An internship says more than the study it belongs to.
  return company !== null && !isSchool(company) && !studies.test(fold(text)) ? 3.5 : 3;
}

/** "Chartered Accountant | Partner at Mehta & Co": a trade, and behind it the job. */
function saysMore(part: Part, best: Part): boolean {
  return (
    part.company !== null &&
    (part.role.seniority !== null || (!best.role.wholly && isMain(part))) &&
    weightOf(part) === 4 &&
    best.company === null &&
    !best.role.namesRank
  );
}

/** "Halden Logistics | Head of Sales": a name with a word for what the company does, in front of the job. */
function isNameBefore(best: Part, part: Part): boolean {
  if (best.company !== null || best.role.namesRank || (best.role.wholly && !namesOrganisation(best.text))) return false;
  const job =
    part.role.seniority !== null || (part.role.wholly && part.role.function !== null && !/^\S*\d\S*$/.test(part.text));
  return job && isMain(part) && weightOf(part) >= weightOf(best) && looseCompany(best.text) !== null;
}

/** Somebody who does a thing is no topic: "Specialist achiziții". */
function isPerson(text: string): boolean {
  return /\b(?:specialist|expert|consultant|professional|trainer)|담당|担当/.test(fold(text)) && text.includes(' ');
}

/** A name that says that it is an organisation, whatever field it works in, and no title: "Türkiye İş Bankası", "JR東日本". */
function isHouse({ text, role }: Part): boolean {
  if (isWellKnown(text)) return true;
  return !role.namesRank && (namesBody(text) || (isSureName(text) && !role.wholly)) && looseCompany(text) !== null;
}

/** The part that is the title, and where it stands. */
function titlePart(parts: readonly Part[], several: boolean): { at: number; part: Part } | undefined {
  let at = -1;
  for (const [n, part] of parts.entries()) {
    if (part.companyOnly || !(part.role.sideOnly || isMain(part))) continue;
    // "Digitalisierung | Prozesse | Change": topics, not jobs.
    if (several && part.company === null && !part.role.namesRank && isTopic(part.text) && !isPerson(part.text))
      continue;
    // "Chargée de mission – Agence régionale de santé": where, whatever its field.
    if (several && part.company === null && isHouse(part)) continue;
    const best = parts[at];
    if (best === undefined || weightOf(part) > weightOf(best) || saysMore(part, best) || isNameBefore(best, part))
      at = n;
  }
  const part = parts[at];
  if (part === undefined) {
    const unread = unreadTitle(parts);
    return unread && { at: parts.indexOf(unread), part: unread };
  }
  // "Vice President - Investment Banking at Acme" is one job; of "Student | Sales Intern at Acme" the second says more.
  const next = parts[at + 1];
  if (
    (part.role.function === null || (part.role.function === 'management' && part.role.seniority === 'director')) &&
    part.company === null &&
    next?.company &&
    next.role.function !== null &&
    isMain(next)
  ) {
    if (next.role.seniority !== null) return { at: at + 1, part: next };
    const role = { ...next.role, seniority: part.role.seniority };
    return { at: at + 1, part: { ...next, text: `${part.text}, ${next.text}`, role } };
  }
  // "Vice President - Finance | Acme": a rank, and the field behind it.
  if (part.role.function === null && part.company === null && next !== undefined && isField(next)) {
    const role = { ...part.role, function: next.role.function };
    return { at, part: { ...part, text: `${part.text} - ${next.text}`, role } };
  }
  return { at, part };
}

/** Nothing but a function: "Finance". */
function isField({ role, text, company }: Part): boolean {
  if (role.function === 'consulting') return false;
  return company === null && role.function !== null && role.wholly && !role.namesRank && text.split(' ').length <= 3;
}

/** The longest run of up to five words that the workspace knows as a company, outside parts that name no present job. */
function knownCompany(headline: string, known: KnownCompanies): string | null {
  for (const piece of piecesOf(headline.slice(0, longestHeadline))) {
    for (const clause of piece.split(/\s*,\s*/)) {
      if (isNoise(clause)) continue;
      const words = clause.split(' ').slice(0, 24);
      for (let length = Math.min(5, words.length); length > 0; length -= 1) {
        for (let from = 0; from + length <= words.length; from += 1) {
          const name = words.slice(from, from + length).join(' ');
          if (!/^[\p{Lu}\p{Lo}\p{N}]/u.test(name) || isJobText(name) || isPlace(name)) continue;
          const found = known(name);
          if (found !== null) return found;
        }
      }
    }
  }
  return null;
}

/** A title in words we do not know: before a joiner ("Wizard at Acme"), or a short headline of its own ("Sommelier"). */
function unreadTitle(all: readonly Part[]): Part | undefined {
  const parts = all.length === 3 ? all.filter(({ text }, n) => n === 0 || !isPlace(text)) : all;
  const joined = parts.find((part) => part.text !== '' && part.company !== null);
  if (joined !== undefined) return joined.text.split(' ').length <= 8 ? joined : undefined;
  const [only, company] = parts;
  // "Sommelier | Grand Hotel": words that are not known, and beside them a name that says it is a company.
  const beside = parts.length === 2 && company?.company === null ? looseCompany(company.text) : null;
  const sure =
    beside !== null &&
    (isSureName(beside) || (isUnreadTitle(only?.text ?? '') && beside.includes(' ') && isOwnName(beside)));
  if ((parts.length !== 1 && !sure) || only === undefined || only.text.split(' ').length > 3) return undefined;
  const { text } = only;
  // "Chargée de mission | Agence nationale de la recherche": beside a public body what is not known is a title.
  const office = sure && /^\p{Lu}\p{Ll}+(?: \p{Ll}+(?: \p{Lu}\p{Ll}+)?){0,2}$/u.test(text);
  if (office && !isTopic(text)) return only;
  // "Markaları büyütüyoruz": of several words, titles of unknown words begin with capitals throughout.
  if (!text.split(' ').every((word, n) => (n === 0 ? /^\p{L}/u.test(word) : /^\p{Lu}/u.test(word)))) return undefined;
  const sentence = /[.!?:…"]|\b(?:by|to|my|is|are|with|not|on|you|we|i)\b/i.test(text);
  const cased = /^[\p{Ll}\p{Lu}\s\p{P}]+$/u.test(text);
  return sentence || !cased || isTopic(text) || isPlace(text) || endsInLegalForm(text) ? undefined : only;
}
