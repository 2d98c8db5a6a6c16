import { z } from 'zod';
import { leadSortFields } from '../../src/store/reads/lead-filter';
import { sortOrder } from '../fields';
import { defineList } from '../list';
import { compactLead, leadSchema, showCompactLead, showLead } from '../schemas/lead';
import { leadFilters, storedFilters } from './lead-filters';
import { leftOut } from './left-out';
import * as examples from '../examples';

export const listLeads = defineList({
  name: 'list_leads',
  title: 'List leads',
  description:
    'List all leads that fit a filter: tier (PRIORITY, QUALIFIED), country, industry, seniority, company, owner, date, new leads (`firstSignalFrom`), work e-mail address known. Latest engagement first or by priority, each with profile, tier and scores. `view: compact` for long lists. Only ACTIVE leads unless `disposition` says otherwise.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads',
    tag: 'Leads',
    resource: 'Lead',
    example: examples.lead,
  },
  filters: {
    ...leadFilters,
    sortBy: z
      .enum(leadSortFields)
      .default('lastSignalAt')
      .describe('priority: those most worth a call first, by tier, grade and fresh intent.'),
    sortOrder,
  },
  item: leadSchema,
  load: (workspace, filters, page) => workspace.store.leads.list(storedFilters(workspace, filters), page),
  show: showLead,
  compact: { item: compactLead, show: showCompactLead },
  whenEmpty: (workspace, { search }) => leftOut(workspace, search),
});
