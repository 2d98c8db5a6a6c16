/** The list of tier changes of existing leads, newest first. */
import type { Database } from '../../database/database';
import type { LeadTier } from '../../shared/values';
import type { TierChangeRow } from '../tables/changes';
import type { LeadRow } from '../tables/leads';
import { Conditions } from '../statements/conditions';
import type { Exact } from '../statements/exact';
import { addAfter, expectUpToDate, pageOf, type Page, type PageRequest } from '../statements/keyset';
import { profileColumns, readLimits, revisionColumn, type ProfileColumns } from './lead-reads';
import { scanList } from '../statements/list-scan';

export interface TierChangeFilter {
  /** Epoch milliseconds, inclusive, on changed_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
  readonly fromTier?: readonly LeadTier[] | undefined;
  readonly toTier?: readonly LeadTier[] | undefined;
}

/** A change, with the tier that the lead has now and what decided it. */
export type TierChangeRecord = ProfileColumns &
  Omit<TierChangeRow, 'organization_id' | 'revision'> &
  Pick<LeadRow, 'lead_tier' | 'tier_row' | 'excluded_because'> & {
    readonly id: string;
    readonly change_revision: number;
    /** The workspace's revision. */
    readonly revision: number;
  };

/**
 * Restricts moves `t` to leads that still exist. A deleted lead has no profile to show, and counts would differ from the list.
 */
export const ofLivingLeads =
  'EXISTS (SELECT 1 FROM leads l WHERE l.organization_id = t.organization_id AND l.id = t.lead_id)';

const order = [
  { column: 't.changed_at', descending: true },
  { column: 't.revision', descending: true },
  { column: 't.lead_id', descending: false },
] as const;

export class TierChangeReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  async list<Given extends TierChangeFilter>(
    filter: Exact<TierChangeFilter, Given>,
    page: PageRequest,
  ): Promise<Page<TierChangeRecord>> {
    const seek = new Conditions('t.organization_id = ?', this.organizationId);
    seek.between('t.changed_at', filter.dateFrom, filter.dateTo);
    const where = new Conditions();
    if (filter.fromTier) where.in('t.from_tier', filter.fromTier);
    if (filter.toTier) where.in('t.to_tier', filter.toTier);
    if (page.after) {
      addAfter(seek, order, page.after);
      where.and('t.revision <= ?', page.after.revision);
    }
    const rows = await scanList<TierChangeRecord>(this.db, this.organizationId, {
      columns: `t.lead_id AS id, t.lead_id, t.from_tier, t.to_tier, t.reason, t.changed_at, t.revision AS change_revision,
        l.lead_tier, l.tier_row, l.excluded_because, ${profileColumns}, ${revisionColumn}`,
      table: 'tier_changes',
      alias: 't',
      index: this.db.useIndex('tier_changes_time'),
      seek,
      isOrdered: true,
      filter: where,
      joins: `${this.db.orderedJoin} leads l ON l.organization_id = t.organization_id AND l.id = t.lead_id
        ${this.db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id
        LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id`,
      order,
      limit: page.limit + 1,
      first: readLimits.walked,
    });
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [row.changed_at, row.change_revision]);
  }
}
