/** Counts the leads that match the list's filters, grouped by a value of each lead. */
import type { Database } from '../../database/database';
import { Conditions } from '../statements/conditions';
import type { Exact } from '../statements/exact';
import { leadCandidates } from './lead-candidates';
import { industryColumn, leadPlan, type LeadFilter } from './lead-filter';
import { leadJoinsOf } from './lead-joins';
import { readLimits, type ReadLimits } from './lead-reads';
import { readSet } from '../statements/list-scan';

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
  /** The index that holds the column beside the disposition, so that counting all leads reads no rows. */
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
  /** Null: unknown, or nobody. */
  readonly value: string | null;
  readonly count: number;
  /** Of owners: their name. Null if they are not, or no longer, a member. */
  readonly name?: string | null;
}

export interface LeadCount {
  readonly total: number;
  /** Whether every matching lead was counted. If not, each figure is a minimum. */
  readonly complete: boolean;
  /** Largest first. */
  readonly groups: readonly LeadGroup[];
}

/** The most groups of an answer, because industries are free text from files. */
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

  /** Counts leads in one pass over at most `limits.counted` matching leads, in no particular order. */
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
      groups: grouping ? await this.named(grouping, rows) : [],
    };
  }

  private async named(grouping: LeadGrouping, rows: readonly CountedRow[]): Promise<LeadGroup[]> {
    const groups = rows.map(({ value, leads }) => ({ value, count: leads }));
    if (grouping !== 'ownerId') return groups;
    const names = await this.memberNames(groups.flatMap(({ value }) => value ?? []));
    return groups.map((group) => (group.value === null ? group : { ...group, name: names.get(group.value) ?? null }));
  }

  private async memberNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const where = new Conditions('m.organization_id = ?', this.organizationId).in('m.user_id', ids);
    const rows = await this.db.select<{ id: string; display_name: string }>(
      `SELECT u.id, u.display_name FROM memberships m JOIN users u ON u.id = m.user_id WHERE ${where.sql}`,
      where.params,
    );
    return new Map(rows.map(({ id, display_name }) => [id, display_name]));
  }
}
