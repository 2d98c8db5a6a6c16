import { z } from 'zod';
import { defineQuery } from '../define';
import { idList, input } from '../fields';
import { timingOf } from '../schemas/engagement';
import { timing } from '../schemas/lead';
import { uuid } from '../schemas/values';

export const getLeadTimings = defineQuery({
  name: 'get_lead_timings',
  title: 'How surely leads are dated',
  description: 'How sure the time of the latest engagement (lastSignalAt) of each of these leads is.',
  right: 'readLeads',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ leadIds: idList(100, 'Leads, as a page of a list shows them.') }),
  output: z.strictObject({
    data: z
      .array(z.strictObject({ leadId: uuid('Lead id.'), timing }))
      .describe('In no order. Ids of no lead are left out.'),
  }),
  async run({ store }, { leadIds }) {
    const known = await store.leads.updatedAt(leadIds);
    const latest = await store.engagements.latestOf([...known.keys()], 'any', 1);
    return { data: latest.map((row) => ({ leadId: row.lead_id, timing: timingOf(row) })) };
  },
});
