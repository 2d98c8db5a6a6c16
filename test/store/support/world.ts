/** Workspaces of random rows, in the database and beside it for the oracle. What production derives is derived by its code. */
import { v5 as uuidOf } from 'uuid';
import type { Database } from '../../../src/database/database';
import { companyNameKey } from '../../../src/store/statements/keys';
import { organizations } from '../../../src/store/tables/access';
import { insertInto, type RowOf } from '../../../src/database/define';
import {
  engagements,
  people,
  posts,
  postUrns,
  type EngagementRow,
  type PersonRow,
  type PostRow,
} from '../../../src/store/tables/engagement';
import { accounts, monitoredProfiles, type LeadRow, type MonitoredProfileRow } from '../../../src/store/tables/leads';
import { excerptOf } from '../../../src/shared/text/cut';
import { sortKey } from '../../../src/store/statements/in-parts';
import { refreshSummaries } from '../../../src/store/writes/account-summaries';
import { refreshProfileCounts, saveLeads, saveTerms, searchTextOf } from '../../../src/store/writes/lead-writer';
import { fold } from '../../../packages/reader/src';
import {
  storedClasses,
  dispositions,
  engagementTypes,
  leadTiers,
  profileSources,
  profileStatuses,
  profileTypes,
  relationships,
} from '../../../src/shared/values';
import { Random } from './random';
import { makeWork, writeWork, type WorldWork } from './world-work';
import { comments, companies, headlines, industries, labels, day, moments, names, scores, start } from './values';

const namespace = '6f6c6f2e-0000-5000-8000-000000000001';
/** Revision that workspaces start from; rows carry revisions up to it. */
const revision = 50;
/** When the trends of accounts were counted: moments lie in both windows and after them. */
/** Days between posts and engagements, in turn. */
const ageOf = [20, undefined, 1, 14, 15] as const;

export const countedAt = start + 15 * day;

export type AccountRow = RowOf<typeof accounts>;

export interface World extends WorldWork {
  readonly organizationId: string;
  readonly people: PersonRow[];
  readonly leads: LeadRow[];
  readonly engagements: EngagementRow[];
  readonly posts: PostRow[];
  readonly profiles: MonitoredProfileRow[];
  readonly accounts: AccountRow[];
  readonly owners: readonly string[];
}

export interface WorldSize {
  readonly people: number;
  readonly posts: number;
  readonly profiles: number;
  readonly accounts: number;
  readonly engagements: number;
}

const usualSize: WorldSize = { people: 130, posts: 9, profiles: 26, accounts: 24, engagements: 300 };

/**
 * Half of the ids are the same in every workspace: keys are per workspace, so a join that forgets the workspace shows.
 * @param own what makes the other half its own.
 */
export function idOf(own: string, kind: string, index: number): string {
  return uuidOf(`${index % 2 === 0 ? '' : own}/${kind}/${index}`, namespace);
}

/** Makes a workspace of random rows and writes it. */
export async function makeWorld(db: Database, name: string, seed: number, size = usualSize): Promise<World> {
  const random = new Random(seed);
  const organization_id = uuidOf(`${name}/${seed}`, namespace);
  const id = (kind: string, index: number) => idOf(organization_id, kind, index);
  const each = <Row>(count: number, make: (index: number) => Row) => Array.from({ length: count }, (_, at) => make(at));
  const maybe = <Value>(list: readonly Value[], chance = 0.75) =>
    list.length > 0 && random.chance(chance) ? random.pick(list) : null;
  /** Of what people did; beside the other, so that neither changes the other's choices. */
  const workRandom = new Random(seed + 7_919);
  const owners = each(3, (at) => id('owner', at));

  const accountRows = each(size.accounts, (at): AccountRow => {
    const company = random.pick(companies);
    return {
      organization_id,
      id: random.chance(0.5) ? `acme-${at}` : `acme-${at}-b`,
      name: company,
      domain: maybe(['acme.example', 'pure_foods.example', 'x.example'], 0.6),
      industry: maybe(industries),
      company_size: maybe(['51-200', '10001+']),
      known: 0,
      created_at: start,
    };
  });

  const profileRows = each(size.profiles, (at): MonitoredProfileRow => {
    const display_name = random.pick(names);
    const headline = maybe(headlines);
    const label = maybe(labels, 0.6);
    return {
      organization_id,
      id: id('profile', at),
      person_id: null,
      display_name,
      headline,
      profile_url: `https://www.linkedin.com/in/watched-${at}/`,
      profile_type: random.pick(profileTypes),
      source: random.pick(profileSources),
      relationship: random.pick(relationships),
      status: random.pick(profileStatuses),
      label,
      label_key: label === null ? null : fold(label),
      followers: maybe([0, 7, 500, 2_000_000_000], 0.8),
      last_engagement_sync_at: maybe(moments, 0.8),
      lead_count: 0,
      created_at: random.pick(moments),
      name_sort: sortKey(fold(display_name)),
      search_text: `${fold(display_name)}\n${fold(headline ?? '')}`,
      name_revision: random.between(1, revision),
      followers_revision: random.between(1, revision),
      sync_revision: random.between(1, revision),
    };
  });

  const postRows = each(size.posts, (at): PostRow => {
    const text = random.pick(headlines);
    return {
      organization_id,
      id: id('post', at),
      urn: `urn:li:activity:${7_402_746_946_853_250_000n + BigInt(at)}`,
      url: null,
      content_text: text,
      excerpt: excerptOf(text),
      author_name: maybe(names),
      author_profile_url: null,
      author_person_id: null,
      monitored_profile_id: maybe(profileRows)?.id ?? null,
      published_at: maybe(moments),
      collected_at: start,
      reported_likes: null,
      reported_comments: null,
      reported_reposts: null,
      author_erased: 0 as const,
    };
  });

  const personRows = each(size.people, (at): PersonRow => {
    const company_name = maybe(companies);
    return {
      organization_id,
      id: id('person', at),
      display_name: random.pick(names),
      headline: maybe(headlines),
      title: maybe(['VP Sales', 'CTO']),
      seniority: maybe(['vp', 'cxo']),
      job_function: maybe(['sales']),
      company_name,
      account_id: maybe(accountRows)?.id ?? null,
      company_size: maybe(['51-200']),
      industry: maybe(industries),
      country: maybe(['SE', 'DE']),
      region: null,
      profile_url: `https://www.linkedin.com/in/person-${at}/`,
      email: maybe([`p${at}@acme.example`]),
      email_status: null,
      email_source: null,
      followers: null,
      is_company: random.chance(0.1) ? 1 : 0,
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
      disposition: 'ACTIVE',
      owner_id: null,
      observed_at: start,
      created_at: start,
      updated_at: start,
    };
  });

  // Every sixth person is no lead. Their numbers are independent of their engagements: each filter must do its own work.
  const leadRows = personRows
    .filter(() => !random.chance(1 / 6))
    .map((person, at): LeadRow => {
      const signals = [random.pick(moments), random.pick(moments)].sort((a, b) => a - b);
      return {
        organization_id,
        id: person.id,
        account_id: person.account_id,
        owner_id: maybe(owners, 0.6),
        disposition: random.chance(0.6) ? 'ACTIVE' : random.pick(dispositions),
        origin: random.pick(['agent', 'watchlist'] as const),
        icp_match_percent: random.pick(scores),
        intent_score: random.pick(scores),
        lead_tier: random.pick(leadTiers),
        disqualified: 0,
        signal_count: random.between(1, 4),
        first_signal_at: signals[0] ?? start,
        last_signal_at: signals[1] ?? start,
        scored_at: start + 41,
        created_at: workRandom.pick(moments),
        updated_at: workRandom.pick(moments),
        signal_revision: random.between(1, revision),
        score_revision: random.between(1, revision),
        fit_grade: 'B' as const,
        priority: random.between(1, 12),
        priority_revision: random.between(1, revision),
        change_revision: 0,
        // Not drawn, and below: the world stays what it was.
        undated_count: at % 3,
        last_dated_at: at % 5 === 0 ? null : (signals[at % 2] ?? start),
        named_company: null,
        tier_row: null,
        tier_gaps: '',
        excluded_because: null,
        company_key: person.company_name === null ? null : companyNameKey(person.company_name),
        search_text: searchTextOf(person),
      };
    });

  const engagementRows = new Map<string, EngagementRow>();
  for (let at = 0; at < size.engagements; at += 1) {
    const post = random.pick(postRows);
    const person = random.pick(personRows);
    const type = random.pick(engagementTypes);
    const discriminator = type === 'LIKE' ? '' : String(random.below(3));
    const moment = random.pick(moments);
    engagementRows.set(`${post.id}${person.id}${type}${discriminator}`, {
      organization_id,
      id: id('engagement', at),
      post_id: post.id,
      person_id: person.id,
      monitored_profile_id: maybe(profileRows)?.id ?? null,
      type,
      reaction: type === 'LIKE' ? 'LIKE' : null,
      origin: random.pick(['agent', 'watchlist'] as const),
      occurred_at: moment,
      observed_at: moment,
      comment_excerpt: type === 'COMMENT' ? random.pick(comments) : null,
      intent_hint: 0,
      by_author: random.chance(0.15) ? 1 : 0,
      discriminator,
      // A third has no time of its own: of a post that is old, not much older, or of unknown age.
      earliest_at: ageOf[at % ageOf.length] === undefined ? null : moment - (ageOf[at % ageOf.length] ?? 0) * day,
      dated: at % 3 === 0 ? (0 as const) : (1 as const),
      comment_class: type === 'COMMENT' && random.chance(0.8) ? random.pick(storedClasses) : null,
      said_confidence: type === 'COMMENT' ? (at * 250) % 1001 : null,
      said_set_at: null,
      said_by: null,
      said_built_in: null,
    });
  }

  const world: World = {
    organizationId: organization_id,
    people: personRows,
    leads: leadRows,
    engagements: [...engagementRows.values()],
    posts: postRows,
    profiles: profileRows,
    accounts: accountRows,
    owners,
    ...makeWork({
      organizationId: organization_id,
      random: workRandom,
      people: personRows.map((person) => person.id),
      owners,
      revision,
      idOf: id,
    }),
  };
  await db.transaction(() => write(db, world, name));
  const counted = await db.select<{ id: string; lead_count: number }>(
    'SELECT id, lead_count FROM monitored_profiles WHERE organization_id = ?',
    [organization_id],
  );
  const counts = new Map(counted.map((row) => [row.id, row.lead_count]));
  for (const profile of world.profiles) profile.lead_count = counts.get(profile.id) ?? 0;
  return world;
}

async function write(db: Database, world: World, name: string): Promise<void> {
  const { organizationId } = world;
  await insertInto(db, organizations, [{ id: organizationId, name, revision, created_at: start }]);
  await insertInto(db, accounts, world.accounts);
  await insertInto(db, monitoredProfiles, world.profiles);
  await insertInto(db, posts, world.posts);
  await insertInto(
    db,
    postUrns,
    world.posts.map((post) => ({ organization_id: organizationId, urn: post.urn, post_id: post.id })),
  );
  await insertInto(db, people, world.people);
  await insertInto(db, engagements, world.engagements);
  await writeWork(db, world);
  await saveLeads(
    db,
    organizationId,
    world.leads.map((row) => ({ row, icpEvidence: '[]', intentEvidence: '[]' })),
  );
  await saveTerms(
    db,
    organizationId,
    world.leads.map((row) => ({ id: row.id, before: undefined, now: row.search_text })),
  );
  await refreshSummaries(
    db,
    organizationId,
    world.accounts.map((account) => account.id),
    revision,
    countedAt,
  );
  await refreshProfileCounts(
    db,
    organizationId,
    world.profiles.map((profile) => profile.id),
  );
}
