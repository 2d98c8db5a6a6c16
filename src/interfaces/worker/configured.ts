/** Jobs that depend on settings: audiences, discoveries, the watchlist sync, the agent, webhooks and digests. */
import type { Settings } from '../../../config/settings';
import { privacyKeeper } from '../../auth/privacy-keeper';
import { cursorAfterRevision } from '../../workspace/feed-cursor';
import { cursorKeyOf } from '../../store/access/cursor-key';
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
import { uploadJobs } from '../../ingest/uploads/job';
import { undoJob } from '../../ingest/undo/job';
import { opinionJob } from '../../opinion/opinion-job';
import { secondReaderOf } from '../../opinion/reader';
import { deliveryJob } from '../../webhooks/delivery-job';
import { changeMessages, type CursorWriter } from '../../webhooks/streams';
import { webhookHousekeeping } from '../../webhooks/housekeeping';
import { askedDigest, sendDigestJob } from './digest-job';
import { outgoingOf } from '../../digest/send';
import { audienceJobs } from './audiences';
import { usageCleaning } from './forget-usage';
import { demoDataJob } from './demo-data';

/** @returns the jobs that `startWorker` runs in addition to its own. */
export function configuredJobs(settings: Settings): readonly AnyJob[] {
  const rules = rulesOf(settings);
  const parts = {
    source: configuredSource(settings),
    network: networkOf(settings),
    rules,
    maxPeople: settings.DISCOVERY_MAX_PEOPLE,
  };
  const agent = { ...parts, limits: agentLimitsOf(settings) };
  const digests = { outgoing: outgoingOf(settings), network: parts.network };
  return [
    ...audienceJobs(rules),
    discoveryJob(parts),
    abandonedJob,
    ...syncJobs({ ...parts, limits: syncLimitsOf(settings) }),
    runJob(agent),
    previewJob(agent),
    ...agentCleaning,
    undoJob(rules),
    deliveryJob({ allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS, log: changeMessages(changeCursor) }),
    ...webhookHousekeeping,
    opinionJob(secondReaderOf(settings)),
    sendDigestJob(digests),
    askedDigest(digests),
    demoDataJob(parts.network),
    usageCleaning(settings.ACCESS_LOG_DAYS),
    ...uploadJobs({
      dataDir: settings.FILES_DIR ?? settings.DATA_DIR,
      place: privacyKeeper(settings).places?.files,
      network: parts.network,
    }),
  ];
}

/** A cursor of the change feed, in the form that its readers get. */
const changeCursor: CursorWriter = async (db, organizationId, revision, now) =>
  cursorAfterRevision({ cursorKey: await cursorKeyOf(db), organizationId }, revision, now);

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
