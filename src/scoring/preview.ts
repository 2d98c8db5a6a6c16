/** Previews what another ideal customer profile would change. */
import { criterionName } from '../rules/fit/criterion-name';
import { setImmediate } from 'node:timers/promises';
import { headlinesReady } from '../shared/reader-ready';
import { leadTiers, type LeadTier } from '../shared/values';
import type { IcpEvidence } from '../rules/fit/icp';
import type { Database } from '../database/database';
import { provenReaders } from '../store/opinions/comparisons';
import { evidenceOfLeads } from '../store/reads/lead-evidence';
import { scoringFacts } from '../store/writes/scoring-facts';
import { peopleAfter } from '../store/writes/scoring-queue';
import { assess, matcherOf } from './assess';
import { companyCheck } from './workspace-companies';

/** How many people are looked through at a time. Others have their turn in between. */
const chunk = 200;
/** The most people named for each move between two tiers. */
const namedPerMove = 5;

/** A person whose tier would change. */
export interface Mover {
  readonly leadId: string;
  readonly name: string;
  readonly headline: string | null;
  readonly from: LeadTier;
  readonly to: LeadTier;
  /** The changed part of the fit: "location: mismatch (France), was unknown". */
  readonly reason: string;
  /** For sorting: by how far they move, then by intent. */
  readonly intent: number;
}

export interface IcpPreview {
  /** Whether all people were looked through. */
  readonly whole: boolean;
  /** How many leads, of every disposition, were assessed. */
  readonly leads: number;
  /** `moves[from][to]`: the number of leads that are in tier `from` now and would be in tier `to`. */
  readonly moves: Readonly<Record<LeadTier, Readonly<Record<LeadTier, number>>>>;
  /** People who would move, the furthest first, then by intent. A few for each move between two tiers. */
  readonly movers: readonly Mover[];
  readonly averageIcpNow: number;
  readonly averageIcpThen: number;
}

const noMoves = (): Record<LeadTier, number> => ({ UNQUALIFIED: 0, NURTURE: 0, QUALIFIED: 0, PRIORITY: 0 });

/** The most people looked through while a caller waits. */
export const mostWhileWaiting = 20_000;

/**
 * How tiers would change under another ICP definition (JSON text). Writes nothing.
 * @param most the most people to look through, those known longest first.
 */
export async function previewIcp(
  db: Database,
  organizationId: string,
  definition: string,
  now: number,
  most = Number.POSITIVE_INFINITY,
): Promise<IcpPreview> {
  await headlinesReady();
  const [companies, proven] = [await companyCheck(db, organizationId), await provenReaders(db, organizationId)];
  const judgement = { match: matcherOf(definition), companies, now, proven };
  const moves = { UNQUALIFIED: noMoves(), NURTURE: noMoves(), QUALIFIED: noMoves(), PRIORITY: noMoves() };
  const named = new Map<string, { mover: Mover; evidence: readonly IcpEvidence[] }[]>();
  const sums = { leads: 0, now: 0, then: 0 };
  let after = '';
  let left = most;
  let whole: boolean;
  for (;;) {
    await setImmediate();
    const ids = await peopleAfter(db, organizationId, after, Math.min(chunk, Math.max(1, left)));
    const last = ids[ids.length - 1];
    whole = last === undefined;
    if (last === undefined || left <= 0) break;
    left -= ids.length;
    const { people, engagements, before } = await scoringFacts(db, organizationId, ids);
    for (const person of people) {
      const lead = before.get(person.id);
      const assessed = lead && assess(person, engagements.get(person.id) ?? [], judgement);
      if (!lead || !assessed) continue;
      const [from, to] = [lead.lead_tier, assessed.tier];
      moves[from][to] += 1;
      sums.leads += 1;
      sums.now += lead.icp_match_percent;
      sums.then += assessed.icp.percent;
      if (from === to) continue;
      const { display_name: name, headline } = person;
      const mover = { leadId: lead.id, name, headline, from, to, reason: '', intent: assessed.intent.score };
      const list = [...(named.get(`${from} ${to}`) ?? []), { mover, evidence: assessed.icp.evidence }];
      list.sort((a, b) => b.mover.intent - a.mover.intent || (a.mover.leadId < b.mover.leadId ? -1 : 1));
      named.set(`${from} ${to}`, list.slice(0, namedPerMove));
    }
    after = last;
  }
  const chosen = [...named.values()].flat();
  const stored = await evidenceOfLeads(
    db,
    organizationId,
    chosen.map(({ mover }) => mover.leadId),
  );
  const movers = chosen.map(({ mover, evidence }) => ({
    ...mover,
    reason: reasonOf(evidence, stored.get(mover.leadId)),
  }));
  const distance = ({ from, to }: Mover) => Math.abs(leadTiers.indexOf(from) - leadTiers.indexOf(to));
  movers.sort((a, b) => distance(b) - distance(a) || b.intent - a.intent || (a.leadId < b.leadId ? -1 : 1));
  const average = (sum: number) => (sums.leads === 0 ? 0 : Math.round((sum * 10) / sums.leads) / 10);
  return {
    whole,
    leads: sums.leads,
    moves,
    movers,
    averageIcpNow: average(sums.now),
    averageIcpThen: average(sums.then),
  };
}

type Said = Pick<IcpEvidence, 'criterion' | 'outcome' | 'detail'>;

const before = { match: 'fitted', mismatch: 'did not fit', unknown: 'was unknown' } as const;

/** What a criterion would be, and was. An exclusion has no name of its own: what it says is in its detail. */
function changeOf({ criterion, outcome, detail }: Said, known: ReadonlyMap<string, Said['outcome']>): string {
  const name = criterionName(criterion);
  if (name === undefined) return `left out now (${detail})`;
  const fits = outcome === 'match' ? 'fits' : 'does not fit';
  // The first profile: nothing was asked for.
  if (known.size === 0) return outcome === 'unknown' ? `${name} is unknown` : `${name} ${fits} (${detail})`;
  const was = known.get(criterion);
  const then = was === undefined ? 'was not asked for' : before[was];
  if (outcome === 'unknown')
    return was === undefined ? `${name} is unknown and ${then} before` : `${name} is unknown now, ${then} before`;
  return `${name} ${fits} now (${detail}), ${then} before`;
}

/** What would change in the fit, in words. If no criterion changes, which of them do not fit. */
function reasonOf(then: readonly IcpEvidence[], stored: string | undefined): string {
  // Written only by scoring (score-people.ts).
  const now = JSON.parse(stored ?? '[]') as readonly Said[];
  const known = new Map(now.map((one) => [one.criterion, one.outcome]));
  const changed = then.filter((one) => known.get(one.criterion) !== one.outcome);
  if (changed.length > 0) return changed.map((one) => changeOf(one, known)).join('; ');
  const missed = then.flatMap(({ criterion, outcome, importance, detail }) => {
    if (outcome !== 'mismatch' || importance === 'nice') return [];
    const name = criterionName(criterion);
    return name === undefined ? `left out now (${detail})` : `${name} ${importance} fit and does not (${detail})`;
  });
  return missed.join('; ') || 'the same criteria with other weights';
}
