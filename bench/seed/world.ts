/**
 * The made-up workspaces, as rows of the product's own tables in the order of their primary keys. What production derives
 * (folded texts, search terms and their endings, sort keys, account summaries) is made by production's own functions.
 */
import { averageTenths } from '../../src/accounts/average';
import { accountSlug } from '../../src/accounts/company-key';
import { tierOf } from '../../src/qualification/tier';
import { suffixesOf, termsOf } from '../../src/store/reads/search-terms';
import type { Disposition, EngagementRow, EngagementType, PersonRow, PostRow } from '../../src/store/tables/engagement';
import type { AccountSummaryRow, LeadRow, MonitoredProfileRow } from '../../src/store/tables/leads';
import { sortKey } from '../../src/store/writes/batches';
import { searchTextOf } from '../../src/store/writes/lead-writer';
import { companyNameKey } from '../../src/store/keys';
import { fold } from '../../src/text/fold';
import { idSource, pick, pickSkewed, seeded, type Random } from './random';
import { audiences, companies, countries, firstNames, industries, jobs, lastNames, sizes, topics } from './words';

/** 2026-06-01: the latest engagement is before it. */
export const worldEnd = Date.UTC(2026, 5, 1);
const day = 86_400_000;

export interface WorldWorkspace {
  readonly id: string;
  readonly name: string;
  readonly leadCount: number;
}

/**
 * The workspaces by size: one with a fifth of all leads, one with exactly a thousand (at full size), and 198 that go down
 * geometrically from about four percent of all to a few hundred.
 */
export function workspacesOf(totalLeads: number): WorldWorkspace[] {
  const big = Math.round(totalLeads / 5);
  const small = Math.round(totalLeads / 1000);
  const weights = Array.from({ length: 198 }, (_, at) => 0.975 ** at);
  const sum = weights.reduce((a, b) => a + b, 0);
  const rest = weights.map((weight) => Math.max(3, Math.round(((totalLeads - big - small) * weight) / sum)));
  return [big, small, ...rest].map((leadCount, at) => ({
    id: `00000000-${String(at).padStart(4, '0')}-7000-8000-${String(leadCount).padStart(12, '0')}`,
    name: `Workspace ${at}`,
    leadCount,
  }));
}

/** Takes rows: values in the order of the table's columns. */
export type Sink = (table: string, row: Readonly<Record<string, string | number | null>>) => void;

interface AccountTally {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly size: string | null;
  leads: number;
  icp: number;
  intent: number;
  tiers: Record<LeadRow['lead_tier'], number>;
  signals: number;
  first: number;
  last: number;
}

const typeOf = (value: number): EngagementType => (value < 0.8 ? 'LIKE' : value < 0.97 ? 'COMMENT' : 'REPOST');
const dispositionOf = (value: number): Disposition => (value < 0.95 ? 'ACTIVE' : value < 0.98 ? 'CLIENT' : 'BAD_LEAD');

/** Writes one workspace. Gives control back between leads, so that the sink can be emptied. */
export async function writeWorkspaceRows(
  { id: organization_id, name, leadCount }: WorldWorkspace,
  number: number,
  write: Sink,
  breathe: () => Promise<void>,
): Promise<void> {
  const random = seeded(1_000 + number);
  const nextId = idSource(random, number + 1);
  write('organizations', { id: organization_id, name, revision: 1, created_at: worldEnd - 300 * day });

  const profiles = Array.from({ length: Math.min(40, 3 + Math.ceil(leadCount / 3_000)) }, () =>
    profileRow(random, organization_id, nextId()),
  );
  const posts = Array.from({ length: Math.max(3, Math.ceil(leadCount / 100)) }, (_, at) =>
    postRow(random, organization_id, nextId(), profiles, number * 10_000 + at),
  );
  for (const post of posts) {
    write('posts', post);
    write('post_urns', { organization_id, urn: post.urn, post_id: post.id });
  }
  const pool = companiesOf(random, leadCount);
  const accounts = new Map<string, AccountTally>();
  const postings = new Map<string, string[]>();
  const leadsOfProfile = new Map<string, Set<string>>();

  for (let n = 0; n < leadCount; n += 1) {
    const person = personRow(random, organization_id, nextId(), pickSkewed(random, pool));
    const account = tallyOf(random, accounts, person);
    const engagements = engagementRows(random, person.id, posts, nextId);
    const lead = leadRow(random, person, account.id, engagements);
    person.account_id = account.id;
    write('people', person);
    write('leads', lead);
    write('lead_evidence', evidenceRow(lead, engagements));
    for (const engagement of engagements) write('engagements', engagement);
    for (const term of termsOf(lead.search_text)) {
      const list = postings.get(term);
      if (list) list.push(lead.id);
      else postings.set(term, [lead.id]);
    }
    if (lead.disposition === 'ACTIVE') {
      count(account, lead);
      for (const { monitored_profile_id: profile } of engagements) {
        if (profile) leadsOfProfile.set(profile, (leadsOfProfile.get(profile) ?? new Set()).add(lead.id));
      }
    }
    if (n % 500 === 0) await breathe();
  }

  for (const profile of profiles) {
    write('monitored_profiles', { ...profile, lead_count: leadsOfProfile.get(profile.id)?.size ?? 0 });
  }
  for (const account of [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    write('accounts', {
      organization_id,
      id: account.id,
      name: account.name,
      domain: account.domain,
      industry: account.industry,
      company_size: account.size,
      known: 0,
      created_at: worldEnd - 200 * day,
    });
    if (account.leads > 0) write('account_summaries', summaryRow(organization_id, account));
  }
  const terms = [...postings.keys()].sort(byCodePoint);
  for (const [at, term] of terms.entries()) {
    for (const lead_id of postings.get(term) ?? []) write('lead_terms', { organization_id, term, lead_id });
    if (at % 100 === 0) await breathe();
  }
  const suffixes = terms.flatMap((term) => suffixesOf(term).map((suffix) => [suffix, term] as const));
  suffixes.sort(([a, x], [b, y]) => byCodePoint(a, b) || byCodePoint(x, y));
  for (const [at, [suffix, term]] of suffixes.entries()) {
    write('term_suffixes', { organization_id, suffix, term });
    if (at % 2_000 === 0) await breathe();
  }
}

const byCodePoint = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function companiesOf(random: Random, leadCount: number): readonly string[] {
  const count = Math.min(companies.length, Math.max(5, Math.ceil(leadCount / 2)));
  const start = Math.floor(random() * (companies.length - count));
  return companies.slice(start, start + count);
}

function tallyOf(random: Random, accounts: Map<string, AccountTally>, person: PersonRow): AccountTally {
  const name = person.company_name ?? '';
  const id = accountSlug(name);
  const known = accounts.get(id);
  if (known) return known;
  const made: AccountTally = {
    id,
    name,
    domain: random() < 0.7 ? `${id}.example` : null,
    industry: person.industry,
    size: person.company_size,
    leads: 0,
    icp: 0,
    intent: 0,
    tiers: { UNQUALIFIED: 0, NURTURE: 0, QUALIFIED: 0, PRIORITY: 0 },
    signals: 0,
    first: Infinity,
    last: 0,
  };
  accounts.set(id, made);
  return made;
}

function count(account: AccountTally, lead: LeadRow): void {
  account.leads += 1;
  account.icp += lead.icp_match_percent;
  account.intent += lead.intent_score;
  account.tiers[lead.lead_tier] += 1;
  account.signals += lead.signal_count;
  account.first = Math.min(account.first, lead.first_signal_at);
  account.last = Math.max(account.last, lead.last_signal_at);
}

function summaryRow(organization_id: string, account: AccountTally): AccountSummaryRow {
  return {
    organization_id,
    account_id: account.id,
    name: account.name,
    name_sort: sortKey(fold(account.name)),
    domain: account.domain,
    industry: account.industry,
    industry_key: account.industry === null ? null : fold(account.industry),
    company_size: account.size,
    lead_count: account.leads,
    average_icp_tenths: averageTenths(account.icp, account.leads) ?? 0,
    average_intent_tenths: averageTenths(account.intent, account.leads) ?? 0,
    unqualified_count: account.tiers.UNQUALIFIED,
    nurture_count: account.tiers.NURTURE,
    qualified_count: account.tiers.QUALIFIED,
    priority_count: account.tiers.PRIORITY,
    signal_count: account.signals,
    first_signal_at: account.first,
    latest_signal_at: account.last,
    search_text: `${fold(account.name)}\n${fold(account.domain ?? '')}`,
    signal_revision: 1,
    count_revision: 1,
    icp_revision: 1,
    signals_14d: 0,
    previous_signals_14d: 0,
    new_people_14d: 0,
    trend: 0,
    trend_revision: 1,
  };
}

function profileRow(random: Random, organization_id: string, id: string): MonitoredProfileRow {
  const name = `${pickSkewed(random, firstNames)} ${pickSkewed(random, lastNames)}`;
  const headline = `Writes about ${pick(random, topics)}`;
  return {
    organization_id,
    id,
    person_id: null,
    display_name: name,
    headline,
    profile_url: `https://www.linkedin.com/in/${id.slice(-12)}`,
    profile_type: pick(random, ['COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM'] as const),
    source: pick(random, ['MEMBER_ONBOARDING', 'MANUAL_WATCHLIST'] as const),
    relationship: pick(random, ['STANDARD', 'COMPETITOR'] as const),
    status: random() < 0.9 ? 'ACTIVE' : 'PAUSED',
    label: random() < 0.3 ? 'Voices' : null,
    label_key: null,
    followers: Math.floor(random() * 50_000),
    last_engagement_sync_at: worldEnd,
    lead_count: 0,
    created_at: worldEnd - Math.floor(random() * 200 * day),
    name_sort: sortKey(fold(name)),
    search_text: `${fold(name)}\n${fold(headline)}`,
    name_revision: 1,
    followers_revision: 1,
    sync_revision: 1,
  };
}

function postRow(
  random: Random,
  organization_id: string,
  id: string,
  profiles: readonly MonitoredProfileRow[],
  number: number,
): PostRow {
  const author = random() < 0.85 ? pickSkewed(random, profiles) : null;
  const text = Array.from({ length: 60 }, () => pick(random, topics)).join(' ');
  const urn = `urn:li:activity:${7_000_000_000_000_000_000n + BigInt(number)}`;
  return {
    organization_id,
    id,
    urn,
    url: `https://www.linkedin.com/feed/update/${urn}`,
    content_text: text,
    excerpt: `${text.slice(0, 200)}…`,
    author_name: author?.display_name ?? 'Somebody Else',
    author_profile_url: author?.profile_url ?? null,
    author_person_id: null,
    monitored_profile_id: author?.id ?? null,
    published_at: worldEnd - Math.floor(random() * 180 * day),
    collected_at: worldEnd,
    reported_likes: null,
    reported_comments: null,
    reported_reposts: null,
    author_erased: 0 as const,
  };
}

function personRow(random: Random, organization_id: string, id: string, company: string): PersonRow {
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
    do_not_contact: 0 as const,
    enriched_at: null,
    disposition: 'ACTIVE',
    owner_id: null,
    observed_at: seen,
    created_at: seen,
    updated_at: seen,
  };
}

function engagementRows(
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
    };
  });
}

const gradeOfPercent = (icp: number) => (icp < 40 ? 'D' : icp < 60 ? 'C' : icp < 75 ? 'B' : 'A');

function leadRow(
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
    lead_tier: tierOf({ grade: gradeOfPercent(icp), intent, voice: 'question' }),
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
    named_company: null,
    company_key: person.company_name === null ? null : companyNameKey(person.company_name),
    search_text: searchTextOf(person),
  };
}

function evidenceRow(lead: LeadRow, engagements: readonly EngagementRow[]) {
  const outcome = lead.icp_match_percent >= 50 ? 'match' : 'mismatch';
  const icp = ['titles', 'industries', 'companySizes', 'countries', 'functions'].map((criterion, at) => ({
    criterion,
    outcome: at === 3 ? 'unknown' : outcome,
    weight: [35, 20, 20, 15, 10][at] ?? 0,
    detail: at === 3 ? 'the profile does not say' : 'as the profile says',
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
