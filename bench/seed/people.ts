/** People of the made-up workspaces with what they did, and the leads that follow from it. */
import { defaultWeights, icpCriteria } from '../../src/rules/fit/icp-definition';
import { accountSlug, fold } from '../../packages/reader/src';
import { tierOf } from '../../src/rules/tier/tier';
import { companyNameKey } from '../../src/store/statements/keys';
import type { Disposition, EngagementRow, EngagementType, PersonRow, PostRow } from '../../src/store/tables/engagement';
import type { LeadRow } from '../../src/store/tables/leads';
import { searchTextOf } from '../../src/store/writes/lead-writer';
import { day, worldEnd } from './calendar';
import { pick, pickSkewed, type Random } from './random';
import { audiences, countries, firstNames, industries, jobs, lastNames, sizes, topics } from './words';

const typeOf = (value: number): EngagementType => (value < 0.8 ? 'LIKE' : value < 0.97 ? 'COMMENT' : 'REPOST');
const dispositionOf = (value: number): Disposition => (value < 0.95 ? 'ACTIVE' : value < 0.98 ? 'CLIENT' : 'BAD_LEAD');

export function personRow(random: Random, organization_id: string, id: string, company: string): PersonRow {
  const [title, seniority, job_function] = pickSkewed(random, jobs);
  const first = pickSkewed(random, firstNames);
  const last = pickSkewed(random, lastNames);
  const shape = random();
  const headline =
    shape < 0.5
      ? `${title} at ${company}`
      : shape < 0.75
        ? `${title} @ ${company} | ${pick(random, topics)} & ${pick(random, topics)}`
        : `Helping ${pick(random, audiences)} with ${pick(random, topics)} | ${title} | ${company}`;
  const enriched = random() < 0.4;
  const seen = worldEnd - Math.floor(random() * 90 * day);
  return {
    organization_id,
    id,
    display_name: `${first} ${last}`,
    headline,
    title,
    seniority,
    job_function,
    company_name: company,
    account_id: null,
    company_size: enriched ? pick(random, sizes) : null,
    industry: enriched ? pick(random, industries) : null,
    country: enriched ? pick(random, countries) : null,
    region: null,
    profile_url: `https://www.linkedin.com/in/${fold(`${first}-${last}`)}-${id.slice(-8)}`,
    email: enriched ? `${fold(`${first}.${last}`)}@${accountSlug(company)}.example` : null,
    email_status: enriched ? 'verified' : null,
    email_source: enriched ? 'generic-people' : null,
    followers: null,
    is_company: 0,
    stated_title: enriched ? title : null,
    stated_company: enriched ? company : null,
    stated_seniority: null,
    stated_function: null,
    standing: null,
    read_confidence: null,
    disposition_set_at: null,
    disposition_reason: null,
    owner_set_at: null,
    do_not_contact: 0 as const,
    enriched_at: null,
    disposition: 'ACTIVE',
    owner_id: null,
    observed_at: seen,
    created_at: seen,
    updated_at: seen,
  };
}

export function engagementRows(
  random: Random,
  person_id: string,
  posts: readonly PostRow[],
  nextId: () => string,
): EngagementRow[] {
  // One to eight, two and a half on average.
  const wanted = Math.min(8, posts.length, 1 + Math.floor(-Math.log(1 - random()) * 1.75));
  const chosen = new Set<PostRow>();
  while (chosen.size < wanted) chosen.add(pickSkewed(random, posts));
  return [...chosen].map((post) => {
    const type = typeOf(random());
    const at = Math.min(worldEnd - 1, (post.published_at ?? worldEnd) + Math.floor(random() ** 2 * 20 * day));
    return {
      organization_id: post.organization_id,
      id: nextId(),
      post_id: post.id,
      person_id,
      monitored_profile_id: post.monitored_profile_id,
      type,
      reaction: type === 'LIKE' ? 'LIKE' : null,
      origin: random() < 0.1 ? 'agent' : 'watchlist',
      occurred_at: at,
      observed_at: at,
      comment_excerpt:
        type === 'COMMENT' ? `Interesting view on ${pick(random, topics)}, thank you for sharing.` : null,
      intent_hint: 0,
      by_author: 0,
      discriminator: type === 'LIKE' ? '' : person_id.slice(-12),
      earliest_at: null,
      dated: 1 as const,
      comment_class: null,
      said_confidence: null,
      said_set_at: null,
      said_by: null,
      said_built_in: null,
    };
  });
}

const gradeOfPercent = (icp: number) => (icp < 40 ? 'D' : icp < 60 ? 'C' : icp < 75 ? 'B' : 'A');

export function leadRow(
  random: Random,
  person: PersonRow,
  account_id: string,
  engagements: readonly EngagementRow[],
): LeadRow {
  const icp = Math.floor(random() * 101);
  const intent = Math.min(100, Math.floor(random() * 40 + engagements.length * 12));
  const times = engagements.map((engagement) => engagement.occurred_at);
  const last = Math.max(...times);
  const disposition = dispositionOf(random());
  const owner = random() < 0.1 ? `00000000-0000-7000-8000-00000000000${Math.floor(random() * 8)}` : null;
  person.disposition = disposition;
  person.owner_id = owner;
  return {
    organization_id: person.organization_id,
    id: person.id,
    account_id,
    owner_id: owner,
    disposition,
    origin: engagements[0]?.origin ?? 'watchlist',
    icp_match_percent: icp,
    intent_score: intent,
    lead_tier: tierOf({
      grade: gradeOfPercent(icp),
      intent,
      statedInterest: 'question',
      companyKnown: true,
      raisesHand: false,
    }),
    disqualified: 0,
    signal_count: engagements.length,
    first_signal_at: Math.min(...times),
    last_signal_at: last,
    scored_at: worldEnd,
    created_at: person.created_at,
    updated_at: worldEnd,
    signal_revision: 1,
    score_revision: 1,
    fit_grade: gradeOfPercent(icp),
    priority: 0,
    priority_revision: 1,
    change_revision: 0,
    undated_count: 0,
    last_dated_at: last,
    named_company: null,
    tier_row: null,
    tier_gaps: '',
    excluded_because: null,
    company_key: person.company_name === null ? null : companyNameKey(person.company_name),
    search_text: searchTextOf(person),
  };
}

export function evidenceRow(lead: LeadRow, engagements: readonly EngagementRow[]) {
  const outcome = lead.icp_match_percent >= 50 ? 'match' : 'mismatch';
  const icp = icpCriteria.map((criterion) => ({
    criterion,
    importance: 'should',
    outcome: criterion === 'location' ? 'unknown' : outcome,
    weight: defaultWeights[criterion],
    detail: criterion === 'location' ? 'the profile does not say' : 'as the profile says',
  }));
  const intent = engagements.map(({ id, type, occurred_at }) => ({
    engagementId: id,
    type,
    points: 1.25,
    occurredAt: occurred_at,
  }));
  return {
    organization_id: lead.organization_id,
    lead_id: lead.id,
    icp: JSON.stringify(icp),
    intent: JSON.stringify(intent),
  };
}
