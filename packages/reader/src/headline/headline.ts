/**
 * Reads what people write under their name: "🚀 Co-Founder & CEO @ Acme | ex-Google | Angel investor" is
 * `{title: 'Co-Founder & CEO', seniority: 'owner', function: 'management', companyName: 'Acme'}`.
 *
 * Which words are the title and which the company is learned from labelled headlines (`headline/`, `training/`): people join the two in
 * more ways than rules can be written for. What the title means is read from the word lists (`role.ts`). What cannot be read is null.
 */
import type { JobFunction } from '../title/function-words';
import { functionOfNextPart } from './next-part';
import { isDoctor, mayEmploy, uninflected, withCompany } from './employer';
import { placeCode } from './evidence';
import { model } from './model';
import { tag, type Span, type Tagged } from './tagger';
import { piecesOf } from './pieces';
import { isMark, readable, tokensIn, type Token } from './tokens';
import { isAboutOtherJob } from './lists';
import { isBetweenPlaces } from './place';
import { contextOfName, isJoined, isSure } from './sure';
import { tidy, withoutLoose } from './tidy';
import { joinsJobs, roleOf } from '../title/role';
import type { Seniority } from '../title/title-words';

/** What is known about a person's job; null where unknown. */
export interface JobFacts {
  /** The title as written, in plain letters (NFKC). At most 160 characters. */
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

const longestTitle = 160;
const longestCompany = 120;

/**
 * Reads a headline, and an explicit job title and company where an export has them.
 * @param read what `parseHeadline` says of the headline, when that is known already.
 * @returns nulls for what is unknown; a company of explicit text is kept as given (trimmed).
 */
export function parseJob(texts: JobTexts, read = parseHeadline(texts.headline)): JobFacts {
  const explicitCompany = tidy(texts.companyName ?? '', longestCompany);
  const explicitTitle = tidy(texts.jobTitle ?? '', longestTitle);
  if (explicitTitle === null) return withCompany(read, explicitCompany ?? read.companyName);

  const own = parseHeadline(explicitTitle);
  // "Former CEO", "Open to work": no job, so the headline is all there is.
  if (own.title === null && isAboutOtherJob(explicitTitle))
    return withCompany(read, explicitCompany ?? read.companyName);

  const role = own.title === null ? roleOf(explicitTitle) : own;
  return withCompany(
    {
      title: own.title ?? explicitTitle,
      seniority: role.seniority,
      // A bare "Manager" says no function; the headline of the same person may ("Marketing Manager at Acme").
      function: role.function ?? read.function,
      companyName: null,
    },
    explicitCompany ?? (own.title === null ? null : own.companyName) ?? read.companyName,
  );
}

const nothing: JobFacts = { title: null, seniority: null, function: null, companyName: null };

/** Reads a headline alone. Reads at most 400 characters, in time linear in them. */
export const parseHeadline = (headline: string | null | undefined): JobFacts => tagged(headline)?.job ?? nothing;

/** What a headline says. */
export interface ReadHeadline {
  readonly job: JobFacts;
  /**
   * The chance that its title and company are these words and no others, from 0 to 1. The model gives it: right about as often on
   * headlines that it has not learned (docs/qualification.md). Null without a headline.
   */
  readonly confidence: number | null;
}

/** Reads a headline as `parseHeadline` does, and says how sure that is. */
export function readHeadline(headline: string | null | undefined): ReadHeadline {
  const read = tagged(headline);
  return read === null ? { job: nothing, confidence: null } : { job: read.job, confidence: read.found.chance() };
}

function tagged(headline: string | null | undefined): { readonly job: JobFacts; readonly found: Tagged } | null {
  if (headline === null || headline === undefined || headline.trim() === '') return null;
  const text = readable(headline);
  const tokens = tokensIn(text);
  const found = tag(tokens, text, model());
  return { job: jobIn(found, tokens, text, headline), found };
}

function jobIn(found: Tagged, tokens: readonly Token[], text: string, headline: string): JobFacts {
  if (found.title !== null && isOutOfService(tokens, found.title)) return nothing;
  const title = withoutLoose(
    tidy(spanText(withOwner(withWholeRegion(found, tokens), found, tokens), tokens, text), longestTitle),
  );
  const company = employerIn(found, tokens, text);
  if (title === null) return { ...nothing, companyName: company };
  if (isDoctor(title, company)) return { title, seniority: null, function: 'health', companyName: company };
  const { seniority, function: named } = roleOf(title);
  const job = withCompany({ title, seniority, function: named, companyName: null }, company);
  if (job.seniority === 'unpaid') return otherPaidJob(headline, title) ?? job;
  if (found.title === null || !mayNarrow(job)) return job;
  return { ...job, function: functionOfNextPart(tokens, text, found.title, found.company) ?? job.function };
}

/** "Volunteer at Food Share | Buyer at Acme": of several jobs the paid one counts. Null where there is none. */
function otherPaidJob(headline: string, unpaid: string): JobFacts | null {
  const pieces = piecesOf(headline);
  const others = pieces.filter((piece) => !piece.includes(unpaid));
  if (others.length === 0 || others.length === pieces.length) return null;
  const job = parseHeadline(others.join(' | '));
  return job.title === null || job.seniority === 'unpaid' ? null : job;
}

/** Whether what stands beside a title may say more: of a "Manager", or of a "General Manager (Finance)". What a student names is studied. */
function mayNarrow({ seniority, function: named, companyName }: JobFacts): boolean {
  if (named === null) return seniority !== 'training' || companyName !== null;
  return named === 'management' && (seniority === 'vp' || seniority === 'director' || seniority === 'manager');
}

/** The company that was found, where it may be said. */
function employerIn({ company, chances, evidence }: Tagged, tokens: readonly Token[], text: string): string | null {
  if (company === null || chances === null) return null;
  if (!isSure(chances, contextOfName(company, tokens, evidence))) return null;
  const written = tidy(spanText(company, tokens, text), longestCompany);
  if (written === null) return null;
  const name = uninflected(written) ?? written;
  return mayEmploy(name, isJoined(company.first, tokens, evidence)) ? name : null;
}

/** "Oberst a.D.", "Filialleiterin i. R.": German for retired, just behind a title or in it. */
function isOutOfService(tokens: readonly Token[], { first, last }: Span): boolean {
  const texts = tokens.slice(first + 1, last + 4).map(({ text }) => text);
  return texts.slice(0, last - first + 1).some((_, at) => outOfService.test(texts.slice(at, at + 3).join(' ')));
}
/** One word, or as three: letter, stop, letter. */
const outOfService = /^(?:a\.D|a \. D|i\.R|i \. R)(?:[ .]|$)/;

/** A title takes in the partner or owner named just before it: "Socia e direttore tecnico". */
function withOwner(title: Span | null, { company, evidence }: Tagged, tokens: readonly Token[]): Span | null {
  if (title === null || title.first < 2) return title;
  const first = title.first - 2;
  const [owner, joining, before] = [tokens[first], tokens[first + 1], tokens[first - 1]];
  const isFree =
    evidence.barred[first] === 0 && (company === null || company.last < first || company.first > title.last);
  if (!owner || !joining || !isFree || !joinsJobs(joining.text) || (before !== undefined && !isMark(before)))
    return title;
  const { seniority, aspiring } = roleOf(owner.text);
  return (seniority === 'owner' || seniority === 'partner') && !aspiring ? { first, last: title.last } : title;
}

/** A title that ends with a place takes in those that stand beside it: "Sales Manager Bavaria, Hesse & Saxony". */
function withWholeRegion({ title, company, evidence }: Tagged, tokens: readonly Token[]): Span | null {
  if (title === null) return null;
  const { other, barred } = evidence;
  const end = company !== null && company.first > title.last ? company.first : tokens.length;
  const isNamed = (at: number) => at < end && other[at] === placeCode && barred[at] === 0;
  let { last } = title;
  while (isNamed(last)) {
    let next = last + 1;
    while (next < end && isBetweenPlaces(tokens[next])) next += 1;
    if (!isNamed(next)) break;
    last = next;
  }
  return last === title.last ? title : { first: title.first, last };
}

function spanText(span: Span | null, tokens: readonly Token[], text: string): string {
  return span === null ? '' : text.slice(tokens[span.first]?.from, tokens[span.last]?.to);
}
