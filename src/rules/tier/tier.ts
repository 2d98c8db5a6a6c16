/** The tier of a lead: a grid of the fit's grade and the intent. */
import { intentRules } from '../intent/intent';
import {
  fitGrades,
  leadTiers,
  statedInterests,
  type AskingClass,
  type FitGrade,
  type LeadTier,
  type StatedInterest,
} from '../../shared/values';
import type { GradedCriterion } from '../fit/grade';
import { isNotNamed } from '../fit/icp';

export { leadTiers, type LeadTier };

/** What a tier follows from. */
export interface TierFacts {
  readonly grade: FitGrade;
  /** 0 to 100. */
  readonly intent: number;
  /** What they said of late (`scoreIntent`). */
  readonly statedInterest: StatedInterest;
  /** The name, size or industry of their company is known (`isCompanyKnown`). */
  readonly companyKnown: boolean;
  /** They asked, and nothing known speaks against them (`raisesHand`). */
  readonly raisesHand: boolean;
}

/**
 * Whether somebody asked for an offer or a price of late, is not left out by the profile, and no must is known not to match: a title that
 * says none of what was named says nothing against it either. Who raises a hand is never lost because little is known of them. Without a profile nobody does.
 * @param asked what they asked in `intentRules.askingDays` days (`scoreIntent`).
 */
export const raisesHand = (
  asked: AskingClass | null,
  criteria: readonly (GradedCriterion & { readonly criterion: string; readonly detail: string })[],
): boolean =>
  (asked === 'request' || asked === 'price') &&
  criteria.length > 0 &&
  !criteria.some(
    (one) =>
      one.criterion.startsWith('excluded') ||
      (one.importance === 'must' && one.outcome === 'mismatch' && !isNotNamed(one)),
  );

/** Whether anything is known of a company; each null where it is not. */
export const isCompanyKnown = (company: {
  readonly companyName: string | null;
  readonly companySize: string | null;
  readonly industry: string | null;
}): boolean => company.companyName !== null || company.companySize !== null || company.industry !== null;

export interface TierRow {
  /** What a lead is told by in few words. */
  readonly name: string;
  /** The row as a sentence about a person. `{asked}` stands for what they asked, `{doubt}` for what is not known (`tier-reason.ts`). */
  readonly reason: string;
  readonly tier: LeadTier;
  /** Conditions, all of which must hold; an absent one always does. */
  readonly grades?: readonly FitGrade[];
  readonly intentFrom?: number;
  readonly intentBelow?: number;
  readonly statedInterests?: readonly StatedInterest[];
  readonly companyKnown?: boolean;
  readonly raisesHand?: boolean;
}

/** Read from the top; the first row that holds decides. */
export const tierRows: readonly TierRow[] = [
  {
    name: 'asked, fit unknown',
    reason: 'They {asked}, but {doubt}.',
    tier: 'NURTURE',
    grades: ['D'],
    raisesHand: true,
  },
  {
    name: 'poor fit or excluded',
    reason: 'Does not fit your ideal customer profile.',
    tier: 'UNQUALIFIED',
    grades: ['D'],
  },
  {
    name: 'said no',
    reason: `Said no in the last ${intentRules.refusalDays} days and asked nothing since.`,
    tier: 'NURTURE',
    statedInterests: ['refused'],
  },
  {
    name: 'asked, company unknown',
    reason: 'Good fit, and {asked}, but nothing is known of the company.',
    tier: 'QUALIFIED',
    grades: ['A'],
    intentFrom: 25,
    intentBelow: 60,
    statedInterests: ['considering', 'asking'],
    companyKnown: false,
  },
  {
    name: 'best fit, asked',
    reason: 'Best fit, and {asked}.',
    tier: 'PRIORITY',
    grades: ['A'],
    intentFrom: 25,
    statedInterests: ['asking'],
  },
  {
    name: 'best fit, price or leaving elsewhere',
    reason: 'Best fit, {asked}, and is engaged.',
    tier: 'PRIORITY',
    grades: ['A'],
    intentFrom: 50,
    statedInterests: ['considering'],
  },
  {
    name: 'best fit, strong intent in words',
    reason: 'Best fit, strong intent, and wrote or asked something lately.',
    tier: 'PRIORITY',
    grades: ['A'],
    intentFrom: 60,
    statedInterests: ['words', 'question'],
  },
  {
    name: 'good fit, asked',
    reason: 'Good fit, and {asked}.',
    tier: 'QUALIFIED',
    grades: ['A', 'B'],
    intentFrom: 10,
    statedInterests: ['considering', 'asking'],
  },
  {
    name: 'good fit, clear intent',
    reason: 'Good fit and clear intent.',
    tier: 'QUALIFIED',
    grades: ['A', 'B'],
    intentFrom: 30,
  },
  {
    name: 'partial fit, asked',
    reason: 'Partial fit, and {asked}, but {doubt}.',
    tier: 'NURTURE',
    grades: ['C'],
    statedInterests: ['considering', 'asking'],
  },
  {
    name: 'partial fit',
    reason: 'Fits your ideal customer profile only in part.',
    tier: 'NURTURE',
    grades: ['C'],
  },
  { name: 'good fit, little intent', reason: 'Good fit, but too little interest so far.', tier: 'NURTURE' },
];

/** In place of a row that says PRIORITY only because of how a language model reads, which was not compared here with the built-in reader. */
export const unprovenRow: TierRow = {
  name: 'priority as a language model reads it',
  reason: 'Best fit and interest, as a language model reads their comments; it has not been shown to read better here.',
  tier: 'QUALIFIED',
};

/** The same because of how a language model reads the job title. */
export const unprovenTitleRow: TierRow = {
  name: 'priority as a language model reads the title',
  reason: 'Best fit and interest, as a language model reads their job title, which no word list knows.',
  tier: 'QUALIFIED',
};

/** The row that decides about a lead. */
export function tierRowOf({ grade, intent, statedInterest, companyKnown, raisesHand: hand }: TierFacts): TierRow {
  for (const row of tierRows) {
    if (row.grades !== undefined && !row.grades.includes(grade)) continue;
    if (row.intentFrom !== undefined && intent < row.intentFrom) continue;
    if (row.intentBelow !== undefined && intent >= row.intentBelow) continue;
    if (row.statedInterests !== undefined && !row.statedInterests.includes(statedInterest)) continue;
    if (row.companyKnown !== undefined && row.companyKnown !== companyKnown) continue;
    if (row.raisesHand !== undefined && row.raisesHand !== hand) continue;
    return row;
  }
  throw new Error('no row of the tiers holds');
}

/** The tier of a lead. */
export const tierOf = (facts: TierFacts): LeadTier => tierRowOf(facts).tier;

/** From here the order counts half-lives, so that its numbers are positive. Never change it: stored numbers mean it. */
const orderEpoch = Date.UTC(2010, 0, 1);
/** Steps of the intent part to one halving. */
const orderSteps = 1_000;
const ofGrade = 10_000_000;
const ofStatedInterest = 100_000_000;
const ofTier = 1_000_000_000;

/**
 * The number leads are ordered by when the most worth a call come first: tier, then what they said of late (asked for
 * something, considers, asked a question, wrote repeatedly), then grade, then intent with its freshness.
 *
 * Intent fades for everybody at one rate, so the order by it never changes: what is stored is log2 of the intent's sum brought
 * back to a fixed day, 1 for each half-life. It need not be written again as time goes by, only when tier, stated interest or grade change.
 * @param sum S of the intent (`scoreIntent`) at `now`. @returns a whole number from 0 to 3,440 million.
 */
export function priorityOf(
  {
    tier,
    statedInterest,
    grade,
  }: { readonly tier: LeadTier; readonly statedInterest: StatedInterest; readonly grade: FitGrade },
  { sum, now, halfLifeMs }: { readonly sum: number; readonly now: number; readonly halfLifeMs: number },
): number {
  const halvings = sum > 0 ? Math.log2(sum) + (now - orderEpoch) / halfLifeMs : 0;
  const fresh = Math.min(ofGrade - 1, Math.max(0, Math.round(halvings * orderSteps)));
  return (
    leadTiers.indexOf(tier) * ofTier +
    statedInterests.indexOf(statedInterest) * ofStatedInterest +
    fitGrades.indexOf(grade) * ofGrade +
    fresh
  );
}

/** What somebody said of late, as their priority (`priorityOf`) has it. */
export const statedInterestOfPriority = (priority: number): StatedInterest =>
  statedInterests[Math.floor((priority % ofTier) / ofStatedInterest)] ?? 'quiet';

/** Where the priorities (`priorityOf`) of people who said no lie: those of NURTURE with that stated interest, the end excluded. */
export const refusedPriorities = {
  from: leadTiers.indexOf('NURTURE') * ofTier,
  to: leadTiers.indexOf('NURTURE') * ofTier + ofStatedInterest,
} as const;
