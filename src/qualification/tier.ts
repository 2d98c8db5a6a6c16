/** The tier of a lead, from fit and intent. */
import { leadTiers, type LeadTier } from '../domain/values';

export { leadTiers, type LeadTier };

export interface TierRow {
  readonly name: string;
  readonly tier: LeadTier;
  /** Conditions, all of which must hold; an absent one always does. Scores are 0 to 100. */
  readonly disqualified?: true;
  readonly icpBelow?: number;
  readonly icpFrom?: number;
  readonly intentFrom?: number;
}

/** Read from the top; the first row that holds decides. */
export const tierRows: readonly TierRow[] = [
  { name: 'disqualified by an exclusion', tier: 'UNQUALIFIED', disqualified: true },
  { name: 'poor fit', tier: 'UNQUALIFIED', icpBelow: 40 },
  { name: 'strong fit, strong intent', tier: 'PRIORITY', icpFrom: 75, intentFrom: 60 },
  { name: 'good fit, clear intent', tier: 'QUALIFIED', icpFrom: 60, intentFrom: 30 },
  { name: 'everyone else', tier: 'NURTURE' },
];

/** The tier of a lead. `icp` and `intent` are 0 to 100. */
export function tierOf(icp: number, intent: number, disqualified: boolean): LeadTier {
  for (const row of tierRows) {
    if (row.disqualified && !disqualified) continue;
    if (row.icpBelow !== undefined && icp >= row.icpBelow) continue;
    if (row.icpFrom !== undefined && icp < row.icpFrom) continue;
    if (row.intentFrom !== undefined && intent < row.intentFrom) continue;
    return row.tier;
  }
  return 'UNQUALIFIED';
}
