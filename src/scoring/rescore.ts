/**
 * Working off the scoring queue, scoring a whole workspace, and saying beforehand what an ICP would change.
 *
 * Scores are stored, not computed at read time: lists filter and page by them. Intent fades with time, so every workspace
 * is scored anew once a day (`worker.ts`); between two runs a score is at most a day old (docs/decisions/0006-decay.md).
 */
import { leadTiers, tierOf, type LeadTier } from '../qualification/tier';
import type { Database } from '../store/database';
import { refreshProfileCounts, refreshSummaries, scoringFacts } from '../store/writes/lead-writer';
import { clearStale, peopleAfter, queuedPeople, staleTargets, unqueue } from '../store/writes/scoring-queue';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { openWorkspaceStore } from '../store/workspace-store';
import { assess, matcherOf, scorePeople, sumOf, type ScoreCounts, type ScoringRun } from './score-people';

/** People scored in one transaction: the more, the more words share a page of the search index; other writers wait for it. */
const together = 4_000;
/** What else is looked through at a time. */
const chunk = 2_000;

type Progress = (done: number) => void;

const none = (): ScoreCounts => ({ leadsNew: 0, leadsUpdated: 0, leadsRemoved: 0 });

async function startRun(db: Database, organizationId: string, now: number): Promise<ScoringRun> {
  const icp = await openWorkspaceStore(db, organizationId).usage.icp();
  return { match: matcherOf(icp?.definition), now, indexedWords: new Set() };
}

/** Scores everybody in the queue and makes stale counts anew. Safe to run twice at once and to interrupt. */
export async function workOffQueue(
  db: Database,
  organizationId: string,
  now: number,
  progress: Progress = () => undefined,
): Promise<ScoreCounts> {
  let total = none();
  const run = await startRun(db, organizationId, now);
  for (let done = 0; ;) {
    const ids = await queuedPeople(db, organizationId, together);
    if (ids.length === 0) break;
    const counts = await writeWorkspace(db, organizationId, async (revision) => {
      const result = await scorePeople(db, organizationId, ids, run, revision);
      await unqueue(db, organizationId, ids);
      return result;
    });
    total = sumOf(total, counts);
    progress((done += ids.length));
  }
  await refreshCounts(db, organizationId);
  return total;
}

/** Scores everybody of a workspace anew, in id order, a chunk at a time. */
export async function rescoreWorkspace(
  db: Database,
  organizationId: string,
  now: number,
  progress: Progress = () => undefined,
): Promise<ScoreCounts> {
  let total = none();
  const run = await startRun(db, organizationId, now);
  let after = '';
  for (let done = 0; ;) {
    const ids = await peopleAfter(db, organizationId, after, together);
    const last = ids[ids.length - 1];
    if (last === undefined) break;
    const counts = await writeWorkspace(db, organizationId, (revision) =>
      scorePeople(db, organizationId, ids, run, revision),
    );
    total = sumOf(total, counts);
    after = last;
    progress((done += ids.length));
  }
  return sumOf(total, await workOffQueue(db, organizationId, now));
}

/** Makes stale account summaries and lead counts anew. */
export async function refreshCounts(db: Database, organizationId: string): Promise<void> {
  for (;;) {
    const ids = await staleTargets(db, organizationId, 'account', chunk);
    if (ids.length === 0) break;
    await writeWorkspace(db, organizationId, async (revision) => {
      await refreshSummaries(db, organizationId, ids, revision);
      await clearStale(db, organizationId, 'account', ids);
    });
  }
  for (;;) {
    const ids = await staleTargets(db, organizationId, 'profile', 20);
    if (ids.length === 0) break;
    await writeWorkspace(db, organizationId, async () => {
      await refreshProfileCounts(db, organizationId, ids);
      await clearStale(db, organizationId, 'profile', ids);
    });
  }
}

export interface IcpPreview {
  /** Leads of every disposition that were assessed. */
  readonly leads: number;
  /** `moves[from][to]`: leads that are in tier `from` now and would be in tier `to`. */
  readonly moves: Readonly<Record<LeadTier, Readonly<Record<LeadTier, number>>>>;
  readonly averageIcpNow: number;
  readonly averageIcpThen: number;
}

/** How tiers would move under another ICP definition (JSON text). Nothing is written. */
export async function previewIcp(
  db: Database,
  organizationId: string,
  definition: string,
  now: number,
): Promise<IcpPreview> {
  const match = matcherOf(definition);
  const moves = Object.fromEntries(
    leadTiers.map((from) => [from, Object.fromEntries(leadTiers.map((to) => [to, 0]))]),
  ) as Record<LeadTier, Record<LeadTier, number>>;
  const sums = { leads: 0, now: 0, then: 0 };
  let after = '';
  for (;;) {
    const ids = await peopleAfter(db, organizationId, after, chunk);
    const last = ids[ids.length - 1];
    if (last === undefined) break;
    const { people, engagements, before } = await scoringFacts(db, organizationId, ids);
    for (const person of people) {
      const lead = before.get(person.id);
      const assessed = lead && assess(person, engagements.get(person.id) ?? [], match, now);
      if (!lead || !assessed) continue;
      const { percent, disqualified } = assessed.icp;
      moves[lead.lead_tier][tierOf(percent, assessed.intent.score, disqualified)] += 1;
      sums.leads += 1;
      sums.now += lead.icp_match_percent;
      sums.then += percent;
    }
    after = last;
  }
  const average = (sum: number) => (sums.leads === 0 ? 0 : Math.round((sum * 10) / sums.leads) / 10);
  return { leads: sums.leads, moves, averageIcpNow: average(sums.now), averageIcpThen: average(sums.then) };
}
