import { z } from 'zod';
import { dispositions } from '../../src/shared/values';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId, uuid } from '../fields';

export const decideLead = defineAction({
  name: 'decide_lead',
  title: 'Decide about a lead',
  description:
    'Sets the disposition of a lead, its owner, or both. Only ACTIVE leads are worked on; CLIENT and BAD_LEAD set one aside. The decision is kept with the person, so scoring does not undo it.',
  right: 'decideLeads',
  rest: null,
  input: z.strictObject({
    leadId: pathId('Lead id, uuid.'),
    disposition: z.enum(dispositions).describe('What was decided about the lead.').optional(),
    ownerId: uuid.nullable().describe('An active member of the workspace; null takes the owner away.').optional(),
  }),
  output: z.strictObject({
    leadId: z.uuid(),
    disposition: z.enum(dispositions).optional(),
    ownerId: z.uuid().nullable().optional(),
  }),
  async run({ writes }, { leadId, disposition, ownerId }) {
    if (disposition === undefined && ownerId === undefined) {
      throw invalid({ path: 'disposition', message: 'give disposition, ownerId or both' });
    }
    if (typeof ownerId === 'string') {
      const owner = (await writes.members()).find(({ userId }) => userId === ownerId);
      if (!owner) throw notFound('member');
      if (!owner.active) throw new OperationError('conflict', `${owner.email} is inactive.`);
    }
    const id = asUuid(leadId);
    if (id === undefined || !(await writes.decideLead(id, { disposition, ownerId }))) throw notFound('lead');
    const decided = {
      ...(disposition === undefined ? {} : { disposition }),
      ...(ownerId === undefined ? {} : { ownerId }),
    };
    const detail = [disposition, ownerId !== undefined && `owner ${ownerId ?? 'none'}`].filter(Boolean).join(', ');
    return { answer: { leadId: id, ...decided }, changed: { kind: 'lead', id, detail } };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
