import { phraseFor } from '../../../shared/value-words';
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import type { Action } from '../../../../tools/define';
import { findDiscovery, listDiscoveries } from '../../../store/discovery/reads';
import type { DiscoveryRow } from '../../../store/tables/discovery';
import { newId } from '../../../database/new-id';
import { parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { missing } from '../exit-codes';
import { tableLines, timestamp } from '../text';

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

const start = workspaceCommand({
  name: 'start',
  summary: "Queue a discovery of a post's audience, as find-audience does.",
  arguments: { post: parameter('<post>', 'its URN or address', z.string()) },
  examples: ['discovery start urn:li:activity:7400000000000000000 -w "Acme Sales"'],
  async run({ db, organizationId, workspace }, args) {
    const answer = await action.findAudience.act(workspace, { postUrn: args.post, idempotencyKey: `cli-${newId()}` });
    const row = await findDiscovery(db, organizationId, answer['discoveryId']);
    return { data: answer, lines: row ? linesOf(row) : [] };
  },
});

const list = workspaceCommand({
  name: 'list',
  summary: 'List the newest discoveries of a workspace.',
  options: {
    limit: limitOption(1000, 50),
  },
  examples: ['discovery list --limit 10'],
  async run({ db, organizationId }, _args, options) {
    const discoveries = (await listDiscoveries(db, organizationId, options.limit)).map(shown);
    return {
      data: { organizationId, discoveries },
      lines: tableLines(
        ['ID', 'WHEN', 'STATUS', 'PEOPLE', 'CREDITS', 'POST'],
        discoveries.map((one) => [
          one.discoveryId,
          one.createdAt,
          phraseFor(one.status),
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
  workspaceCommand({
    name,
    summary,
    arguments: { discoveryId: discoveryArgument },
    examples: [`discovery ${name} 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55`],
    async run({ db, organizationId, workspace }, { discoveryId }) {
      if (change) await change.act(workspace, { discoveryId });
      const row = await findDiscovery(db, organizationId, discoveryId);
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
