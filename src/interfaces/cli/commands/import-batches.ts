/** Commands that list what was imported and run, and undo it. */
import { phraseFor } from '../../../shared/value-words';
import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import { rulesOf } from '../../../workspace/open-workspace';
import { createLogger } from '../../../http/logging';
import { Runner } from '../../../jobs/runner';
import { findBatch } from '../../../store/log/batch-reads';
import { unloggedEngagements } from '../../../store/log/unlogged';
import type { Database } from '../../../database/database';
import { LogIncomplete } from '../../../store/undo/lost-rows';
import { undoJob } from '../../../ingest/undo/job';
import type { UndoProgress, UndoStage } from '../../../ingest/undo/undo';
import { parameter, type CommandContext, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { progressOf, type Progress } from '../progress';
import { tableLines } from '../text';
import { importFiles } from './import';
import { checkImports } from './import-check';

const batchArgument = parameter('<batch id>', 'from `import list`', z.string().toLowerCase());

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** What an undo removed. */
const undone = z.object({
  decisionsRemoved: z.number(),
  peopleAffected: z.number(),
  affected: z.array(z.record(z.string(), scalar)),
});
/** A batch as the queries return it. */
const shownBatch = z.object({ undone: undone.nullish(), notes: z.array(z.string()).optional() }).catchall(scalar);
type ShownBatch = z.output<typeof shownBatch>;

const text = (batch: ShownBatch, field: string): string => String(batch[field] ?? '');

const linesOf = (batch: ShownBatch): string[] => {
  const of = (field: string) => text(batch, field);
  return [
    `${of('id')}  ${of('kind')} ${of('name')}`,
    `  ${of('status').toLowerCase()}, ${of('source')}, started ${of('startedAt')}`,
    `  ${of('records')} records; new then: ${of('engagementsNew')} engagements, ${of('peopleNew')} people, ${of('postsNew')} posts`,
    ...(batch.notes ?? []).map((note) => `  ${note}`),
    ...(batch.undone ? undoneLines(batch.undone) : []),
  ];
};

function undoneLines({ decisionsRemoved, peopleAffected, affected }: z.output<typeof undone>): string[] {
  const gone = decisionsRemoved === 0 ? [] : [`  ${decisionsRemoved} decisions of the agent were removed with it`];
  if (peopleAffected === 0) return gone;
  const more = peopleAffected > affected.length ? [`  and ${peopleAffected - affected.length} more`] : [];
  return [
    ...gone,
    `  The agent decided about ${peopleAffected} people with data that is now gone. These decisions are kept:`,
    ...tableLines(
      ['NAME', 'DECISION', 'CREDIT', 'LEAD NOW', 'RUN'],
      affected.map((one) => [
        String(one['displayName']),
        String(one['decision']),
        one['creditSpent'] === true ? 'spent' : '-',
        one['leadId'] === null ? 'no' : String(one['leadId']),
        String(one['runId']),
      ]),
    ).map((line) => `  ${line}`),
    ...more,
  ];
}

const list = workspaceCommand({
  name: 'list',
  summary: 'List imports, discoveries, syncs and runs, newest first.',
  options: {
    limit: limitOption(100, 50),
    before: parameter('--before <batch id>', 'only those older than this one', z.string().optional()),
  },
  examples: ['import list --limit 10'],
  async run({ organizationId, workspace }, _args, { limit, before }) {
    const answer = await query.listBatches.ask(workspace, { limit, ...(before === undefined ? {} : { before }) });
    const shown = z.array(shownBatch).parse(answer['data']);
    return {
      data: { organizationId, ...answer },
      lines: tableLines(
        ['ID', 'WHEN', 'KIND', 'STATUS', 'NEW ENGAGEMENTS', 'NEW PEOPLE', 'NEW POSTS', 'NAME'],
        shown.map((one) => [
          ...['id', 'startedAt'].map((field) => text(one, field)),
          ...['kind', 'status'].map((field) => phraseFor(text(one, field))),
          ...['engagementsNew', 'peopleNew', 'postsNew', 'name'].map((field) => text(one, field)),
        ]),
      ),
    };
  },
});

const show = workspaceCommand({
  name: 'show',
  summary: 'Show what one import or run brought, and whether it was undone.',
  arguments: { batchId: batchArgument },
  examples: ['import show 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55'],
  async run({ workspace }, { batchId }) {
    const answer = await query.getBatch.ask(workspace, { batchId });
    return { data: answer, lines: linesOf(shownBatch.parse(answer)) };
  },
});

const undo = workspaceCommand({
  name: 'undo',
  summary: 'Undo one import, discovery, sync or run. Only the data of the others stays.',
  details:
    'Dispositions, owners, joined accounts and the watchlist stay as people set them. Leads that stay keep their ids. Decisions of other ' +
    'runs stay. The end of the output names the people about whom they decided with data that is now gone. Credits that a ' +
    'discovery or run cost are not given back. Data from before batches were recorded cannot be undone. The command waits. ' +
    'If you interrupt it, a worker of this machine goes on where it was. --no-wait leaves the work to a worker.',
  arguments: { batchId: batchArgument },
  options: {
    wait: parameter('--no-wait', 'only queue it, for a running worker', z.boolean().default(true)),
  },
  examples: ['import undo 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55'],
  async run({ db, organizationId, workspace }, { batchId }, options, context) {
    // An interrupted undo goes on.
    const marked = await query.getBatch.ask(workspace, { batchId });
    if (marked['status'] !== 'UNDOING') await action.undoBatch.act(workspace, { batchId });
    const outcome = options.wait ? await untilUndone(context, db, organizationId, batchId) : 'queued';
    if (outcome === 'failed' && (await unloggedEngagements(db, organizationId, 1)).length > 0) {
      throw new CliError('conflict', new LogIncomplete().message);
    }
    const answer = await query.getBatch.ask(workspace, { batchId });
    const lines = linesOf(shownBatch.parse(answer));
    return { data: { ...answer, outcome }, lines, exit: outcome === 'failed' ? 'failed' : 'ok' };
  },
});

const lookEveryMs = 100;

const counted: Readonly<Record<UndoStage, string>> = {
  replaying: 'records of the others replayed',
  applying: 'rows compared',
  scoring: 'people scored',
};

/** Shows each stage of an undo that this process works on, with its own pace. */
function undoProgress(context: CommandContext): { readonly watch: UndoProgress; end(): void } {
  let shown: { readonly stage: UndoStage; readonly progress: Progress } | undefined;
  const end = () => shown?.progress.end();
  return {
    watch(stage, done, total) {
      if (shown?.stage !== stage) {
        end();
        shown = { stage, progress: progressOf(context, counted[stage]) };
      }
      shown.progress.update(done, total);
    },
    end,
  };
}

/** Works on the queue of undos until this batch is undone, beside any running workers. */
async function untilUndone(
  context: CommandContext,
  db: Database,
  organizationId: string,
  batchId: string,
): Promise<'undone' | 'failed'> {
  const { watch, end } = undoProgress(context);
  const log = createLogger({ ...context.settings, LOG_LEVEL: 'silent' });
  const jobs = [undoJob(rulesOf(context.settings), watch)];
  const runner = new Runner({ db, log, concurrency: 1, jobs, pollMs: 200, alone: true });
  runner.start();
  try {
    for (;;) {
      const row = await findBatch(db, organizationId, batchId);
      if (row?.status === 'UNDONE') return 'undone';
      if (row?.status !== 'UNDOING') return 'failed';
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  } finally {
    await runner.stop();
    end();
  }
}

export const importGroup: CommandGroup = {
  name: 'import',
  summary: importFiles.summary,
  own: importFiles,
  commands: [list, show, undo, checkImports],
};
