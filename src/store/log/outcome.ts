/** What became of the people of an import: how many are in each tier, and what most of them lack. */
import { placeholders, type Database } from '../../database/database';
import { leadTiers, type LeadTier } from '../../shared/values';
import { inParts, padded } from '../statements/in-parts';

/** `left_out`: the customer profile excludes them; else what `tierGaps` names first, such as `role?` or `request`. */
export interface LackCount {
  readonly lack: string;
  readonly people: number;
}

export interface Outcome {
  /** People of the file who engaged, each once. */
  readonly people: number;
  /** Those of them who are leads, and who became leads with this import. */
  readonly leads: number;
  readonly leadsNew: number;
  readonly tiers: Readonly<Record<LeadTier, number>>;
  /** What keeps those below QUALIFIED there, most frequent first. */
  readonly lacks: readonly LackCount[];
}

interface Counted {
  readonly tier: LeadTier;
  readonly gaps: string;
  readonly excluded: number;
  readonly people: number;
  /** MariaDB and MySQL give sums as text. */
  readonly added: number | string;
}

/** @param since epoch ms; who became a lead since then is new. */
export async function outcomeOf(
  db: Database,
  organizationId: string,
  people: ReadonlySet<string>,
  since: number,
): Promise<Outcome> {
  const tiers: Record<LeadTier, number> = { PRIORITY: 0, QUALIFIED: 0, NURTURE: 0, UNQUALIFIED: 0 };
  const lacks = new Map<string, number>();
  let leadsNew = 0;
  for (const part of inParts([...people])) {
    const ids = padded(part);
    const rows = await db.select<Counted>(
      `SELECT lead_tier AS tier, tier_gaps AS gaps, excluded_because IS NOT NULL AS excluded, COUNT(*) AS people,
        SUM(created_at >= ?) AS added
        FROM leads WHERE organization_id = ? AND id IN (${placeholders(ids)})
        GROUP BY lead_tier, tier_gaps, excluded_because IS NOT NULL`,
      [since, organizationId, ...ids],
    );
    for (const row of rows) {
      tiers[row.tier] += row.people;
      leadsNew += Number(row.added);
      if (row.tier === 'PRIORITY' || row.tier === 'QUALIFIED') continue;
      const lack = row.excluded === 1 ? 'left_out' : (row.gaps.split(',')[0] ?? '');
      if (lack !== '') lacks.set(lack, (lacks.get(lack) ?? 0) + row.people);
    }
  }
  return {
    people: people.size,
    leads: leadTiers.reduce((sum, tier) => sum + tiers[tier], 0),
    leadsNew,
    tiers,
    lacks: [...lacks].map(([lack, count]) => ({ lack, people: count })).sort((a, b) => b.people - a.people),
  };
}
