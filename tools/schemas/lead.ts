/** The Lead resource. */
import {
  dispositionReasons,
  dispositions,
  emailStatuses,
  engagementTypes,
  fitGrades,
  importances,
  leadTiers,
  saidOf,
  origins,
  timings,
} from '../../src/shared/values';
import { z } from 'zod';
import { exclusionCriteria, icpCriteria } from '../../src/rules/fit/icp-definition';
import { lacksCountry, sharedCountry, withGuess } from '../../src/rules/fit/colleagues';
import { gapSentences, tierReason } from '../../src/rules/tier/tier-reason';
import { languageOf } from '../../packages/reader/src';
import { oneLine } from '../../src/shared/text/visible';
import { wordsByEngagement } from '../../src/store/reads/evidence-words';
import type { LeadEvidenceRecord, LeadReads, LeadRecord } from '../../src/store/reads/lead-reads';
import { printDate, printDateOrNull } from '../dates';
import { language, said, saidBy, saidConfidence, showConfidence } from './comment';
import { outreachSchema, showOutreach } from './outreach';
import { nameOrNull, profileSchema, showProfile } from './profile';
import { address, count, oneOf, timestamp, timestampOrNull, uuid } from './values';
import { othersWords, othersWordsOrNull } from '../words-of-others';

export { timestamp };

const percent = (description: string) => z.int().min(0).max(100).describe(description);
/** A score of a person; null for a caller who may not see scores (src/workspace/visibility.ts). */
export const score = (description: string) => percent(`${description} Null without dataAccess.icp.`).nullable();
export const leadTier = z.enum(leadTiers).describe('Tier that follows from ICP match and intent.');
export const disposition = z
  .enum(dispositions)
  .describe('ACTIVE leads are worked on. CLIENT and BAD_LEAD are set aside.');
export const leadOrigin = z.enum(origins).describe('How the lead was found.');
/** How sure the time of an engagement is. */
export const timing = z
  .enum(timings)
  .describe(
    'exact: the source says when. bounded: known within days. observed: only the time it was seen is known, so it may be as old as its post.',
  );

export const tierCounts = z
  .strictObject({
    UNQUALIFIED: z.int().min(0),
    NURTURE: z.int().min(0),
    QUALIFIED: z.int().min(0),
    PRIORITY: z.int().min(0),
  })
  .describe('Active leads by tier.');

interface TierCountColumns {
  unqualified_count: number;
  nurture_count: number;
  qualified_count: number;
  priority_count: number;
}

export const showTierCounts = (row: TierCountColumns): z.input<typeof tierCounts> => ({
  UNQUALIFIED: row.unqualified_count,
  NURTURE: row.nurture_count,
  QUALIFIED: row.qualified_count,
  PRIORITY: row.priority_count,
});

export const contactSchema = z
  .strictObject({
    email: z.string().nullable().describe('Work e-mail address.'),
    emailStatus: oneOf(emailStatuses, 'What is known about the address.').nullable(),
    source: z.string().nullable().describe('Where the address came from.'),
  })
  .nullable()
  .describe(
    'Contact data. Null without dataAccess.leadContactData. A field is null if it is unknown, or if it is enriched and dataAccess.leadContactEnrichment is off.',
  );

export const showContact = (row: Pick<LeadRecord, 'email' | 'email_status' | 'email_source'>) => ({
  email: row.email,
  emailStatus: row.email_status,
  source: row.email_source,
});

export const ownerSchema = z
  .strictObject({
    id: uuid('The user, as ownerId.'),
    displayName: z.string().nullable().describe('Name. Null if they are no longer a member of the workspace.'),
  })
  .nullable()
  .describe('Who owns the lead. Null if nobody does.');

export const showOwner = (row: Pick<LeadRecord, 'owner_id' | 'owner_name'>): z.input<typeof ownerSchema> =>
  row.owner_id === null ? null : { id: row.owner_id, displayName: row.owner_name };

/** Why a lead has its tier, and what is missing for a higher one. */
export const tierWords = {
  tierReason: z.string().nullable().describe('Why this tier, in one sentence. Null without dataAccess.icp.'),
  wouldBePriorityIf: z
    .array(z.string())
    .nullable()
    .describe(
      'What keeps the lead from PRIORITY, at most three short sentences. Empty for PRIORITY and for leads that are excluded. Null without dataAccess.icp.',
    ),
  excludedBecause: z
    .string()
    .nullable()
    .describe('Why the ideal customer profile excludes the person. Null if it does not, or without dataAccess.icp.'),
};

type TierColumns = Pick<LeadRecord, 'lead_tier' | 'tier_row' | 'tier_gaps' | 'excluded_because'>;

export const showTierWords = (row: TierColumns, colleagues: string | null = null) => ({
  tierReason: tierReason(row.lead_tier, row.tier_row, row.excluded_because),
  wouldBePriorityIf: gapSentences(row.tier_gaps, colleagues),
  excludedBecause: row.excluded_because,
});

/** Why a person is not a lead. */
const dispositionReason = z
  .enum(dispositionReasons)
  .nullable()
  .describe('Why the lead is a BAD_LEAD, if somebody said so. Null for every other disposition.');

export const lastDatedSignalAt = timestampOrNull(
  'Latest engagement with a date. Null if none has one. If it is before lastSignalAt, nobody knows when the latest was.',
);

export const leadSchema = z.strictObject({
  id: uuid('Lead id, uuid.'),
  profile: profileSchema,
  contact: contactSchema,
  icpMatchPercent: score('Match with the ideal customer profile.'),
  intentScore: score('Intent, from what the person engaged with and how long ago.'),
  fitGrade: z
    .enum(fitGrades)
    .nullable()
    .describe('Fit by the criteria that matter, from A (best) to D. Null without dataAccess.icp.'),
  leadTier,
  ...tierWords,
  disposition,
  dispositionReason,
  origin: leadOrigin,
  ownerId: uuid('User who owns the lead.').nullable(),
  owner: ownerSchema,
  account: z
    .strictObject({
      id: z.string().describe('Account id, for the account reports.'),
      name: othersWords('Name of the company, as profiles write it.'),
      domain: z.string().nullable(),
    })
    .nullable()
    .describe('Company of the lead, if known.'),
  outreach: outreachSchema,
  signalCount: count('Engagements of the lead.'),
  firstSignalAt: timestamp('First engagement.'),
  lastSignalAt: timestamp('Latest engagement. Of one without a date, when it was first seen.'),
  lastDatedSignalAt,
  createdAt: timestamp('When the lead was found.'),
  updatedAt: timestamp(
    'Last change of the lead. Fading intent does not count as a change until it moves the tier, the grade or the reason.',
  ),
});

export function showLead(row: LeadRecord): z.input<typeof leadSchema> {
  return {
    id: row.id,
    profile: showProfile(row),
    contact: showContact(row),
    icpMatchPercent: row.icp_match_percent,
    intentScore: row.intent_score,
    fitGrade: row.fit_grade,
    leadTier: row.lead_tier,
    ...showTierWords(row),
    disposition: row.disposition,
    dispositionReason: row.disposition === 'BAD_LEAD' ? row.disposition_reason : null,
    origin: row.origin,
    ownerId: row.owner_id,
    owner: showOwner(row),
    account:
      row.account_id === null
        ? null
        : { id: row.account_id, name: row.account_name ?? row.account_id, domain: row.account_domain },
    outreach: showOutreach(row),
    signalCount: row.signal_count,
    firstSignalAt: printDate(row.first_signal_at),
    lastSignalAt: printDate(row.last_signal_at),
    lastDatedSignalAt: printDateOrNull(row.last_dated_at),
    createdAt: printDate(row.created_at),
    updatedAt: printDate(row.updated_at),
  };
}

/** If no title is known, the short form shows this much of the headline instead. */
const shortTitle = 60;

export const shortTitleOf = ({ title, headline }: Pick<LeadRecord, 'title' | 'headline'>) =>
  title ?? (headline === null ? null : oneLine(headline, shortTitle));

export const compactLead = z.strictObject({
  id: uuid('Lead id, uuid.'),
  name: othersWordsOrNull('Name.'),
  title: othersWordsOrNull('Job title, or the beginning of the headline.'),
  company: othersWordsOrNull('Current company.'),
  leadTier,
  tierReason: tierWords.tierReason,
  profileUrl: address('Address of the profile.').nullable(),
  disposition: disposition.optional().describe('Left out for ACTIVE leads.'),
  owner: z
    .string()
    .nullable()
    .optional()
    .describe('Who owns the lead. Left out if nobody does. Null if they are no longer a member of the workspace.'),
  lastSignalOn: z.iso
    .date()
    .optional()
    .describe('UTC day of the latest engagement. Of QUALIFIED leads alone. Left out if it has no date.'),
  wouldBePriorityIf: tierWords.wouldBePriorityIf
    .optional()
    .describe('What keeps the lead from PRIORITY. Of QUALIFIED leads alone. Null without dataAccess.icp.'),
});

/** A hundred rows stay under 8,000 tokens: each names what is the same for most leads only where it differs. */
export function showCompactLead(row: LeadRecord): z.input<typeof compactLead> {
  const { tierReason, wouldBePriorityIf } = showTierWords(row);
  return {
    id: row.id,
    name: nameOrNull(row.display_name),
    title: shortTitleOf(row),
    company: row.company_name,
    leadTier: row.lead_tier,
    tierReason,
    profileUrl: row.profile_url,
    ...unlessActive(row),
    ...(row.owner_id === null ? {} : { owner: nameOrNull(row.owner_name) }),
    ...(row.lead_tier === 'QUALIFIED' ? { ...lastSignalOn(row), wouldBePriorityIf } : {}),
  };
}

/** The day of the latest engagement, where a source dates it. */
const lastSignalOn = ({ last_signal_at, last_dated_at }: LeadRecord) =>
  last_dated_at === last_signal_at ? { lastSignalOn: printDate(last_signal_at).slice(0, 10) } : {};

/** The disposition in a short form, where it is not the usual one. */
export const unlessActive = ({ disposition }: Pick<LeadRecord, 'disposition'>) =>
  disposition === 'ACTIVE' ? {} : { disposition };

const criteriaNames = [...icpCriteria, ...exclusionCriteria];

const icpEvidence = z.strictObject({
  criterion: z.enum(criteriaNames).describe('What was compared, or why the person is left out.'),
  outcome: z
    .enum(['match', 'mismatch', 'unknown'])
    .describe('unknown: the profile does not say, which is not a mismatch.'),
  importance: z.enum(importances).describe('How much the criterion matters to this workspace.'),
  weight: z.number().describe('Percent of the ICP match that this criterion decides.'),
  detail: z.string().describe('What the profile says, or that it says nothing.'),
});

const intentEvidence = z.strictObject({
  engagementId: uuid('The engagement.'),
  type: z.enum(engagementTypes),
  points: z.number().describe('Points left after decay and caps when the lead was scored.'),
  occurredAt: timestamp('When the engagement happened.'),
  timing,
  said,
  saidConfidence,
  saidBy,
  language,
  excerpt: othersWordsOrNull(
    'The words of the comment or repost. Null if there are none, or without dataAccess.content.',
  ),
  post: z
    .strictObject({
      id: uuid('The post.'),
      excerpt: othersWordsOrNull('How the post begins. Null if unknown, or without dataAccess.content.'),
    })
    .nullable()
    .describe('The post engaged with. Null if the engagement was removed after the lead was scored.'),
});

const scoringSchema = z
  .strictObject({
    icp: z.array(icpEvidence).describe('The ICP match, criterion by criterion.'),
    intent: z.array(intentEvidence).describe('The engagements that the intent score counts.'),
    scoredAt: timestamp('When the lead was scored.'),
  })
  .nullable()
  .describe('Why the lead scored as it did. Null without dataAccess.icp.');

/** A point of intent evidence as stored: the time in epoch milliseconds, without the words. Older points have fewer fields. */
interface StoredPoint extends Pick<z.input<typeof intentEvidence>, 'engagementId' | 'type' | 'points'> {
  readonly occurredAt: number;
  readonly timing?: z.input<typeof intentEvidence>['timing'];
}
/** A criterion as stored. One from before criteria had an importance has none, and may have a name that no rule gives any more. */
type StoredCriterion = Omit<z.input<typeof icpEvidence>, 'criterion' | 'importance'> & {
  readonly criterion: string;
  readonly importance?: Criterion['importance'];
};

type Stored = LeadEvidenceRecord & { readonly scored_at: number };

export type Criterion = z.input<typeof icpEvidence>;

/** ICP evidence as stored (JSON text, null when there is none) as criteria to show. */
export function criteriaOf(stored: string | null): Criterion[] {
  const criteria = JSON.parse(stored ?? '[]') as StoredCriterion[];
  return criteria.flatMap(({ criterion: name, importance = 'should', outcome, weight, detail }) => {
    const criterion = criteriaNames.find((known) => known === name);
    return criterion === undefined ? [] : [{ criterion, importance, outcome, weight, detail }];
  });
}

/** Evidence as stored to evidence as shown, with the words of its engagements. */
function showScoring(row: Stored, icp: Criterion[]) {
  const words = wordsByEngagement(row.words);
  // Written only by the scoring (src/scoring/score-people.ts).
  const points = JSON.parse(row.intent ?? '[]') as StoredPoint[];
  return {
    icp,
    intent: points.map(({ engagementId, type, points, occurredAt, timing = 'observed' }) => {
      const found = words.get(engagementId);
      const isComment = type === 'COMMENT';
      return {
        engagementId,
        type,
        points,
        occurredAt: printDate(occurredAt),
        timing,
        said: isComment ? saidOf(found?.[4] ?? null) : null,
        saidConfidence: isComment ? showConfidence(found?.[4] ?? null, found?.[5] ?? null) : null,
        saidBy: found?.[6] ?? null,
        language: isComment ? languageOf(found?.[1] ?? null) : null,
        excerpt: found?.[1] ?? null,
        post: found ? { id: found[2], excerpt: found[3] } : null,
      };
    }),
    scoredAt: printDate(row.scored_at),
  };
}

/** The answer of a lead's single read. */
export const leadDetailSchema = leadSchema.extend({ scoring: scoringSchema });

/**
 * @param criteria those of the row, read once
 * @param colleagues the country that colleagues share, if the lead's own is asked for and not known
 */
export function showLeadDetail(
  row: LeadRecord & LeadEvidenceRecord,
  criteria: Criterion[] = criteriaOf(row.icp),
  colleagues: string | null = null,
): z.input<typeof leadDetailSchema> {
  if (colleagues === null) return { ...showLead(row), scoring: showScoring(row, criteria) };
  const scoring = showScoring(row, withGuess(criteria, colleagues));
  return { ...showLead(row), ...showTierWords(row, colleagues), scoring };
}

/** The country that a lead's colleagues share, if the lead's own is asked for and not known. */
export async function colleaguesOf(
  leads: Pick<LeadReads, 'countriesOfColleagues'>,
  row: LeadRecord & LeadEvidenceRecord,
  criteria: readonly Criterion[],
): Promise<string | null> {
  if (row.account_id === null || !lacksCountry(criteria)) return null;
  return sharedCountry(await leads.countriesOfColleagues(row.account_id));
}
