/** Commands that print figures about leads. */
import { z } from 'zod';
import { wordFor } from '../../../shared/value-words';
import { query } from '../../../../tools/catalogue';
import { workspaceCommand } from '../workspace-command';
import { filtersOf } from '../filters';
import { tableLines } from '../text';

const countFilters = filtersOf(query.countLeads, []);

const counted = z.object({ count: z.number(), exact: z.boolean() });
const counts = z.object({
  total: counted,
  groups: z.array(counted.extend({ value: z.string().nullable() })),
});

const printed = ({ count, exact }: z.output<typeof counted>) => (exact ? String(count) : `${count} or more`);

export const countCommand = workspaceCommand({
  name: 'count',
  summary: 'Count leads, with the filters of the list: GET /customer/leads/count.',
  details: 'Exact up to 1,000, and rounded down to hundreds above.',
  options: { ...countFilters.options },
  examples: ['lead count --by leadTier', 'lead count --lead-tier PRIORITY --country DE'],
  async run({ organizationId, workspace }, _args, options) {
    const answer = await query.countLeads.ask(workspace, countFilters.input(options)).catch((error: unknown) => {
      throw countFilters.inFlags(error);
    });
    const { total, groups } = counts.parse(answer);
    const rows = groups.map((group) => [wordFor(group.value ?? '(unknown)'), printed(group)]);
    return {
      data: { organizationId, total, groups },
      lines: [`${printed(total)} leads`, ...(rows.length === 0 ? [] : tableLines(['VALUE', 'LEADS'], rows))],
    };
  },
});

const activityFilters = filtersOf(query.getActivitySummary, []);

const compared = z.object({ now: z.number(), before: z.number() });
const named = z.looseObject({ name: z.string().nullable(), signals: compared });
const summary = z.looseObject({
  period: z.object({ from: z.string(), to: z.string() }),
  previous: z.object({ from: z.string(), to: z.string() }),
  signals: z.record(z.string(), compared),
  said: z.record(z.string(), compared),
  newLeads: z.record(z.string(), compared),
  moved: z.record(z.string(), compared),
  topAccounts: z.array(named),
});

const days = ({ from, to }: { readonly from: string; readonly to: string }) =>
  `${from.slice(0, 10)} to ${to.slice(0, 10)}`;

export const activityCommand = workspaceCommand({
  name: 'activity',
  summary: 'Compare two periods, the last seven days by default: GET /customer/activity-summary.',
  details: 'The earlier period has the same length. Dates are YYYY-MM-DD or RFC 3339.',
  options: { ...activityFilters.options },
  examples: ['lead activity', 'lead activity --date-from 2026-11-01 --date-to 2026-11-15'],
  async run({ organizationId, workspace }, _args, options) {
    const data = await query.getActivitySummary
      .ask(workspace, activityFilters.input(options))
      .catch((error: unknown) => {
        throw activityFilters.inFlags(error);
      });
    const { period, previous, topAccounts, ...kinds } = summary.parse(data);
    const rowsOf = (group: string, counts: Readonly<Record<string, z.output<typeof compared>>>) =>
      Object.entries(counts).map(([name, { now, before }]) => [`${group} ${wordFor(name)}`, now, before]);
    const rows = [
      ...rowsOf('signals', kinds.signals),
      ...rowsOf('said', kinds.said),
      ...rowsOf('new leads', kinds.newLeads),
      ...rowsOf('moved', kinds.moved),
      ...topAccounts.map(({ name, signals }) => [`account ${name ?? '(unnamed)'}`, signals.now, signals.before]),
    ];
    return {
      data: { organizationId, ...summary.parse(data) },
      lines: [`${days(period)}, and ${days(previous)} before`, ...tableLines(['WHAT', 'NOW', 'BEFORE'], rows)],
    };
  },
});
