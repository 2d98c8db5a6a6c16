import { engagementTypes } from '../../src/shared/values';
import { dateRange, enumList, leadPathId } from '../fields';
import { defineList } from '../list';
import { engagementSchema, showEngagement } from '../schemas/engagement';
import * as examples from '../examples';
import { expectShownLead } from './shown-lead';

export const listLeadEngagements = defineList({
  name: 'list_lead_engagements',
  title: "List a lead's engagements",
  description:
    'The history of one person: what one active lead liked, commented on or reposted, newest first, with the comment, the post and the watched profile behind it. Use it to see what a person cares about before writing to them. For engagement of all leads use {list_signals}.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/{leadId}/engagements',
    tag: 'Leads',
    resource: 'Engagement',
    example: examples.engagement,
  },
  filters: {
    leadId: leadPathId,
    engagementTypes: enumList(engagementTypes, 'Kinds of engagement.').optional(),
    ...dateRange('time of the engagement (occurredAt)'),
  },
  item: engagementSchema,
  async load(workspace, { leadId, ...filter }, page) {
    const id = await expectShownLead(workspace, leadId);
    return workspace.store.engagements.ofLead(id, filter, page);
  },
  show: showEngagement,
});
