/**
 * A run of the agent as a job: look for posts, collect, decide about everybody who did something new, make leads of those it
 * accepts. It may be interrupted at any moment and goes on from the last page that was stored.
 */
import { z } from 'zod';
import { walk, walkOver, type Target, type WalkParts } from '../collecting/walk';
import type { Network } from '../intake';
import { define, type AnyJob, type JobContext } from '../jobs/definition';
import { RetryLater } from '../jobs/errors';
import { OutgoingError } from '../net/exchange';
import { SourceFailure, type Source } from '../sources/source';
import {
  activeRun,
  changeRun,
  countRun,
  creditsOfDay,
  endRun,
  findAgent,
  findRun,
  holdForRun,
  insertRun,
  type RunEnd,
} from '../store/agent/runs';
import { closeBatch } from '../store/batches/lifecycle';
import { marksOf } from '../store/collecting/marks';
import { activeProfile, activeProfileIds, knownPostsOf } from '../store/collecting/profiles';
import { creditBalance } from '../store/credits/ledger';
import { urnsNaming } from '../store/discovery/people';
import type { AgentRow, AgentRunRow } from '../store/tables/agent';
import { UnknownWorkspaceError, writeWorkspace } from '../store/writes/workspace-lock';
import { allowance, dayIn } from './budget';
import { decideAboutAll } from './decide-all';
import { newRun, watchOf } from './desk';
import { agentRun } from './kinds';
import { runState, type RunState } from './run-state';
import { storeRunPage } from './store-page';

/** From the settings. */
export interface AgentLimits {
  readonly maxPosts: number;
  readonly maxPeople: number;
  readonly overlapDays: number;
  readonly previewPosts: number;
  readonly previewPeople: number;
}

export interface AgentParts {
  /** Undefined: nothing can be looked through. */
  readonly source: Source | undefined;
  readonly network: Network;
  readonly limits: AgentLimits;
}

const mostTargets = 500;
const dayMs = 86_400_000;
/** Times in a row that a source may fail; with the delays between them, about an hour. */
const mostFailures = 8;
const longestDelayMs = 15 * 60_000;

export function runJob(parts: AgentParts): AnyJob {
  return define({
    ...agentRun,
    async run(context, { runId }) {
      try {
        const begun = context.savedState(runState) ?? (await begin(parts, context, runId));
        if (begun) await new Run(parts, context, begun).go();
      } catch (error) {
        // A workspace that is gone has nobody to look for.
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

/** Makes a run of this job, or starts the one that was asked for. Undefined when there is nothing to do. */
async function begin({ source }: AgentParts, context: JobContext, runId?: string): Promise<RunState | undefined> {
  const { db, organizationId, clock } = context;
  const now = clock.now();
  return writeWorkspace(db, organizationId, async () => {
    const agent = await findAgent(db, organizationId);
    if (!agent) return undefined;
    const run = await runToStart(context, agent, runId, now);
    if (!run) return undefined;
    const budget = {
      perRun: agent.credits_per_run,
      perDay: agent.credits_per_day,
      usedToday: await creditsOfDay(db, organizationId, run.day),
      available: (await creditBalance(db, organizationId)).available,
    };
    const { credits, limit } = allowance(budget);
    await changeRun(db, run, { status: 'RUNNING', started_at: now, updated_at: now });
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
      ...{ runId: run.id, walk: walkOver(targets), paid: 0, limit },
      ...{ stopped: null, collected: false },
    };
    await context.saveState(state);
    return state;
  });
}

const noSource = {
  code: 'no_source',
  message: 'This installation has no source to look through: its setting DISCOVERY_SOURCE is none.',
};

/** The run that was asked for, or a new one of the schedule; undefined where another is active, or the agent is paused. */
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

/** What an agent looks through: watched profiles of its types, and its words. */
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

  /** Goes through the posts. Returns why it failed, if it did. */
  private async collect(): Promise<RunEnd['failure']> {
    const { source } = this.parts;
    if (!source) return noSource;
    try {
      await walk(this.walkParts(source), this.state.walk);
    } catch (error) {
      if (error instanceof SourceFailure) return { code: error.code, message: error.message };
      if (!(error instanceof OutgoingError)) throw error;
      return this.sourceFailed(error);
    }
    await this.save({ collected: true });
    return undefined;
  }

  private walkParts(source: Source): WalkParts {
    const { db, organizationId, clock, signal } = this.context;
    const { limits, network } = this.parts;
    return {
      source,
      network,
      signal,
      now: () => clock.now(),
      since: clock.now() - limits.overlapDays * dayMs,
      mostPosts: limits.maxPosts,
      mostPeople: limits.maxPeople,
      profile: async (profileId) => {
        const profile = await activeProfile(db, organizationId, profileId);
        if (!profile) return undefined;
        return { ...profile, known: await knownPostsOf(db, organizationId, profileId, limits.maxPosts) };
      },
      urnsOf: (urn) => urnsNaming(db, organizationId, urn),
      marks: (urns) => marksOf(db, organizationId, 'agent', urns),
      store: async (page) => {
        await this.context.checkpoint();
        const outcome = await storeRunPage(this.context, this.state, page, {
          source,
          maxPeople: limits.maxPeople,
        });
        this.state = outcome.state;
        return outcome.answer;
      },
      wait: (ms) => {
        throw new RetryLater(ms, 'the source is not ready yet');
      },
    };
  }

  private async save(changes: Partial<RunState>): Promise<void> {
    this.state = { ...this.state, ...changes };
    await this.context.saveState(this.state);
  }

  /** The source does not answer: later again, or the end. */
  private async sourceFailed(error: OutgoingError): Promise<RunEnd['failure']> {
    const failures = this.state.walk.failures + 1;
    const message = `The source did not answer: ${error.reason}.`;
    if (!error.temporary || failures >= mostFailures) return { code: 'source_unavailable', message };
    await this.save({ walk: { ...this.state.walk, failures } });
    const delay = Math.min(longestDelayMs, 2_000 * 4 ** (failures - 1));
    throw new RetryLater(Math.max(delay, error.retryAfterMs ?? 0), message);
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
