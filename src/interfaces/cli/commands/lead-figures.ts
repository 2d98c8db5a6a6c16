/** Commands that say figures of leads. */
import { z } from 'zod';
import { query } from '../../../../tools/catalogue';
import { command } from '../command';
import { filtersOf } from '../filters';
import { operatorWorkspace } from '../operator';
import { tableLines } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const countFilters = filtersOf(query.countLeads, []);

const counted = z.object({ count: z.number(), exact: z.boolean() });
const counts = z.object({
  total: counted,
  groups: z.array(counted.extend({ value: z.string().nullable() })),
});

const printed = ({ count, exact }: z.output<typeof counted>) => (exact ? String(count) : `${count} or more`);

export const countCommand = command({
  name: 'count',
  summary: 'Count leads, with the filters of the list: GET /customer/leads/count.',
  details: 'Exact to 1,000, and rounded down to hundreds beyond.',
  options: { workspace: workspaceOption, ...countFilters.options },
  examples: ['lead count --by leadTier', 'lead count --lead-tier PRIORITY --country DE'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const answer = await query.countLeads.ask(workspace, countFilters.input(options)).catch((error: unknown) => {
      throw countFilters.inFlags(error);
    });
    const { total, groups } = counts.parse(answer);
    const rows = groups.map((group) => [group.value ?? '(unknown)', printed(group)]);
    return {
      data: { organizationId: organization.id, total, groups },
      lines: [`${printed(total)} leads`, ...(rows.length === 0 ? [] : tableLines(['VALUE', 'LEADS'], rows))],
    };
  },
});
