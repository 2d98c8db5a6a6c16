/** The demo's agent: set up, previewed and run once, by the ordinary jobs. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { openAgent } from '../ingest/agent/agent-service';
import { previewJob } from '../ingest/agent/preview-job';
import { runJob } from '../ingest/agent/run-job';
import type { Network } from '../ingest/import';
import { Runner } from '../jobs/runner';
import { filesSource } from '../ingest/sources/files';
import { findJob } from '../store/jobs/listing';
import type { Database } from '../database/database';
import type { RunKind } from '../store/tables/agent';

export interface DemoAgentPlaces {
  /** `examples/discovery` of the installation. */
  readonly folder: string;
  readonly network: Network;
  /** Milliseconds by which the examples are shifted. */
  readonly shift: number;
}

const setup = {
  pattern: '0 7 * * 1-5',
  timeZone: 'Europe/Berlin',
  creditsPerRun: 200,
  creditsPerDay: 500,
  watch: ['INFLUENCER', 'COMPETITOR'],
  keywords: ['forecast'],
} as const;
const limits = { maxPosts: 50, maxPeople: 5_000, overlapDays: 14, previewPosts: 3, previewPeople: 25 };

/** Sets up the agent of a workspace, makes a preview, and then a run. */
export async function runDemoAgent(
  db: Database,
  organizationId: string,
  { folder, network, shift }: DemoAgentPlaces,
): Promise<void> {
  const agent = openAgent(db, organizationId);
  await agent.enable(setup);
  const parts = { source: filesSource(join(folder, 'agent'), shift), network, limits };
  const log = pino({ level: 'silent' });
  const jobs = [runJob(parts), previewJob(parts)];
  const runner = new Runner({ db, log, jobs, concurrency: 1, pollMs: 20, organizationId });
  runner.start();
  try {
    for (const kind of ['PREVIEW', 'AGENT'] as const satisfies readonly RunKind[]) {
      const { run } = await agent.request(kind);
      const over = async () => {
        const job = run.job_id === null ? undefined : await findJob(db, run.job_id);
        return job === undefined || ['done', 'dead', 'cancelled'].includes(job.status);
      };
      while (!(await over())) await setTimeout(20);
    }
  } finally {
    await runner.stop();
  }
}
