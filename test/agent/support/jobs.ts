/** The jobs of sync, agent and scoring over a folder of files. */
import { agentCleaning } from '../../../src/ingest/agent/abandoned';
import { previewJob } from '../../../src/ingest/agent/preview-job';
import { runJob, type AgentLimits } from '../../../src/ingest/agent/run-job';
import type { AnyJob } from '../../../src/jobs/definition';
import { filesSource } from '../../../src/ingest/sources/files';
import type { Source } from '../../../src/ingest/sources/source';
import { syncJobs, type SyncLimits } from '../../../src/ingest/sync/job';
import { scoringJobs } from '../../../src/interfaces/worker/rescoring';
import { network } from '../../support/network';

const syncLimits: SyncLimits = {
  // Tests sync when they ask for it: a time of every day would come while one of them runs.
  schedule: '0 0 29 2 *',
  overlapDays: 14,
  maxPosts: 20,
  maxPeople: 1_000,
  peoplePerDay: 5_000,
};
const agentLimits: AgentLimits = {
  maxPosts: 50,
  maxPeople: 5_000,
  overlapDays: 14,
  previewPosts: 3,
  previewPeople: 25,
};

export interface Limits {
  readonly sync?: Partial<SyncLimits>;
  readonly agent?: Partial<AgentLimits>;
}

/** Sync and agent over a folder, or another source, and scoring. */
export function jobsOver(over: string | Source, { sync, agent }: Limits = {}): readonly AnyJob[] {
  const source = typeof over === 'string' ? filesSource(over) : over;
  const parts = { source, network, limits: { ...agentLimits, ...agent } };
  return [
    ...syncJobs({ source, network, limits: { ...syncLimits, ...sync } }),
    runJob(parts),
    previewJob(parts),
    ...agentCleaning,
    ...scoringJobs,
  ];
}
