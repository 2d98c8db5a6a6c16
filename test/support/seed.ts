/**
 * A small workspace in the store, the same rows for the same arguments: people, posts, engagements, leads, accounts and a
 * watchlist, consistent with each other. For tests of the interfaces; what the importer and the scoring make is tested there.
 */
import { v5 as uuidOf } from 'uuid';
import type { Database } from '../../src/database/database';
import { suffixesOf, termsOf } from '../../src/store/statements/search-terms';
import { organizations } from '../../src/store/tables/access';
import { insertInto } from '../../src/database/define';
import { discoveries } from '../../src/store/tables/discovery';
import { engagements, people, posts, postUrns } from '../../src/store/tables/engagement';
import {
  accountSummaries,
  accounts,
  leadEvidence,
  leads,
  leadTerms,
  monitoredProfiles,
  termSuffixes,
  type Disposition,
  type LeadTier,
} from '../../src/store/tables/leads';
import { companyNameKey } from '../../src/store/statements/keys';
import { webhooks } from '../../src/store/tables/webhooks';
import { fold } from '../../packages/reader/src';
import { companies, firstNames, lastNames, pick, titles, types } from './seed-words';

const namespace = '6f6c6f2e-0000-5000-8000-000000000000';
const start = Date.UTC(2026, 8, 1, 8);
const hour = 3_600_000;

export interface SeededWorkspace {
  readonly organizationId: string;
  /** Active leads, newest signal first: the order of the lead list. */
  readonly leadIds: readonly string[];
  readonly inactiveLeadIds: readonly string[];
  readonly profileIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly postIds: readonly string[];
  /** Of the first post, ended. */
  readonly discoveryIds: readonly string[];
}

/**
 * @param name names the workspace and makes its ids: two names give two workspaces that share no id.
 * @param leadCount leads; every tenth of them is CLIENT or BAD_LEAD.
 */
export async function seedWorkspace(db: Database, name: string, leadCount = 30): Promise<SeededWorkspace> {
  const id = (kind: string, index: number) => uuidOf(`${name}/${kind}/${index}`, namespace);
  const organization_id = id('organization', 0);
  await insertInto(db, organizations, [{ id: organization_id, name, revision: 1, created_at: start }]);

  const profileRows = Array.from({ length: 4 }, (_, index) => ({
    organization_id,
    id: id('profile', index),
    person_id: null,
    display_name: `${pick(firstNames, index + 3)} Watched`,
    headline: index === 3 ? null : 'Writes about pipelines',
    profile_url: `https://www.linkedin.com/in/watched-${index}`,
    profile_type: pick(['INFLUENCER', 'COMPETITOR', 'TEAMMATE', 'CUSTOM'] as const, index),
    source: pick(['MANUAL_WATCHLIST', 'MEMBER_ONBOARDING'] as const, index),
    relationship: pick(['STANDARD', 'COMPETITOR', 'SELF', 'STANDARD'] as const, index),
    status: pick(['ACTIVE', 'PAUSED'] as const, index),
    label: index === 0 ? 'pipeline voices' : null,
    label_key: index === 0 ? 'pipeline voices' : null,
    followers: index === 3 ? null : 1000 * (index + 1),
    last_engagement_sync_at: index === 3 ? null : start + index * hour,
    lead_count: 0,
    created_at: start + index * hour,
    name_sort: fold(`${pick(firstNames, index + 3)} Watched`),
    search_text: fold(`${pick(firstNames, index + 3)} Watched Writes about pipelines`),
    name_revision: 1,
    followers_revision: 1,
    sync_revision: 1,
  }));
  await insertInto(db, monitoredProfiles, profileRows);

  const postRows = Array.from({ length: 3 }, (_, index) => ({
    organization_id,
    id: id('post', index),
    urn: `urn:li:activity:${7_402_746_946_853_250_000n + BigInt(index)}`,
    url: null,
    content_text: `Post ${index} of ${name}`,
    excerpt: `Post ${index} of ${name}`,
    author_name: pick(profileRows, index).display_name,
    author_profile_url: pick(profileRows, index).profile_url,
    author_person_id: null,
    monitored_profile_id: index === 2 ? null : pick(profileRows, index).id,
    published_at: start - hour,
    collected_at: start + 500 * hour,
    reported_likes: null,
    reported_comments: null,
    reported_reposts: null,
    author_erased: 0 as const,
  }));
  await insertInto(db, posts, postRows);
  await insertInto(
    db,
    postUrns,
    postRows.map((post) => ({ organization_id, urn: post.urn, post_id: post.id })),
  );

  const accountRows = companies.map((company, index) => ({
    organization_id,
    id: `${fold(company).replace(/[^a-z0-9]+/g, '-')}.${fold(name).replace(/[^a-z0-9]+/g, '-')}.example`,
    name: company,
    domain: index === 2 ? null : `company-${index}.example`,
    industry: 'Software Development',
    company_size: '51-200',
    known: 0 as const,
    created_at: start,
  }));
  await insertInto(db, accounts, accountRows);

  const seeds = Array.from({ length: leadCount }, (_, index) => {
    const display_name = `${pick(firstNames, index)} ${pick(lastNames, Math.floor(index / 3))}`;
    const account = pick(accountRows, index);
    const headline = `${pick(titles, index)} at ${account.name}`;
    const icp = (index * 37) % 101;
    const intent = (index * 53) % 101;
    const disposition: Disposition = index % 10 === 9 ? (index % 20 === 9 ? 'CLIENT' : 'BAD_LEAD') : 'ACTIVE';
    const tier: LeadTier =
      icp < 40
        ? 'UNQUALIFIED'
        : icp >= 75 && intent >= 60
          ? 'PRIORITY'
          : icp >= 60 && intent >= 30
            ? 'QUALIFIED'
            : 'NURTURE';
    const signals = 1 + (index % 3);
    return { id: id('lead', index), index, display_name, headline, account, icp, intent, disposition, tier, signals };
  });
  const firstSignal = (index: number) => start + index * hour;
  const lastSignal = (index: number, signals: number) => start + (index + (signals - 1) * 100) * hour;

  await insertInto(
    db,
    people,
    seeds.map((seed) => ({
      organization_id,
      id: seed.id,
      display_name: seed.display_name,
      headline: seed.headline,
      title: pick(titles, seed.index),
      seniority: 'vp',
      job_function: 'marketing',
      company_name: seed.account.name,
      account_id: seed.account.id,
      company_size: '51-200',
      industry: 'Software Development',
      country: 'SE',
      region: null,
      profile_url: `https://www.linkedin.com/in/person-${seed.index}`,
      email: seed.index % 2 === 0 ? `person${seed.index}@company.example` : null,
      email_status: seed.index % 2 === 0 ? 'VERIFIED' : null,
      email_source: seed.index % 2 === 0 ? 'enrichment' : null,
      followers: null,
      is_company: 0 as const,
      stated_title: null,
      stated_company: null,
      stated_seniority: null,
      stated_function: null,
      standing: null,
      read_confidence: null,
      do_not_contact: 0 as const,
      enriched_at: null,
      disposition: seed.disposition,
      owner_id: seed.index % 4 === 0 ? id('owner', 0) : null,
      disposition_set_at: null,
      disposition_reason: null,
      owner_set_at: null,
      observed_at: start,
      created_at: start,
      updated_at: start,
    })),
  );

  const engagementRows = seeds.flatMap((seed) =>
    Array.from({ length: seed.signals }, (_, turn) => {
      const post = pick(postRows, seed.index + turn);
      const type = pick(types, seed.index + turn);
      return {
        organization_id,
        id: id(`engagement-${seed.index}`, turn),
        post_id: post.id,
        person_id: seed.id,
        monitored_profile_id: post.monitored_profile_id,
        type,
        reaction: type === 'LIKE' ? 'LIKE' : null,
        origin: seed.index % 5 === 0 ? ('agent' as const) : ('watchlist' as const),
        occurred_at: start + (seed.index + turn * 100) * hour,
        observed_at: start + (seed.index + turn * 100) * hour,
        comment_excerpt: type === 'COMMENT' ? 'How did you do that?' : null,
        intent_hint: 0 as const,
        by_author: 0 as const,
        discriminator: '',
        earliest_at: null,
        dated: 1 as const,
        comment_class: type === 'COMMENT' ? ('question' as const) : null,
        said_confidence: type === 'COMMENT' ? 940 : null,
        said_set_at: null,
        said_by: null,
        said_built_in: null,
      };
    }),
  );
  await insertInto(db, engagements, engagementRows);

  const searchText = (seed: (typeof seeds)[number]) =>
    [seed.display_name, seed.headline, seed.account.name].map(fold).join('\n');
  await insertInto(
    db,
    leads,
    seeds.map((seed) => ({
      organization_id,
      id: seed.id,
      account_id: seed.account.id,
      owner_id: seed.index % 4 === 0 ? id('owner', 0) : null,
      disposition: seed.disposition,
      origin: seed.index % 5 === 0 ? ('agent' as const) : ('watchlist' as const),
      icp_match_percent: seed.icp,
      intent_score: seed.intent,
      lead_tier: seed.tier,
      disqualified: 0 as const,
      signal_count: seed.signals,
      first_signal_at: firstSignal(seed.index),
      last_signal_at: lastSignal(seed.index, seed.signals),
      scored_at: start + 600 * hour,
      created_at: firstSignal(seed.index),
      updated_at: start + 600 * hour,
      signal_revision: 1,
      score_revision: 1,
      fit_grade: 'B' as const,
      priority: 0,
      priority_revision: 1,
      change_revision: 0,
      undated_count: 0,
      last_dated_at: lastSignal(seed.index, seed.signals),
      named_company: null,
      tier_row: null,
      tier_gaps: '',
      excluded_because: null,
      company_key: companyNameKey(seed.account.name),
      search_text: searchText(seed),
    })),
  );
  await insertInto(
    db,
    leadEvidence,
    seeds.map((seed) => ({
      organization_id,
      lead_id: seed.id,
      icp: JSON.stringify([{ criterion: 'role', outcome: 'match', weight: 35, detail: pick(titles, seed.index) }]),
      intent: JSON.stringify(
        engagementRows
          .filter((row) => row.person_id === seed.id)
          .map((row) => ({ engagementId: row.id, type: row.type, points: 1, occurredAt: row.occurred_at })),
      ),
    })),
  );
  const terms = seeds.flatMap((seed) => [...termsOf(searchText(seed))].map((term) => ({ term, lead_id: seed.id })));
  await insertInto(
    db,
    leadTerms,
    terms.map((row) => ({ organization_id, ...row })),
  );
  await insertInto(
    db,
    termSuffixes,
    [...new Set(terms.map(({ term }) => term))].flatMap((term) =>
      suffixesOf(term).map((suffix) => ({ organization_id, suffix, term })),
    ),
  );

  await insertInto(
    db,
    accountSummaries,
    accountRows.flatMap((account) => {
      const own = seeds.filter((seed) => seed.account.id === account.id && seed.disposition === 'ACTIVE');
      if (own.length === 0) return [];
      const tenths = (values: number[]) =>
        Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10);
      const ofTier = (tier: LeadTier) => own.filter((seed) => seed.tier === tier).length;
      return [
        {
          organization_id,
          account_id: account.id,
          name: account.name,
          name_sort: fold(account.name),
          domain: account.domain,
          industry: account.industry,
          industry_key: fold(account.industry),
          company_size: account.company_size,
          lead_count: own.length,
          average_icp_tenths: tenths(own.map((seed) => seed.icp)),
          average_intent_tenths: tenths(own.map((seed) => seed.intent)),
          unqualified_count: ofTier('UNQUALIFIED'),
          nurture_count: ofTier('NURTURE'),
          qualified_count: ofTier('QUALIFIED'),
          priority_count: ofTier('PRIORITY'),
          signal_count: own.reduce((sum, seed) => sum + seed.signals, 0),
          first_signal_at: Math.min(...own.map((seed) => firstSignal(seed.index))),
          latest_signal_at: Math.max(...own.map((seed) => lastSignal(seed.index, seed.signals))),
          search_text: fold(`${account.name} ${account.domain ?? ''}`),
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
          latest_dated_at: Math.max(...own.map((seed) => lastSignal(seed.index, seed.signals))),
        },
      ];
    }),
  );

  const byRecency = [...seeds].sort(
    (a, b) => lastSignal(b.index, b.signals) - lastSignal(a.index, a.signals) || (a.id < b.id ? -1 : 1),
  );
  await seedWebhooks(db, organization_id);
  return {
    organizationId: organization_id,
    leadIds: byRecency.filter((seed) => seed.disposition === 'ACTIVE').map((seed) => seed.id),
    inactiveLeadIds: byRecency.filter((seed) => seed.disposition !== 'ACTIVE').map((seed) => seed.id),
    profileIds: profileRows.map((row) => row.id),
    accountIds: accountRows.map((row) => row.id),
    postIds: postRows.map((row) => row.id),
    discoveryIds: [await seedDiscovery(db, organization_id, postRows[0]?.id ?? '')],
  };
}

/** Two that are switched off: a list of them has two pages of one, and nothing is sent. */
async function seedWebhooks(db: Database, organizationId: string): Promise<void> {
  const rows = [0, 1].map((at) => ({
    organization_id: organizationId,
    id: uuidOf(`webhook/${at}`, organizationId),
    url: `https://hooks.example.com/${at}`,
    types: 'credits.low',
    status: 'DISABLED' as const,
    disabled_at: start,
    disabled_reason: 'it answered 410 Gone',
    secret: 'sealed',
    previous_secret: null,
    created_by: null,
    previous_until: null,
    next_sequence: 0,
    doorbell_position: '0:~',
    doorbell_at: 0,
    tiers_position: '0:~',
    deletions_position: '0:~',
    dropped: 0,
    created_at: start + at,
    updated_at: start,
  }));
  await insertInto(db, webhooks, rows);
}

async function seedDiscovery(db: Database, organizationId: string, postId: string): Promise<string> {
  const id = uuidOf('discovery', organizationId);
  await insertInto(db, discoveries, [
    {
      organization_id: organizationId,
      id,
      post_id: postId,
      post_urn: 'urn:li:activity:7400000000000000000',
      status: 'COMPLETED',
      active_post: null,
      source: 'files',
      job_id: null,
      hold_size: 100,
      holds: 1,
      round: 1,
      credits_held: 0,
      credits_consumed: 12,
      state: null,
      state_version: 3,
      people_found: 12,
      people_qualified: 4,
      percent: 100,
      stop_reason: null,
      failure_code: null,
      failure_message: null,
      created_at: start,
      started_at: start,
      finished_at: start + hour,
      updated_at: start + hour,
    },
  ]);
  return id;
}
