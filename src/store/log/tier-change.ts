/** Why a lead's tier changed, worked out from what scoring saw before and sees now. */
import type { LeadRow, ScoringCause } from '../tables/leads';
import type { TierChangeReason, TierChangeRow } from '../tables/changes';

export interface TierCircumstances {
  /** What queued the lead, where known. */
  readonly cause: ScoringCause | undefined;
  /** When the current ICP was set, in epoch ms; 0 without one. */
  readonly icpSince: number;
}

type Scored = Pick<LeadRow, 'signal_count' | 'last_signal_at' | 'icp_match_percent' | 'fit_grade' | 'disqualified'>;
type Before = Scored & Pick<LeadRow, 'lead_tier' | 'scored_at'>;

/** @param old the lead before scoring. */
function tierChangeReason(old: Before | undefined, now: Scored, given: TierCircumstances): TierChangeReason {
  if (given.cause === 'undo') return 'undo';
  if (old === undefined) return 'engagement';
  const fits = old.icp_match_percent === now.icp_match_percent && old.fit_grade === now.fit_grade;
  const fitMoved = !fits || old.disqualified !== now.disqualified;
  if (fitMoved && (given.cause === 'icp' || given.icpSince > old.scored_at)) return 'icp';
  if (now.signal_count !== old.signal_count || now.last_signal_at !== old.last_signal_at) return 'engagement';
  if (!fitMoved) return 'decay';
  return given.cause === 'enrichment' ? 'enrichment' : 'profile';
}

/** The row for the log. Undefined when the tier stayed the same. */
export function tierChangeOf(
  old: LeadRow | undefined,
  row: LeadRow,
  revision: number,
  given: TierCircumstances,
): TierChangeRow | undefined {
  if (old?.lead_tier === row.lead_tier) return undefined;
  return {
    organization_id: row.organization_id,
    revision,
    lead_id: row.id,
    from_tier: old?.lead_tier ?? null,
    to_tier: row.lead_tier,
    reason: tierChangeReason(old, row, given),
    changed_at: row.scored_at,
  };
}
