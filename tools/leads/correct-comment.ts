import { z } from 'zod';
import { commentClasses, saidOf } from '../../src/shared/values';
import { notFound, OperationError } from '../../src/shared/errors';
import type { Workspace } from '../../src/workspace/workspace';
import { defineAction } from '../define';
import * as examples from '../examples';
import { asUuid, leadPathId, pathId } from '../fields';
import { engagementSchema, showEngagement } from '../schemas/engagement';

export const correctComment = defineAction({
  name: 'correct_comment',
  title: "Correct a comment's class",
  description:
    'Says what a comment is (`said`) where it was read wrongly, or confirms it. The lead is scored again with it, and neither an import nor a new release reads the comment again. `saidConfidence` is 1 then.',
  right: 'decideLeads',
  rest: {
    method: 'PATCH',
    path: '/customer/leads/{leadId}/engagements/{engagementId}',
    tag: 'Leads',
    resource: 'Engagement',
    example: examples.engagement,
    refuses: ['conflict'],
  },
  input: z.strictObject({
    leadId: leadPathId,
    engagementId: pathId('Engagement id, uuid.'),
    said: z.enum(commentClasses).describe('What the comment is.'),
  }),
  output: z.strictObject({ data: engagementSchema }),
  represent: (workspace, { leadId, engagementId }) => shown(workspace, leadId, engagementId),
  async run(workspace, { leadId, engagementId, said }) {
    const [lead, id] = [asUuid(leadId), asUuid(engagementId)];
    if (lead === undefined || !(await workspace.store.leads.any(lead))) throw notFound('lead');
    if (id === undefined) throw notFound('engagement of this lead');
    const result = await workspace.writes.correctReading({ leadId: lead, engagementId: id, said });
    if (result.kind === 'missing') throw notFound('engagement of this lead');
    if (result.kind === 'no comment') throw new OperationError('conflict', 'This engagement is not a comment.');
    const detail = `said ${said}, was ${saidOf(result.before) ?? 'not read'}`;
    const changed = result.kind === 'set' ? { kind: 'engagement', id, detail } : null;
    return { answer: await shown(workspace, lead, id), changed };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});

async function shown({ store }: Workspace, leadId: string, engagementId: string) {
  const [lead, id] = [asUuid(leadId), asUuid(engagementId)];
  if (lead === undefined || !(await store.leads.any(lead))) throw notFound('lead');
  const row = id && (await store.engagements.oneOf(lead, id));
  if (!row) throw notFound('engagement of this lead');
  return { data: showEngagement(row) };
}
