/** A person overrides the decision of a run about a candidate. */
import { OperationError } from '../../shared/errors';
import { scorePeople } from '../../scoring/score-people';
import { decideLead } from '../../store/writes/leads';
import { decidedByHand, findCandidate, leadsAmong, reasonsIn, saveCandidates } from '../../store/agent/candidates';
import { changeRun, countRun, findRun } from '../../store/agent/runs';
import { identitiesOfPeople, keepDecision } from '../../store/log/decisions';
import type { Database } from '../../database/database';
import type { CandidateRow } from '../../store/tables/agent';
import { releasePending } from '../../store/writes/pending-people';
import { KnownCompanies } from '../../store/writes/known-companies';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { rulesOfWorkspace } from './decide-all';

export type HandDecision = 'ACCEPTED' | 'REJECTED';

export interface DecidedByHand {
  /** Undefined: no candidate of this workspace has the id. */
  readonly candidate: CandidateRow | undefined;
  readonly changed: boolean;
}

/**
 * Accepts a person that a run rejected, who becomes a lead, or rejects one that it accepted, who becomes a bad lead.
 * @throws OperationError `conflict` that says why the decision is not possible.
 */
export async function decideByHand(
  db: Database,
  organizationId: string,
  candidateId: string,
  decision: HandDecision,
  now: number,
): Promise<DecidedByHand> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const found = await findCandidate(db, organizationId, candidateId);
    if (!found || found.decision === null) return { candidate: undefined, changed: false };
    if (found.decision === decision) return { candidate: found, changed: false };
    const personId = expectDecidable(found, decision);
    const lead = found.lead_id ?? personId;
    if (decision === 'REJECTED') {
      await decideLead(db, organizationId, lead, { disposition: 'BAD_LEAD' }, now);
    } else {
      if (found.lead_id === null) await becomeLead(db, organizationId, found, personId, revision, now);
      await decideLead(db, organizationId, lead, { disposition: 'ACTIVE' }, now);
    }
    const candidate = { ...decidedByHand(found, decision), lead_id: lead };
    await saveCandidates(db, [candidate]);
    const run = await findRun(db, organizationId, found.run_id);
    if (run) await changeRun(db, run, await countRun(db, run));
    return { candidate, changed: true };
  });
}

/** @returns id of the person. */
function expectDecidable({ person_id: personId, decision, lead_id: lead }: CandidateRow, asked: HandDecision): string {
  if (personId === null) {
    throw new OperationError(
      'conflict',
      'The candidates of a preview are not stored, so they cannot be accepted or rejected. Run the agent.',
    );
  }
  // A duplicate whose lead was removed by an undo can become a lead again.
  if (decision === 'DUPLICATE' && (lead !== null || asked === 'REJECTED')) {
    throw new OperationError('conflict', 'This person was a lead before the run. Change the lead.');
  }
  return personId;
}

/** Releases a person that the agent holds, and scores them. Afterwards they are a lead, or cannot be one. */
async function becomeLead(
  db: Database,
  organizationId: string,
  { run_id: runId, reasons }: CandidateRow,
  personId: string,
  revision: number,
  now: number,
): Promise<void> {
  await releasePending(db, organizationId, [personId], null);
  const rules = await rulesOfWorkspace(db, organizationId, now);
  const run = {
    ...rules,
    icpSince: 0,
    causes: new Map(),
    indexedWords: new Set<string>(),
    known: new KnownCompanies(),
  };
  await scorePeople(db, organizationId, [personId], run, revision);
  if (!(await leadsAmong(db, organizationId, [personId])).has(personId)) {
    const [why = ''] = reasonsIn(reasons);
    throw new OperationError('conflict', `This person cannot become a lead. ${why}`.trim());
  }
  const names = await identitiesOfPeople(db, organizationId, [personId]);
  const person = names.map(({ kind, value }) => ({ kind, value }));
  // An undo that replays the log releases them too.
  const decision = { kind: 'accepted-candidate', runId, person } as const;
  await keepDecision(db, organizationId, revision, decision, now);
}
