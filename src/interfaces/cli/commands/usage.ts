import { z } from 'zod';
import { query } from '../../../../tools/catalogue';
import { listApiKeys } from '../../../auth/api-keys';
import { firstDayShown, usageOf, type DayOfUsage } from '../../../store/access/usage';
import { listConnections } from '../../../store/oauth/connections';
import { parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { leadId } from '../lead-argument';
import { tableLines, timestamp } from '../text';

/** Most connections that are looked at, ended ones too. */
const most = 1_000;

const counts = workspaceCommand({
  name: 'usage',
  summary: 'Show how much each key and each assistant reads: calls and rows of the last 30 days.',
  examples: ['usage -w "Acme Sales"', 'usage --json'],
  async run({ db, organizationId }) {
    const keys = (await listApiKeys(db, organizationId)).map((one) => ({
      kind: 'api_key',
      id: one.id,
      name: one.name,
      lastUsedAt: one.lastUsedAt,
    }));
    const connections = (await listConnections(db, { organizationId, includeEnded: true, limit: most })).map((one) => ({
      kind: 'connection',
      id: one.connectionId,
      name: one.clientName,
      lastUsedAt: one.lastUsedAt,
    }));
    const all = [...keys, ...connections];
    const days = await usageOf(
      db,
      organizationId,
      all.map(({ id }) => id),
      firstDayShown(Date.now()),
    );
    const callers = all.map(({ lastUsedAt, ...one }) => ({
      ...one,
      lastUsedAt: timestamp(lastUsedAt),
      usage: { days: days.get(one.id) ?? [] },
    }));
    const sum = (list: readonly DayOfUsage[], of: 'calls' | 'rows') => list.reduce((total, one) => total + one[of], 0);
    return {
      data: { organizationId, callers },
      lines: tableLines(
        ['KIND', 'NAME', 'ID', 'CALLS', 'ROWS', 'LAST USED'],
        callers.map((one) => [
          one.kind,
          one.name,
          one.id,
          sum(one.usage.days, 'calls'),
          sum(one.usage.days, 'rows'),
          one.lastUsedAt,
        ]),
      ),
    };
  },
});

const reads = workspaceCommand({
  name: 'reads',
  summary: 'Show who read which named person, newest first. Kept where ACCESS_LOG is on.',
  options: {
    lead: parameter('--lead <lead id>', 'only reads of this lead', leadId.optional()),
    limit: limitOption(100, 50),
  },
  examples: ['usage reads', 'usage reads --lead 0198c0de-0000-7000-8000-000000000000 --json'],
  async run({ organizationId, workspace }, _args, options, context) {
    const { lead: leadId, limit } = options;
    const answer = await query.listAccesses.ask(workspace, { ...(leadId === undefined ? {} : { leadId }), limit });
    const { data } = listed.parse(answer);
    const hint =
      data.length === 0 && context.settings.ACCESS_LOG === 'off' ? ['ACCESS_LOG is off, so no read is kept.'] : [];
    return {
      data: { organizationId, reads: data },
      lines: [
        ...tableLines(
          ['AT', 'CALLER', 'OPERATION', 'LEAD'],
          data.map((one) => [one.at, `${one.caller.kind} ${one.caller.id}`, one.operation, one.leadId]),
        ),
        ...hint,
      ],
    };
  },
});

const listed = z.looseObject({
  data: z.array(
    z.strictObject({
      at: z.string(),
      caller: z.strictObject({ kind: z.string(), id: z.string() }),
      operation: z.string(),
      leadId: z.string(),
    }),
  ),
});

export const usage: CommandGroup = {
  name: 'usage',
  summary: 'What keys and assistants read, and who read whom.',
  own: counts,
  commands: [reads],
};
