/** Reads of engagements: the signals of a workspace and the engagements of one lead. */
import type { Database } from '../../database/database';
import type { EngagementRow, EngagementType, Origin } from '../tables/engagement';
import type { Disposition, LeadTier, ProfileType, Relationship } from '../tables/leads';
import { storedAs, type CommentClass } from '../../shared/values';
import { fold } from '../../../packages/reader/src';
import { askedCompanyNameKeys, labelKey } from '../statements/keys';
import { Conditions } from '../statements/conditions';
import { engagementsAtOnce, TextMatcher, scanText, type TextRow } from './engagement-text';
import type { Exact } from '../statements/exact';
import { undatedCondition } from '../statements/undated';
import {
  addAfter,
  expectUpToDate,
  orderBy,
  pageOf,
  type Page,
  type PageRequest,
  type SortColumn,
} from '../statements/keyset';
import { companyColumn, readLimits, revisionColumn, type ReadLimits } from './lead-reads';
import { leadsMatchingSearch } from './lead-search';
import { scanList, type ListScan } from '../statements/list-scan';

export interface EngagementFilter {
  readonly engagementTypes?: readonly EngagementType[] | undefined;
  /** Epoch milliseconds, inclusive, on occurred_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
}

export interface SignalFilter extends EngagementFilter {
  readonly monitoredProfileIds?: readonly string[] | undefined;
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  readonly minIntentScore?: number | undefined;
  readonly maxIntentScore?: number | undefined;
  /** Omitted: leads of every disposition. */
  readonly disposition?: Disposition | undefined;
  readonly search?: string | undefined;
  readonly companyNames?: readonly string[] | undefined;
  readonly profileType?: ProfileType | undefined;
  readonly profileLabel?: string | undefined;
  readonly origin?: Origin | undefined;
  readonly leadTier?: readonly LeadTier[] | undefined;
  /** Null: nobody. */
  readonly ownerIds?: readonly (string | null)[] | undefined;
  /** Words that are all in the comment, or all in the post. */
  readonly text?: string | undefined;
  /** Classes of the comment. */
  readonly said?: readonly CommentClass[] | undefined;
  /** Only those with a date, or only those without (timing `observed`). */
  readonly dated?: boolean | undefined;
  /** Comments whose class is less likely than this, 0 to 1. */
  readonly saidBelow?: number | undefined;
}

const engagementColumns = `e.id, e.type, e.occurred_at, e.observed_at, e.earliest_at, e.dated, e.origin,
  e.comment_excerpt, e.comment_class, e.said_confidence, e.said_by,
  e.post_id, po.urn AS post_urn, po.url AS post_url, po.excerpt AS post_excerpt, po.published_at AS post_published_at,
  po.author_name AS post_author_name,
  e.monitored_profile_id, m.display_name AS profile_name, m.profile_type, m.relationship AS profile_relationship`;

export interface EngagementRecord extends Pick<
  EngagementRow,
  | 'id'
  | 'type'
  | 'occurred_at'
  | 'observed_at'
  | 'earliest_at'
  | 'dated'
  | 'origin'
  | 'comment_excerpt'
  | 'comment_class'
  | 'said_confidence'
  | 'said_by'
  | 'post_id'
  | 'monitored_profile_id'
> {
  post_urn: string;
  post_url: string | null;
  post_excerpt: string | null;
  post_published_at: number | null;
  post_author_name: string | null;
  profile_name: string | null;
  profile_type: ProfileType | null;
  profile_relationship: Relationship | null;
  revision: number;
}

export interface SignalRecord extends EngagementRecord {
  lead_id: string;
  lead_name: string;
  lead_headline: string | null;
  lead_company: string | null;
  lead_url: string | null;
  icp_match_percent: number;
  intent_score: number;
  lead_tier: LeadTier;
  disposition: Disposition;
}

/** One of a lead's latest engagements. */
export interface LatestRecord extends EngagementRecord {
  lead_id: string;
}

interface LookedAt extends TextRow {
  readonly id: string;
  readonly occurred_at: number;
  readonly revision: number;
}

const signalColumns = `${engagementColumns}, l.id AS lead_id, p.display_name AS lead_name, p.headline AS lead_headline,
  ${companyColumn} AS lead_company, p.profile_url AS lead_url,
  l.icp_match_percent, l.intent_score, l.lead_tier, l.disposition`;

const newestFirst: readonly SortColumn[] = [
  { column: 'e.occurred_at', descending: true },
  { column: 'e.id', descending: false },
];

/** The fewest thousandths that are not below a share of 1. Rounded first: 0.57 * 1000 is 569.99…. */
const thousandths = (share: number) => Math.ceil(Math.round(share * 1e9) / 1e6);

export class EngagementReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly limits: ReadLimits = readLimits,
  ) {}

  /** Engagements of leads by occurred_at, newest first, then id. */
  async signals<Given extends SignalFilter>(
    filter: Exact<SignalFilter, Given>,
    page: PageRequest,
  ): Promise<Page<SignalRecord>> {
    const profiles = await this.chosenProfiles(filter);
    if (profiles?.length === 0) return { rows: [], next: null };
    const people = await this.chosenPeople(filter);
    if (people?.length === 0) return { rows: [], next: null };
    const index = people ? 'engagements_person' : await this.timeOrProfileIndex(profiles);

    const seek = new Conditions('e.organization_id = ?', this.organizationId);
    seek.between('e.occurred_at', filter.dateFrom, filter.dateTo);
    if (page.after) addAfter(seek, newestFirst, page.after);
    const where = new Conditions('e.by_author = 0');
    if (people) seek.in('e.person_id', people);
    if (profiles) (index === 'engagements_profile' ? seek : where).in('e.monitored_profile_id', profiles);
    if (filter.engagementTypes) where.in('e.type', filter.engagementTypes);
    if (filter.said) where.in('e.comment_class', filter.said.flatMap(storedAs));
    if (filter.saidBelow !== undefined) where.and('e.said_confidence < ?', thousandths(filter.saidBelow));
    if (filter.dated !== undefined) where.and(`${filter.dated ? 'NOT ' : ''}${undatedCondition('e')}`);
    if (filter.origin) where.and('e.origin = ?', filter.origin);
    if (filter.leadTier) where.in('l.lead_tier', filter.leadTier);
    if (filter.ownerIds) where.in('l.owner_id', filter.ownerIds);
    where.between('l.icp_match_percent', filter.minIcpMatchPercent, filter.maxIcpMatchPercent);
    where.between('l.intent_score', filter.minIntentScore, filter.maxIntentScore);
    if (filter.disposition) where.and('l.disposition = ?', filter.disposition);
    if (filter.companyNames) where.in('l.company_key', filter.companyNames.flatMap(askedCompanyNameKeys));
    if (filter.search !== undefined) where.contains(this.db, 'l.search_text', fold(filter.search));
    const listed = {
      table: 'engagements',
      alias: 'e',
      index: this.db.useIndex(index),
      seek,
      isOrdered: index === 'engagements_time' || (index === 'engagements_profile' && profiles?.length === 1),
      filter: where,
      joins: `${this.leadJoin} ${this.contextJoin}`,
      order: newestFirst,
    };
    if (filter.text !== undefined) return this.signalsWithText(filter.text, listed, page);
    const rows = await scanList<SignalRecord>(this.db, this.organizationId, {
      ...listed,
      columns: `${signalColumns}, ${revisionColumn}`,
      limit: page.limit + 1,
      first: this.limits.walked,
    });
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [row.occurred_at]);
  }

  private signalsOf(ids: readonly string[]): Promise<SignalRecord[]> {
    const where = new Conditions('e.organization_id = ?', this.organizationId).in('e.id', ids);
    return this.db.select<SignalRecord>(
      `SELECT ${signalColumns}, ${revisionColumn}
       FROM engagements e${this.db.usePrimaryKey('engagements')} ${this.leadJoin} ${this.contextJoin}
       WHERE ${where.sql} ORDER BY ${orderBy(newestFirst)}`,
      [this.organizationId, ...where.params],
    );
  }

  /** Signals that have the words of a text, found by looking through signals in list order. */
  private async signalsWithText(
    text: string,
    listed: Omit<ListScan, 'columns' | 'limit' | 'first'>,
    page: PageRequest,
  ): Promise<Page<SignalRecord>> {
    const matcher = new TextMatcher(this.db, this.organizationId, text);
    const { hits, stoppedAt } = await scanText<LookedAt>(
      { wanted: page.limit + 1, most: this.limits.looked, atOnce: engagementsAtOnce },
      (after, count) => {
        const seek = new Conditions(listed.seek.sql, ...listed.seek.params);
        if (after) addAfter(seek, newestFirst, { revision: 0, keys: [after.occurred_at], id: after.id });
        return scanList<LookedAt>(this.db, this.organizationId, {
          ...listed,
          seek,
          columns: `e.id, e.occurred_at, e.post_id, e.comment_excerpt, ${revisionColumn}`,
          limit: count,
          // Without another filter most rows fit. Some rows to spare avoid reading whole parts.
          first: 2 * count,
        });
      },
      (rows) => matcher.fitting(rows),
    );
    await expectUpToDate(this.db, this.organizationId, page, hits);
    const { rows: shown, next } = pageOf(hits, page, (row) => [row.occurred_at]);
    const ids = shown.map((row) => row.id);
    const rows = ids.length === 0 ? [] : await this.signalsOf(ids);
    if (next || !stoppedAt) return { rows, next };
    return {
      rows,
      next: { revision: page.after?.revision ?? stoppedAt.revision, keys: [stoppedAt.occurred_at], id: stoppedAt.id },
    };
  }

  /**
   * The latest engagements of these leads, newest first, in one statement.
   * @param kind `comment`: only comments with text. @param each the most per lead.
   */
  async latestOf(leadIds: readonly string[], kind: 'any' | 'comment', each: number): Promise<LatestRecord[]> {
    if (leadIds.length === 0) return [];
    const words = kind === 'comment' ? `AND e.type = 'COMMENT' AND e.comment_excerpt IS NOT NULL` : '';
    const part = `SELECT ${engagementColumns}, 0 AS revision, e.person_id AS lead_id
       FROM engagements e${this.db.useIndex('engagements_person')} ${this.contextJoin}
       WHERE e.organization_id = ? AND e.person_id = ? AND e.by_author = 0 ${words}
       ORDER BY ${orderBy(newestFirst)} LIMIT ${each}`;
    return this.db.select<LatestRecord>(
      leadIds.map((_, at) => `SELECT * FROM (${part}) e${at}`).join(' UNION ALL '),
      leadIds.flatMap((id) => [this.organizationId, id]),
    );
  }

  /** One engagement of a lead; undefined where there is none. */
  async oneOf(leadId: string, id: string): Promise<EngagementRecord | undefined> {
    const [row] = await this.db.select<EngagementRecord>(
      `SELECT ${engagementColumns}, ${revisionColumn}
       FROM engagements e${this.db.usePrimaryKey('engagements')} ${this.contextJoin}
       WHERE e.organization_id = ? AND e.id = ? AND e.person_id = ? AND e.by_author = 0`,
      [this.organizationId, this.organizationId, id, leadId],
    );
    return row;
  }

  /** Engagements of one lead, newest first, then by id. The caller checks whether the lead may be read. */
  async ofLead(leadId: string, filter: EngagementFilter, page: PageRequest): Promise<Page<EngagementRecord>> {
    const seek = new Conditions('e.organization_id = ? AND e.person_id = ?', this.organizationId, leadId);
    seek.between('e.occurred_at', filter.dateFrom, filter.dateTo);
    if (page.after) addAfter(seek, newestFirst, page.after);
    const where = new Conditions('e.by_author = 0');
    if (filter.engagementTypes) where.in('e.type', filter.engagementTypes);
    const rows = await scanList<EngagementRecord>(this.db, this.organizationId, {
      columns: `${engagementColumns}, ${revisionColumn}`,
      table: 'engagements',
      alias: 'e',
      index: this.db.useIndex('engagements_person'),
      seek,
      isOrdered: true,
      filter: where,
      joins: this.contextJoin,
      order: newestFirst,
      limit: page.limit + 1,
      first: this.limits.walked,
    });
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [row.occurred_at]);
  }

  private get leadJoin(): string {
    // The index is named because MariaDB would otherwise take the index of a filter and sort all signals.
    return `${this.db.orderedJoin} leads l${this.db.usePrimaryKey('leads')} ON l.organization_id = e.organization_id AND l.id = e.person_id
       ${this.db.orderedJoin} people p ON p.organization_id = e.organization_id AND p.id = e.person_id`;
  }

  private get contextJoin(): string {
    return `${this.db.orderedJoin} posts po ON po.organization_id = e.organization_id AND po.id = e.post_id
       LEFT JOIN monitored_profiles m ON m.organization_id = e.organization_id AND m.id = e.monitored_profile_id`;
  }

  /** Watched profiles that match the filter. Undefined when it does not filter by profile. */
  private async chosenProfiles(filter: SignalFilter): Promise<readonly string[] | undefined> {
    if (!filter.profileType && filter.profileLabel === undefined) return filter.monitoredProfileIds;
    const where = new Conditions('organization_id = ?', this.organizationId);
    if (filter.profileType) where.and('profile_type = ?', filter.profileType);
    if (filter.profileLabel !== undefined) where.and('label_key = ?', labelKey(filter.profileLabel));
    if (filter.monitoredProfileIds) where.in('id', filter.monitoredProfileIds);
    const rows = await this.db.select<{ id: string }>(
      `SELECT id FROM monitored_profiles WHERE ${where.sql}`,
      where.params,
    );
    return rows.map((row) => row.id);
  }

  /**
   * A small set of leads that contains every match of the search, the company names or the owners. Undefined when no set is
   * small.
   */
  private async chosenPeople(filter: SignalFilter): Promise<string[] | undefined> {
    if (filter.search !== undefined) {
      const found = await leadsMatchingSearch(this.db, this.organizationId, filter.search, this.limits.candidates);
      if (found) return found;
    }
    if (!filter.companyNames && !filter.ownerIds) return undefined;
    const where = new Conditions('organization_id = ?', this.organizationId);
    if (filter.companyNames) where.in('company_key', filter.companyNames.flatMap(askedCompanyNameKeys));
    if (filter.ownerIds) where.in('owner_id', filter.ownerIds);
    const index = filter.companyNames ? 'leads_company' : 'leads_owner';
    const rows = await this.db.select<{ id: string }>(
      `SELECT id FROM leads${this.db.useIndex(index)} WHERE ${where.sql} LIMIT ${this.limits.candidates + 1}`,
      where.params,
    );
    return rows.length > this.limits.candidates ? undefined : rows.map((row) => row.id);
  }

  private async timeOrProfileIndex(profiles: readonly string[] | undefined): Promise<string> {
    if (!profiles) return 'engagements_time';
    if (profiles.length === 1) return 'engagements_profile';
    const where = new Conditions('organization_id = ?', this.organizationId);
    where.in('monitored_profile_id', profiles);
    const rows = await this.db.select(
      `SELECT 1 AS found FROM engagements${this.db.useIndex('engagements_profile')}
       WHERE ${where.sql} LIMIT ${this.limits.sorted + 1}`,
      where.params,
    );
    return rows.length > this.limits.sorted ? 'engagements_time' : 'engagements_profile';
  }
}
