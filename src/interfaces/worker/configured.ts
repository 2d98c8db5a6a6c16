/** The jobs that the settings take part in: audiences, discoveries, the watchlist sync and the agent. */
import type { Settings } from '../../../config/settings';
import { rulesOf } from '../../workspace/open-workspace';
import { agentCleaning } from '../../ingest/agent/abandoned';
import { previewJob } from '../../ingest/agent/preview-job';
import { runJob, type AgentLimits } from '../../ingest/agent/run-job';
import { abandonedJob } from '../../ingest/discovery/abandoned';
import { discoveryJob } from '../../ingest/discovery/job';
import { networkOf } from '../../ingest/import/network-setting';
import type { AnyJob } from '../../jobs/definition';
import { configuredSource } from '../../ingest/sources/configured';
import { syncJobs, type SyncLimits } from '../../ingest/sync/job';
import { undoJob } from '../../ingest/undo/job';
import { audienceJobs } from './audiences';

/** @returns what `startWorker` runs beside the jobs of the house. */
export function configuredJobs(settings: Settings): readonly AnyJob[] {
  const rules = rulesOf(settings);
  const parts = {
    source: configuredSource(settings),
    network: networkOf(settings),
    rules,
    maxPeople: settings.DISCOVERY_MAX_PEOPLE,
  };
  const agent = { ...parts, limits: agentLimitsOf(settings) };
  return [
    ...audienceJobs(rules),
    discoveryJob(parts),
    abandonedJob,
    ...syncJobs({ ...parts, limits: syncLimitsOf(settings) }),
    runJob(agent),
    previewJob(agent),
    ...agentCleaning,
    undoJob(rules),
  ];
}

const syncLimitsOf = (settings: Settings): SyncLimits => ({
  schedule: settings.WATCHLIST_SYNC_SCHEDULE,
  overlapDays: settings.WATCHLIST_SYNC_OVERLAP_DAYS,
  maxPosts: settings.WATCHLIST_SYNC_MAX_POSTS,
  maxPeople: settings.WATCHLIST_SYNC_MAX_PEOPLE,
  peoplePerDay: settings.WATCHLIST_SYNC_PEOPLE_PER_DAY,
});

const agentLimitsOf = (settings: Settings): AgentLimits => ({
  maxPosts: settings.AGENT_MAX_POSTS,
  maxPeople: settings.DISCOVERY_MAX_PEOPLE,
  overlapDays: settings.WATCHLIST_SYNC_OVERLAP_DAYS,
  previewPosts: settings.AGENT_PREVIEW_POSTS,
  previewPeople: settings.AGENT_PREVIEW_PEOPLE,
});
