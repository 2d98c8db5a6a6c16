/** What account reports and the summary of a post must answer, by the plainest JavaScript there is. */
import { sortKey } from '../../../src/store/statements/in-parts';
import type { PostRow } from '../../../src/store/tables/engagement';
import type { LeadRow } from '../../../src/store/tables/leads';
import type { Oracle } from './oracle';
import {
  bestFirst,
  byCodePoints,
  fold,
  foldedIs,
  from,
  inOrder,
  is,
  isDated,
  latestOf,
  number,
  print,
  searched,
  text,
  to,
  within,
  type Compare,
  type Filters,
} from './oracle-filters';
import { countedAt, type AccountRow, type World } from './world';

const activeOf = (world: World, account: AccountRow) =>
  world.leads.filter((lead) => lead.account_id === account.id && lead.disposition === 'ACTIVE');

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const average = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round((sum(values) * 10) / values.length) / 10;

const tierCounts = (leads: readonly LeadRow[]) => {
  const tier = (name: string) => leads.filter((lead) => lead.lead_tier === name).length;
  return {
    UNQUALIFIED: tier('UNQUALIFIED'),
    NURTURE: tier('NURTURE'),
    QUALIFIED: tier('QUALIFIED'),
    PRIORITY: tier('PRIORITY'),
  };
};

const trendWindow = 14 * 86_400_000;

/** Of all active leads, whatever the filters. */
function trendOfAccount(world: World, account: AccountRow) {
  const active = activeOf(world, account).filter((lead) => (lead.last_dated_at ?? 0) > countedAt - 2 * trendWindow);
  const ids = new Set(active.map((lead) => lead.id));
  const times = world.engagements
    .filter((row) => row.by_author === 0 && ids.has(row.person_id) && isDated(row))
    .map((row) => row.occurred_at);
  const engaged = new Set(
    world.engagements.filter((row) => row.by_author === 0 && isDated(row)).map((row) => row.person_id),
  );
  return {
    signals14d: times.filter((at) => at > countedAt - trendWindow).length,
    previousSignals14d: times.filter((at) => at > countedAt - 2 * trendWindow && at <= countedAt - trendWindow).length,
    newPeople14d: active.filter((lead) => lead.first_signal_at > countedAt - trendWindow && engaged.has(lead.id))
      .length,
  };
}

function report(world: World, account: AccountRow, own: readonly LeadRow[]) {
  const first = Math.min(...own.map((lead) => lead.first_signal_at));
  const latest = Math.max(...own.map((lead) => lead.last_signal_at));
  return {
    id: account.id,
    name: account.name,
    domain: account.domain,
    industry: account.industry,
    leadCount: own.length,
    averageIcpMatchPercent: average(own.map((lead) => lead.icp_match_percent)),
    averageIntentScore: average(own.map((lead) => lead.intent_score)),
    tierCounts: tierCounts(own),
    signalCount: sum(own.map((lead) => lead.signal_count)),
    firstSignalAt: own.length === 0 ? null : print(first),
    latestSignalAt: own.length === 0 ? null : print(latest),
    latestDatedSignalAt: latestOf(own.flatMap((lead) => lead.last_dated_at ?? [])),
    undatedSignalCount: sum(own.map((lead) => lead.undated_count)),
    trend: trendOfAccount(world, account),
  };
}

/** One account's report under filters, with its best leads; undefined when it has no active lead. */
export function accountReport(world: World, account: AccountRow, filters: Filters) {
  const active = activeOf(world, account);
  if (active.length === 0) return undefined;
  const own = active.filter(
    (lead) =>
      within(number(filters, 'minIcpMatchPercent'), number(filters, 'maxIcpMatchPercent'), lead.icp_match_percent) &&
      within(from(filters), to(filters), lead.last_signal_at),
  );
  return {
    ...report(world, account, own),
    topLeads: own
      .sort(bestFirst)
      .slice(0, 10)
      .map((lead) => ({ id: lead.id })),
  };
}

/** What a post brought. */
export function postSummary(world: World, post: PostRow) {
  const own = world.engagements.filter((row) => row.post_id === post.id);
  const others = new Set(own.filter((row) => row.by_author === 0).map((row) => row.person_id));
  const leads = world.leads.filter((lead) => others.has(lead.id) && lead.disposition === 'ACTIVE');
  const ofType = (type: string) => own.filter((row) => row.type === type).length;
  const tiers = tierCounts(leads);
  return {
    id: post.id,
    contentText: post.content_text,
    engagementCounts: { likes: ofType('LIKE'), comments: ofType('COMMENT'), reposts: ofType('REPOST') },
    uniqueEngagers: new Set(own.map((row) => row.person_id)).size,
    leadCount: leads.length,
    qualifiedLeadCount: tiers.QUALIFIED + tiers.PRIORITY,
    tierCounts: tiers,
    averageIcpMatchPercent: average(leads.map((lead) => lead.icp_match_percent)),
  };
}

export const accountReports: Oracle = (world, filters) => {
  const sign = filters['sortOrder'] === 'asc' ? 1 : -1;
  type Report = ReturnType<typeof report>;
  const latest = (one: Report) => Date.parse(one.latestSignalAt ?? '');
  const icp = (one: Report) => one.averageIcpMatchPercent ?? 0;
  const trend = ({ trend: { signals14d, previousSignals14d, newPeople14d } }: Report) =>
    (signals14d - previousSignals14d) * 1_000 + newPeople14d;
  const sorts: Readonly<Record<string, Compare<Report>>> = {
    latestSignalAt: (a, b) => latest(a) - latest(b),
    leadCount: (a, b) => a.leadCount - b.leadCount,
    averageIcpMatchPercent: (a, b) => icp(a) - icp(b),
    trend: (a, b) => trend(a) - trend(b),
    accountName: (a, b) => byCodePoints(sortKey(fold(a.name)), sortKey(fold(b.name))),
  };
  const chosen = sorts[text(filters, 'sortBy') ?? 'latestSignalAt'] ?? (() => 0);
  return world.accounts
    .map((account) => report(world, account, activeOf(world, account)))
    .filter((one) => one.leadCount > 0)
    .filter(
      (one) =>
        searched(text(filters, 'search'), one.name, one.domain) &&
        foldedIs(text(filters, 'industry'), one.industry) &&
        is(filters['hasQualifiedLead'], one.tierCounts.QUALIFIED + one.tierCounts.PRIORITY > 0) &&
        within(number(filters, 'minIcpMatchPercent'), number(filters, 'maxIcpMatchPercent'), icp(one)) &&
        within(from(filters), to(filters), latest(one)),
    )
    .sort(
      inOrder(
        (a, b) => sign * chosen(a, b),
        (a, b) => sign * byCodePoints(a.id, b.id),
      ),
    );
};
