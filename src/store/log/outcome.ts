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
  /** Leads of whom no job title is known. */
  readonly untitled: number;
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
  readonly untitled: number | string;
}

/**
 * @param since epoch ms; who became a lead since then is new. So is who was not known before: another import that ran at the same
 * time may have made the lead, with its own, earlier time.
 */
export async function outcomeOf(
  db: Database,
  organizationId: string,
  people: ReadonlySet<string>,
  since: number,
): Promise<Outcome> {
  const tiers: Record<LeadTier, number> = { PRIORITY: 0, QUALIFIED: 0, NURTURE: 0, UNQUALIFIED: 0 };
  const lacks = new Map<string, number>();
  let leadsNew = 0;
  let untitled = 0;
  for (const part of inParts([...people])) {
    const ids = padded(part);
    const rows = await db.select<Counted>(
      `SELECT l.lead_tier AS tier, l.tier_gaps AS gaps, l.excluded_because IS NOT NULL AS excluded, COUNT(*) AS people,
        SUM(l.created_at >= ? OR p.created_at >= ?) AS added, SUM(p.title IS NULL) AS untitled
        FROM leads l JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
        WHERE l.organization_id = ? AND l.id IN (${placeholders(ids)})
        GROUP BY l.lead_tier, l.tier_gaps, l.excluded_because IS NOT NULL`,
      [since, since, organizationId, ...ids],
    );
    for (const row of rows) {
      tiers[row.tier] += row.people;
      leadsNew += Number(row.added);
      untitled += Number(row.untitled);
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
    untitled,
    lacks: [...lacks].map(([lack, count]) => ({ lack, people: count })).sort((a, b) => b.people - a.people),
  };
}
