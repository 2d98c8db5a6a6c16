/** The filters of leads, their SQL conditions, and the index that serves them. */
import type { Database, SqlValue } from '../../database/database';
import { fold, industryOf } from '../../../packages/reader/src';
import type { EngagementType, Origin } from '../tables/engagement';
import type { Disposition, FitGrade, LeadTier } from '../tables/leads';
import { askedCompanyNameKeys } from '../statements/keys';
import { Conditions } from '../statements/conditions';
import { addOutreach, type OutreachFilter } from './outreach-conditions';

/** Filters on the person and the company. An unknown value matches no filter. */
export interface PersonFilter {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: readonly string[] | undefined;
  readonly industry?: readonly string[] | undefined;
  readonly companySize?: readonly string[] | undefined;
  readonly seniority?: readonly string[] | undefined;
  readonly function?: readonly string[] | undefined;
  /** Whether a work e-mail address is stored. */
  readonly hasContactData?: boolean | undefined;
}

export interface LeadFilter extends PersonFilter, OutreachFilter {
  readonly leadTier?: readonly LeadTier[] | undefined;
  readonly disposition: readonly Disposition[];
  readonly minIcpMatchPercent?: number | undefined;
  readonly maxIcpMatchPercent?: number | undefined;
  readonly minIntentScore?: number | undefined;
  readonly maxIntentScore?: number | undefined;
  readonly monitoredProfileIds?: readonly string[] | undefined;
  readonly engagementTypes?: readonly EngagementType[] | undefined;
  /** Null: nobody. */
  readonly ownerIds?: readonly (string | null)[] | undefined;
  /** Epoch milliseconds, inclusive, on last_signal_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
  /** The same on first_signal_at. */
  readonly firstSignalFrom?: number | undefined;
  readonly search?: string | undefined;
  readonly companyNames?: readonly string[] | undefined;
  readonly origin?: Origin | undefined;
  readonly accountId?: string | undefined;
  /** Words of a comment of the lead, searched among the latest engagements (engagement-text.ts). */
  readonly topic?: string | undefined;
  readonly fitGrade?: readonly FitGrade[] | undefined;
  /** Priorities to leave out, from inclusive to exclusive. */
  readonly priorityOutside?: { readonly from: number; readonly to: number } | undefined;
  /** Epoch milliseconds, inclusive, on updated_at and created_at. */
  readonly updatedFrom?: number | undefined;
  readonly createdFrom?: number | undefined;
  /** Default: `lastSignalAt`. */
  readonly sortBy?: LeadSortField | undefined;
  /** Default: `desc`. */
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export const leadSortFields = ['lastSignalAt', 'priority', 'updatedAt', 'createdAt'] as const;
export type LeadSortField = (typeof leadSortFields)[number];

/** Industry and size of a lead's company: from the person's own data, or else from the account (`a`). */
export const industryColumn = 'COALESCE(p.industry, a.industry)';
export const companySizeColumn = 'COALESCE(p.company_size, a.company_size)';

export interface LeadPlan {
  readonly index: string;
  /** Conditions that the index answers. */
  readonly seek: Conditions;
  /** Whether the index returns them in the list's order. */
  readonly isOrdered: boolean;
  /** Conditions checked row by row, on the lead (`l`), the person (`p`) and the account (`a`). */
  readonly conditions: Conditions;
}

/** Indexes for sort orders that do not begin with the disposition. */
const orderIndexes: Partial<Record<LeadSortField, string>> = { updatedAt: 'leads_updated', createdAt: 'leads_created' };

/** Indexes without the time of the last engagement. */
const withoutLastSignal: ReadonlySet<string> = new Set(['leads_priority', ...Object.values(orderIndexes)]);

/** How the leads matching a filter are read: all its conditions, and the index that serves them. */
export function leadPlan(db: Database, organizationId: string, filter: LeadFilter): LeadPlan {
  const plan = planOf(organizationId, filter);
  const { index, seek, conditions } = plan;
  // A person's first engagement is never after their last, so a bound on the first also bounds the last.
  const from = Math.max(filter.dateFrom ?? -Infinity, filter.firstSignalFrom ?? -Infinity);
  (withoutLastSignal.has(index) ? conditions : seek).between(
    'l.last_signal_at',
    from === -Infinity ? undefined : from,
    filter.dateTo,
  );
  conditions
    .between('l.first_signal_at', filter.firstSignalFrom, undefined)
    .between('l.updated_at', filter.updatedFrom, undefined)
    .between('l.created_at', filter.createdFrom, undefined)
    .between('l.icp_match_percent', filter.minIcpMatchPercent, filter.maxIcpMatchPercent)
    .between('l.intent_score', filter.minIntentScore, filter.maxIntentScore);
  if (filter.fitGrade) conditions.in('l.fit_grade', filter.fitGrade);
  const { priorityOutside: out } = filter;
  if (out) conditions.and('(l.priority < ? OR l.priority >= ?)', out.from, out.to);
  if (filter.origin) conditions.and('l.origin = ?', filter.origin);
  if (filter.search !== undefined) conditions.contains(db, 'l.search_text', fold(filter.search));
  addPersonConditions(conditions, filter);
  addEngagementCondition(db, conditions, filter);
  addOutreach(db, conditions, filter, Date.now());
  return plan;
}

function addPersonConditions(conditions: Conditions, filter: PersonFilter): void {
  const columns: readonly (readonly [column: string, values: readonly string[] | undefined])[] = [
    ['p.country', filter.country],
    [industryColumn, filter.industry && askedIndustries(filter.industry)],
    [companySizeColumn, filter.companySize],
    ['p.seniority', filter.seniority],
    ['p.job_function', filter.function],
  ];
  for (const [column, values] of columns) if (values) conditions.in(column, values);
  if (filter.hasContactData !== undefined) conditions.and(`p.email IS ${filter.hasContactData ? 'NOT NULL' : 'NULL'}`);
}

/**
 * Industries in the forms in which they may be stored: as given, and as the network's label (`software` is `Software
 * Development`).
 */
export function askedIndustries(asked: readonly string[]): string[] {
  return [...new Set(asked.flatMap((one) => [one, industryOf(one) ?? one]))];
}

/** At least one engagement of the lead meets the profile and type filters together. */
function addEngagementCondition(db: Database, where: Conditions, filter: LeadFilter): void {
  if (!filter.monitoredProfileIds && !filter.engagementTypes) return;
  const engaged = new Conditions('e.organization_id = l.organization_id');
  engaged.and('e.person_id = l.id AND e.by_author = 0');
  if (filter.monitoredProfileIds) engaged.in('e.monitored_profile_id', filter.monitoredProfileIds);
  if (filter.engagementTypes) engaged.in('e.type', filter.engagementTypes);
  where.and(
    `EXISTS (SELECT 1 FROM engagements e${db.useIndex('engagements_person')} WHERE ${engaged.sql})`,
    ...engaged.params,
  );
}

/**
 * The index whose order or selectivity fits the filter: the first of the table whose column the filter names. It returns the
 * list's order if that column and the disposition have one value each.
 */
function planOf(organizationId: string, filter: LeadFilter): LeadPlan {
  const companies = filter.companyNames && [...new Set(filter.companyNames.flatMap(askedCompanyNameKeys))];
  const oneDisposition = filter.disposition.length === 1;
  // Most leads may have no owner.
  const isOfMany = filter.ownerIds?.includes(null) === true;
  const by: readonly (readonly [index: string, column: string, values: readonly SqlValue[] | undefined])[] = [
    ['leads_company', 'l.company_key', companies],
    ['leads_account', 'l.account_id', filter.accountId === undefined ? undefined : [filter.accountId]],
    ['leads_owner', 'l.owner_id', isOfMany ? undefined : filter.ownerIds],
    ['leads_tier', 'l.lead_tier', filter.leadTier],
    ['leads_owner', 'l.owner_id', isOfMany ? filter.ownerIds : undefined],
  ];
  const byPriority = filter.sortBy === 'priority';
  const ownOrder = filter.sortBy === undefined ? undefined : orderIndexes[filter.sortBy];
  const byLastSignal = !byPriority && ownOrder === undefined;
  const seek = new Conditions('l.organization_id = ?', organizationId);
  const conditions = new Conditions();
  let index: string | undefined;
  let isOrdered = true;
  for (const [name, column, values] of by) {
    if (!values) continue;
    const inOrder = values.length === 1 && oneDisposition && byLastSignal;
    // There are few tiers and many leads in each, so a list of several tiers is better scanned by time.
    const hasMany = column === 'l.lead_tier' || values.includes(null);
    const fits = index === undefined && (inOrder || !hasMany);
    if (fits) {
      index = name;
      isOrdered = inOrder;
    }
    (fits ? seek : conditions).in(column, values);
  }
  const byTime = index === undefined && (!oneDisposition || ownOrder !== undefined);
  (byTime ? conditions : seek).in('l.disposition', filter.disposition);
  if (byPriority && index === undefined)
    return { index: 'leads_priority', isOrdered: oneDisposition, seek, conditions };
  if (ownOrder !== undefined && index === undefined) return { index: ownOrder, isOrdered: true, seek, conditions };
  return { index: index ?? (oneDisposition ? 'leads_recent' : 'leads_any_recent'), isOrdered, seek, conditions };
}
