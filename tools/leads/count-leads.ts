import { z } from 'zod';
import { leadGroupings } from '../../src/store/reads/lead-counts';
import { defineQuery } from '../define';
import { input } from '../fields';
import { count } from '../schemas/values';
import { othersWordsOrNull } from '../words-of-others';
import { leadFilters, storedFilters } from './lead-filters';
import * as examples from '../examples';

/** A count is exact up to here. Larger ones are rounded to hundreds. */
const mostExact = 1_000;

const exact = z.boolean().describe('False: the count is rounded down to hundreds, or is a lower bound.');

/** @param complete whether all were counted. */
function roundedCount(counted: number, complete: boolean): { count: number; exact: boolean } {
  const few = counted <= mostExact;
  return { count: few ? counted : Math.floor(counted / 100) * 100, exact: few && complete };
}

export const countLeads = defineQuery({
  name: 'count_leads',
  title: 'Count leads',
  description:
    'How many leads there are: counts, in total and for each tier (PRIORITY, QUALIFIED), country such as Germany, industry, seniority, function, owner or disposition, with the filters of {list_leads}. Exact up to 1,000, rounded down to hundreds above.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/count',
    tag: 'Leads',
    resource: 'LeadCount',
    example: examples.leadCount,
  },
  input: input({
    ...leadFilters,
    by: z.enum(leadGroupings).describe('Also count each value of this field, largest first, at most 100.').optional(),
  }),
  output: z.strictObject({
    total: z.strictObject({ count: count('Leads that fit.'), exact }).describe('All matching leads.'),
    groups: z
      .array(
        z.strictObject({
          value: othersWordsOrNull('Value of `by`. Null if unknown, or if nobody owns the lead.'),
          name: z
            .string()
            .nullable()
            .optional()
            .describe('Name of the owner, by ownerId. Null if they are no longer a member of the workspace.'),
          count: count('Leads with it.'),
          exact,
        }),
      )
      .describe('Empty without `by`. Values that no lead has are left out.'),
  }),
  async run(workspace, { by, ...filters }) {
    const { total, groups, complete } = await workspace.store.leadCounts.by(storedFilters(workspace, filters), by);
    return {
      total: roundedCount(total, complete),
      groups: groups.map(({ count, ...group }) => ({ ...group, ...roundedCount(count, complete) })),
    };
  },
});
