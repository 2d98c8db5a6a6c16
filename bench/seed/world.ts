/**
 * The made-up workspaces, as rows of the product's own tables in the order of their primary keys. What production derives
 * (folded texts, search terms and their endings, sort keys, account summaries) is made by production's own functions.
 */
import { suffixesOf, termsOf } from '../../src/store/statements/search-terms';
import type { PostRow } from '../../src/store/tables/engagement';
import type { MonitoredProfileRow } from '../../src/store/tables/leads';
import { sortKey } from '../../src/store/statements/in-parts';
import { fold } from '../../packages/reader/src';
import { count, summaryRow, tallyOf, type AccountTally } from './accounts';
import { day, worldEnd } from './calendar';
import { engagementRows, evidenceRow, leadRow, personRow } from './people';
import { idSource, pick, pickSkewed, seeded, type Random } from './random';
import { companies, firstNames, lastNames, topics } from './words';

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
