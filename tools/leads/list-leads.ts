import { dispositions, engagementTypes, leadTiers } from '../../src/domain/values';
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
} from '../fields';
import { defineList } from '../list';
import { leadSchema, showLead } from '../schemas/lead';
import * as examples from '../examples';

export const listLeads = defineList({
  name: 'list_leads',
  title: 'List leads',
  description:
    'Lists the leads of the workspace, latest engagement first, with profile, ICP match, intent and tier. Use it to find whom to talk to: filter by tier, score, company, owner, watched profile or time. Only ACTIVE leads are listed unless `disposition` says otherwise. It gives no engagement texts ({list_signals}) and no evidence for the scores ({get_lead}).',
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
    ownerIds: idList(50, 'Users who own the lead.').optional(),
    ...dateRange('latest engagement (lastSignalAt)'),
    search: searchText(160, 'Text in the name, headline or company, without regard to case and accents.').optional(),
    companyNames,
    origin,
  },
  item: leadSchema,
  load: (workspace, filters, page) =>
    workspace.store.leads.list({ ...filters, origin: originOf(filters.origin) }, page),
  show: showLead,
});
