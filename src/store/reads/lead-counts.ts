/** How many leads fit the filters of the list, by a value that each of them carries. */
import type { Database } from '../../database/database';
import { Conditions } from './conditions';
import type { Exact } from './exact';
import { leadCandidates } from './lead-candidates';
import { industryColumn, leadPlan, type LeadFilter } from './lead-filter';
import { leadJoinsOf } from './lead-joins';
import { readLimits, type ReadLimits } from './lead-reads';
import { readSet } from './list-scan';

export const leadGroupings = [
  'leadTier',
  'disposition',
  'ownerId',
  'country',
  'industry',
  'seniority',
  'function',
] as const;
export type LeadGrouping = (typeof leadGroupings)[number];

interface Grouped {
  readonly column: string;
  /** The index that holds the column beside the disposition, in which all leads are counted without reading them. */
  readonly index?: string;
}

const groupings: Readonly<Record<LeadGrouping, Grouped>> = {
  leadTier: { column: 'l.lead_tier', index: 'leads_tier' },
  disposition: { column: 'l.disposition', index: 'leads_recent' },
  ownerId: { column: 'l.owner_id', index: 'leads_owner' },
  country: { column: 'p.country' },
  industry: { column: industryColumn },
  seniority: { column: 'p.seniority' },
  function: { column: 'p.job_function' },
};

export interface LeadGroup {
  /** Null: not known, or nobody. */
  readonly value: string | null;
  readonly count: number;
}

export interface LeadCount {
  readonly total: number;
  /** Whether every lead that fits was counted; if not, each figure is the least that it can be. */
  readonly complete: boolean;
  /** The largest first. */
  readonly groups: readonly LeadGroup[];
}

/** Groups that an answer may have: industries are the words of files. */
const mostGroups = 100;

interface CountedRow {
  value: string | null;
  leads: number;
  total: number;
}

export class LeadCounts {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly limits: ReadLimits = readLimits,
  ) {}

  /** Counts leads in one pass over as many as `limits.counted` that fit. Order plays no part in it. */
  async by<Given extends LeadFilter>(
    filter: Exact<LeadFilter, Given>,
    grouping: LeadGrouping | undefined,
  ): Promise<LeadCount> {
    const candidates = await leadCandidates(this.db, this.organizationId, filter, this.limits);
    if (candidates?.length === 0) return { total: 0, complete: true, groups: [] };
    const { index, seek, conditions } = leadPlan(this.db, this.organizationId, filter);
    const { column, index: covering } = grouping ? groupings[grouping] : { column: 'NULL' };
    const isOpen = index === 'leads_recent' || index === 'leads_any_recent';
    const isDated = [filter.dateFrom, filter.dateTo, filter.firstSignalFrom].some((bound) => bound !== undefined);
    const chosen = isOpen && !isDated ? (covering ?? index) : index;
    const where = new Conditions(seek.sql, ...seek.params).and(conditions.sql, ...conditions.params);
    if (candidates) where.in('l.id', candidates);
    const from = `leads l${candidates ? this.db.usePrimaryKey('leads') : this.db.useIndex(chosen)}`;
    const joins = leadJoinsOf(this.db, `${column} ${where.sql}`);
    const most = this.limits.counted;
    const rows = await readSet<CountedRow>(this.db, this.organizationId, {
      sql: `SELECT value, COUNT(*) AS leads, SUM(COUNT(*)) OVER () AS total
        FROM (SELECT ${column} AS value FROM ${from} ${joins} WHERE ${where.sql} LIMIT ${most + 1}) counted
        GROUP BY value ORDER BY leads DESC, value LIMIT ${mostGroups}`,
      params: where.params,
      set: `${from} WHERE ${seek.sql}`,
      setParams: seek.params,
      few: candidates ? this.limits.candidates : this.limits.walked,
    });
    const total = rows[0]?.total ?? 0;
    return {
      total: Math.min(total, most),
      complete: total <= most,
      groups: grouping ? rows.map(({ value, leads }) => ({ value, count: leads })) : [],
    };
  }
}
