/** Judges people by the rules of the workspace: from stored facts to a decision with its reasons. */
import { ineligibility } from '../../rules/tier/eligibility';
import { assess, type Judgement } from '../../scoring/assess';
import { decisionPlaces } from '../../store/agent/candidates';
import type { CandidateRow } from '../../store/tables/agent';
import type { LeadRow } from '../../store/tables/leads';
import type { ScoringEngagement, ScoringPerson } from '../../store/writes/scoring-facts';
import { decide } from './decide';

export interface Judged {
  readonly person: ScoringPerson;
  readonly engagements: readonly ScoringEngagement[];
  /** Their lead, if they are one already. */
  readonly lead: Pick<LeadRow, 'id' | 'disposition' | 'created_at'> | undefined;
}

export interface JudgingRules extends Judgement {
  readonly hasIcp: boolean;
}

/** The part of a candidate row that states the decision. */
export type Opinion = Pick<
  CandidateRow,
  'decision' | 'reasons' | 'position' | 'icp_match_percent' | 'intent_score' | 'lead_tier' | 'lead_id'
>;

const printed = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Judges a person as if the agent had accepted them. */
export function judge({ person, engagements, lead }: Judged, rules: JudgingRules): Opinion {
  const assessed = assess({ ...person, pending: 0 }, engagements, rules);
  const facts = {
    actorKind: person.is_company === 1 ? ('COMPANY' as const) : ('PERSON' as const),
    profileType: person.watch_type,
    relationship: person.watch_relationship,
  };
  const ineligible = assessed
    ? null
    : (ineligibility({ ...facts, isPostAuthor: false }) ?? ineligibility({ ...facts, isPostAuthor: true }));
  const [percent, intent, tier] = [
    assessed?.icp.percent ?? 0,
    assessed?.intent.score ?? 0,
    assessed?.tier ?? ('UNQUALIFIED' as const),
  ];
  const { decision, reasons } = decide({
    lead: lead ? { disposition: lead.disposition, since: printed.format(lead.created_at) } : null,
    disposition: person.disposition,
    ineligible: assessed ? null : (ineligible?.message ?? 'no engagement of theirs counts'),
    hasIcp: rules.hasIcp,
    grade: assessed?.icp.grade ?? 'D',
    percent,
    tier,
    intent,
    refused: assessed?.intent.statedInterest === 'refused',
    criteria: assessed?.icp.evidence ?? [],
    engagements: (assessed?.engagements ?? []).map(({ kind }) => ({ type: kind.type, said: kind.commentClass })),
  });
  return {
    decision,
    reasons: JSON.stringify(reasons),
    position: decisionPlaces[decision] + (100 - percent) * 1_000 + (100 - intent),
    icp_match_percent: percent,
    intent_score: intent,
    lead_tier: tier,
    lead_id: decision === 'ACCEPTED' ? person.id : (lead?.id ?? null),
  };
}
