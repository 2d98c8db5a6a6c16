/** Reads of a workspace's agent, its runs, and the people they considered. */
import { findAgent, findRun, listRuns } from './runs';
import { listCandidates } from './candidates';
import type { Database } from '../../database/database';
import type { AgentRow, AgentRunRow, CandidateRow, RunKind } from '../tables/agent';

export class AgentReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** The agent's settings. Undefined when there is no agent. */
  setup(): Promise<AgentRow | undefined> {
    return findAgent(this.db, this.organizationId);
  }

  run(id: string): Promise<AgentRunRow | undefined> {
    return findRun(this.db, this.organizationId, id);
  }

  /** Runs of one kind, newest first. */
  runs(kind: RunKind, limit: number): Promise<AgentRunRow[]> {
    return listRuns(this.db, this.organizationId, kind, limit);
  }

  /** A page of a run's candidates, and their total number. */
  candidates(
    runId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: CandidateRow[]; total: number }> {
    return listCandidates(this.db, this.organizationId, runId, page);
  }

  /** When the agent runs next, epoch ms. Null while no run is planned. */
  async nextRunAt(): Promise<number | null> {
    const [row] = await this.db.select<{ next_at: number }>('SELECT next_at FROM job_schedules WHERE name = ?', [
      `agent-run:${this.organizationId}`,
    ]);
    return row?.next_at ?? null;
  }
}
