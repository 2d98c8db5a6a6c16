/** The list endpoints: their query, their oracle, and arbitrary combinations of their filters. */
import {
  commentClasses,
  dispositions,
  engagementTypes,
  leadTiers,
  messageStatuses,
  outreachStatuses,
  profileSources,
  profileStatuses,
  profileTypes,
  relationships,
} from '../../../src/shared/values';
import fc from 'fast-check';
import * as oracle from './oracle';
import { accountReports } from './oracle-accounts';
import type { Oracle } from './oracle';
import * as work from './oracle-work';
import type { Filters } from './oracle-filters';
import { comments, companies, headlines, industries, labels, moments, names } from './values';
import { idOf, type World } from './world';
import { auditActions } from './world-work';

export interface ListEndpoint {
  /** Name of the query in the catalogue. */
  readonly query: string;
  /** Path below `/api/v1/customer/`, with `{parameters}`; null: the console and assistants alone have it. */
  readonly path: string | null;
  readonly oracle: Oracle;
  /** Every parameter besides limit and cursor, and its values; of these some are in a request. */
  parameters(world: World): Parameters;
  /** Parameters that are in every request. */
  always?(world: World): Parameters;
}

type Parameters = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The filters of a request to a list. */
export const filtersOf = (endpoint: ListEndpoint, world: World): fc.Arbitrary<Filters> =>
  someOf(endpoint.parameters(world), endpoint.always?.(world));

/** Some of the parameters: mostly few, because many together match nothing. */
function someOf(parameters: Parameters, always: Parameters = {}): fc.Arbitrary<Filters> {
  const all = Object.keys(parameters);
  const some = fc.subarray(all, { maxLength: Math.min(4, all.length) });
  return some
    .chain((chosen) =>
      fc.record({
        ...Object.fromEntries(Object.entries(parameters).filter(([name]) => chosen.includes(name))),
        ...always,
      }),
    )
    .map((filters) => withoutEmptyRanges(filters));
}

/** A range whose ends are the wrong way round is refused, which is not what is tested here: it is turned. */
function withoutEmptyRanges(filters: Filters): Filters {
  const turned = { ...filters };
  for (const [low, high] of [
    ['minIcpMatchPercent', 'maxIcpMatchPercent'],
    ['minIntentScore', 'maxIntentScore'],
  ] as const) {
    const [a, b] = [filters[low], filters[high]];
    if (typeof a === 'number' && typeof b === 'number' && a > b) [turned[low], turned[high]] = [b, a];
  }
  for (const [low, high] of [
    ['dateFrom', 'dateTo'],
    ['contactedFrom', 'contactedTo'],
  ] as const) {
    const [a, b] = [filters[low], filters[high]];
    if (typeof a === 'string' && typeof b === 'string' && b.slice(0, 10) <= a.slice(0, 10)) {
      // The earlier day whole, so that any time on it is inside.
      [turned[low], turned[high]] = [b.slice(0, 10), a];
    }
  }
  return turned;
}

const date = fc.constantFrom(...moments, ...moments.map((at) => at + 1)).chain((at) => {
  const iso = new Date(at).toISOString();
  return fc.constantFrom(iso, iso.slice(0, 10), iso.replace('Z', '+00:00'), iso.replace('T', 't').replace('Z', 'z'));
});
const percent = fc.constantFrom(0, 1, 39, 40, 50, 60, 75, 76, 99, 100);
const someOfEnum = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });

/** Pieces of the texts there are, in other cases and accents, and texts that occur nowhere. */
function searches(texts: readonly string[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(), fc.nat(4))
    .map(([text, a, b, form]) => {
      const letters = Array.from(text);
      const from = a % Math.max(1, letters.length);
      const cut = letters.slice(from, from + 1 + (b % Math.min(30, Math.max(1, letters.length - from)))).join('');
      return (
        [cut, cut.toUpperCase(), cut.toLowerCase(), ` ${cut} `, cut.normalize('NFD').replace(/\p{M}/gu, '')][form] ??
        cut
      );
    })
    .filter((text) => text.trim() !== '' && text.length <= 80);
  const signs = fc.constantFrom(
    '%',
    '_',
    '!',
    '\\',
    '%%',
    '!%',
    '\\_',
    '_%_',
    "'",
    '"',
    '😀',
    '，',
    'zzz',
    'a b',
    'é',
    '.',
  );
  return fc.oneof({ weight: 5, arbitrary: piece }, { weight: 1, arbitrary: signs });
}

const personTexts = [...names, ...companies, ...headlines].filter((text) => text.trim() !== '');
const companyNames = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom(...companies),
    fc.constantFrom('nord & SON', 'globex ', '100_ Pure%Foods', 'nobody', 'Acme', 'acme, ínc.'),
  ),
  { minLength: 1, maxLength: 4 },
);

const profileIds = (world: World) =>
  fc.subarray([...world.profiles.map((row) => row.id), idOf('nowhere', 'profile', 999)], {
    minLength: 1,
    maxLength: 5,
  });

const ownerIds = (world: World) =>
  fc.subarray([...world.owners, idOf('nowhere', 'owner', 9), 'none'], { minLength: 1 });

const ranges: Parameters = {
  minIcpMatchPercent: percent,
  maxIcpMatchPercent: percent,
  minIntentScore: percent,
  maxIntentScore: percent,
};
const icpRange = { minIcpMatchPercent: percent, maxIcpMatchPercent: percent };
const dates: Parameters = { dateFrom: date, dateTo: date };
const origins = fc.constantFrom('agent', 'watchlist', 'all');

const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });

/** Values that people and accounts have, and values that none has. */
const personFilters: Parameters = {
  country: some(['SE', 'DE', 'de', 'KE']),
  industry: some([...industries, 'computer software', 'Nothing']),
  companySize: some(['51-200', '10001+', '1']),
  seniority: some(['vp', 'cxo', 'owner']),
  function: some(['sales', 'legal']),
  firstSignalFrom: date,
  hasContactData: fc.boolean(),
};

/** Filters of one account's report. */
export const accountReportFilters = someOf({ ...icpRange, ...dates });

export const listEndpoints: readonly ListEndpoint[] = [
  {
    query: 'list_leads',
    path: 'leads',
    oracle: oracle.leads,
    parameters: (world) => ({
      leadTier: someOfEnum(leadTiers),
      disposition: someOfEnum(dispositions),
      ...ranges,
      monitoredProfileIds: profileIds(world),
      engagementTypes: someOfEnum(engagementTypes),
      ownerIds: ownerIds(world),
      ...dates,
      search: searches(personTexts),
      companyNames,
      origin: origins,
      ...personFilters,
      outreachStatus: someOfEnum(outreachStatuses),
      contactedFrom: date,
      contactedTo: date,
      updatedFrom: date,
      createdFrom: date,
      sortBy: fc.constantFrom('lastSignalAt', 'priority', 'updatedAt', 'createdAt'),
      sortOrder: fc.constantFrom('asc', 'desc'),
    }),
  },
  {
    query: 'list_signals',
    path: 'leads/signals',
    oracle: oracle.signals,
    parameters: (world) => ({
      monitoredProfileIds: profileIds(world),
      engagementTypes: someOfEnum(engagementTypes),
      said: someOfEnum(commentClasses),
      saidBelow: fc.constantFrom(0, 0.25, 0.5, 1),
      dated: fc.boolean(),
      ...dates,
      ...ranges,
      disposition: fc.constantFrom(...dispositions),
      search: searches(personTexts),
      text: searches([...comments, ...headlines].filter((words) => words.trim() !== '')),
      leadTier: someOfEnum(leadTiers),
      ownerIds: ownerIds(world),
      companyNames,
      profileType: fc.constantFrom(...profileTypes),
      profileLabel: fc.constantFrom(...labels, 'voıces', 'nobody'),
      origin: origins,
    }),
  },
  {
    query: 'list_lead_engagements',
    path: 'leads/{leadId}/engagements',
    oracle: oracle.leadEngagements,
    parameters: () => ({ engagementTypes: someOfEnum(engagementTypes), ...dates }),
    always: (world) => ({
      leadId: fc.constantFrom(...world.leads.filter((lead) => lead.disposition === 'ACTIVE').map((lead) => lead.id)),
    }),
  },
  {
    query: 'list_watchlist_profiles',
    path: 'watchlist/profiles',
    oracle: oracle.watchlistProfiles,
    parameters: () => ({
      profileType: fc.constantFrom(...profileTypes),
      profileTypes: someOfEnum(profileTypes),
      source: fc.constantFrom(...profileSources),
      relationship: fc.constantFrom(...relationships),
      label: fc.constantFrom(...labels, 'nobody'),
      status: fc.constantFrom(...profileStatuses),
      search: searches([...names, ...headlines].filter((text) => text.trim() !== '')),
    }),
    always: () => ({
      sortBy: fc.constantFrom('createdAt', 'followers', 'lastEngagementSyncAt', 'displayName'),
      sortOrder: fc.constantFrom('asc', 'desc'),
    }),
  },
  {
    query: 'list_account_reports',
    path: 'account-reports',
    oracle: accountReports,
    parameters: () => ({
      search: searches([...companies, 'acme.example', 'pure_foods.example']),
      ...icpRange,
      ...dates,
      industry: fc.constantFrom(...industries, 'Nothing'),
      hasQualifiedLead: fc.boolean(),
    }),
    always: () => ({
      sortBy: fc.constantFrom('latestSignalAt', 'leadCount', 'averageIcpMatchPercent', 'accountName', 'trend'),
      sortOrder: fc.constantFrom('asc', 'desc'),
    }),
  },
  {
    query: 'list_posts',
    path: 'analytics/posts',
    oracle: oracle.posts,
    parameters: (world) => ({
      search: searches([...headlines, ...names].filter((words) => words.trim() !== '')),
      ...dates,
      authorProfileIds: profileIds(world),
    }),
  },
  {
    query: 'list_post_qualified_leads',
    path: 'analytics/posts/{postId}/qualified-leads',
    oracle: oracle.postQualifiedLeads,
    parameters: () => ({}),
    always: (world) => ({ postId: fc.constantFrom(...world.posts.map((post) => post.id)) }),
  },
  {
    query: 'list_tier_changes',
    path: 'tier-changes',
    oracle: work.tierChanges,
    parameters: () => ({ ...dates, fromTier: someOfEnum(leadTiers), toTier: someOfEnum(leadTiers) }),
  },
  {
    query: 'list_credit_ledger',
    path: null,
    oracle: work.creditLedger,
    parameters: () => ({}),
  },
  {
    query: 'list_audit',
    path: null,
    oracle: work.audit,
    parameters: () => ({ action: fc.constantFrom(...auditActions, 'nothing') }),
  },
  {
    query: 'list_webhooks',
    path: 'webhooks',
    oracle: work.webhooks,
    parameters: () => ({}),
  },
  {
    query: 'list_webhook_deliveries',
    path: null,
    oracle: work.webhookDeliveries,
    parameters: () => ({ status: fc.constantFrom(...messageStatuses) }),
    always: (world) => ({ id: fc.constantFrom(...world.webhooks.slice(0, 5).map((webhook) => webhook.id)) }),
  },
];
