/** Leads that reached a better tier, or became leads, within a period. Read from the log of tier changes. */
import { placeholders, type Database } from '../../database/database';
import { leadJoins } from '../reads/lead-joins';
import { leadColumns, type LeadRecord } from '../reads/lead-reads';
import type { TierChangeReason, TierChangeRow } from '../tables/changes';
import type { LeadTier } from '../tables/leads';

export interface MovesAsked {
  /** Epoch ms, exclusive. */
  readonly after: number;
  /** Epoch ms, inclusive. */
  readonly until: number;
  /** Only leads of this member; null: all. */
  readonly ownerId: string | null;
  /** Limit for each list. */
  readonly most: number;
}

export interface Move {
  readonly lead: LeadRecord;
  /** Null: not a lead before. */
  readonly from: LeadTier | null;
  readonly reason: TierChangeReason;
}

export interface Moves {
  readonly movedUp: readonly Move[];
  readonly cameNew: readonly Move[];
}

/**
 * How many of the newest changes are read. More changes in one day mean an import, which a digest cannot report in full anyway.
 */
const lookedAt = 5_000;
const ranks: Readonly<Record<LeadTier, number>> = { PRIORITY: 3, QUALIFIED: 2, NURTURE: 1, UNQUALIFIED: 0 };

type Moved = Pick<TierChangeRow, 'lead_id' | 'from_tier' | 'reason'> & {
  readonly lead_tier: LeadTier;
  readonly priority: number;
};

/** Active leads above UNQUALIFIED whose tier is better now than before the period, best first. */
export async function tierMoves(db: Database, organizationId: string, asked: MovesAsked): Promise<Moves> {
  const owned = asked.ownerId === null ? [] : [asked.ownerId];
  const rows = await db.select<Moved>(
    `SELECT t.lead_id, t.from_tier, t.reason, l.lead_tier, l.priority
     FROM tier_changes t${db.useIndex('tier_changes_time')}
     JOIN leads l ON l.organization_id = t.organization_id AND l.id = t.lead_id
     WHERE t.organization_id = ? AND t.changed_at > ? AND t.changed_at <= ? AND l.disposition = 'ACTIVE'
       AND l.lead_tier <> 'UNQUALIFIED'${owned.length > 0 ? ' AND l.owner_id = ?' : ''}
     ORDER BY t.changed_at DESC, t.revision DESC, t.lead_id LIMIT ${lookedAt}`,
    [organizationId, asked.after, asked.until, ...owned],
  );
  // Newest first: a lead's last row here tells its tier before the period, its first row the reason for the current tier.
  const moved = new Map<string, Moved>();
  for (const row of rows) {
    moved.set(row.lead_id, { ...row, reason: moved.get(row.lead_id)?.reason ?? row.reason });
  }
  const better = [...moved.values()]
    .filter((one) => one.from_tier === null || ranks[one.lead_tier] > ranks[one.from_tier])
    .sort(
      (a, b) => ranks[b.lead_tier] - ranks[a.lead_tier] || b.priority - a.priority || (a.lead_id < b.lead_id ? -1 : 1),
    );
  const movedUp = better.filter((one) => one.from_tier !== null).slice(0, asked.most);
  const cameNew = better.filter((one) => one.from_tier === null).slice(0, asked.most);
  const leads = await leadsById(
    db,
    organizationId,
    [...movedUp, ...cameNew].map((one) => one.lead_id),
  );
  const shown = (list: readonly Moved[]) =>
    list.flatMap(({ lead_id, from_tier: from, reason }): Move[] => {
      const lead = leads.get(lead_id);
      return lead ? [{ lead, from, reason }] : [];
    });
  return { movedUp: shown(movedUp), cameNew: shown(cameNew) };
}

async function leadsById(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LeadRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select<LeadRecord>(
    `SELECT ${leadColumns}, 0 AS revision FROM leads l ${leadJoins(db)}
     WHERE l.organization_id = ? AND l.id IN (${placeholders(ids)})`,
    [organizationId, ...ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
