/** What an observation changes about a person. Pure functions, so that the rules of freshness can be read and tested. */
import { hash } from 'node:crypto';
import {
  countryOf,
  industryOf,
  jobFunctions,
  parseCompanySize,
  parseJob,
  readHeadline,
  readPlace,
  seniorities,
} from '../../../packages/reader/src';
import { readExclusionReasons } from '../../rules/fit/exclusion-reasons';
import type { Disposition } from '../../shared/values';
import type { PersonRow } from '../../store/tables/engagement';
import { cut } from '../../shared/text/cut';
import { addressById } from '../../store/writes/merge-people';
import { samePerson } from '../../store/writes/person-differences';
import { sameMoment } from '../../store/writes/person-writer';
import { betterText } from './garbled';
import type { Enrichment, PersonRef } from './records';

const limited = (text: string | null, max: number) => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : cut(trimmed, max);
};

/**
 * A person after a row that names them. A newer observation replaces name and headline. An older one only fills in what is
 * unknown. Of two at the same time the first wins, so that importing both again changes nothing.
 * A text that was read in a wrong encoding gives way to the right one, whatever their times.
 * @returns the same object when nothing changed.
 */
export function withReference(row: PersonRow, ref: PersonRef, observedAt: number): PersonRow {
  const newer = observedAt > row.observed_at;
  const name = limited(ref.name, 200);
  const headline = limited(ref.headline, 500);
  const url = limited(ref.profileUrl, 500);
  const displayName = betterText(row.display_name, name, newer) ?? row.display_name;
  const newHeadline = betterText(row.headline, headline, newer);
  // An address with the readable name is better, no matter when it was seen.
  const readable = url !== null && ref.slug !== null;
  const replacesUrl = readable && (newer || (row.profile_url !== null && addressById.test(row.profile_url)));
  const profileUrl = row.profile_url === null || replacesUrl ? url : row.profile_url;
  const followers = ref.followers !== null && (newer || row.followers === null) ? ref.followers : row.followers;
  const same =
    displayName === row.display_name &&
    newHeadline === row.headline &&
    profileUrl === row.profile_url &&
    followers === row.followers;
  // A row without a headline says nothing about the age of the stored one.
  const dates = newer && (headline !== null || (row.headline === null && name !== null));
  if (same && !(dates && observedAt >= row.observed_at + sameMoment)) return row;
  return {
    ...row,
    display_name: displayName,
    headline: newHeadline,
    profile_url: profileUrl,
    followers,
    observed_at: dates ? observedAt : row.observed_at,
  };
}

/** A digest of everything that `withReference` reads. */
export function sayingOf(ref: PersonRef): string {
  // The parts are single lines, so different lists of parts never give the same text.
  const words = `${ref.name ?? ''}\n${ref.headline ?? ''}\n${ref.profileUrl ?? ''}\n${ref.slug === null ? '' : '/'}`;
  return hash('sha256', `${words}\n${ref.followers ?? ''}`, 'binary');
}

/**
 * What it would do to take in `ref` once more, after it was taken in as `row`.
 * @returns null when it might still change a fact, at any time of observation; else whether it would change the time of
 * observation.
 */
export function repeated(row: PersonRow, ref: PersonRef): { dates: boolean } | null {
  const later = withReference(row, ref, Number.MAX_SAFE_INTEGER);
  const changesNothing = samePerson(later, row) && samePerson(withReference(row, ref, 0), row);
  return changesNothing ? { dates: later.observed_at !== row.observed_at } : null;
}

/** A person after an enrichment. Its facts replace what was known, unless it is older. */
export function withEnrichment(row: PersonRow, facts: Enrichment, observedAt: number, source: string): PersonRow {
  const newer = row.enriched_at === null || observedAt > row.enriched_at;
  const pick = <Value>(stated: Value | null, known: Value | null): Value | null =>
    stated !== null && (newer || known === null) ? stated : known;
  const place = placeOf(facts);
  const takesPlace = place.country !== null && (newer || row.country === null);
  const samePlace = place.country === row.country;
  const email = limited(facts.email, 254);
  const takesEmail = email !== null && (newer || row.email === null);
  const seniority = facts.seniority?.toLowerCase() ?? '';
  const jobFunction = facts.function?.toLowerCase() ?? '';
  return {
    ...row,
    stated_title: pick(limited(facts.title, 200), row.stated_title),
    stated_company: pick(limited(facts.companyName, 200), row.stated_company),
    stated_seniority: pick(seniorities.find((level) => level === seniority) ?? null, row.stated_seniority),
    stated_function: pick(jobFunctions.find((name) => name === jobFunction) ?? null, row.stated_function),
    company_size: pick(parseCompanySize(facts.companySize), row.company_size),
    industry: pick(limited(industryOf(facts.industry), 160), row.industry),
    country: takesPlace ? place.country : row.country,
    region: takesPlace
      ? (place.region ?? (samePlace ? row.region : null))
      : (row.region ?? (samePlace ? place.region : null)),
    email: takesEmail ? email : row.email,
    email_status: takesEmail ? facts.emailStatus : row.email_status,
    email_source: takesEmail ? source : row.email_source,
    enriched_at: newer ? observedAt : row.enriched_at,
  };
}

/**
 * A person after a row of the CRM. A CRM repeats for years what it once said ("customer since"), so what was set by hand stays.
 * @param ownerId undefined: the row names no owner.
 */
export function withCrmState(row: PersonRow, disposition: Disposition, ownerId: string | undefined): PersonRow {
  return {
    ...row,
    disposition: row.disposition_set_at === null ? disposition : row.disposition,
    owner_id: row.owner_set_at === null ? (ownerId ?? row.owner_id) : row.owner_id,
  };
}

/** Fills the columns that follow from headline and stated facts. */
export function derived(row: PersonRow): PersonRow {
  if (row.is_company === 1) return row;
  const { job: read, confidence } = readHeadline(row.headline);
  const isStated = row.stated_title !== null && row.stated_company !== null;
  const texts = { headline: row.headline, jobTitle: row.stated_title, companyName: row.stated_company };
  const job = parseJob(texts, read);
  const seniority = levelOf(row.stated_seniority, job.seniority);
  return {
    ...row,
    title: limited(job.title, 200),
    seniority,
    job_function: row.stated_function ?? job.function,
    company_name: limited(job.companyName, 200),
    standing: readExclusionReasons(row.headline, seniority, read),
    read_confidence: confidence === null || isStated ? null : Math.round(confidence * 1_000),
  };
}

/** Seniorities that are about the firm, not the job. A title that does not name them contradicts nothing. */
const ofTheFirm: ReadonlySet<string | null> = new Set(['owner', 'partner']);

/**
 * The seniority of a person when an export states one. Vendors guess it from the title ("Engineering Manager": director), so
 * the title decides if its own words name a rank. The stated one counts if the title names none, and for owners and partners.
 */
function levelOf(stated: string | null, ofTitle: string | null): string | null {
  return ofTitle === null || ofTheFirm.has(stated) ? (stated ?? ofTitle) : ofTitle;
}

function placeOf(facts: Enrichment): { country: string | null; region: string | null } {
  const place = readPlace(facts.location);
  const country = (facts.country === null ? null : countryOf(facts.country)) ?? place.country;
  const region = limited(facts.region, 160) ?? (country === place.country ? place.region : null);
  return { country, region };
}
