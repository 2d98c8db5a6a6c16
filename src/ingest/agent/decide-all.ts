/** Decides about everyone that a run considered, and makes leads of those it accepts, a few at a time. */
import { setImmediate } from 'node:timers/promises';
import { headlinesReady } from '../../shared/reader-ready';
import { matcherOf } from '../../scoring/assess';
import { currentCompanies } from '../../scoring/company-changes';
import { scoreNow, type JobPart } from '../../scoring/queued-job';
import { scorePeople } from '../../scoring/score-people';
import { companyCheckOf } from '../../scoring/workspace-companies';
import { profilesOf, saveCandidates, undecided } from '../../store/agent/candidates';
import { otherPlace } from '../../store/writes/hidden-candidates';
import { changeRun, countRun, findRun } from '../../store/agent/runs';
import type { Database } from '../../database/database';
import type { CandidateRow } from '../../store/tables/agent';
import { openWorkspaceStore } from '../../store/facade/workspace-store';
import { releasePending } from '../../store/writes/pending-people';
import { provenReaders } from '../../store/opinions/comparisons';
import { KnownCompanies } from '../../store/writes/known-companies';
import { scoringFacts } from '../../store/writes/scoring-facts';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { judge, type JudgingRules } from './judge';

/** People decided about in one transaction. Others who write to the workspace wait for it. */
const together = 50;

/** The rules by which a workspace judges people now. */
export async function rulesOfWorkspace(
  db: Database,
  organizationId: string,
  now: number,
  checkpoint: () => Promise<void> = () => setImmediate(),
): Promise<JudgingRules> {
  await headlinesReady();
  const icp = await openWorkspaceStore(db, organizationId).usage.icp();
  const companies = companyCheckOf(await currentCompanies(db, organizationId, checkpoint));
  const proven = await provenReaders(db, organizationId);
  return { match: matcherOf(icp?.definition), companies, now, proven, hasIcp: icp !== undefined };
}

/** Decides about candidates from what is stored about them. Runs and previews both use this. */
export async function decideAbout(
  db: Database,
  organizationId: string,
  candidates: readonly CandidateRow[],
  rules: JudgingRules,
  known?: KnownCompanies,
): Promise<CandidateRow[]> {
  const ids = candidates.flatMap((one) => one.person_id ?? []);
  const { people, engagements, before } = await scoringFacts(db, organizationId, ids, known);
  const profiles = await profilesOf(db, organizationId, ids);
  const byId = new Map(people.map((person) => [person.id, person]));
  return candidates.map((one): CandidateRow => {
    const person = byId.get(one.person_id ?? '');
    // The person has been removed since the run considered them.
    if (!person) return { ...one, position: -1 };
    const facts = { person, engagements: engagements.get(person.id) ?? [], lead: before.get(person.id) };
    const decided = { ...one, ...profiles.get(person.id), ...judge(facts, rules) };
    // Hidden from the lists of candidates while they do not want to be contacted.
    return person.do_not_contact === 1 ? { ...decided, position: otherPlace(decided.position ?? 0) } : decided;
  });
}

/**
 * Safe to interrupt: each decision is stored with the lead that it made. People who were leads before are scored too, so that
 * their scores include the new signals.
 */
export async function decideAboutAll(context: JobPart, runId: string): Promise<void> {
  const { db, organizationId, clock } = context;
  const checkpoint = () => context.checkpoint();
  const rules = await rulesOfWorkspace(db, organizationId, clock.now(), checkpoint);
  const run = {
    ...rules,
    icpSince: 0,
    causes: new Map(),
    indexedWords: new Set<string>(),
    known: new KnownCompanies(),
  };
  for (let more = true; more;) {
    await checkpoint();
    more = await writeWorkspace(db, organizationId, async (revision) => {
      await context.guard();
      const row = await findRun(db, organizationId, runId);
      const waiting = row?.active ? await undecided(db, organizationId, runId, together) : [];
      if (!row || waiting.length === 0) return false;
      const decided = await decideAbout(db, organizationId, waiting, rules, run.known);
      await saveCandidates(db, decided);
      const accepted = decided.flatMap((one) => (one.decision === 'ACCEPTED' ? (one.person_id ?? []) : []));
      if (accepted.length > 0) {
        await releasePending(db, organizationId, accepted, null);
        await scorePeople(db, organizationId, accepted, run, revision);
      }
      await changeRun(db, row, { ...(await countRun(db, row)), updated_at: clock.now() });
      return true;
    });
  }
  await scoreNow(context);
}
