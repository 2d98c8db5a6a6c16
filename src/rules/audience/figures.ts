/**
 * Figures of one post for callers who may see aggregates but no people. The rules are those of the post's audience, so that one
 * answer cannot be used to undo the other. Callers who may read leads get exact figures, because the leads show the same.
 */
import { isLargeEnough, roundedDown, type PrivacyRules } from './privacy';

export const tiers = ['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY'] as const;
export type TierFigures = Readonly<Record<(typeof tiers)[number], number>>;

/** Exact figures of the active leads among the engagers. */
export interface LeadFigures {
  readonly tiers: TierFigures;
  /** Sum of their ICP match percents. */
  readonly icpSum: number;
}

/** Exact figures of the people who engaged with one post. */
export interface EngagerFigures {
  readonly people: number;
  readonly likes: number;
  readonly comments: number;
  readonly reposts: number;
  /** Null: they have not been scored yet. */
  readonly leads: LeadFigures | null;
}

/** Figures that may be published. Null: withheld. */
export interface PublishedFigures {
  readonly people: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly reposts: number | null;
  readonly leads: number | null;
  /** QUALIFIED and PRIORITY together. */
  readonly qualified: number | null;
  readonly tiers: Readonly<Record<keyof TierFigures, number | null>>;
  /** Percent, a multiple of `meanStep`. */
  readonly averageIcp: number | null;
}

const withheldFigures: PublishedFigures = {
  people: null,
  likes: null,
  comments: null,
  reposts: null,
  leads: null,
  qualified: null,
  tiers: { UNQUALIFIED: null, NURTURE: null, QUALIFIED: null, PRIORITY: null },
  averageIcp: null,
};

export const leadsIn = (of: TierFigures): number => tiers.reduce((sum, tier) => sum + of[tier], 0);

/**
 * Rules 1 and 4 for the figures of a post: nothing about fewer people than the minimum audience, every count rounded down to a
 * multiple of the minimum group (0: fewer than that), a mean by `publishMean`.
 */
export function publishFigures(exact: EngagerFigures | undefined, rules: PrivacyRules): PublishedFigures {
  if (!exact || !isLargeEnough(exact.people, rules)) return withheldFigures;
  const down = (count: number) => roundedDown(count, rules);
  const { leads } = exact;
  const counts = {
    people: down(exact.people),
    likes: down(exact.likes),
    comments: down(exact.comments),
    reposts: down(exact.reposts),
  };
  if (leads === null) return { ...withheldFigures, ...counts };
  const { UNQUALIFIED, NURTURE, QUALIFIED, PRIORITY } = leads.tiers;
  return {
    ...counts,
    leads: down(leadsIn(leads.tiers)),
    qualified: down(QUALIFIED + PRIORITY),
    tiers: {
      UNQUALIFIED: down(UNQUALIFIED),
      NURTURE: down(NURTURE),
      QUALIFIED: down(QUALIFIED),
      PRIORITY: down(PRIORITY),
    },
    averageIcp: publishMean(leads.icpSum, leadsIn(leads.tiers), rules),
  };
}

/**
 * Rule 7, means: a mean needs at least a minimum group, and its steps are so coarse that any value of one person moves it by at
 * most one step. Its source is the sensitivity of a mean (Dwork and Roth, "Algorithmic Foundations of Differential Privacy",
 * section 3).
 * @param sum of values from 0 to 100.
 */
export function publishMean(sum: number, count: number, rules: PrivacyRules): number | null {
  if (count < rules.minimumGroup) return null;
  const step = meanStep(count, rules);
  return Math.min(100, Math.round(sum / count / step) * step);
}

/** Computed from the published count, so that the step itself reveals nothing more. */
export const meanStep = (count: number, rules: PrivacyRules): number => Math.ceil(100 / roundedDown(count, rules));

/** Everybody of the audience by tier, for `mayReplace`. People who are not leads are in a group too. */
export const tierTable = (people: number, leads: LeadFigures): ReadonlyMap<string, number> =>
  new Map([...tiers.map((tier) => [tier, leads.tiers[tier]] as const), ['none', people - leadsIn(leads.tiers)]]);
