import { dispositions, engagementTypes, leadTiers } from '../../src/shared/values';
import { z } from 'zod';
import { leadSortFields } from '../../src/store/reads/lead-reads';
import {
  dateRange,
  companyNames,
  enumList,
  icpRange,
  idList,
  intentRange,
  origin,
  originOf,
  searchText,
  sortOrder,
} from '../fields';
import { defineList } from '../list';
import { leadSchema, showLead } from '../schemas/lead';
import { ownerIds, ownersOf } from './owner-filter';
import * as examples from '../examples';

export const listLeads = defineList({
  name: 'list_leads',
  title: 'List leads',
  description:
    'Lists the leads of the workspace, latest engagement first or by priority, with profile, ICP match, intent and tier. Use it to filter by tier, score, company, owner, watched profile or time; for whom to contact and why, {find_people_to_contact}. Only ACTIVE leads are listed unless `disposition` says otherwise. It gives no engagement texts ({list_signals}) and no evidence for the scores ({get_lead}).',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads',
    tag: 'Leads',
    resource: 'Lead',
    example: examples.lead,
  },
  filters: {
    leadTier: enumList(leadTiers, 'Lead tiers.').optional(),
    disposition: enumList(dispositions, 'Dispositions; ACTIVE when omitted.').default(['ACTIVE']),
    ...icpRange,
    ...intentRange,
    monitoredProfileIds: idList(50, 'Watched profiles whose posts the lead engaged with.').optional(),
    engagementTypes: enumList(
      engagementTypes,
      'Kinds of engagement. Together with monitoredProfileIds: one engagement must meet both.',
    ).optional(),
    ownerIds,
    ...dateRange('latest engagement (lastSignalAt)'),
    search: searchText(160, 'Text in the name, headline or company, without regard to case and accents.').optional(),
    companyNames,
    origin,
    sortBy: z
      .enum(leadSortFields)
      .default('lastSignalAt')
      .describe('priority: the most worth a call first, by tier, grade and fresh intent.'),
    sortOrder,
  },
  item: leadSchema,
  load: (workspace, filters, page) =>
    workspace.store.leads.list(
      { ...filters, origin: originOf(filters.origin), ownerIds: ownersOf(workspace.caller, filters.ownerIds) },
      page,
    ),
  show: showLead,
});
