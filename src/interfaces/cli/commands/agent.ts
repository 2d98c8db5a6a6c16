import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import { agentPreview, agentRun } from '../../../ingest/agent/kinds';
import { profileTypes } from '../../../shared/values';
import type { AgentRunRow, RunKind } from '../../../store/tables/agent';
import { findRun } from '../../../store/agent/runs';
import { parameter, type CommandContext, type CommandGroup } from '../command';
import { commaList, limitOption, listCommand } from '../list-command';
import { workspaceCommand, type NamedWorkspace } from '../workspace-command';
import { inLine } from '../../../shared/text/visible';
import { workUntilDone } from '../work-here';

const credits = z.coerce.number().int().min(1).max(1_000_000);

const setupShape = z.object({
  status: z.string(),
  schedule: z.string(),
  nextRunAt: z.string().nullable(),
  creditsPerRun: z.number(),
  creditsPerDay: z.number(),
  watch: z.array(z.string()),
  keywords: z.array(z.string()),
});

const setupLines = (given: unknown): string[] => {
  const setup = setupShape.parse(given);
  return [
    `${setup.status}, ${setup.schedule}${setup.nextRunAt === null ? '' : `, next run ${setup.nextRunAt}`}`,
    `  at most ${setup.creditsPerRun} credits a run, ${setup.creditsPerDay} a day`,
    `  watches ${setup.watch.join(', ') || 'no profiles'}${setup.keywords.length > 0 ? `; words: ${setup.keywords.join(', ')}` : ''}`,
  ];
};

const enable = workspaceCommand({
  name: 'enable',
  summary: 'Set up the agent of a workspace, or change its setup, and activate it.',
  options: {
    schedule: parameter('--schedule <cron>', 'five cron fields: minute hour day month weekday', z.string()),
    timeZone: parameter('--time-zone <zone>', 'IANA time zone, such as Europe/Berlin', z.string().default('UTC')),
    creditsPerRun: parameter('--credits-per-run <n>', 'most credits that one run may use', credits),
    creditsPerDay: parameter(
      '--credits-per-day <n>',
      'most credits that the runs of one day may use together',
      credits,
    ),
    watch: parameter(
      '--watch <types>',
      `types of profiles whose posts it reads, comma-separated: ${profileTypes.join(', ')}; default all`,
      z.string().transform(commaList).optional(),
    ),
    keywords: parameter(
      '--keywords <words>',
      'words to search posts for, comma-separated, if the source supports it',
      z.string().transform(commaList).optional(),
    ),
  },
  examples: [
    'agent enable --schedule "0 7 * * 1-5" --time-zone Europe/Berlin --credits-per-run 200 --credits-per-day 500',
    'agent enable --schedule "0 7 * * *" --credits-per-run 50 --credits-per-day 50 --watch COMPETITOR --keywords "crm,forecast"',
  ],
  async run({ organizationId, workspace }, _args, options) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const data = await action.enableAgent.act(workspace, given);
    return { data: { organizationId, ...data }, lines: setupLines(data) };
  },
});

const setStatus = (name: 'pause' | 'resume', status: 'PAUSED' | 'ACTIVE', summary: string) =>
  workspaceCommand({
    name,
    summary,
    examples: [`agent ${name}`],
    async run({ organizationId, workspace }) {
      const data = await action.setAgentStatus.act(workspace, { status });
      return { data: { organizationId, ...data }, lines: setupLines(data) };
    },
  });

const runShape = z.object({
  kind: z.enum(['AGENT', 'PREVIEW']),
  id: z.string(),
  status: z.string(),
  postsScanned: z.number(),
  peopleQualified: z.number(),
  candidates: z.number(),
  leadsCreated: z.number(),
  creditsConsumed: z.number(),
  stopReason: z.string().nullable(),
  failure: z.object({ message: z.string() }).nullable(),
});

const stops: Readonly<Record<NonNullable<AgentRunRow['stop_reason']>, string>> = {
  run_budget: 'it reached its budget for a run',
  day_budget: 'it reached its budget for the day',
  credits_exhausted: 'the workspace has no credits left',
  limit: 'it reached the limit of people for a run',
  paused: 'the agent was paused',
  cancelled: 'it was cancelled',
};
const stopText = (reason: string) => Object.entries(stops).find(([name]) => name === reason)?.[1] ?? reason;

const counted = (number: number, of: string) => `${number} ${of}${number === 1 ? '' : 's'}`;

/** How to see the people of a run. */
const listing = (kind: RunKind) =>
  `\`leadlight agent candidates${kind === 'PREVIEW' ? ' --source latest_onboarding_preview' : ''}\` lists them with the reasons`;

function runLines(given: unknown): string[] {
  const run = runShape.parse(given);
  return [
    `${run.id}  ${run.status}`,
    `  ${counted(run.postsScanned, 'post')}, ${counted(run.candidates, 'candidate')}, ${run.peopleQualified} qualified, ${
      run.kind === 'PREVIEW' ? 'no leads: a preview creates none' : counted(run.leadsCreated, 'new lead')
    }`,
    `  ${counted(run.creditsConsumed, 'credit')} used`,
    ...(run.stopReason === null ? [] : [`  stopped early: ${stopText(run.stopReason)}`]),
    ...(run.failure === null ? [] : [`  ${run.failure.message}`]),
  ];
}

/** Asks for a run and waits for its end, unless told otherwise. */
async function runNow(
  { db, organizationId, workspace }: NamedWorkspace,
  kind: RunKind,
  wait: boolean,
  context: CommandContext,
) {
  const asked = await (kind === 'AGENT' ? action.runAgent : action.previewAgent).act(workspace, {});
  const id = z.string().parse(asked['id']);
  const row = await findRun(db, organizationId, id);
  if (wait && row?.job_id) {
    const names = [agentRun.name, agentPreview.name, 'score-queued'];
    await workUntilDone(context, db, organizationId, { names, jobIds: [row.job_id] });
  }
  const data = await shownRun(workspace, kind, id);
  const met = runShape.parse(data).candidates > 0;
  return { data: { organizationId, ...data }, lines: [...runLines(data), ...(met ? [listing(kind)] : [])] };
}

async function shownRun(workspace: Parameters<typeof query.listAgentRuns.ask>[0], kind: RunKind, id: string) {
  const { data } = z
    .object({ data: z.array(z.looseObject({ id: z.string() })) })
    .parse(await query.listAgentRuns.ask(workspace, { kind, limit: 100 }));
  const found = data.find((run) => run.id === id);
  if (!found) throw new Error(`run ${id} is not listed`);
  return found;
}

const waitOption = parameter('--no-wait', 'only queue the job, for a service or worker', z.boolean().default(true));

const run = workspaceCommand({
  name: 'run',
  summary: 'Run the agent now and wait for the end.',
  details:
    'A workspace has at most one active run. If one is active, the command waits for it. The work is done here or by a service.',
  options: { wait: waitOption },
  examples: ['agent run', 'agent run --no-wait'],
  run: (at, _args, { wait }, context) => runNow(at, 'AGENT', wait, context),
});

const preview = workspaceCommand({
  name: 'preview',
  summary: 'Show the people that the agent would find in a few posts. Costs no credits and creates no leads.',
  details: '`agent candidates --source latest_onboarding_preview` lists them. It works before an agent is set up.',
  options: { wait: waitOption },
  examples: ['agent preview'],
  run: (at, _args, { wait }, context) => runNow(at, 'PREVIEW', wait, context),
});

const status = workspaceCommand({
  name: 'status',
  summary: 'Show whether the agent is active, when it runs next, and what its last run did.',
  examples: ['agent status --json'],
  async run({ organizationId, workspace }) {
    const data = await query.getAgentStatus.ask(workspace, {});
    const shown = z
      .object({ status: z.string(), schedule: z.string().nullable(), nextRunAt: z.string().nullable() })
      .parse(data);
    const { lacks } = z.object({ lacks: z.array(z.string()) }).parse(await query.getAgentSetup.ask(workspace, {}));
    const [last] = await workspace.store.agent.runs('AGENT', 1);
    return {
      data: { organizationId, ...data, lacks },
      lines: [
        shown.status === 'NOT_CONFIGURED'
          ? 'not set up yet: do it with `agent enable`'
          : `${shown.status}, ${shown.schedule ?? ''}${shown.nextRunAt === null || lacks.length > 0 ? '' : `, next run ${shown.nextRunAt}`}`,
        ...(lacks.length > 0 ? [`cannot run yet: it lacks ${lacks.join(' and ')}`] : []),
        ...(last ? ['last run:', ...runLines(await shownRun(workspace, 'AGENT', last.id))] : ['no run yet']),
      ],
    };
  },
});

const runs = listCommand({
  name: 'runs',
  summary: 'List the newest runs: what each read, what it cost, and why it stopped early.',
  options: {
    previews: parameter('--previews', 'list previews instead', z.boolean().default(false)),
    limit: limitOption(100, 20),
  },
  examples: ['agent runs --limit 5'],
  query: query.listAgentRuns,
  input: ({ previews, limit }) => ({ kind: previews ? 'PREVIEW' : 'AGENT', limit }),
  rows: 'runs',
  columns: {
    ID: 'id',
    STARTED: 'startedAt',
    STATUS: 'status',
    POSTS: 'postsScanned',
    CANDIDATES: 'candidates',
    LEADS: 'leadsCreated',
    CREDITS: 'creditsConsumed',
    'STOPPED EARLY': ({ stopReason }) => (typeof stopReason === 'string' ? stopText(stopReason) : ''),
  },
});

const candidates = workspaceCommand({
  name: 'candidates',
  summary: 'List the people of a run, with the decision about each and its reasons.',
  options: {
    runId: parameter('--run-id <run id>', 'from `agent runs`', z.string().optional()),
    source: parameter('--source <source>', 'latest_agent_run or latest_onboarding_preview', z.string().optional()),
    limit: parameter('--limit <n>', 'how many, 1 to 100', z.coerce.number().optional()),
    offset: parameter('--offset <n>', 'how many to skip, 0 to 10000', z.coerce.number().optional()),
  },
  examples: ['agent candidates', 'agent candidates --source latest_onboarding_preview --json'],
  async run({ organizationId, workspace }, _args, options) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const data = await query.listAgentCandidates.ask(workspace, given);
    const shown = z
      .array(
        z.object({
          profile: z.object({ displayName: z.string().nullable(), headline: z.string().nullable() }),
          decision: z.string(),
          icpMatchPercent: z.number(),
          intentScore: z.number(),
          reasons: z.array(z.string()),
        }),
      )
      .parse(data['candidates']);
    return {
      data: { organizationId, ...data },
      lines: shown.flatMap((one) => [
        `${one.decision.padEnd(9)} ${inLine(one.profile.displayName ?? 'unnamed', 80)}, ${inLine(one.profile.headline ?? 'no headline', 200)}`,
        `          fit ${one.icpMatchPercent}, interest ${one.intentScore}: ${one.reasons.join(' ')}`,
      ]),
    };
  },
});

export const agent: CommandGroup = {
  name: 'agent',
  summary: 'The automated lead-finding agent.',
  commands: [
    enable,
    setStatus('pause', 'PAUSED', 'Pause the schedule. An active scheduled run also ends.'),
    setStatus('resume', 'ACTIVE', 'Run by the schedule again.'),
    run,
    preview,
    status,
    runs,
    candidates,
  ],
};
