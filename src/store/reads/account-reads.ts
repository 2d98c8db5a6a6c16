/** Reads of account reports: the maintained summaries, and one account counted again with filters. */
import type { Database } from '../../database/database';
import type { AccountSummaryRow } from '../tables/leads';
import { averageTenths } from '../../rules/audience/average';
import { fold } from '../../../packages/reader/src';
import { accountComments, type AccountComment } from './account-words';
import { industryKey } from '../statements/keys';
import { Conditions } from '../statements/conditions';
import type { Exact } from '../statements/exact';
import { addAfter, expectUpToDate, pageOf, type Page, type PageRequest } from '../statements/keyset';
import { accountLeadConditions, readLimits, revisionColumn, type AccountLeadFilter } from './lead-reads';
import { readSet, scanList } from '../statements/list-scan';

export const accountSortFields = [
  'latestSignalAt',
  'leadCount',
  'averageIcpMatchPercent',
  'accountName',
  'trend',
] as const;
export type AccountSortField = (typeof accountSortFields)[number];

export interface AccountFilter {
  readonly search?: string | undefined;
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  /** Epoch milliseconds, inclusive, on latest_signal_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
  readonly industry?: string | undefined;
  /** Whether one of its active leads is QUALIFIED or PRIORITY. */
  readonly hasQualifiedLead?: boolean | undefined;
  readonly sortBy: AccountSortField;
  readonly sortOrder: 'asc' | 'desc';
}

type SummaryColumns = Pick<
  AccountSummaryRow,
  | 'name'
  | 'name_sort'
  | 'domain'
  | 'industry'
  | 'company_size'
  | 'lead_count'
  | 'unqualified_count'
  | 'nurture_count'
  | 'qualified_count'
  | 'priority_count'
  | 'signal_count'
  | 'signals_14d'
  | 'previous_signals_14d'
  | 'new_people_14d'
  | 'trend'
  | 'undated_count'
  | 'latest_dated_at'
>;

export interface AccountRecord extends SummaryColumns {
  /** The account's id. */
  id: string;
  /** Null when the filters leave no lead. */
  average_icp_tenths: number | null;
  average_intent_tenths: number | null;
  first_signal_at: number | null;
  latest_signal_at: number | null;
  revision: number;
}

export const accountColumns = `s.account_id AS id, s.name, s.name_sort, s.domain, s.industry, s.company_size, s.lead_count,
  s.average_icp_tenths, s.average_intent_tenths, s.unqualified_count, s.nurture_count, s.qualified_count,
  s.priority_count, s.signal_count, s.first_signal_at, s.latest_signal_at,
  s.signals_14d, s.previous_signals_14d, s.new_people_14d, s.trend, s.undated_count, s.latest_dated_at`;

interface Sort {
  readonly column: string;
  readonly index: string;
  key(row: AccountRecord): number | string;
  /** The column with the revision of the key's last change. Null when the key cannot change. */
  readonly revision: string | null;
}

const sorts: Readonly<Record<AccountSortField, Sort>> = {
  latestSignalAt: {
    column: 's.latest_signal_at',
    index: 'account_summaries_latest',
    key: (row) => row.latest_signal_at ?? 0,
    revision: 's.signal_revision',
  },
  leadCount: {
    column: 's.lead_count',
    index: 'account_summaries_leads',
    key: (row) => row.lead_count,
    revision: 's.count_revision',
  },
  averageIcpMatchPercent: {
    column: 's.average_icp_tenths',
    index: 'account_summaries_icp',
    key: (row) => row.average_icp_tenths ?? 0,
    revision: 's.icp_revision',
  },
  accountName: {
    column: 's.name_sort',
    index: 'account_summaries_name',
    key: (row) => row.name_sort,
    revision: null,
  },
  trend: {
    column: 's.trend',
    index: 'account_summaries_trend',
    key: (row) => row.trend,
    revision: 's.trend_revision',
  },
};

/** The aggregate of an account's leads. The maintained summary is computed with the same SQL. */
export const accountAggregate = `COUNT(*) AS lead_count,
  COALESCE(SUM(l.icp_match_percent), 0) AS icp_sum, COALESCE(SUM(l.intent_score), 0) AS intent_sum,
  COALESCE(SUM(CASE WHEN l.lead_tier = 'UNQUALIFIED' THEN 1 ELSE 0 END), 0) AS unqualified_count,
  COALESCE(SUM(CASE WHEN l.lead_tier = 'NURTURE' THEN 1 ELSE 0 END), 0) AS nurture_count,
  COALESCE(SUM(CASE WHEN l.lead_tier = 'QUALIFIED' THEN 1 ELSE 0 END), 0) AS qualified_count,
  COALESCE(SUM(CASE WHEN l.lead_tier = 'PRIORITY' THEN 1 ELSE 0 END), 0) AS priority_count,
  COALESCE(SUM(l.signal_count), 0) AS signal_count,
  MIN(l.first_signal_at) AS first_signal_at, MAX(l.last_signal_at) AS latest_signal_at,
  COALESCE(SUM(l.undated_count), 0) AS undated_count, MAX(l.last_dated_at) AS latest_dated_at`;

/** The result of `accountAggregate`. */
export interface AccountAggregate {
  lead_count: number;
  icp_sum: number;
  intent_sum: number;
  unqualified_count: number;
  nurture_count: number;
  qualified_count: number;
  priority_count: number;
  signal_count: number;
  first_signal_at: number | null;
  latest_signal_at: number | null;
  undated_count: number;
  latest_dated_at: number | null;
}

export class AccountReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Accounts in the requested order, then by id in the same direction. */
  async list<Given extends AccountFilter>(
    filter: Exact<AccountFilter, Given>,
    page: PageRequest,
  ): Promise<Page<AccountRecord>> {
    const where = new Conditions();
    if (filter.search !== undefined) where.contains(this.db, 's.search_text', fold(filter.search));
    if (filter.industry !== undefined) where.and('s.industry_key = ?', industryKey(filter.industry));
    if (filter.hasQualifiedLead !== undefined)
      where.and(`s.qualified_count + s.priority_count ${filter.hasQualifiedLead ? '>' : '='} 0`);
    where.between(
      's.average_icp_tenths',
      filter.minIcpMatchPercent === undefined ? undefined : filter.minIcpMatchPercent * 10,
      filter.maxIcpMatchPercent === undefined ? undefined : filter.maxIcpMatchPercent * 10,
    );
    const seek = new Conditions('s.organization_id = ?', this.organizationId);
    const byTime = filter.sortBy === 'latestSignalAt';
    (byTime ? seek : where).between('s.latest_signal_at', filter.dateFrom, filter.dateTo);

    const sort = sorts[filter.sortBy];
    const descending = filter.sortOrder === 'desc';
    const order = [
      { column: sort.column, descending },
      { column: 's.account_id', descending },
    ];
    if (page.after) {
      addAfter(seek, order, page.after);
      if (sort.revision !== null) where.and(`${sort.revision} <= ?`, page.after.revision);
    }
    const rows = await scanList<AccountRecord>(this.db, this.organizationId, {
      columns: `${accountColumns}, ${revisionColumn}`,
      table: 'account_summaries',
      alias: 's',
      index: this.db.useIndex(sort.index),
      seek,
      isOrdered: true,
      filter: where,
      joins: '',
      order,
      limit: page.limit + 1,
      first: readLimits.walked,
    });
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [sort.key(row)]);
  }

  /** One account with active leads, or undefined. Filters choose which of its leads are counted. */
  async one<Given extends AccountLeadFilter>(
    accountId: string,
    filter: Exact<AccountLeadFilter, Given>,
  ): Promise<AccountRecord | undefined> {
    const [summary] = await this.db.select<AccountRecord>(
      `SELECT ${accountColumns}, 0 AS revision FROM account_summaries s WHERE s.organization_id = ? AND s.account_id = ?`,
      [this.organizationId, accountId],
    );
    if (!summary || Object.values(filter).every((bound) => bound === undefined)) return summary;
    const where = accountLeadConditions(this.organizationId, accountId, filter);
    const from = `leads l${this.db.useIndex('leads_account')}`;
    const [counted] = await readSet<AccountAggregate>(this.db, this.organizationId, {
      sql: `SELECT ${accountAggregate} FROM ${from} WHERE ${where.sql}`,
      params: where.params,
      set: `${from} WHERE l.organization_id = ? AND l.account_id = ?`,
      setParams: [this.organizationId, accountId],
      few: readLimits.walked,
    });
    if (!counted) return undefined;
    return {
      ...summary,
      ...counted,
      average_icp_tenths: averageTenths(counted.icp_sum, counted.lead_count),
      average_intent_tenths: averageTenths(counted.intent_sum, counted.lead_count),
    };
  }

  /** The latest comments of people at these accounts, newest first, at most `each` per account. */
  comments(accountIds: readonly string[], each: number): Promise<Map<string, AccountComment[]>> {
    return accountComments(this.db, this.organizationId, accountIds, each);
  }

  /** How many active leads each of these accounts has, without UNQUALIFIED. An account with none may be missing. */
  async engagedPeople(accountIds: readonly string[]): Promise<Map<string, number>> {
    const ids = [...new Set(accountIds)];
    if (ids.length === 0) return new Map();
    const where = new Conditions('organization_id = ?', this.organizationId).in('account_id', ids);
    const rows = await this.db.select<{ id: string; people: number }>(
      `SELECT account_id AS id, lead_count - unqualified_count AS people FROM account_summaries WHERE ${where.sql}`,
      where.params,
    );
    return new Map(rows.map(({ id, people }) => [id, people]));
  }

  /**
   * The country shared by the leads of each of these accounts: at least two leads have it, and none has another. At most a
   * hundred leads of each account are read.
   */
  async sharedCountries(accountIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(accountIds)];
    if (ids.length === 0) return new Map();
    const part = `SELECT l.account_id AS id, p.country FROM leads l${this.db.useIndex('leads_account')}
       ${this.db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id
       WHERE l.organization_id = ? AND l.account_id = ? LIMIT 100`;
    const rows = await this.db.select<{ id: string; country: string | null }>(
      ids.map((_, at) => `SELECT * FROM (${part}) c${at}`).join(' UNION ALL '),
      ids.flatMap((id) => [this.organizationId, id]),
    );
    const shared = new Map<string, string>();
    for (const id of ids) {
      const countries = rows.flatMap((row) => (row.id === id && row.country !== null ? [row.country] : []));
      const [first] = countries;
      if (first !== undefined && countries.length > 1 && new Set(countries).size === 1) shared.set(id, first);
    }
    return shared;
  }

  /** Accounts whose name or domain contains a text, sorted by name. Used to complete arguments. */
  async namesLike(text: string, limit: number): Promise<{ id: string; name: string }[]> {
    const where = new Conditions('organization_id = ?', this.organizationId).contains(
      this.db,
      'search_text',
      fold(text),
    );
    return this.db.scan(
      this.organizationId,
      `SELECT account_id AS id, name FROM account_summaries WHERE ${where.sql} ORDER BY name_sort, account_id LIMIT ${limit}`,
      where.params,
    );
  }
}
