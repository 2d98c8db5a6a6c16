import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import { parameter } from '../command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { count } from '../text';

const shown = z.looseObject({ months: z.number().nullable(), appliedAt: z.string().nullable(), removed: z.number() });

export const retention = workspaceCommand({
  name: 'retention',
  summary: 'Show or set how long people are stored after their last engagement.',
  details:
    'Every day a job removes people beyond the limit, also from the logs of imports. The audit log says how many. ' +
    'For people who never engaged, the time counts from when they were stored. --dry-run says how many would go.',
  arguments: {
    what: parameter('<what>', 'show or set', z.enum(['show', 'set'], 'must be show or set')),
  },
  options: {
    months: parameter('--months <n>', 'with set: 1 to 120, or none', z.string().optional()),
    dryRun: parameter('--dry-run', 'with set: only count, change nothing', z.boolean().default(false)),
  },
  examples: [
    'privacy retention show',
    'privacy retention set --months 24 --dry-run',
    'privacy retention set --months none',
  ],
  async run({ workspace }, { what }, { months: given, dryRun }) {
    if (what === 'show') {
      if (given !== undefined || dryRun) throw new CliError('usage', 'show takes neither --months nor --dry-run');
      const data = shown.parse(await query.getRetention.ask(workspace, {}));
      const applied =
        data.appliedAt === null
          ? []
          : [`applied ${data.appliedAt}: ${count(data.removed, 'person', 'people')} removed`];
      return { data, lines: [limitWords(data.months), ...applied] };
    }
    if (given === undefined) throw new CliError('usage', '--months is required: 1 to 120, or none');
    const months = given === 'none' ? null : Number(given);
    if (months !== null && !(Number.isInteger(months) && months >= 1 && months <= 120)) {
      throw new CliError('usage', '--months must be a whole number from 1 to 120, or none');
    }
    const data = await action.setRetention.act(workspace, { months, dryRun });
    const now = count(data.beyond, 'person is', 'people are');
    return { data, lines: [`${dryRun ? 'Dry run: ' : ''}${limitWords(months)}`, `${now} beyond the limit now`] };
  },
});

const limitWords = (months: number | null) =>
  months === null
    ? 'People are stored without limit'
    : `People are stored for ${months} months after their last engagement`;
