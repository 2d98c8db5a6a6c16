/** Reads of leads: the list, one lead, and the sets of leads that other filters need. */
import type { Database, SqlValue } from '../../database/database';
import type { EngagementType, Origin } from '../tables/engagement';
import type { Disposition, LeadRow, LeadTier } from '../tables/leads';
import { fold } from '../../shared/text/fold';
import { askedCompanyNameKeys } from '../writes/keys';
import { Conditions } from './conditions';
import { evidenceWords } from './evidence-words';
import type { Exact } from './exact';
import { addAfter, expectUpToDate, orderBy, pageOf, type Page, type PageRequest, type SortColumn } from './keyset';
import { peopleWithText } from './engagement-text';
import { evidenceOfLeads } from './lead-evidence';
import { leadsMatchingSearch } from './lead-search';
import { readSet, walkList } from './walk';

export interface LeadFilter {
  readonly leadTier?: readonly LeadTier[] | undefined;
  readonly disposition: readonly Disposition[];
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  readonly minIntentScore?: number | undefined;
  readonly maxIntentScore?: number | undefined;
  readonly monitoredProfileIds?: readonly string[] | undefined;
  readonly engagementTypes?: readonly EngagementType[] | undefined;
  readonly ownerIds?: readonly string[] | undefined;
  /** Epoch milliseconds, inclusive, on last_signal_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
  readonly search?: string | undefined;
  readonly companyNames?: readonly string[] | undefined;
  readonly origin?: Origin | undefined;
  readonly accountId?: string | undefined;
  /** Text in a comment of the lead, or in a post they engaged with; of the latest engagements (engagement-text.ts). */
  readonly topic?: string | undefined;
  /** Priorities left out, the end excluded. */
  readonly priorityOutside?: { readonly from: number; readonly to: number } | undefined;
  /** `lastSignalAt` when left out. */
  readonly sortBy?: LeadSortField | undefined;
  /** `desc` when left out. */
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export const leadSortFields = ['lastSignalAt', 'priority'] as const;
export type LeadSortField = (typeof leadSortFields)[number];

interface LeadSort {
  readonly column: string;
  key(row: LeadRecord): number;
  /** The column with the revision at which the key changed last. */
  readonly revision: string;
}

const sorts: Readonly<Record<LeadSortField, LeadSort>> = {
  lastSignalAt: { column: 'l.last_signal_at', key: (row) => row.last_signal_at, revision: 'l.signal_revision' },
  priority: { column: 'l.priority', key: (row) => row.priority, revision: 'l.priority_revision' },
};

/** Where a lead works: by what files say of the person, and otherwise by a company of the workspace that their headline names. */
export const companyColumn = 'COALESCE(p.company_name, l.named_company)';

/**
 * The columns of a profile; shared by every read that shows a person. What the person's own data leave open of their
 * company, the account (`a`) says.
 */
export const profileColumns = `p.display_name, p.headline, p.title, p.seniority, p.job_function,
  ${companyColumn} AS company_name,
  COALESCE(p.company_size, a.company_size) AS company_size, COALESCE(p.industry, a.industry) AS industry,
  p.country, p.region, p.profile_url`;

export interface ProfileColumns {
  display_name: string;
  headline: string | null;
  title: string | null;
  seniority: string | null;
  job_function: string | null;
  company_name: string | null;
  company_size: string | null;
  industry: string | null;
  country: string | null;
  region: string | null;
  profile_url: string | null;
}

const leadColumns = `l.id, ${profileColumns}, p.email, p.email_status, p.email_source,
  l.icp_match_percent, l.intent_score, l.lead_tier, l.fit_grade, l.priority, l.disposition, l.origin,
  l.owner_id, ou.display_name AS owner_name,
  l.account_id, a.name AS account_name, a.domain AS account_domain,
  l.signal_count, l.first_signal_at, l.last_signal_at, l.created_at, l.updated_at, l.scored_at`;

export interface LeadRecord
  extends
    ProfileColumns,
    Pick<
      LeadRow,
      | 'id'
      | 'icp_match_percent'
      | 'intent_score'
      | 'lead_tier'
      | 'fit_grade'
      | 'priority'
      | 'disposition'
      | 'origin'
      | 'owner_id'
      | 'account_id'
      | 'signal_count'
      | 'first_signal_at'
      | 'last_signal_at'
      | 'created_at'
      | 'updated_at'
      | 'scored_at'
    > {
  email: string | null;
  email_status: string | null;
  email_source: string | null;
  /** Null where nobody owns the lead, or the owner is no member any more. */
  owner_name: string | null;
  account_name: string | null;
  account_domain: string | null;
  revision: number;
}

/** Evidence as it was stored when the lead was scored: JSON texts; null where the lead has not been scored. */
export interface LeadEvidenceRecord {
  icp: string | null;
  intent: string | null;
  /** The words of the engagements it names (evidence-words.ts). */
  words: string | null;
}

/** Where one way of finding a page overtakes another. Answers are the same on both sides; tests lower them to see both. */
export interface ReadLimits {
  /** How many rows a set of candidates may have before walking the list in order finds a page sooner. */
  readonly candidates: number;
  /** Above this many engagements of the chosen profiles, walking all engagements by time beats sorting them. */
  readonly sorted: number;
  /** On SQLite: how many rows are looked at on the event loop; reads of more are made beside it. */
  readonly walked: number;
  /** How many engagements or posts one page looks through for a text. */
  readonly looked: number;
}

export const readLimits: ReadLimits = { candidates: 1500, sorted: 5000, walked: 400, looked: 20_000 };

/** The workspace's revision, read in the same statement as the rows so that both show one moment. */
export const revisionColumn = '(SELECT o.revision FROM organizations o WHERE o.id = ?) AS revision';

export class LeadReads {
  /** Put together once: the most frequent read is also the cheapest, and joining its text anew was a part of its cost. */
  private readonly activeSql: string;

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly limits: ReadLimits = readLimits,
  ) {
    this.activeSql = `SELECT ${leadColumns}, 0 AS revision, v.icp, v.intent, ${evidenceWords(db)} AS words
       FROM leads l ${this.join}
       LEFT JOIN lead_evidence v ON v.organization_id = l.organization_id AND v.lead_id = l.id
       WHERE l.organization_id = ? AND l.id = ? AND l.disposition = 'ACTIVE'`;
  }

  /** Leads in the order asked for, then id: one index serves both directions, so ids go the other way as keys do. */
  async list<Given extends LeadFilter>(filter: Exact<LeadFilter, Given>, page: PageRequest): Promise<Page<LeadRecord>> {
    const candidates = await this.candidates(filter);
    if (candidates?.length === 0) return { rows: [], next: null };
    const sort = sorts[filter.sortBy ?? 'lastSignalAt'];
    const descending = filter.sortOrder !== 'asc';
    const order: readonly SortColumn[] = [
      { column: sort.column, descending },
      { column: 'l.id', descending: !descending },
    ];
    // The index of priorities begins with the disposition: each is walked in its order, and the few that result are merged.
    const apart = filter.sortBy === 'priority' && !candidates;
    const sets = apart ? filter.disposition.map((one) => [one]) : [filter.disposition];
    const read: LeadRecord[][] = [];
    for (const disposition of sets)
      read.push(await this.set({ ...filter, disposition }, sort, order, page, candidates));
    const [only = []] = read;
    const rows = read.length === 1 ? only : merged(read, sort, descending).slice(0, page.limit + 1);
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [sort.key(row)]);
  }

  /** The first leads of a page, in order. */
  private async set(
    filter: LeadFilter,
    sort: LeadSort,
    order: readonly SortColumn[],
    page: PageRequest,
    candidates: readonly string[] | undefined,
  ): Promise<LeadRecord[]> {
    const { index, isOrdered, seek, conditions } = planOf(this.organizationId, filter);
    (index === 'leads_priority' ? conditions : seek).between('l.last_signal_at', filter.dateFrom, filter.dateTo);
    conditions.between('l.icp_match_percent', filter.minIcpMatchPercent, filter.maxIcpMatchPercent);
    conditions.between('l.intent_score', filter.minIntentScore, filter.maxIntentScore);
    const { priorityOutside: out } = filter;
    if (out) conditions.and('(l.priority < ? OR l.priority >= ?)', out.from, out.to);
    if (filter.origin) conditions.and('l.origin = ?', filter.origin);
    if (filter.search !== undefined) conditions.contains(this.db, 'l.search_text', fold(filter.search));
    this.addEngagementFilter(conditions, filter);
    if (page.after) {
      addAfter(seek, order, page.after);
      conditions.and(`${sort.revision} <= ?`, page.after.revision);
    }
    if (candidates) return this.ofCandidates(candidates, [seek, conditions], order, page.limit + 1);
    return walkList<LeadRecord>(this.db, this.organizationId, {
      columns: `${leadColumns}, ${revisionColumn}`,
      table: 'leads',
      alias: 'l',
      index: this.db.useIndex(index),
      seek,
      isOrdered,
      filter: conditions,
      joins: this.join,
      order,
      limit: page.limit + 1,
      first: this.limits.walked,
    });
  }

  /** One ACTIVE lead with its evidence and the words of that, or undefined. */
  async active(leadId: string): Promise<(LeadRecord & LeadEvidenceRecord) | undefined> {
    const [row] = await this.db.select<LeadRecord & LeadEvidenceRecord>(this.activeSql, [this.organizationId, leadId]);
    return row;
  }

  async isActive(leadId: string): Promise<boolean> {
    const rows = await this.db.select(
      `SELECT 1 AS found FROM leads WHERE organization_id = ? AND id = ? AND disposition = 'ACTIVE'`,
      [this.organizationId, leadId],
    );
    return rows.length > 0;
  }

  /** The best active leads of an account: by ICP match, then intent, then id. */
  async topOfAccount(accountId: string, filter: AccountLeadFilter, limit: number): Promise<LeadRecord[]> {
    const where = accountLeadConditions(this.organizationId, accountId, filter);
    const from = `leads l${this.db.useIndex('leads_account')}`;
    return readSet<LeadRecord>(this.db, this.organizationId, {
      sql: `SELECT ${leadColumns}, 0 AS revision FROM ${from} ${this.join}
        WHERE ${where.sql} ORDER BY l.icp_match_percent DESC, l.intent_score DESC, l.id LIMIT ${limit}`,
      params: where.params,
      set: `${from} WHERE l.organization_id = ? AND l.account_id = ?`,
      setParams: [this.organizationId, accountId],
      few: this.limits.walked,
    });
  }

  /** Those of some leads that fit, in the list's order. */
  private async ofCandidates(
    ids: readonly string[],
    conditions: readonly Conditions[],
    order: readonly SortColumn[],
    limit: number,
  ) {
    const where = new Conditions().in('l.id', ids);
    for (const some of conditions) where.and(some.sql, ...some.params);
    const sql = `SELECT ${leadColumns}, ${revisionColumn} FROM leads l${this.db.usePrimaryKey('leads')}
       ${this.join} WHERE ${where.sql} ORDER BY ${orderBy(order)} LIMIT ${limit}`;
    const params = [this.organizationId, ...where.params];
    return ids.length <= this.limits.walked
      ? this.db.select<LeadRecord>(sql, params)
      : this.db.scan<LeadRecord>(this.organizationId, sql, params);
  }

  private get join(): string {
    return `${this.db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id
       LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id
       LEFT JOIN memberships om ON om.organization_id = l.organization_id AND om.user_id = l.owner_id
       LEFT JOIN users ou${this.db.usePrimaryKey('users')} ON ou.id = om.user_id`;
  }

  /** The ICP evidence of some leads (JSON text), by id. */
  icpEvidence(leadIds: readonly string[]): Promise<Map<string, string>> {
    return evidenceOfLeads(this.db, this.organizationId, leadIds);
  }

  /** A small set that holds every lead the search or the watched-profile filter can match; undefined where none is small. */
  private async candidates(filter: LeadFilter): Promise<string[] | undefined> {
    if (filter.topic !== undefined) return peopleWithText(this.db, this.organizationId, filter.topic, this.limits);
    if (filter.search !== undefined) {
      const found = await leadsMatchingSearch(this.db, this.organizationId, filter.search, this.limits.candidates);
      if (found) return found;
    }
    if (!filter.monitoredProfileIds) return undefined;
    const where = new Conditions('organization_id = ?', this.organizationId);
    where.in('monitored_profile_id', filter.monitoredProfileIds);
    if (filter.engagementTypes) where.in('type', filter.engagementTypes);
    const sql = `SELECT person_id FROM engagements${this.db.useIndex('engagements_profile')}
       WHERE ${where.sql} LIMIT ${this.limits.candidates + 1}`;
    // Where a type is rare, all engagements of the profiles are looked at for it.
    const rows = filter.engagementTypes
      ? await this.db.scan<{ person_id: string }>(this.organizationId, sql, where.params)
      : await this.db.select<{ person_id: string }>(sql, where.params);
    return rows.length > this.limits.candidates ? undefined : [...new Set(rows.map((row) => row.person_id))];
  }

  /** At least one engagement of the lead meets the profile and type filters together. */
  private addEngagementFilter(where: Conditions, filter: LeadFilter): void {
    if (!filter.monitoredProfileIds && !filter.engagementTypes) return;
    const engaged = new Conditions('e.organization_id = l.organization_id');
    engaged.and('e.person_id = l.id AND e.by_author = 0');
    if (filter.monitoredProfileIds) engaged.in('e.monitored_profile_id', filter.monitoredProfileIds);
    if (filter.engagementTypes) engaged.in('e.type', filter.engagementTypes);
    where.and(
      `EXISTS (SELECT 1 FROM engagements e${this.db.useIndex('engagements_person')} WHERE ${engaged.sql})`,
      ...engaged.params,
    );
  }
}

export interface AccountLeadFilter {
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
}

/** Which active leads of an account count. */
export function accountLeadConditions(
  organizationId: string,
  accountId: string,
  filter: AccountLeadFilter,
): Conditions {
  return new Conditions(
    `l.organization_id = ? AND l.account_id = ? AND l.disposition = 'ACTIVE'`,
    organizationId,
    accountId,
  )
    .between('l.icp_match_percent', filter.minIcpMatchPercent, filter.maxIcpMatchPercent)
    .between('l.last_signal_at', filter.dateFrom, filter.dateTo);
}

/** Sets of leads, each in order, as one. Who moved between two reads is there once; the oldest revision holds for all. */
function merged(sets: readonly (readonly LeadRecord[])[], sort: LeadSort, descending: boolean): LeadRecord[] {
  const rows = [...new Map(sets.flat().map((row) => [row.id, row])).values()];
  const revision = Math.min(...rows.map((row) => row.revision));
  const sign = descending ? 1 : -1;
  return rows
    .map((row) => ({ ...row, revision }))
    .sort((a, b) => sign * (sort.key(b) - sort.key(a) || (a.id < b.id ? -1 : 1)));
}

interface ListPlan {
  readonly index: string;
  /** What the index finds. */
  readonly seek: Conditions;
  /** Whether it finds them in the list's order. */
  readonly isOrdered: boolean;
  readonly conditions: Conditions;
}

/**
 * The index whose order or selectivity fits the filter: the first of the table whose column the filter names. It gives the list's
 * order where that column and the disposition have one value each.
 */
function planOf(organizationId: string, filter: LeadFilter): ListPlan {
  const companies = filter.companyNames && [...new Set(filter.companyNames.flatMap(askedCompanyNameKeys))];
  const oneDisposition = filter.disposition.length === 1;
  const by: readonly (readonly [index: string, column: string, values: readonly SqlValue[] | undefined])[] = [
    ['leads_company', 'l.company_key', companies],
    ['leads_account', 'l.account_id', filter.accountId === undefined ? undefined : [filter.accountId]],
    ['leads_owner', 'l.owner_id', filter.ownerIds],
    ['leads_tier', 'l.lead_tier', filter.leadTier],
  ];
  const byPriority = filter.sortBy === 'priority';
  const seek = new Conditions('l.organization_id = ?', organizationId);
  const conditions = new Conditions();
  let index: string | undefined;
  let isOrdered = true;
  for (const [name, column, values] of by) {
    if (!values) continue;
    // Tiers are few: many leads have each, and a list of several is better walked by time.
    const fits =
      index === undefined && (column !== 'l.lead_tier' || (values.length === 1 && oneDisposition && !byPriority));
    if (fits) {
      index = name;
      isOrdered = values.length === 1 && oneDisposition && !byPriority && name !== 'leads_account';
    }
    (fits ? seek : conditions).in(column, values);
  }
  const byTime = index === undefined && !oneDisposition;
  (byTime ? conditions : seek).in('l.disposition', filter.disposition);
  if (byPriority && index === undefined)
    return { index: 'leads_priority', isOrdered: oneDisposition, seek, conditions };
  return { index: index ?? (oneDisposition ? 'leads_recent' : 'leads_any_recent'), isOrdered, seek, conditions };
}
