/** Account summaries: the data that account reports list, sort and filter. */
import { averageTenths } from '../../rules/audience/average';
import { fold } from '../../../packages/reader/src';
import { placeholders, type Database } from '../../database/database';
import { industryKey } from '../statements/keys';
import type { AccountAggregate } from '../reads/account-reads';
import { insertInto } from '../../database/define';
import { accountSummaries, type AccountSummaryRow } from '../tables/leads';
import { accountFacts, type AccountFacts, type LeadGroup } from './account-facts';
import { accountTrends, noTrend, trendColumnsOf } from './account-trends';
import { noteDeleted, type Departure } from '../log/note-changes';
import { cut } from '../../shared/text/cut';
import { inParts, selectIn, sortKey } from '../statements/in-parts';

/** Computes the summary rows of these accounts from their leads. An account without active leads has none. */
export async function computeSummaries(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  now = Date.now(),
  known?: AccountFacts,
): Promise<SummaryContent[]> {
  const rows: SummaryContent[] = [];
  const { accounts, leads } = known ?? (await accountFacts(db, organizationId, accountIds));
  for (const part of inParts(accountIds, 500)) {
    const trends = await accountTrends(db, organizationId, part, now);
    for (const id of part) {
      const account = accounts.get(id);
      const [first, ...others] = leads.get(id) ?? [];
      if (!account || !first) continue;
      const { name, domain, industry, company_size } = account;
      const sums = others.reduce(added, countsOf(first));
      rows.push({
        organization_id: organizationId,
        account_id: id,
        name,
        domain,
        industry,
        company_size,
        name_sort: sortKey(fold(name)),
        industry_key: industry === null ? null : industryKey(industry),
        search_text: cut(`${fold(name)}\n${fold(domain ?? '')}`, 460),
        lead_count: sums.lead_count,
        unqualified_count: sums.unqualified_count,
        nurture_count: sums.nurture_count,
        qualified_count: sums.qualified_count,
        priority_count: sums.priority_count,
        signal_count: sums.signal_count,
        average_icp_tenths: averageTenths(sums.icp_sum, sums.lead_count) ?? 0,
        average_intent_tenths: averageTenths(sums.intent_sum, sums.lead_count) ?? 0,
        first_signal_at: sums.first_signal_at,
        latest_signal_at: sums.latest_signal_at,
        undated_count: sums.undated_count,
        latest_dated_at: sums.latest_dated_at === 0 ? null : sums.latest_dated_at,
        ...(trends.get(id) ?? noTrend),
      });
    }
  }
  return rows;
}

type Counts = { readonly [Name in keyof AccountAggregate]: number };

const countsOf = (group: LeadGroup): Counts => ({
  ...group,
  first_signal_at: group.first_signal_at ?? 0,
  latest_signal_at: group.latest_signal_at ?? 0,
  latest_dated_at: group.latest_dated_at ?? 0,
});

const added = (sums: Counts, group: LeadGroup): Counts => ({
  lead_count: sums.lead_count + group.lead_count,
  icp_sum: sums.icp_sum + group.icp_sum,
  intent_sum: sums.intent_sum + group.intent_sum,
  unqualified_count: sums.unqualified_count + group.unqualified_count,
  nurture_count: sums.nurture_count + group.nurture_count,
  qualified_count: sums.qualified_count + group.qualified_count,
  priority_count: sums.priority_count + group.priority_count,
  signal_count: sums.signal_count + group.signal_count,
  first_signal_at: Math.min(sums.first_signal_at, group.first_signal_at ?? Infinity),
  latest_signal_at: Math.max(sums.latest_signal_at, group.latest_signal_at ?? 0),
  undated_count: sums.undated_count + group.undated_count,
  latest_dated_at: Math.max(sums.latest_dated_at, group.latest_dated_at ?? 0),
});

/** A summary without its revisions. */
type SummaryContent = Omit<AccountSummaryRow, Extract<keyof AccountSummaryRow, `${string}_revision`> | 'changed_at'>;

/**
 * Rebuilds the summaries of these accounts. Only rows that differ are written. Each sort key has its own revision, which
 * changes only with the key. Otherwise the daily rescoring would push every account out of a list that is being paged.
 * @param known facts of these accounts, if they have already been read.
 */
export async function refreshSummaries(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  revision: number,
  at = Date.now(),
  known?: AccountFacts,
): Promise<void> {
  for (const part of inParts(accountIds, 500)) {
    const now = await computeSummaries(db, organizationId, part, at, known);
    const stored = await selectIn<AccountSummaryRow>(
      db,
      `SELECT ${Object.keys(accountSummaries.columns).join(', ')} FROM account_summaries`,
      organizationId,
      'account_id',
      part,
    );
    const old = new Map(stored.map((row) => [row.account_id, row]));
    const changed = now.filter((row) => !sameSummary(row, old.get(row.account_id)));
    await insertInto(
      db,
      accountSummaries,
      changed.map((row) => {
        const before = old.get(row.account_id);
        const isReported = before === undefined || reportedColumns.some((name) => row[name] !== before[name]);
        return {
          ...row,
          change_revision: isReported ? revision : before.change_revision,
          changed_at: isReported ? at : before.changed_at,
          signal_revision: before?.latest_signal_at === row.latest_signal_at ? before.signal_revision : revision,
          count_revision: before?.lead_count === row.lead_count ? before.count_revision : revision,
          trend_revision: before?.trend === row.trend ? before.trend_revision : revision,
          icp_revision: before?.average_icp_tenths === row.average_icp_tenths ? before.icp_revision : revision,
        };
      }),
      { update: summaryColumns },
    );
    const living = new Set(now.map((row) => row.account_id));
    const empty = part.filter((id) => old.has(id) && !living.has(id));
    await removeSummaries(db, organizationId, empty, { reason: 'removed' }, at);
  }
}

/**
 * Removes reports. Must run inside a write transaction of the workspace.
 * @param accountIds accounts without a report are ignored. @param departure why, for the change log. @param now epoch ms.
 */
export async function removeSummaries(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  departure: Departure,
  now = Date.now(),
): Promise<void> {
  const found = await selectIn<{ id: string }>(
    db,
    'SELECT account_id AS id FROM account_summaries',
    organizationId,
    'account_id',
    accountIds,
  );
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await noteDeleted(db, organizationId, 'account', ids, departure, now);
  await db.run(`DELETE FROM account_summaries WHERE organization_id = ? AND account_id IN (${placeholders(ids)})`, [
    organizationId,
    ...ids,
  ]);
}

const summaryColumns = Object.keys(accountSummaries.columns).filter(
  (name): name is Exclude<keyof typeof accountSummaries.columns, 'organization_id' | 'account_id'> =>
    !['organization_id', 'account_id'].includes(name),
);

const contentColumns = summaryColumns.filter(
  (name): name is Exclude<(typeof summaryColumns)[number], `${string}_revision` | 'changed_at'> =>
    !name.endsWith('_revision') && name !== 'changed_at',
);

/** Columns the change log ignores: averages of intent and trends change with the clock. */
const unreported: ReadonlySet<string> = new Set([
  'average_intent_tenths',
  'signals_14d',
  'previous_signals_14d',
  'new_people_14d',
  'trend',
] satisfies (keyof AccountSummaryRow)[]);
const reportedColumns = contentColumns.filter((name) => !unreported.has(name));

/** Whether two summaries are equal, apart from revisions and values that change with the clock. */
export function sameCounts(a: SummaryContent, b: AccountSummaryRow | undefined): boolean {
  return sameSummary({ ...a, ...(b === undefined ? {} : trendColumnsOf(b)) }, b);
}

/** Whether two summaries are equal, apart from revisions. */
function sameSummary(a: SummaryContent, b: AccountSummaryRow | undefined): boolean {
  return b !== undefined && contentColumns.every((name) => a[name] === b[name]);
}
