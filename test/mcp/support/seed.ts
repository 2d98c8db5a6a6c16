/**
 * A small workspace written straight into the tables: ninety leads at nine accounts, with signals under three posts. Every text
 * that came from the network can be made hostile.
 */
import { tierChanges } from '../../../src/store/tables/changes';
import type { Database } from '../../../src/database/database';
import { insertInto } from '../../../src/database/define';
import { organizations } from '../../../src/store/tables/access';
import { engagements, people, postUrns, posts } from '../../../src/store/tables/engagement';
import {
  accounts,
  accountSummaries,
  leadEvidence,
  leads,
  leadTerms,
  monitoredProfiles,
  termSuffixes,
  type LeadTier,
} from '../../../src/store/tables/leads';
import { suffixesOf, termsOf } from '../../../src/store/statements/search-terms';
import { companyNameKey } from '../../../src/store/statements/keys';
import { fold } from '../../../packages/reader/src';

const start = 1_780_000_000_000;
const hour = 3_600_000;
const tiers: readonly LeadTier[] = ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'];

export const leadCount = 90;
const postCount = 3;

/** Ids that tests can count on. */
export const idOf = {
  lead: (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  post: (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
  profile: (n: number) => `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`,
  engagement: (n: number) => `00000000-0000-4000-b000-${String(n).padStart(12, '0')}`,
  account: (n: number) => `acme-${n}.example`,
};

/** @param hostile put into every name, headline, company, comment and post text. */
export async function seedWorkspace(db: Database, organizationId: string, hostile = ''): Promise<void> {
  const organization_id = organizationId;
  const numbers = Array.from({ length: leadCount }, (_, n) => n);
  const accountOf = (n: number) => n % 9;
  const name = (n: number) => `Person ${n} Müller${hostile}`;
  const company = (n: number) => `Acme ${accountOf(n)}${hostile}`;
  const tierOf = (n: number) => tiers[n % 4] ?? 'NURTURE';
  const seenAt = (n: number) => start + n * hour;

  await insertInto(db, organizations, [{ id: organization_id, name: 'Workspace', revision: 1, created_at: start }]);
  await insertInto(
    db,
    accounts,
    Array.from({ length: 9 }, (_, n) => ({
      organization_id,
      id: idOf.account(n),
      name: company(n),
      domain: idOf.account(n),
      industry: 'Software',
      company_size: '51-200',
      known: 0,
      created_at: start,
    })),
  );
  await insertInto(
    db,
    people,
    numbers.map((n) => ({
      organization_id,
      id: idOf.lead(n),
      display_name: name(n),
      headline: `Head of Sales at Acme ${accountOf(n)}${hostile}`,
      title: 'Head of Sales',
      seniority: 'director',
      job_function: 'sales',
      company_name: company(n),
      account_id: idOf.account(accountOf(n)),
      company_size: '51-200',
      industry: 'Software',
      country: 'DE',
      region: 'Berlin',
      profile_url: `https://www.network.example/in/person-${n}`,
      email: `person${n}@acme-${accountOf(n)}.example`,
      email_status: 'VERIFIED',
      email_source: 'enrichment',
      followers: n,
      is_company: 0 as const,
      stated_title: null,
      stated_company: null,
      stated_seniority: null,
      stated_function: null,
      standing: null,
      read_confidence: null,
      disposition_set_at: null,
      disposition_reason: null,
      owner_set_at: null,
      do_not_contact: 0 as const,
      enriched_at: null,
      disposition: 'ACTIVE' as const,
      owner_id: null,
      observed_at: start,
      created_at: start,
      updated_at: start,
    })),
  );
  await insertInto(
    db,
    tierChanges,
    numbers.map((n) => ({
      organization_id,
      revision: 1,
      lead_id: idOf.lead(n),
      from_tier: null,
      to_tier: tierOf(n),
      reason: 'engagement' as const,
      changed_at: start,
    })),
  );
  await insertInto(
    db,
    leads,
    numbers.map((n) => ({
      organization_id,
      id: idOf.lead(n),
      account_id: idOf.account(accountOf(n)),
      owner_id: null,
      disposition: 'ACTIVE' as const,
      origin: n % 2 ? ('agent' as const) : ('watchlist' as const),
      icp_match_percent: 100 - n,
      intent_score: n,
      lead_tier: tierOf(n),
      disqualified: 0 as const,
      signal_count: 2,
      first_signal_at: seenAt(n),
      last_signal_at: seenAt(n) + hour,
      scored_at: start,
      created_at: start,
      updated_at: start,
      signal_revision: 1,
      score_revision: 1,
      fit_grade: 'B' as const,
      priority: 0,
      priority_revision: 1,
      change_revision: 0,
      undated_count: 0,
      last_dated_at: seenAt(n) + hour,
      named_company: null,
      tier_row: null,
      tier_gaps: '',
      excluded_because: null,
      company_key: companyNameKey(company(n)),
      search_text: fold(`${name(n)}\nHead of Sales\n${company(n)}`).slice(0, 920),
    })),
  );
  const terms = numbers.flatMap((n) =>
    [...termsOf(fold(`${name(n)} Head of Sales ${company(n)}`))].map((term) => ({
      organization_id,
      term,
      lead_id: idOf.lead(n),
    })),
  );
  await insertInto(db, leadTerms, terms, 'ignore');
  await insertInto(
    db,
    termSuffixes,
    [...new Set(terms.map(({ term }) => term))].flatMap((term) =>
      suffixesOf(term).map((suffix) => ({ organization_id, suffix, term })),
    ),
    'ignore',
  );
  await insertInto(
    db,
    leadEvidence,
    numbers.map((n) => ({
      organization_id,
      lead_id: idOf.lead(n),
      icp: JSON.stringify([{ criterion: 'role', outcome: 'match', weight: 35, detail: `Head of Sales${hostile}` }]),
      intent: JSON.stringify([
        { engagementId: idOf.engagement(2 * n), type: 'COMMENT', points: 3, occurredAt: seenAt(n) },
      ]),
    })),
  );
  await insertInto(
    db,
    accountSummaries,
    Array.from({ length: 9 }, (_, n) => ({
      organization_id,
      account_id: idOf.account(n),
      name: company(n),
      name_sort: fold(company(n)).slice(0, 100),
      domain: idOf.account(n),
      industry: 'Software',
      industry_key: 'software',
      company_size: '51-200',
      lead_count: 10,
      average_icp_tenths: 555,
      average_intent_tenths: 445,
      unqualified_count: 2,
      nurture_count: 2,
      qualified_count: 3,
      priority_count: 3,
      signal_count: 20,
      first_signal_at: start,
      latest_signal_at: start + n * hour,
      search_text: fold(`${company(n)} ${idOf.account(n)}`).slice(0, 460),
      signal_revision: 1,
      count_revision: 1,
      icp_revision: 1,
      signals_14d: 0,
      previous_signals_14d: 0,
      new_people_14d: 0,
      trend: 0,
      trend_revision: 1,
      change_revision: 0,
      changed_at: 1,
      undated_count: 0,
      latest_dated_at: start + n * hour,
    })),
  );
  await insertInto(
    db,
    monitoredProfiles,
    Array.from({ length: 2 }, (_, n) => ({
      organization_id,
      id: idOf.profile(n),
      person_id: null,
      display_name: `Watched ${n}${hostile}`,
      headline: `Founder${hostile}`,
      profile_url: `https://www.network.example/in/watched-${n}`,
      profile_type: 'TEAMMATE' as const,
      source: 'MANUAL_WATCHLIST' as const,
      relationship: 'SELF' as const,
      status: 'ACTIVE' as const,
      label: `team${hostile}`.slice(0, 80),
      label_key: 'team',
      followers: 1000 + n,
      last_engagement_sync_at: start,
      lead_count: leadCount,
      created_at: start + n,
      name_sort: fold(`Watched ${n}`),
      search_text: fold(`Watched ${n} Founder`),
      name_revision: 1,
      followers_revision: 1,
      sync_revision: 1,
    })),
  );
  const urnOf = (n: number) => `urn:li:activity:740000000000000000${n}`;
  await insertInto(
    db,
    posts,
    Array.from({ length: postCount }, (_, n) => ({
      organization_id,
      id: idOf.post(n),
      urn: urnOf(n),
      url: `https://www.network.example/feed/update/${urnOf(n)}`,
      content_text: `What we learned about hiring.${hostile}\nSecond line.`,
      excerpt: `What we learned about hiring.${hostile}`.slice(0, 280),
      author_name: `Watched 0${hostile}`,
      author_profile_url: 'https://www.network.example/in/watched-0',
      author_person_id: null,
      monitored_profile_id: idOf.profile(0),
      published_at: start,
      collected_at: start,
      reported_likes: 100,
      reported_comments: 20,
      reported_reposts: 3,
      author_erased: 0 as const,
    })),
  );
  await insertInto(
    db,
    postUrns,
    Array.from({ length: postCount }, (_, n) => ({ organization_id, urn: urnOf(n), post_id: idOf.post(n) })),
  );
  await insertInto(
    db,
    engagements,
    numbers.flatMap((n) =>
      [0, 1].map((turn) => ({
        organization_id,
        id: idOf.engagement(2 * n + turn),
        post_id: idOf.post((n + turn) % postCount),
        person_id: idOf.lead(n),
        monitored_profile_id: idOf.profile(0),
        type: turn ? ('LIKE' as const) : ('COMMENT' as const),
        reaction: turn ? 'LIKE' : null,
        origin: 'watchlist' as const,
        occurred_at: seenAt(n) + turn * hour,
        observed_at: seenAt(n) + turn * hour,
        comment_excerpt: turn ? null : `How much does it cost?${hostile}`.slice(0, 280),
        intent_hint: 0 as const,
        by_author: 0 as const,
        discriminator: turn ? '' : 'c1',
        earliest_at: null,
        dated: 1 as const,
        comment_class: turn ? null : ('price' as const),
        said_confidence: turn ? null : 930,
        said_set_at: null,
        said_by: null,
        said_built_in: null,
      })),
    ),
  );
}

/** Arguments under which each query of the catalogue finds something. */
export const askedOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  find_people_to_contact: {},
  list_leads: { limit: 10 },
  count_leads: { by: 'leadTier' },
  get_activity_summary: { dateFrom: '2026-05-29', dateTo: '2026-05-31' },
  list_posts: { limit: 5 },
  get_lead: { leadId: idOf.lead(4) },
  list_lead_engagements: { leadId: idOf.lead(4) },
  list_signals: { limit: 10 },
  list_watchlist_profiles: {},
  get_watchlist_profile: { monitoredProfileId: idOf.profile(0) },
  list_account_reports: { limit: 5 },
  get_account_report: { accountId: idOf.account(4) },
  list_post_qualified_leads: { postId: idOf.post(0), limit: 5 },
  get_post_summary: { postId: idOf.post(0) },
  get_post_audience: { postUrn: 'urn:li:activity:7402746946853253120' },
  get_organization_audience: { window: '90d', breakdown: 'location' },
  get_audience_readiness: {},
  get_workspace_access: {},
  get_mcp_connection_status: {},
  get_agent_status: {},
  list_agent_candidates: {},
};
