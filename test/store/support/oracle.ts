/** What every list must answer, by the plainest JavaScript there is: filter all rows, sort all rows. */
import { industryOf } from '../../../packages/reader/src';
import { askedCompanyNameKeys, companyNameKey } from '../../../src/store/statements/keys';
import type { EngagementRow } from '../../../src/store/tables/engagement';
import type { LeadRow, MonitoredProfileRow } from '../../../src/store/tables/leads';
import { sortKey } from '../../../src/store/statements/in-parts';
import {
  bestFirst,
  byCodePoints,
  fold,
  foldedIs,
  from,
  inOrder,
  instantOf,
  is,
  isDated,
  isIn,
  latestOf,
  list,
  number,
  origin,
  print,
  searched,
  text,
  to,
  within,
  worded,
  type Compare,
  type Filters,
} from './oracle-filters';
import { postSummary } from './oracle-accounts';
import { showWork, workFits } from './oracle-work';
import { type AccountRow, type World } from './world';

/** One list: an item in the order the answer must have. */
export type Oracle = (world: World, filters: Filters) => object[];

/** A name that is not known is null, never an empty text. */
const nameOf = (name: string) => (name === '' ? null : name);

/** Answers have no class for a joke. */
/** Null is no reading, so nothing says how sure it is. */
const isSurerThan = (thousandths: number | null, below: unknown) =>
  typeof below !== 'number' || (thousandths !== null && thousandths < Math.round(below * 1000));
const answered = (said: EngagementRow['comment_class']) => (said === 'joke' ? 'plain' : said);

/** Rows by id, found once for each list of them; lists are only ever replaced. */
const indexes = new WeakMap<object, ReadonlyMap<string, unknown>>();
function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const known = indexes.get(rows);
  // What is kept under a list was made of this list, below.
  if (known) return known as ReadonlyMap<string, Row>;
  const index = new Map(rows.map((row) => [row.id, row]));
  indexes.set(rows, index);
  return index;
}

function personOf(world: World, id: string) {
  const person = byId(world.people).get(id);
  if (!person) throw new Error('a lead without a person');
  return person;
}

const scoresFit = (filters: Filters, lead: LeadRow) =>
  within(number(filters, 'minIcpMatchPercent'), number(filters, 'maxIcpMatchPercent'), lead.icp_match_percent) &&
  within(number(filters, 'minIntentScore'), number(filters, 'maxIntentScore'), lead.intent_score);

/** `none` means that nobody owns the lead. */
const ownerFits = (filters: Filters, { owner_id }: LeadRow) => isIn(list(filters, 'ownerIds'), owner_id ?? 'none');

const companyFits = (filters: Filters, name: string | null) =>
  isIn(list(filters, 'companyNames')?.flatMap(askedCompanyNameKeys), name === null ? null : companyNameKey(name));

/** What is known of the person; where they leave industry and size open, the account says it. */
function personFits(world: World, filters: Filters, lead: LeadRow): boolean {
  const person = personOf(world, lead.id);
  const account = lead.account_id === null ? undefined : accountOf(world, lead.account_id);
  const hasContactData = filters['hasContactData'];
  return (
    isIn(
      list(filters, 'country')?.map((code) => code.toUpperCase()),
      person.country,
    ) &&
    isIn(
      list(filters, 'industry')?.flatMap((one) => [one, industryOf(one) ?? one]),
      person.industry ?? account?.industry ?? null,
    ) &&
    isIn(list(filters, 'companySize'), person.company_size ?? account?.company_size ?? null) &&
    isIn(list(filters, 'seniority'), person.seniority) &&
    isIn(list(filters, 'function'), person.job_function) &&
    within(instantOf(filters, 'firstSignalFrom'), undefined, lead.first_signal_at) &&
    (hasContactData === undefined || hasContactData === (person.email !== null))
  );
}

function leadOrder(filters: Filters): Compare<LeadRow> {
  const sign = filters['sortOrder'] === 'asc' ? -1 : 1;
  const key = (lead: LeadRow) => {
    const of = { priority: lead.priority, updatedAt: lead.updated_at, createdAt: lead.created_at };
    return new Map(Object.entries(of)).get(text(filters, 'sortBy') ?? '') ?? lead.last_signal_at;
  };
  return inOrder(
    (a, b) => sign * (key(b) - key(a)),
    (a, b) => sign * byCodePoints(a.id, b.id),
  );
}

export const leads: Oracle = (world, filters) =>
  world.leads
    .filter((lead) => {
      const person = personOf(world, lead.id);
      const profileIds = list(filters, 'monitoredProfileIds');
      const types = list(filters, 'engagementTypes');
      return (
        isIn(list(filters, 'disposition') ?? ['ACTIVE'], lead.disposition) &&
        isIn(list(filters, 'leadTier'), lead.lead_tier) &&
        scoresFit(filters, lead) &&
        ownerFits(filters, lead) &&
        within(from(filters), to(filters), lead.last_signal_at) &&
        is<string>(origin(filters), lead.origin) &&
        companyFits(filters, person.company_name) &&
        personFits(world, filters, lead) &&
        workFits(world, filters, lead) &&
        searched(text(filters, 'search'), person.display_name, person.headline, person.company_name) &&
        ((profileIds === undefined && types === undefined) ||
          world.engagements.some(
            (row) =>
              row.person_id === lead.id &&
              row.by_author === 0 &&
              isIn(profileIds, row.monitored_profile_id) &&
              isIn(types, row.type),
          ))
      );
    })
    .sort(leadOrder(filters))
    .map((lead) => {
      const person = personOf(world, lead.id);
      return {
        id: lead.id,
        icpMatchPercent: lead.icp_match_percent,
        intentScore: lead.intent_score,
        leadTier: lead.lead_tier,
        disposition: lead.disposition,
        ownerId: lead.owner_id,
        owner: lead.owner_id === null ? null : { id: lead.owner_id, displayName: null },
        fitGrade: lead.fit_grade,
        lastSignalAt: print(lead.last_signal_at),
        lastDatedSignalAt: latestOf(lead.last_dated_at === null ? [] : [lead.last_dated_at]),
        outreach: showWork(world, lead),
        profile: {
          displayName: nameOf(person.display_name),
          headline: person.headline,
          companyName: person.company_name,
        },
        account: lead.account_id === null ? null : { name: accountOf(world, lead.account_id).name },
      };
    });

function accountOf(world: World, id: string): AccountRow {
  const account = byId(world.accounts).get(id);
  if (!account) throw new Error('a lead of no account');
  return account;
}

const newestFirst: Compare<EngagementRow> = inOrder(
  (a, b) => b.occurred_at - a.occurred_at,
  (a, b) => byCodePoints(a.id, b.id),
);

const engagementFits = (filters: Filters, row: EngagementRow) =>
  row.by_author === 0 &&
  isIn(list(filters, 'engagementTypes'), row.type) &&
  within(from(filters), to(filters), row.occurred_at);

function showEngagement(world: World, row: EngagementRow) {
  const profile = byId(world.profiles).get(row.monitored_profile_id ?? '');
  const post = byId(world.posts).get(row.post_id);
  return {
    id: row.id,
    type: row.type,
    origin: row.origin,
    occurredAt: print(row.occurred_at),
    said: answered(row.comment_class),
    post: { id: row.post_id, excerpt: post?.excerpt, authorName: nameOf(post?.author_name ?? '') },
    watchlistProfile: profile ? { id: profile.id, displayName: nameOf(profile.display_name) } : null,
  };
}

export const signals: Oracle = (world, filters) =>
  world.engagements
    .filter((row) => {
      const lead = byId(world.leads).get(row.person_id);
      if (!lead) return false;
      const person = personOf(world, lead.id);
      const profile = byId(world.profiles).get(row.monitored_profile_id ?? '');
      return (
        engagementFits(filters, row) &&
        isIn(list(filters, 'monitoredProfileIds'), row.monitored_profile_id) &&
        is<string>(origin(filters), row.origin) &&
        scoresFit(filters, lead) &&
        is(text(filters, 'disposition'), lead.disposition) &&
        isIn(list(filters, 'leadTier'), lead.lead_tier) &&
        ownerFits(filters, lead) &&
        isIn(list(filters, 'said'), answered(row.comment_class)) &&
        isSurerThan(row.said_confidence, filters['saidBelow']) &&
        (filters['dated'] === undefined || filters['dated'] === isDated(row)) &&
        worded(text(filters, 'text'), row.comment_excerpt, byId(world.posts).get(row.post_id)?.content_text ?? null) &&
        companyFits(filters, person.company_name) &&
        searched(text(filters, 'search'), person.display_name, person.headline, person.company_name) &&
        (filters['profileType'] === undefined || profile?.profile_type === filters['profileType']) &&
        foldedIs(text(filters, 'profileLabel'), profile?.label ?? null)
      );
    })
    .sort(newestFirst)
    .map((row) => {
      const person = personOf(world, row.person_id);
      const lead = byId(world.leads).get(row.person_id);
      return {
        ...showEngagement(world, row),
        lead: { id: row.person_id, displayName: nameOf(person.display_name), icpMatchPercent: lead?.icp_match_percent },
      };
    });

export const leadEngagements: Oracle = (world, filters) =>
  world.engagements
    .filter((row) => row.person_id === filters['leadId'] && engagementFits(filters, row))
    .sort(newestFirst)
    .map((row) => showEngagement(world, row));

export const watchlistProfiles: Oracle = (world, filters) => {
  const sign = filters['sortOrder'] === 'asc' ? 1 : -1;
  // Unknown numbers come last in both directions.
  const numbers = (value: (row: MonitoredProfileRow) => number | null): Compare<MonitoredProfileRow> => {
    const end = sign === 1 ? Infinity : -Infinity;
    return (a, b) => {
      const [x, y] = [value(a) ?? end, value(b) ?? end];
      return x === y ? 0 : sign * (x < y ? -1 : 1);
    };
  };
  const sorts: Readonly<Record<string, Compare<MonitoredProfileRow>>> = {
    createdAt: numbers((row) => row.created_at),
    followers: numbers((row) => row.followers),
    lastEngagementSyncAt: numbers((row) => row.last_engagement_sync_at),
    displayName: (a, b) => sign * byCodePoints(sortKey(fold(a.display_name)), sortKey(fold(b.display_name))),
  };
  return world.profiles
    .filter(
      (row) =>
        is(text(filters, 'profileType'), row.profile_type) &&
        isIn(list(filters, 'profileTypes'), row.profile_type) &&
        is(text(filters, 'source'), row.source) &&
        is(text(filters, 'relationship'), row.relationship) &&
        is(text(filters, 'status'), row.status) &&
        foldedIs(text(filters, 'label'), row.label) &&
        searched(text(filters, 'search'), row.display_name, row.headline),
    )
    .sort(
      inOrder(sorts[text(filters, 'sortBy') ?? 'createdAt'] ?? (() => 0), (a, b) => sign * byCodePoints(a.id, b.id)),
    )
    .map((row) => ({
      id: row.id,
      displayName: nameOf(row.display_name),
      headline: row.headline,
      followers: row.followers,
      label: row.label,
      leadCount: new Set(
        world.engagements
          .filter((engagement) => engagement.monitored_profile_id === row.id && engagement.by_author === 0)
          .map((engagement) => engagement.person_id)
          .filter((person) => byId(world.leads).get(person)?.disposition === 'ACTIVE'),
      ).size,
    }));
};

export const postQualifiedLeads: Oracle = (world, filters) =>
  world.leads
    .flatMap((lead) => {
      const own = world.engagements.filter(
        (row) => row.person_id === lead.id && row.post_id === filters['postId'] && row.by_author === 0,
      );
      const qualified = lead.lead_tier === 'QUALIFIED' || lead.lead_tier === 'PRIORITY';
      return own.length > 0 && qualified && lead.disposition === 'ACTIVE' ? [{ lead, own }] : [];
    })
    .sort((a, b) => bestFirst(a.lead, b.lead))
    .map(({ lead, own }) => ({
      leadId: lead.id,
      profile: { displayName: nameOf(personOf(world, lead.id).display_name) },
      leadTier: lead.lead_tier,
      engagementTypes: ['LIKE', 'COMMENT', 'REPOST'].filter((type) => own.some((row) => row.type === type)),
      lastEngagedAt: print(Math.max(...own.map((row) => row.occurred_at))),
      lastDatedEngagementAt: latestOf(own.filter(isDated).map((row) => row.occurred_at)),
    }));

export const posts: Oracle = (world, filters) =>
  world.posts
    .filter(
      (post) =>
        searched(text(filters, 'search'), post.content_text, post.author_name) &&
        isIn(list(filters, 'authorProfileIds'), post.monitored_profile_id) &&
        ((from(filters) === undefined && to(filters) === undefined) ||
          (post.published_at !== null && within(from(filters), to(filters), post.published_at))),
    )
    .sort(
      inOrder(
        (a, b) => (b.published_at ?? -1) - (a.published_at ?? -1),
        (a, b) => byCodePoints(a.id, b.id),
      ),
    )
    .map((post) => {
      const { engagementCounts, uniqueEngagers, leadCount, qualifiedLeadCount } = postSummary(world, post);
      const authorProfileType = byId(world.profiles).get(post.monitored_profile_id ?? '')?.profile_type ?? null;
      const counts = { engagementCounts, uniqueEngagers, leadCount, qualifiedLeadCount };
      return { id: post.id, excerpt: post.excerpt, authorProfileType, ...counts };
    });
