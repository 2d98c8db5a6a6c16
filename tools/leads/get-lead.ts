import { z } from 'zod';
import { defineQuery } from '../define';
import { input, leadPathId } from '../fields';
import { colleaguesOf, criteriaOf, leadDetailSchema, showLeadDetail } from '../schemas/lead';
import * as examples from '../examples';
import { shownLead } from './shown-lead';

export const getLead = defineQuery({
  name: 'get_lead',
  title: 'Get one lead',
  description:
    'One lead by id: profile, contact data and the evidence behind its scores and tier, each ICP criterion as match, mismatch or unknown, and the points of each engagement with its words. Use it to explain a score or to prepare a conversation with one person. It does not find leads that are CLIENT or BAD_LEAD.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/{leadId}',
    tag: 'Leads',
    resource: 'LeadDetail',
    example: examples.leadDetail,
  },
  input: input({ leadId: leadPathId }),
  output: z.strictObject({ data: leadDetailSchema }),
  async run(workspace, { leadId }) {
    const row = await shownLead(workspace, leadId);
    const criteria = criteriaOf(row.icp);
    return { data: showLeadDetail(row, criteria, await colleaguesOf(workspace.store.leads, row, criteria)) };
  },
});
