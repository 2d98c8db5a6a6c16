/**
 * An agent run as a job: looks for posts, collects them, decides about everyone with new engagement, and makes leads of the
 * people it accepts. It can be interrupted at any moment, and continues from the last page that was stored.
 */
import { z } from 'zod';
import { PageStore } from '../crawl/page-store';
import { finalTrouble, type SourceTrouble } from '../crawl/source-trouble';
import { crawl, crawlOver, type Target, type CrawlPage } from '../crawl/crawl';
import { crawlIn } from '../crawl/workspace-crawl';
import type { Network } from '../import';
import { define, type AnyJob, type JobContext } from '../../jobs/definition';
import type { Source } from '../sources/source';
import {
  activeRun,
  changeRun,
  countRun,
  creditsOfRuns,
  endRun,
  findAgent,
  findRun,
  holdForRun,
  insertRun,
  type RunEnd,
} from '../../store/agent/runs';
import { closeBatch, type NewBatch } from '../../store/log/batches';
import { marksOf } from '../../store/crawl/collected-posts';
import { activeProfileIds } from '../../store/crawl/profiles';
import { creditBalance } from '../../store/credits/ledger';
import type { AgentRow, AgentRunRow } from '../../store/tables/agent';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import { allowance, dayIn, daysAround, usedOn } from './budget';
import { decideAboutAll } from './decide-all';
import { newRun, watchOf } from './agent-service';
import { agentRun } from './kinds';
import { RunPage } from './run-page';
import { runState, type RunState } from './run-state';

/** From the settings. */
export interface AgentLimits {
  readonly maxPosts: number;
  readonly maxPeople: number;
  readonly overlapDays: number;
  readonly previewPosts: number;
  readonly previewPeople: number;
}

export interface AgentParts {
  /** Undefined: there is no source to read. */
  readonly source: Source | undefined;
  readonly network: Network;
  readonly limits: AgentLimits;
}

const mostTargets = 500;

export function runJob(parts: AgentParts): AnyJob {
  return define({
    ...agentRun,
    givesWay: true,
    async run(context, { runId }) {
      try {
        const begun = context.savedState(runState) ?? (await begin(parts, context, runId));
        if (begun) await new Run(parts, context, begun).go();
      } catch (error) {
        // The workspace is gone, so there is nothing to run for.
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

/** Creates a run for this job, or starts the one that was asked for. Undefined when there is nothing to do. */
async function begin({ source }: AgentParts, context: JobContext, runId?: string): Promise<RunState | undefined> {
  const { db, organizationId, clock } = context;
  const now = clock.now();
  return writeWorkspace(db, organizationId, async () => {
    const agent = await findAgent(db, organizationId);
    if (!agent) return undefined;
    const run = await runToStart(context, agent, runId, now);
    if (!run) return undefined;
    // A run that was queued yesterday and had to wait uses the budget of today.
    const day = dayIn(agent.time_zone, now);
    const budget = {
      perRun: agent.credits_per_run,
      perDay: agent.credits_per_day,
      usedToday: usedOn(day, agent.time_zone, await creditsOfRuns(db, organizationId, daysAround(day))),
      available: (await creditBalance(db, organizationId)).available,
    };
    const { credits, limit } = allowance(budget);
    await changeRun(db, run, { status: 'RUNNING', day, started_at: now, updated_at: now });
    const over =
      source === undefined
        ? ({ status: 'FAILED', failure: noSource, now } as const)
        : credits === 0 || !(await holdForRun(db, run, credits, now))
          ? ({ status: 'COMPLETED', stopReason: limit, now } as const)
          : undefined;
    if (over) {
      await endRun(db, run, over);
      await context.complete();
      return undefined;
    }
    await changeRun(db, run, { credits_held: credits });
    const targets = await targetsOf(context, agent);
    const state: RunState = {
      ...{ runId: run.id, walk: crawlOver(targets), paid: 0, limit },
      ...{ stopped: null, collected: false },
    };
    await context.saveState(state);
    return state;
  });
}

export const noSource = {
  code: 'no_source',
  message: 'This installation has no source for the agent to read: its setting DISCOVERY_SOURCE is none.',
};

/** The run that was asked for, or a new one of the schedule. Undefined when another run is active, or the agent is paused. */
async function runToStart(
  { db, organizationId, id }: JobContext,
  agent: AgentRow,
  runId: string | undefined,
  now: number,
): Promise<AgentRunRow | undefined> {
  if (runId !== undefined) {
    const run = await findRun(db, organizationId, runId);
    return run?.status === 'QUEUED' ? run : undefined;
  }
  if (agent.status !== 'ACTIVE' || (await activeRun(db, organizationId, 'AGENT'))) return undefined;
  const run = { ...newRun(organizationId, 'AGENT', 'schedule', dayIn(agent.time_zone, now), now), job_id: id };
  await insertRun(db, run);
  return run;
}

const keywordList = z.array(z.string());

/** What an agent looks through: watched profiles of its types, and its keywords. */
export async function targetsOf({ db, organizationId }: JobContext, agent: AgentRow | undefined): Promise<Target[]> {
  const types = agent && watchOf(agent);
  const profiles =
    types?.length === 0
      ? []
      : await activeProfileIds(db, organizationId, { ...(types ? { types } : {}), limit: mostTargets });
  const words = agent ? keywordList.parse(JSON.parse(agent.keywords)) : [];
  return [
    ...profiles.map((profileId) => ({ kind: 'profile' as const, profileId })),
    ...words.map((one) => ({ kind: 'words' as const, words: one })),
  ];
}

/** The batch of everything that a run stores. */
export const batchOfRun = (runId: string, { name, shift = 0 }: Pick<Source, 'name' | 'shift'>): NewBatch => ({
  kind: 'agent_run',
  name: 'agent run',
  reference: runId,
  origin: 'agent',
  source: name,
  shift,
});

class Run {
  constructor(
    private readonly parts: AgentParts,
    private readonly context: JobContext,
    private state: RunState,
  ) {}

  async go(): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const run = await findRun(db, organizationId, this.state.runId);
    if (run?.status !== 'RUNNING') return;
    const failure = this.state.collected ? undefined : await this.collect();
    await decideAboutAll(this.context, this.state.runId);
    const now = clock.now();
    if (failure) return this.finish({ status: 'FAILED', failure, now });
    await this.finish({ status: 'COMPLETED', stopReason: this.state.stopped, now });
  }

  /** Reads the posts. Returns the reason when it failed. */
  private async collect(): Promise<SourceTrouble | undefined> {
    const { source } = this.parts;
    if (!source) return noSource;
    try {
      await this.crawl(source);
    } catch (error) {
      return finalTrouble(error, this.state.walk, (unanswered) =>
        this.save({ walk: { ...this.state.walk, ...unanswered } }),
      );
    }
    await this.save({ collected: true });
    return undefined;
  }

  private async crawl(source: Source): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const { limits, network } = this.parts;
    const pages = new PageStore(this.context, { batch: batchOfRun(this.state.runId, source), withholdsLeads: true });
    const parts = {
      ...crawlIn(this.context, { source, network, from: clock.now(), ...limits }),
      marks: (urns: readonly string[]) => marksOf(db, organizationId, 'agent', urns),
      store: async (page: CrawlPage) => {
        const outcome = await pages.store(new RunPage(this.context, this.state, page, limits.maxPeople));
        this.state = outcome.state;
        return outcome.answer;
      },
    };
    await crawl(parts, this.state.walk);
  }

  private async save(changes: Partial<RunState>): Promise<void> {
    this.state = { ...this.state, ...changes };
    await this.context.saveState(this.state);
  }

  private async finish(end: RunEnd): Promise<void> {
    const { db, organizationId } = this.context;
    await writeWorkspace(db, organizationId, async () => {
      const run = await findRun(db, organizationId, this.state.runId);
      if (run?.active) {
        await changeRun(db, run, await countRun(db, run));
        await endRun(db, run, end);
        const { trouble } = this.state.walk;
        if (trouble !== null && end.status === 'COMPLETED') {
          await changeRun(db, run, { failure_code: 'incomplete', failure_message: trouble.slice(0, 500) });
        }
        const batch = end.status === 'FAILED' ? 'FAILED' : 'DONE';
        if (run.batch_id !== null) await closeBatch(db, organizationId, run.batch_id, batch, end.now);
      }
      await this.context.complete();
    });
  }
}
