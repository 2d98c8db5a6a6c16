import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { showView, viewSchema } from './schemas';

export const listViews = defineQuery({
  name: 'list_saved_views',
  title: 'List saved views',
  description: 'Filters and orders of lists that somebody saved under a name. Everybody in the workspace sees them.',
  right: 'readLeads',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({ data: z.array(viewSchema).describe('By name.') }),
  async run({ store, caller }) {
    const views = (await store.views.list()).map((view) => showView(caller, view));
    return { data: views.sort((a, b) => a.name.localeCompare(b.name)) };
  },
});
