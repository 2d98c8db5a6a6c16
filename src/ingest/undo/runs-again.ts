/**
 * What the runs that stay decided, in a workspace that is replayed. About somebody of whom a batch that is taken back said something they
 * decide again, by what is replayed up to their end and the customer profile of their time: a lead that only that batch made is none, so
 * who was known already may have to be accepted now. All other decisions stand as they were made.
 */
import { considered } from '../agent/considered';
import { judge, type JudgingRules } from '../agent/judge';
import type { StorableRecord } from '../import/observations';
import { assess, matcherOf } from '../../scoring/assess';
import { companyCheck } from '../../scoring/workspace-companies';
import { icpAt } from '../../store/admin/icp';
import { addConsidered, profilesOf, saveCandidates, undecided } from '../../store/agent/candidates';
import { findRun } from '../../store/agent/runs';
import type { Database } from '../../database/database';
import type { AgentRunRow, CandidateRow } from '../../store/tables/agent';
import type { BatchRow } from '../../store/tables/batches';
import type { EngagementRow } from '../../store/tables/engagement';
import { candidatesByNames, everyPersonAmong, identitiesOfPeople, noteLiveRows } from '../../store/undo/candidates';
import { releasePending } from '../../store/writes/pending-people';
import { scoringFacts, type ScoringEngagement, type ScoringPerson } from '../../store/writes/scoring-facts';
import type { AffectedIds } from './affected-ids';

/** People decided about at a time. */
const together = 200;

export class RunsAgain {
  /** Runs of which records were replayed, by batch; those that have decided are taken out. */
  private readonly open = new Map<string, string>();

  constructor(
    private readonly live: Database,
    private readonly scratch: Database,
    private readonly organizationId: string,
    private readonly touched: AffectedIds,
  ) {}

  /**
   * Notes whom the run considers because of records that were just stored.
   * @param added engagements that were new.
   */
  async met(
    { id, reference, started_at: stored }: BatchRow,
    records: readonly StorableRecord[],
    added: readonly EngagementRow[],
  ): Promise<void> {
    if (reference === null) return;
    this.open.set(id, reference);
    const run = { organization_id: this.organizationId, id: reference };
    const people = await considered(this.scratch, run, { records, added }, { postUrn: null }, everyPersonAmong);
    await addConsidered(this.scratch, this.organizationId, reference, people, stored);
  }

  /** Decides for the run of a batch, all of which is replayed. One that has not ended decides by itself. */
  async end(batchId: string): Promise<void> {
    const id = this.open.get(batchId);
    const run = id === undefined ? undefined : await findRun(this.live, this.organizationId, id);
    if (run?.active !== null) return;
    this.open.delete(batchId);
    const rules = await this.rulesOf(run);
    for (;;) {
      const waiting = await undecided(this.scratch, this.organizationId, run.id, together);
      if (waiting.length === 0) return;
      const decided = await this.decide(run, waiting, rules);
      await this.scratch.transaction(async () => {
        await saveCandidates(this.scratch, decided);
        const accepted = decided.filter(wasAccepted).flatMap((one) => one.person_id ?? []);
        await releasePending(this.scratch, this.organizationId, accepted, null);
      });
    }
  }

  /** The same for every run that has ended meanwhile. */
  async endAll(): Promise<void> {
    for (const batchId of [...this.open.keys()]) await this.end(batchId);
  }

  private async rulesOf(run: AgentRunRow): Promise<JudgingRules> {
    const now = run.finished_at ?? run.updated_at;
    const definition = await icpAt(this.live, this.organizationId, now);
    const companies = await companyCheck(this.scratch, this.organizationId);
    return { match: matcherOf(definition), companies, now, hasIcp: definition !== undefined };
  }

  private async decide(
    run: AgentRunRow,
    waiting: readonly CandidateRow[],
    rules: JudgingRules,
  ): Promise<CandidateRow[]> {
    const { scratch, organizationId } = this;
    const ids = waiting.flatMap((one) => one.person_id ?? []);
    const names = await identitiesOfPeople(scratch, organizationId, ids);
    const then = await candidatesByNames(this.live, organizationId, run.id, names);
    await noteLiveRows(
      scratch,
      waiting.flatMap((one) => {
        const before = then.get(one.person_id ?? '');
        return before ? [[one.id, before.id] as const] : [];
      }),
    );
    const { people, engagements } = await scoringFacts(scratch, organizationId, ids);
    const profiles = await profilesOf(scratch, organizationId, ids);
    const byId = new Map(people.map((person) => [person.id, person]));
    return waiting.map((one): CandidateRow => {
      const id = one.person_id ?? '';
      const person = byId.get(id);
      const before = then.get(id);
      const asked = person?.do_not_contact === 0 || before !== undefined;
      if (!person || !asked || !this.touched.has(names.get(id) ?? [], person.company_name))
        return standing(one, before);
      const done = engagements.get(id) ?? [];
      return { ...one, ...profiles.get(id), ...judge({ ...leadOf(person, done, rules), engagements: done }, rules) };
    });
  }
}

/** By the run, or by a person before somebody rejected them: they are a lead, a bad one then. */
const wasAccepted = ({ decision, lead_id: lead }: CandidateRow): boolean =>
  decision === 'ACCEPTED' || (decision === 'REJECTED' && lead !== null);

/** What was decided stands; nothing, where nothing was. */
function standing(one: CandidateRow, before: CandidateRow | undefined): CandidateRow {
  if (!before) return { ...one, position: -1 };
  return {
    ...before,
    id: one.id,
    person_id: one.person_id,
    created_at: one.created_at,
    position: before.position ?? -1,
  };
}

/** Who could be a lead without the agent was one, and no objection was made yet by whom a run considered. */
function leadOf(person: ScoringPerson, engagements: readonly ScoringEngagement[], rules: JudgingRules) {
  const asked = { ...person, do_not_contact: 0 as const };
  const known = assess(asked, engagements, rules) !== null;
  return {
    person: asked,
    lead: known ? { id: person.id, disposition: person.disposition, created_at: rules.now } : undefined,
  };
}
