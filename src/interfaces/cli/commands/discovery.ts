import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import type { Action } from '../../../../tools/define';
import { findDiscovery, listDiscoveries } from '../../../store/discovery/reads';
import type { DiscoveryRow } from '../../../store/tables/discovery';
import { newId } from '../../../database/new-id';
import { command, parameter, type CommandGroup } from '../command';
import { missing } from '../exit-codes';
import { operatorWorkspace } from '../operator';
import { tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const discoveryArgument = parameter('<discovery id>', 'from `discovery list`', z.string().toLowerCase());

const shown = (row: DiscoveryRow) => ({
  discoveryId: row.id,
  postUrn: row.post_urn,
  status: row.status,
  source: row.source,
  percent: row.percent,
  peopleFound: row.people_found,
  peopleQualified: row.people_qualified,
  creditsHeld: row.credits_held,
  creditsConsumed: row.credits_consumed,
  stopReason: row.stop_reason,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  createdAt: timestamp(row.created_at),
  startedAt: row.started_at === null ? null : timestamp(row.started_at),
  finishedAt: row.finished_at === null ? null : timestamp(row.finished_at),
});

const linesOf = (row: DiscoveryRow): string[] => [
  `${row.id}  ${row.post_urn}`,
  `  ${row.status}, ${row.percent} %, ${row.people_found} people found, ${row.people_qualified} qualified`,
  `  credits: ${row.credits_held} held, ${row.credits_consumed} consumed`,
  ...(row.stop_reason === null ? [] : [`  stopped early: ${row.stop_reason.replaceAll('_', ' ')}`]),
  ...(row.failure_message === null ? [] : [`  failed: ${row.failure_message}`]),
];

const start = command({
  name: 'start',
  summary: "Queue a discovery of a post's audience, as find-audience does.",
  arguments: { post: parameter('<post>', 'its URN or address', z.string()) },
  options: { workspace: workspaceOption },
  examples: ['discovery start urn:li:activity:7400000000000000000 -w "Acme Sales"'],
  async run(context, args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const answer = await action.findAudience.act(workspace, { postUrn: args.post, idempotencyKey: `cli-${newId()}` });
    const row = await findDiscovery(db, organization.id, answer['discoveryId']);
    return { data: answer, lines: row ? linesOf(row) : [] };
  },
});

const list = command({
  name: 'list',
  summary: 'List the newest discoveries of a workspace.',
  options: {
    workspace: workspaceOption,
    limit: parameter('--limit <n>', 'how many, 1 to 1000', z.coerce.number().int().min(1).max(1000).default(50)),
  },
  examples: ['discovery list --limit 10'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const discoveries = (await listDiscoveries(db, organization.id, options.limit)).map(shown);
    return {
      data: { organizationId: organization.id, discoveries },
      lines: tableLines(
        ['ID', 'WHEN', 'STATUS', 'PEOPLE', 'CREDITS', 'POST'],
        discoveries.map((one) => [
          one.discoveryId,
          one.createdAt,
          one.status,
          one.peopleFound,
          one.creditsHeld + one.creditsConsumed,
          one.postUrn,
        ]),
      ),
    };
  },
});

/** A command about one discovery. */
const about = (name: 'show' | 'retry' | 'cancel', summary: string, change?: Action) =>
  command({
    name,
    summary,
    arguments: { discoveryId: discoveryArgument },
    options: { workspace: workspaceOption },
    examples: [`discovery ${name} 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55`],
    async run(context, { discoveryId }, options) {
      const db = await context.database();
      const organization = await resolveWorkspace(db, options.workspace);
      if (change) await change.act(operatorWorkspace(context, db, organization.id), { discoveryId });
      const row = await findDiscovery(db, organization.id, discoveryId);
      if (!row) throw missing('discovery', discoveryId);
      const short = change === action.retryDiscovery && row.status === 'INSUFFICIENT_CREDITS';
      const lines = linesOf(row);
      if (short) lines.push('  the workspace has too few credits for a hold');
      return { data: shown(row), lines, exit: short ? 'conflict' : 'ok' };
    },
  });

export const discovery: CommandGroup = {
  name: 'discovery',
  summary: "Discoveries of posts' audiences: start, watch, retry, cancel.",
  commands: [
    start,
    list,
    about('show', 'Show the progress of a discovery, what it cost and why it ended.'),
    about(
      'retry',
      'Queue again a discovery that failed, was cancelled or lacked credits. It goes on where it stopped.',
      action.retryDiscovery,
    ),
    about(
      'cancel',
      'Cancel a discovery. Before it starts this costs nothing. Later, the people found so far are kept and paid for.',
      action.cancelDiscovery,
    ),
  ],
};
