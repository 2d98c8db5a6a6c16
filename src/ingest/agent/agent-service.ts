/** Sets up a workspace's agent and asks for runs: everything an action may do with the agent. */
import { enqueue } from '../../jobs/enqueue';
import { schedule } from '../../jobs/schedule';
import { profileTypes, type ProfileType } from '../../shared/values';
import { activeRun, findAgent, insertRun, saveAgent } from '../../store/agent/runs';
import type { Database } from '../../database/database';
import { deleteSchedule } from '../../store/jobs/schedules';
import { newId } from '../../database/new-id';
import type { AgentRow, AgentRunRow, RunKind } from '../../store/tables/agent';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { dayIn } from './budget';
import { decideByHand, type DecidedByHand, type HandDecision } from './by-hand';
import { agentPreview, agentRun, scheduleOf } from './kinds';

export interface AgentSetup {
  /** Five cron fields. */
  readonly pattern: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly creditsPerRun: number;
  readonly creditsPerDay: number;
  readonly watch: readonly ProfileType[];
  readonly keywords: readonly string[];
}

/** Every method that changes something joins the caller's transaction. */
export interface AgentService {
  /** Stores the set-up and makes the agent ACTIVE. @throws Error that says why the schedule is invalid. */
  enable(setup: AgentSetup): Promise<AgentRow>;
  /** Pausing stops an active run at its next page. Undefined when no agent is set up. */
  setStatus(status: AgentRow['status']): Promise<AgentRow | undefined>;
  /** Queues a run or a preview, or finds the active one. */
  request(kind: RunKind): Promise<{ run: AgentRunRow; added: boolean }>;
  /** Overrides the run's decision about a candidate: see `decideByHand`. */
  decide(candidateId: string, decision: HandDecision): Promise<DecidedByHand>;
}

export function openAgent(db: Database, organizationId: string, now: () => number = Date.now): AgentService {
  const plan = (row: AgentRow) =>
    schedule(
      db,
      {
        name: scheduleOf(organizationId),
        job: agentRun,
        input: {},
        organizationId,
        pattern: row.pattern,
        timeZone: row.time_zone,
      },
      now(),
    );
  return {
    decide: (candidateId, decision) => decideByHand(db, organizationId, candidateId, decision, now()),
    enable: (setup) =>
      writeWorkspace(db, organizationId, async () => {
        const old = await findAgent(db, organizationId);
        const row: AgentRow = {
          organization_id: organizationId,
          status: 'ACTIVE',
          pattern: setup.pattern.trim().split(/\s+/).join(' '),
          time_zone: setup.timeZone,
          credits_per_run: setup.creditsPerRun,
          credits_per_day: setup.creditsPerDay,
          profile_types: setup.watch.join(','),
          keywords: JSON.stringify(setup.keywords),
          created_at: old?.created_at ?? now(),
          updated_at: now(),
        };
        await plan(row);
        await saveAgent(db, row);
        return row;
      }),
    setStatus: (status) =>
      writeWorkspace(db, organizationId, async () => {
        const old = await findAgent(db, organizationId);
        if (!old) return undefined;
        const row = { ...old, status, updated_at: now() };
        await saveAgent(db, row);
        // Runs missed while the agent is paused are not made up for when it is resumed.
        if (status === 'PAUSED') await deleteSchedule(db, scheduleOf(organizationId));
        else await plan(row);
        return row;
      }),
    request: (kind) =>
      writeWorkspace(db, organizationId, async () => {
        const active = await activeRun(db, organizationId, kind);
        if (active) return { run: active, added: false };
        const agent = await findAgent(db, organizationId);
        const run = newRun(organizationId, kind, 'request', dayIn(agent?.time_zone ?? 'UTC', now()), now());
        const options = { organizationId, priority: 'high', now: now() } as const;
        const kindOfJob = kind === 'AGENT' ? agentRun : agentPreview;
        const { id } = await enqueue(db, kindOfJob, { runId: run.id }, options);
        await insertRun(db, { ...run, job_id: id });
        return { run: { ...run, job_id: id }, added: true };
      }),
  };
}

/** A new queued run. */
export function newRun(
  organizationId: string,
  kind: RunKind,
  startedBy: AgentRunRow['started_by'],
  day: string,
  now: number,
): AgentRunRow {
  return {
    organization_id: organizationId,
    id: newId(),
    kind,
    started_by: startedBy,
    status: 'QUEUED',
    active: kind,
    job_id: null,
    batch_id: null,
    day,
    credits_held: 0,
    credits_consumed: 0,
    posts_scanned: 0,
    people_considered: 0,
    people_qualified: 0,
    candidates: 0,
    leads_created: 0,
    stop_reason: null,
    failure_code: null,
    failure_message: null,
    created_at: now,
    started_at: null,
    finished_at: null,
    updated_at: now,
  };
}

/** Types of the watched profiles whose posts an agent reads. */
export const watchOf = (row: AgentRow): ProfileType[] =>
  profileTypes.filter((type) => row.profile_types.split(',').includes(type));
