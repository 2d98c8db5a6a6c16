/** Reads of leads: the list, one lead, and sets of leads for other filters. */
import type { Database } from '../../database/database';
import { mostColleagues } from '../../rules/fit/colleagues';
import type { DispositionReason, OutreachStatus } from '../../shared/values';
import type { LeadRow } from '../tables/leads';
import { Conditions } from '../statements/conditions';
import { evidenceWords } from './evidence-words';
import type { Exact } from '../statements/exact';
import {
  addAfter,
  expectUpToDate,
  orderBy,
  pageOf,
  type Page,
  type PageRequest,
  type SortColumn,
} from '../statements/keyset';
import { leadCandidates } from './lead-candidates';
import { evidenceOfLeads } from './lead-evidence';
import { companySizeColumn, industryColumn, leadPlan, type LeadFilter, type LeadSortField } from './lead-filter';
import { leadJoins } from './lead-joins';
import { readSet, scanList } from '../statements/list-scan';
import { selectIn } from '../statements/in-parts';

interface LeadSort {
  readonly column: string;
  key(row: LeadRecord): number;
  /** The column with the revision of the key's last change. Null when the key never changes. */
  readonly revision: string | null;
}

const sorts: Readonly<Record<LeadSortField, LeadSort>> = {
  lastSignalAt: { column: 'l.last_signal_at', key: (row) => row.last_signal_at, revision: 'l.signal_revision' },
  priority: { column: 'l.priority', key: (row) => row.priority, revision: 'l.priority_revision' },
  updatedAt: { column: 'l.updated_at', key: (row) => row.updated_at, revision: 'l.change_revision' },
  createdAt: { column: 'l.created_at', key: (row) => row.created_at, revision: null },
};

/** The company a lead works for: from files, or else a company of the workspace that their headline names. */
export const companyColumn = 'COALESCE(p.company_name, l.named_company)';

/**
 * The columns of a profile, shared by every read that shows a person. Company facts that the person's own data lack come from
 * the account (`a`).
 */
export const profileColumns = `p.display_name, p.headline, p.title, p.seniority, p.job_function, p.read_confidence,
  ${companyColumn} AS company_name,
  ${companySizeColumn} AS company_size, ${industryColumn} AS industry,
  p.country, p.region, p.profile_url`;

export interface ProfileColumns {
  display_name: string;
  headline: string | null;
  title: string | null;
  seniority: string | null;
  job_function: string | null;
  read_confidence: number | null;
  company_name: string | null;
  company_size: string | null;
  industry: string | null;
  country: string | null;
  region: string | null;
  profile_url: string | null;
}

export const leadColumns = `l.id, ${profileColumns}, p.email, p.email_status, p.email_source,
  l.icp_match_percent, l.intent_score, l.lead_tier, l.fit_grade, l.tier_row, l.tier_gaps, l.excluded_because, l.priority, l.disposition, p.disposition_reason, l.origin,
  l.owner_id, ou.display_name AS owner_name,
  l.account_id, a.name AS account_name, a.domain AS account_domain,
  l.signal_count, l.first_signal_at, l.last_signal_at, l.undated_count, l.last_dated_at, l.created_at, l.updated_at, l.scored_at,
  w.status AS outreach_status, w.contacted_at, w.contacted_by, w.snoozed_until, w.note AS outreach_note,
  wu.display_name AS contacter_name, wu.email AS contacter_email`;

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
      | 'tier_row'
      | 'tier_gaps'
      | 'excluded_because'
      | 'priority'
      | 'disposition'
      | 'origin'
      | 'owner_id'
      | 'account_id'
      | 'signal_count'
      | 'first_signal_at'
      | 'last_signal_at'
      | 'undated_count'
      | 'last_dated_at'
      | 'created_at'
      | 'updated_at'
      | 'scored_at'
    > {
  disposition_reason: DispositionReason | null;
  email: string | null;
  email_status: string | null;
  email_source: string | null;
  /** Null when nobody owns the lead, or the owner is no longer a member. */
  owner_name: string | null;
  account_name: string | null;
  account_domain: string | null;
  /** As it was set. Null when the lead has no outreach. */
  outreach_status: OutreachStatus | null;
  contacted_at: number | null;
  contacted_by: string | null;
  snoozed_until: string | null;
  outreach_note: string | null;
  contacter_name: string | null;
  contacter_email: string | null;
  revision: number;
}

/** Evidence as stored when the lead was scored, as JSON texts. Null when the lead has not been scored. */
export interface LeadEvidenceRecord {
  icp: string | null;
  intent: string | null;
  /** Texts of the engagements named by the evidence (evidence-words.ts). */
  words: string | null;
}

/**
 * Thresholds where one way of reading a page becomes faster than another. Both ways give the same answers. Tests lower the
 * thresholds to cover both.
 */
export interface ReadLimits {
  /** The most rows of a candidate set before scanning the list in order fills a page sooner. */
  readonly candidates: number;
  /** Above this many engagements of the chosen profiles, scanning all engagements by time beats sorting them. */
  readonly sorted: number;
  /** On SQLite: the most rows to look at on the event loop. Larger reads run in another process. */
  readonly walked: number;
  /** How many engagements or posts one page searches for a text. */
  readonly looked: number;
  /** The most leads that one count counts. */
  readonly counted: number;
}

export const readLimits: ReadLimits = { candidates: 1500, sorted: 5000, walked: 400, looked: 20_000, counted: 500_000 };

/** The workspace's revision, read in the same statement as the rows so that both show the same moment. */
export const revisionColumn = '(SELECT o.revision FROM organizations o WHERE o.id = ?) AS revision';

export class LeadReads {
  /**
   * Built once: this is the most frequent and cheapest read, and building its SQL each time was a noticeable part of its cost.
   */
  private readonly activeSql: string;
  private readonly anySql: string;

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly limits: ReadLimits = readLimits,
  ) {
    this.anySql = `SELECT ${leadColumns}, 0 AS revision, v.icp, v.intent, ${evidenceWords(db)} AS words
       FROM leads l ${leadJoins(db)}
       LEFT JOIN lead_evidence v ON v.organization_id = l.organization_id AND v.lead_id = l.id
       WHERE l.organization_id = ? AND l.id = ?`;
    this.activeSql = `${this.anySql} AND l.disposition = 'ACTIVE'`;
  }

  /**
   * Leads in the requested order, then by id. One index serves both directions, so ids are sorted in the direction of the keys.
   */
  async list<Given extends LeadFilter>(filter: Exact<LeadFilter, Given>, page: PageRequest): Promise<Page<LeadRecord>> {
    const candidates = await leadCandidates(this.db, this.organizationId, filter, this.limits);
    if (candidates?.length === 0) return { rows: [], next: null };
    const sort = sorts[filter.sortBy ?? 'lastSignalAt'];
    const descending = filter.sortOrder !== 'asc';
    const order: readonly SortColumn[] = [
      { column: sort.column, descending },
      { column: 'l.id', descending: !descending },
    ];
    // The priority index begins with the disposition. Each disposition is scanned in its order, and the few resulting rows are
    // merged.
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
    const { index, isOrdered, seek, conditions } = leadPlan(this.db, this.organizationId, filter);
    if (page.after) {
      addAfter(seek, order, page.after);
      if (sort.revision !== null) conditions.and(`${sort.revision} <= ?`, page.after.revision);
    }
    if (candidates) return this.ofCandidates(candidates, [seek, conditions], order, page.limit + 1);
    return scanList<LeadRecord>(this.db, this.organizationId, {
      columns: `${leadColumns}, ${revisionColumn}`,
      table: 'leads',
      alias: 'l',
      index: this.db.useIndex(index),
      seek,
      isOrdered,
      filter: conditions,
      joins: leadJoins(this.db),
      order,
      limit: page.limit + 1,
      first: this.limits.walked,
    });
  }

  /** One ACTIVE lead with its evidence and the evidence's texts, or undefined. */
  async active(leadId: string): Promise<(LeadRecord & LeadEvidenceRecord) | undefined> {
    const [row] = await this.db.select<LeadRecord & LeadEvidenceRecord>(this.activeSql, [this.organizationId, leadId]);
    return row;
  }

  /** Like `active`, with any disposition. */
  async any(leadId: string): Promise<(LeadRecord & LeadEvidenceRecord) | undefined> {
    const [row] = await this.db.select<LeadRecord & LeadEvidenceRecord>(this.anySql, [this.organizationId, leadId]);
    return row;
  }

  /** Known countries of leads at one account, from a sample when there are many. */
  async countriesOfColleagues(accountId: string): Promise<string[]> {
    const rows = await this.db.select<{ country: string }>(
      `SELECT p.country FROM (SELECT l.id FROM leads l${this.db.useIndex('leads_account')}
         WHERE l.organization_id = ? AND l.account_id = ? AND l.disposition = 'ACTIVE'
         ORDER BY l.last_signal_at DESC, l.id LIMIT ${mostColleagues}) some
       JOIN people p ON p.organization_id = ? AND p.id = some.id WHERE p.country IS NOT NULL AND p.country <> ''`,
      [this.organizationId, accountId, this.organizationId],
    );
    return rows.map(({ country }) => country.toUpperCase());
  }

  async isActive(leadId: string): Promise<boolean> {
    const rows = await this.db.select(
      `SELECT 1 AS found FROM leads WHERE organization_id = ? AND id = ? AND disposition = 'ACTIVE'`,
      [this.organizationId, leadId],
    );
    return rows.length > 0;
  }

  /** When these leads last changed, by id. Ids that are no leads are left out. */
  async updatedAt(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sql = 'SELECT id, updated_at FROM leads';
    const rows = await selectIn<Pick<LeadRow, 'id' | 'updated_at'>>(this.db, sql, this.organizationId, 'id', ids);
    return new Map(rows.map((row) => [row.id, row.updated_at]));
  }

  async exists(leadId: string): Promise<boolean> {
    const rows = await this.db.select('SELECT 1 AS found FROM leads WHERE organization_id = ? AND id = ?', [
      this.organizationId,
      leadId,
    ]);
    return rows.length > 0;
  }

  /** The best active leads of an account: by ICP match, then intent, then id. */
  async topOfAccount(accountId: string, filter: AccountLeadFilter, limit: number): Promise<LeadRecord[]> {
    const where = accountLeadConditions(this.organizationId, accountId, filter);
    const from = `leads l${this.db.useIndex('leads_account')}`;
    return readSet<LeadRecord>(this.db, this.organizationId, {
      sql: `SELECT ${leadColumns}, 0 AS revision FROM ${from} ${leadJoins(this.db)}
        WHERE ${where.sql} ORDER BY l.icp_match_percent DESC, l.intent_score DESC, l.id LIMIT ${limit}`,
      params: where.params,
      set: `${from} WHERE l.organization_id = ? AND l.account_id = ?`,
      setParams: [this.organizationId, accountId],
      few: this.limits.walked,
    });
  }

  /** The matching leads among these candidates, in list order. */
  private async ofCandidates(
    ids: readonly string[],
    conditions: readonly Conditions[],
    order: readonly SortColumn[],
    limit: number,
  ) {
    const where = new Conditions().in('l.id', ids);
    for (const some of conditions) where.and(some.sql, ...some.params);
    const sql = `SELECT ${leadColumns}, ${revisionColumn} FROM leads l${this.db.usePrimaryKey('leads')}
       ${leadJoins(this.db)} WHERE ${where.sql} ORDER BY ${orderBy(order)} LIMIT ${limit}`;
    const params = [this.organizationId, ...where.params];
    return ids.length <= this.limits.walked
      ? this.db.select<LeadRecord>(sql, params)
      : this.db.scan<LeadRecord>(this.organizationId, sql, params);
  }

  /** The ICP evidence of these leads (JSON text), by id. */
  icpEvidence(leadIds: readonly string[]): Promise<Map<string, string>> {
    return evidenceOfLeads(this.db, this.organizationId, leadIds);
  }
}

export interface AccountLeadFilter {
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
}

/** Conditions for the active leads of an account that a filter counts. */
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

/**
 * Merges sets of leads that are each in order. A lead that moved between two reads appears once, and the oldest revision
 * applies to all.
 */
function merged(sets: readonly (readonly LeadRecord[])[], sort: LeadSort, descending: boolean): LeadRecord[] {
  const rows = [...new Map(sets.flat().map((row) => [row.id, row])).values()];
  const revision = Math.min(...rows.map((row) => row.revision));
  const sign = descending ? 1 : -1;
  return rows
    .map((row) => ({ ...row, revision }))
    .sort((a, b) => sign * (sort.key(b) - sort.key(a) || (a.id < b.id ? -1 : 1)));
}
