/**
 * Agents and their runs. Functions that change rows run inside a write transaction of the workspace, unless they say otherwise.
 */
import { addEntry } from '../credits/ledger';
import { placeholders, type Database } from '../../database/database';
import { agentRuns, agents, type AgentRow, type AgentRunRow, type RunKind, type RunStop } from '../tables/agent';
import { insertInto } from '../../database/define';
import { emit } from '../webhooks/emit';

const runColumns = Object.keys(agentRuns.columns).join(', ');
const agentColumns = Object.keys(agents.columns).join(', ');

export async function findAgent(db: Database, organizationId: string): Promise<AgentRow | undefined> {
  const [row] = await db.select<AgentRow>(`SELECT ${agentColumns} FROM agents WHERE organization_id = ?`, [
    organizationId,
  ]);
  return row;
}

export async function saveAgent(db: Database, row: AgentRow): Promise<void> {
  await insertInto(db, agents, [row], {
    update: [
      'status',
      'pattern',
      'time_zone',
      'credits_per_run',
      'credits_per_day',
      'profile_types',
      'keywords',
      'updated_at',
    ],
  });
}

export async function findRun(db: Database, organizationId: string, id: string): Promise<AgentRunRow | undefined> {
  const [row] = await db.select<AgentRunRow>(
    `SELECT ${runColumns} FROM agent_runs WHERE organization_id = ? AND id = ?`,
    [organizationId, id],
  );
  return row;
}

/** The run or preview that is queued or running. */
export async function activeRun(db: Database, organizationId: string, kind: RunKind): Promise<AgentRunRow | undefined> {
  const [row] = await db.select<AgentRunRow>(
    `SELECT ${runColumns} FROM agent_runs WHERE organization_id = ? AND active = ?`,
    [organizationId, kind],
  );
  return row;
}

/** The newest runs of one kind first, without undone ones. */
export async function listRuns(
  db: Database,
  organizationId: string,
  kind: RunKind,
  limit: number,
): Promise<AgentRunRow[]> {
  return db.select<AgentRunRow>(
    `SELECT ${runColumns} FROM agent_runs WHERE organization_id = ? AND kind = ?
       AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.organization_id = agent_runs.organization_id
         AND b.id = agent_runs.batch_id AND b.status IN ('UNDOING', 'UNDONE'))
     ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    [organizationId, kind],
  );
}

/** The credits that a run used or holds, and when it started. */
export interface RunCredits {
  readonly startedAt: number;
  readonly credits: number;
}

/** Credits of started runs that were recorded under these days. */
export async function creditsOfRuns(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<RunCredits[]> {
  const rows = await db.select<{ started_at: number; credits: number | string }>(
    `SELECT started_at, credits_consumed + credits_held AS credits FROM agent_runs
     WHERE organization_id = ? AND day IN (${placeholders(days)}) AND started_at IS NOT NULL`,
    [organizationId, ...days],
  );
  return rows.map(({ started_at, credits }) => ({ startedAt: started_at, credits: Number(credits) }));
}

export async function insertRun(db: Database, row: AgentRunRow): Promise<void> {
  await insertInto(db, agentRuns, [row]);
}

export async function changeRun(
  db: Database,
  { organization_id, id }: Pick<AgentRunRow, 'organization_id' | 'id'>,
  changes: Partial<Omit<AgentRunRow, 'organization_id' | 'id'>>,
): Promise<void> {
  const entries = Object.entries(changes);
  await db.run(
    `UPDATE agent_runs SET ${entries.map(([name]) => `${name} = ?`).join(', ')} WHERE organization_id = ? AND id = ?`,
    [...entries.map(([, value]) => value), organization_id, id],
  );
}

/**
 * Sets credits aside for a run.
 * @returns false when the workspace does not have enough.
 */
export async function holdForRun(db: Database, run: AgentRunRow, credits: number, now: number): Promise<boolean> {
  const outcome = await addEntry(db, run.organization_id, {
    operation: run.id,
    kind: 'HOLD',
    amount: credits,
    reference: `agent run ${run.id}`,
    now,
  });
  return outcome !== 'insufficient';
}

export interface RunEnd {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly stopReason?: RunStop | null;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly now: number;
}

/**
 * Ends a queued or running run. Of its hold, the credits for paid people are consumed and the rest is released. Each is one
 * ledger entry.
 * @returns the run as it is now; a run that had already ended is unchanged.
 */
export async function endRun(db: Database, row: AgentRunRow, end: RunEnd): Promise<AgentRunRow> {
  const { organization_id: organizationId, id } = row;
  const current = await findRun(db, organizationId, id);
  if (current?.active === null || current === undefined) return current ?? row;
  const [counted] = await db.select<{ paid: number | string | null }>(
    'SELECT SUM(paid) AS paid FROM agent_candidates WHERE organization_id = ? AND run_id = ?',
    [organizationId, id],
  );
  const used = Math.min(Number(counted?.paid ?? 0), current.credits_held);
  const entry = { operation: id, reference: `agent run ${id}`, now: end.now };
  const moves = [
    { kind: 'CONSUME', amount: used },
    { kind: 'RELEASE', amount: current.credits_held - used },
  ] as const;
  for (const move of moves) {
    if (move.amount === 0) continue;
    const outcome = await addEntry(db, organizationId, { ...entry, ...move });
    if (outcome !== 'done') throw new Error(`the ledger says ${outcome} to ${move.kind} of agent run ${id}`);
  }
  await changeRun(db, current, {
    status: end.status,
    active: null,
    credits_held: 0,
    credits_consumed: current.credits_consumed + used,
    stop_reason: end.stopReason ?? null,
    failure_code: end.failure?.code ?? null,
    failure_message: end.failure?.message.slice(0, 500) ?? null,
    finished_at: end.now,
    updated_at: end.now,
  });
  // A preview keeps no people and affects no other table.
  if (current.kind === 'AGENT') {
    const message = { runId: id, status: end.status, stopReason: end.stopReason ?? null };
    await emit(db, organizationId, 'agent.run_finished', message, end.now);
  }
  return (await findRun(db, organizationId, id)) ?? current;
}

/** Active runs of all workspaces whose job has ended or no longer exists. */
export async function abandonedRuns(
  db: Database,
): Promise<(AgentRunRow & { job_status: string | null; job_error: string | null })[]> {
  const columns = Object.keys(agentRuns.columns).map((name) => `r.${name}`);
  return db.select(
    `SELECT ${columns.join(', ')}, j.status AS job_status, j.error AS job_error FROM agent_runs r
     LEFT JOIN jobs j ON j.id = r.job_id
     WHERE r.active IS NOT NULL AND (j.id IS NULL OR j.status IN ('dead', 'cancelled', 'done')) LIMIT 100`,
  );
}

/** Counts a run's candidates by decision. */
export async function countRun(
  db: Database,
  { organization_id, id }: Pick<AgentRunRow, 'organization_id' | 'id'>,
): Promise<Pick<AgentRunRow, 'people_considered' | 'people_qualified' | 'candidates' | 'leads_created'>> {
  type Sums = Record<'considered' | 'qualified' | 'decided' | 'accepted', number | string | null>;
  const [row] = await db.select<Sums>(
    `SELECT COUNT(*) AS considered, COUNT(decision) AS decided,
       SUM(CASE WHEN lead_tier IN ('QUALIFIED', 'PRIORITY') AND decision IS NOT NULL THEN 1 ELSE 0 END) AS qualified,
       SUM(CASE WHEN decision = 'ACCEPTED' AND lead_id IS NOT NULL THEN 1 ELSE 0 END) AS accepted
     FROM agent_candidates WHERE organization_id = ? AND run_id = ?`,
    [organization_id, id],
  );
  return {
    people_considered: Number(row?.considered ?? 0),
    people_qualified: Number(row?.qualified ?? 0),
    candidates: Number(row?.decided ?? 0),
    leads_created: Number(row?.accepted ?? 0),
  };
}
