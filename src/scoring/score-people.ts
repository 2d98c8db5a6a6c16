/** Turns observed facts into leads by applying the rules of `src/rules/` to people of one workspace. */
import type { IcpEvidence } from '../rules/fit/icp';
import { halfLifeMs } from '../rules/intent/intent';
import { priorityOf } from '../rules/tier/tier';
import { excludedBecause } from '../rules/tier/tier-reason';
import { assess, type Assessment, type Judgement } from './assess';
import { handled, type Database } from '../database/database';
import { companyNameKey } from '../store/statements/keys';
import { insertInto } from '../database/define';
import type { LeadRow, ScoringCause } from '../store/tables/leads';
import { inParts } from '../store/statements/in-parts';
import { tierChangeOf } from '../store/log/tier-change';
import { tierChanges, type TierChangeRow } from '../store/tables/changes';
import { FadedLeads, isReported, leadChange } from '../store/writes/faded-leads';
import type { KnownCompanies } from '../store/writes/known-companies';
import {
  markStale,
  removeLeads,
  saveLeads,
  saveTerms,
  searchTextOf,
  type ScoredLead,
  type SearchChange,
} from '../store/writes/lead-writer';
import {
  scoringFacts,
  type ScoringEngagement,
  type ScoringFacts,
  type ScoringPerson,
} from '../store/writes/scoring-facts';

export interface ScoreCounts {
  leadsNew: number;
  leadsUpdated: number;
  leadsRemoved: number;
}

/** How many people's facts are in memory together. */
const together = 250;
/** The same on SQLite: a power of two, for which statements are kept (`padded`). */
const togetherOnSqlite = 128;

/** What a run over many people keeps between transactions. */
export interface ScoringRun extends Judgement {
  /** Words known to be in the search index. */
  readonly indexedWords: Set<string>;
  /** Companies of the workspace that headlines were looked up for. Cleared under the same condition. */
  readonly known: KnownCompanies;
  /** Revision of the run's last transaction. If another process wrote since, it may have removed words from the index. */
  lastRevision?: number;
  /** When the current ICP was set, in epoch ms; 0 without one. */
  readonly icpSince: number;
  /** Why the people of this transaction were queued, where known. */
  causes: ReadonlyMap<string, ScoringCause>;
}

/**
 * Scores people and writes the results: leads are added, changed or removed, with evidence and search terms, and counts that
 * include them are marked stale. Must run inside a write transaction of the workspace.
 * @param revision of that transaction.
 */
export async function scorePeople(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  run: ScoringRun,
  revision: number,
): Promise<ScoreCounts> {
  if (run.lastRevision !== revision - 1) {
    run.indexedWords.clear();
    run.known.clear();
  }
  run.lastRevision = revision;
  const read = (part: readonly string[]) => handled(scoringFacts(db, organizationId, part, run.known));
  const changed: Changed = { texts: [], faded: new FadedLeads(), accounts: new Set(), profiles: new Set() };
  const save = (facts: ScoringFacts) => handled(saveScores(db, organizationId, facts, run, revision, changed));
  const counts: ScoreCounts[] = [];
  if (db.dialect === 'sqlite') {
    // Nothing else runs here meanwhile, and short-lived objects are the cheapest to collect.
    for (const part of inParts(ids, togetherOnSqlite)) counts.push(await save(await read(part)));
  } else {
    const [first = [], ...parts] = inParts(ids, together);
    const saving: Promise<ScoreCounts>[] = [];
    // While one part is scored, the server reads the next and writes the previous one.
    let next = read(first);
    for (const part of [...parts, []]) {
      const facts = await next;
      next = read(part);
      saving.push(save(facts));
    }
    await next;
    counts.push(...(await Promise.all(saving)));
  }
  await Promise.all([
    changed.faded.save(db, organizationId, run.now, revision),
    markStale(db, organizationId, 'account', changed.accounts),
    markStale(db, organizationId, 'profile', changed.profiles),
    saveTerms(db, organizationId, changed.texts, run.indexedWords),
  ]);
  return counts.reduce(sumOf, { leadsNew: 0, leadsUpdated: 0, leadsRemoved: 0 });
}

/** JSON text by piece of evidence. Most pieces are shared by many people (`prepareIcp`). */
const written = new WeakMap<IcpEvidence, string>();

/** The same text as `JSON.stringify` returns. */
function evidenceText(evidence: readonly IcpEvidence[]): string {
  const texts = evidence.map((piece) => {
    let text = written.get(piece);
    if (text === undefined) written.set(piece, (text = JSON.stringify(piece)));
    return text;
  });
  return `[${texts.join(',')}]`;
}

/** Adds two counts. */
export const sumOf = (a: ScoreCounts, b: ScoreCounts): ScoreCounts => ({
  leadsNew: a.leadsNew + b.leadsNew,
  leadsUpdated: a.leadsUpdated + b.leadsUpdated,
  leadsRemoved: a.leadsRemoved + b.leadsRemoved,
});

/** Changes that are written once for all parts of a transaction. */
interface Changed {
  readonly texts: SearchChange[];
  readonly faded: FadedLeads;
  /** Ids whose counts must be rebuilt. */
  readonly accounts: Set<string>;
  readonly profiles: Set<string>;
}

async function saveScores(
  db: Database,
  organizationId: string,
  { people, engagements, before }: ScoringFacts,
  run: ScoringRun,
  revision: number,
  { texts, faded, accounts, profiles }: Changed,
): Promise<ScoreCounts> {
  const scored: ScoredLead[] = [];
  const moves: TierChangeRow[] = [];
  const stillLeads = new Set<string>();
  for (const person of people) {
    const assessed = assess(person, engagements.get(person.id) ?? [], run);
    if (!assessed) {
      // A person who is not a lead still works there, so the company becomes known.
      if (person.account_id !== null && person.account_known === 0) accounts.add(person.account_id);
      continue;
    }
    stillLeads.add(person.id);
    const old = before.get(person.id);
    const row = leadRow(person, assessed, old, run.now, revision);
    const change = old === undefined ? 'more' : leadChange(old, row);
    if (change !== 'more') faded.add(row, change);
    const move = tierChangeOf(old, row, revision, { cause: run.causes.get(row.id), icpSince: run.icpSince });
    if (move) moves.push(move);
    scored.push({
      row,
      icpEvidence: evidenceText(assessed.icp.evidence),
      intentEvidence: JSON.stringify(assessed.intent.points),
      hasFaded: change !== 'more',
    });
    if (old?.search_text !== row.search_text) {
      texts.push({ id: row.id, before: old?.search_text, now: row.search_text });
    }
    for (const id of [row.account_id, old?.account_id]) if (id) accounts.add(id);
    if (old?.disposition !== row.disposition) addProfiles(profiles, engagements.get(person.id));
  }
  const removed = [...before.values()].filter((row) => !stillLeads.has(row.id));
  for (const row of removed) {
    if (row.account_id) accounts.add(row.account_id);
    addProfiles(profiles, engagements.get(row.id));
  }

  const undone = removed.filter((row) => run.causes.get(row.id) === 'undo');
  const others = removed.filter((row) => run.causes.get(row.id) !== 'undo');
  await Promise.all([
    saveLeads(db, organizationId, scored),
    removeLeads(db, organizationId, undone, { reason: 'undone' }, run.now),
    removeLeads(db, organizationId, others, { reason: 'removed' }, run.now),
    insertInto(db, tierChanges, moves),
  ]);
  const leadsNew = scored.filter((lead) => !before.has(lead.row.id)).length;
  return { leadsNew, leadsUpdated: scored.length - leadsNew, leadsRemoved: removed.length };
}

function leadRow(
  person: ScoringPerson,
  { icp, intent, tier, tierRow, tierGaps, engagements }: Assessment,
  old: LeadRow | undefined,
  now: number,
  revision: number,
): LeadRow {
  let first = engagements[0];
  let firstAt = Infinity;
  let lastAt = 0;
  for (const engagement of engagements) {
    const { occurredAt, id } = engagement;
    if (occurredAt < firstAt || (occurredAt === firstAt && id < (first?.id ?? ''))) {
      first = engagement;
      firstAt = occurredAt;
    }
    lastAt = Math.max(lastAt, occurredAt);
  }
  let undated = 0;
  let lastDatedAt: number | null = null;
  for (const { timing, occurredAt } of intent.points) {
    if (timing === 'observed') undated += 1;
    else lastDatedAt = Math.max(lastDatedAt ?? occurredAt, occurredAt);
  }
  const priority = priorityOf(
    { tier, statedInterest: intent.statedInterest, grade: icp.grade },
    { sum: intent.sum, now, halfLifeMs },
  );
  const row: LeadRow = {
    organization_id: person.organization_id,
    id: person.id,
    account_id: person.account_id,
    owner_id: person.owner_id,
    disposition: person.disposition,
    origin: first?.kind.origin ?? 'watchlist',
    icp_match_percent: icp.percent,
    intent_score: intent.score,
    lead_tier: tier,
    fit_grade: icp.grade,
    priority,
    priority_revision: old?.priority === priority ? old.priority_revision : revision,
    disqualified: icp.disqualified ? 1 : 0,
    signal_count: engagements.length,
    first_signal_at: firstAt,
    last_signal_at: lastAt,
    scored_at: now,
    created_at: old?.created_at ?? now,
    updated_at: now,
    signal_revision: old?.last_signal_at === lastAt ? old.signal_revision : revision,
    score_revision:
      old?.icp_match_percent === icp.percent && old.intent_score === intent.score ? old.score_revision : revision,
    company_key: person.company_name === null ? null : companyNameKey(person.company_name),
    search_text: searchTextOf(person),
    named_company: person.named_company ?? null,
    tier_row: tierRow,
    tier_gaps: tierGaps,
    excluded_because: icp.disqualified ? excludedBecause(icp.evidence) : null,
    change_revision: revision,
    undated_count: undated,
    last_dated_at: lastDatedAt,
  };
  if (old && !isReported(old, row)) {
    row.change_revision = old.change_revision;
    row.updated_at = old.updated_at;
  }
  return row;
}

function addProfiles(to: Set<string>, engagements: readonly ScoringEngagement[] | undefined): void {
  for (const { monitoredProfileId } of engagements ?? []) if (monitoredProfileId !== null) to.add(monitoredProfileId);
}
