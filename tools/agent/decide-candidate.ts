import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import { uuid } from '../schemas/values';

const decisions = ['ACCEPTED', 'REJECTED'] as const;

export const decideCandidate = defineAction({
  name: 'decide_candidate',
  title: 'Accept or reject a candidate of the Agent',
  description:
    'Decides about somebody whom a run looked at otherwise than the run did. Accepted, they become a lead; rejected, their lead is a BAD_LEAD. {list_agent_candidates} has the candidates. Costs no credits. Who was a lead before, and is one still, is changed by {decide_lead}.',
  right: 'decideLeads',
  rest: null,
  input: input({
    candidateId: pathId('Candidate id, uuid, of a run; candidates of a preview cannot be decided about.'),
    decision: z.enum(decisions).describe('What is decided.'),
  }),
  output: z.strictObject({
    candidateId: uuid('Candidate id, uuid.'),
    decision: z.enum(decisions),
    leadId: uuid('Their lead.').nullable(),
  }),
  async run({ agent }, { candidateId, decision }) {
    const id = asUuid(candidateId);
    const decided = id === undefined ? undefined : await agent.decide(id, decision);
    if (!id || !decided?.candidate) throw notFound('candidate');
    const { lead_id: leadId } = decided.candidate;
    return {
      answer: { candidateId: id, decision, leadId },
      changed: decided.changed ? { kind: 'candidate', id, detail: decision } : null,
    };
  },
  async after({ scoreQueue }) {
    await scoreQueue();
  },
});
