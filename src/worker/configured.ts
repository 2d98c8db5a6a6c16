/** The jobs that the settings take part in: audiences and discoveries. */
import type { Settings } from '../../config/settings';
import { rulesOf } from '../access/open-workspace';
import { abandonedJob } from '../discovery/abandoned';
import { discoveryJob } from '../discovery/job';
import { networkOf } from '../intake/network-setting';
import type { AnyJob } from '../jobs/definition';
import { configuredSource } from '../sources/configured';
import { syncJobs, type SyncLimits } from '../sync/job';
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
  return [
    ...audienceJobs(rules),
    discoveryJob(parts),
    abandonedJob,
    ...syncJobs({ ...parts, limits: syncLimitsOf(settings) }),
  ];
}

const syncLimitsOf = (settings: Settings): SyncLimits => ({
  schedule: settings.WATCHLIST_SYNC_SCHEDULE,
  overlapDays: settings.WATCHLIST_SYNC_OVERLAP_DAYS,
  maxPosts: settings.WATCHLIST_SYNC_MAX_POSTS,
  maxPeople: settings.WATCHLIST_SYNC_MAX_PEOPLE,
  peoplePerDay: settings.WATCHLIST_SYNC_PEOPLE_PER_DAY,
});
