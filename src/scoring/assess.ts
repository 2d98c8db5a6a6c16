/** Applies the rules of `src/rules/` to one person of a workspace. */
import { timeOfPostId } from '../shared/post-time';
import { classifyComment } from '../../packages/reader/src';
import { ineligibility } from '../rules/tier/eligibility';
import {
  isNotNamed,
  icpDefinitionSchema,
  prepareIcp,
  type ExclusionReason,
  type IcpEvidence,
  type IcpMatcher,
} from '../rules/fit/icp';
import { scoreIntent, type IntentEngagement } from '../rules/intent/intent';
import { sellerWord } from '../rules/fit/vendor-company';
import { readExclusionReasons, reasonsIn } from '../rules/fit/exclusion-reasons';
import {
  isCompanyKnown,
  raisesHand,
  tierRowOf,
  unprovenRow,
  unprovenTitleRow,
  type LeadTier,
  type TierRow,
} from '../rules/tier/tier';
import { doubtOf, gapOf, rowMark, tierGaps } from '../rules/tier/tier-reason';
import { readerName } from '../rules/opinion/question';
import type { ReadBy } from '../store/writes/opinions-of-titles';
import type { ScoringEngagement, ScoringPerson } from '../store/writes/scoring-facts';
import type { CompanyCheck } from './workspace-companies';

/** The criteria by which a workspace's people are assessed. */
export interface Judgement {
  readonly match: IcpMatcher;
  /** Whether a person works for the workspace's own companies or a competitor's. */
  readonly companies: CompanyCheck;
  /** Epoch ms. */
  readonly now: number;
  /** Second readers (`readerName`) that were shown to read better here than the built-in one. */
  readonly proven: ReadonlySet<string>;
}

/** Compiles a workspace's ICP. Without one, nobody matches anything. */
export function matcherOf(definition: string | undefined): IcpMatcher {
  if (definition === undefined) return () => ({ percent: 0, grade: 'D', disqualified: false, evidence: [] });
  return prepareIcp(icpDefinitionSchema.parse(JSON.parse(definition)));
}

export interface Assessment {
  readonly icp: ReturnType<IcpMatcher>;
  readonly intent: ReturnType<typeof scoreIntent>;
  readonly tier: LeadTier;
  /** The row that decided, as it is stored (`rowMark`). */
  readonly tierRow: string;
  /** What is missing for PRIORITY, as it is stored (`tierGaps`). */
  readonly tierGaps: string;
  /** The engagements that count: those not by the post's author. */
  readonly engagements: readonly ScoringEngagement[];
}

/**
 * Assesses a person by their own facts, or else by those of their account. Null when they cannot be a lead, or only the agent
 * knows them and has not accepted them.
 */
export function assess(
  person: ScoringPerson,
  engagements: readonly ScoringEngagement[],
  judgement: Judgement,
): Assessment | null {
  // An objection to being contacted is absolute: a person who made one never becomes a lead, and all reads go through leads.
  if (person.do_not_contact === 1) return null;
  if (person.pending === 1) return null;
  const eligible = (isPostAuthor: boolean) =>
    ineligibility({
      isPostAuthor,
      actorKind: person.is_company === 1 ? 'COMPANY' : 'PERSON',
      profileType: person.watch_type,
      relationship: person.watch_relationship,
    }) === null;
  const [counts, countsAsAuthor] = [eligible(false), eligible(true)];
  const counting = engagements.filter((engagement) => (engagement.kind.byAuthor ? countsAsAuthor : counts));
  if (counting.length === 0) return null;
  const judged = judge(person, counting, judgement);
  const { icp, intent, row, facts } = judged;
  const unproven = row.tier === 'PRIORITY' ? unprovenIn(person, counting, judgement) : null;
  return {
    engagements: counting,
    icp,
    intent,
    tier: unproven?.tier ?? row.tier,
    tierRow: rowMark(unproven ?? row, intent.asked, doubtOf(icp.evidence)),
    tierGaps: unproven === null ? tierGaps(icp.evidence, facts) : gapOf(unproven),
  };
}

interface Judged extends Pick<Assessment, 'icp' | 'intent'> {
  readonly row: TierRow;
  readonly facts: Parameters<typeof tierRowOf>[0];
}

function judge(
  person: ScoringPerson,
  counting: readonly ScoringEngagement[],
  { match, companies, now }: Judgement,
): Judged {
  const rated = counting.map(intentEngagement);
  const company = {
    companyName: person.company_name,
    companySize: person.company_size ?? person.account_size,
    industry: person.industry ?? person.account_industry,
  };
  const { read_by: reading } = person;
  const matched = match({
    ...company,
    title: person.title,
    headline: person.headline,
    seniority: person.seniority ?? reading?.seniority ?? null,
    function: person.job_function ?? reading?.function ?? null,
    country: person.country,
    reasons: reasonsOf(person, rated, companies),
  });
  const icp = reading === undefined ? matched : { ...matched, evidence: asReadBy(reading, matched.evidence) };
  const intent = scoreIntent(rated, now);
  const facts = {
    grade: icp.grade,
    intent: intent.score,
    statedInterest: intent.statedInterest,
    companyKnown: isCompanyKnown(company),
    // By what the lists say: a model that read the title is a word more beside it, and nothing against them.
    raisesHand: raisesHand(intent.asked, matched.evidence),
  };
  return { icp, intent, facts, row: tierRowOf(facts) };
}

/** Evidence of the role that names who read the title. What the lists alone say is theirs. */
const asReadBy = ({ model }: ReadBy, evidence: readonly IcpEvidence[]): IcpEvidence[] =>
  evidence.map((one) =>
    one.criterion === 'role' && !isNotNamed(one)
      ? { ...one, detail: `${one.detail}, as ${model} reads the title; no word list knows it` }
      : one,
  );

/**
 * The row in place of PRIORITY, where somebody is PRIORITY only as a language model reads their title, which no comparison covers, or as
 * one reads their comments that was not shown to read better than the built-in reader. Null where they are without these too.
 */
function unprovenIn(
  person: ScoringPerson,
  counting: readonly ScoringEngagement[],
  judgement: Judgement,
): TierRow | null {
  const { read_by: reading, ...plain } = person;
  const isUnproven = ({ saidBy }: ScoringEngagement) => saidBy !== null && !judgement.proven.has(readerName(saidBy));
  const isByTitle = reading !== undefined && judge(plain, counting, judgement).row.tier !== 'PRIORITY';
  if (isByTitle) return unprovenTitleRow;
  if (!counting.some(isUnproven)) return null;
  const builtIn = counting.map((one) => (isUnproven(one) ? one.asBuiltIn() : one));
  return judge(plain, builtIn, judgement).row.tier === 'PRIORITY' ? null : unprovenRow;
}

/** Reasons for which an ICP may exclude a person, from their headline, employer and comments. */
function reasonsOf(
  person: ScoringPerson,
  engagements: readonly IntentEngagement[],
  companies: CompanyCheck,
): ExclusionReason[] {
  const reasons = companies({
    companyName: person.company_name,
    accountId: person.account_id,
    accountDomain: person.account_domain,
    headline: person.headline,
  });
  if (person.watch_relationship === 'COMPETITOR' || person.watch_type === 'COMPETITOR') {
    reasons.push({ name: 'competitorStaff', detail: 'on the watchlist as a competitor' });
  }
  reasons.push(...reasonsIn(person.standing ?? readExclusionReasons(person.headline, person.seniority)));
  const said = (name: IntentEngagement['commentClass']) => engagements.some((one) => one.commentClass === name);
  if (said('job_hunting')) reasons.push({ name: 'jobSeekers', detail: 'looks for a job in a comment' });
  if (person.company_name !== null && sellerWord(person.company_name) !== null) {
    reasons.push({ name: 'vendors', detail: 'works for a company whose name says that it offers services' });
  }
  if (said('self_promotion')) reasons.push({ name: 'vendors', detail: 'offers services of their own in a comment' });
  return reasons;
}

/**
 * An engagement as the intent rules need it. One stored before time and class were recorded is read again from the stored text.
 */
function intentEngagement(engagement: ScoringEngagement): IntentEngagement {
  const { unread, id, postId, type, occurredAt, hasText, profileType } = engagement;
  if (unread === null) return engagement;
  const { urn, comment, observedAt } = unread;
  return {
    id,
    postId,
    type,
    occurredAt,
    earliestAt: urn === null ? engagement.earliestAt : timeOfPostId(urn.slice(urn.lastIndexOf(':') + 1)),
    dated: occurredAt !== observedAt,
    commentClass: comment ? classifyComment(comment) : engagement.commentClass,
    hasText,
    words: engagement.words,
    profileType,
  };
}
