import { z } from 'zod';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import { asUuid, input, pathId } from '../fields';
import { leadSchema, scoringSchema, showLead, showScoring } from '../schemas/lead';
import * as examples from '../examples';

export const getLead = defineQuery({
  name: 'get_lead',
  title: 'Get one lead',
  description:
    'Reads one active lead with its profile, contact data and the evidence behind its scores: each ICP criterion as match, mismatch or unknown, and the points of each engagement with its words. Use it after {list_leads} or {list_signals} to explain or prepare a conversation. Leads that are CLIENT or BAD_LEAD are not found here.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/{leadId}',
    tag: 'Leads',
    resource: 'LeadDetail',
    example: examples.leadDetail,
  },
  input: input({ leadId: pathId('Lead id, uuid.') }),
  output: z.strictObject({ data: leadSchema.extend({ scoring: scoringSchema }) }),
  async run(workspace, { leadId }) {
    const id = asUuid(leadId);
    const row = id && (await workspace.store.leads.active(id));
    if (!row) throw notFound('active lead');
    return { data: { ...showLead(row), scoring: showScoring(row) } };
  },
});
