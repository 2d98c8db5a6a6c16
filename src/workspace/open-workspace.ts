/** The one place that makes handles of workspaces. */
import type { Settings } from '../../config/settings';
import { openAgent } from '../ingest/agent/agent-service';
import { rulesWith, weakestRules, type PrivacyRules } from '../rules/audience/privacy';
import { cancelDiscovery, requestDiscovery, requestRetry } from '../ingest/discovery/request';
import { workspaceDeletion } from '../privacy/delete-workspace';
import { personRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import { mostWhileWaiting, previewIcp } from '../scoring/preview';
import { titleGaps } from '../scoring/title-gaps';
import { oneAtATime } from '../scoring/one-at-a-time';
import { scoreBeforeAnswer } from '../scoring/queued-job';
import { workOffQueue } from '../scoring/rescore';
import { queueSync } from '../ingest/sync/request';
import type { Database } from '../database/database';
import type { ReadLimits } from '../store/reads/lead-reads';
import { openWorkspaceStore } from '../store/facade/workspace-store';
import { openWorkspaceWrites } from '../store/facade/workspace-writes';
import { openUploads } from '../ingest/uploads/upload-service';
import { requestUndo } from '../ingest/undo/request';
import type { Opener } from '../auth/api-keys';
import { presentCaller } from '../auth/present-caller';
import { addEmptyWorkspace, addExampleWorkspace } from './added-workspaces';
import { appWrites } from './app-writes';
import { openDigests } from '../digest/digest-service';
import { openWebhooks } from '../webhooks/webhook-service';
import type { Directory } from '../shared/directory';
import type { ReadLog } from './read-log';
import type { ActingWorkspace, AudienceInstallation, MailLink, Workspace } from './workspace';

export interface OpenerOptions {
  /** The service's secret that makes page cursors tamper-evident. */
  readonly cursorKey: Buffer;
  /** The network whose addresses are understood. */
  readonly network: Network;
  /** Settings of audiences. Left out: no discovery. */
  readonly audience?: AudienceInstallation;
  /** The directory that manages external ids and e-mail addresses. Default: each workspace has its own. */
  readonly directory?: Directory;
  /** Non-public hosts that webhooks may reach. Default: none. */
  readonly webhookHosts?: readonly string[];
  /** Folder of the service's files. Left out: no uploads. */
  readonly dataDir?: string;
  /** Address of the console without a final slash. Left out: addresses are relative. */
  readonly consoleUrl?: string;
  /** Sends mails with links. Left out: none are sent. */
  readonly mailLink?: MailLink;
  /** Whether a workspace may have one more mail sent to an address. Default: always. */
  readonly mayMail?: (organizationId: string, to: string) => boolean;
  /** Notes what callers read. Left out: nothing is noted. */
  readonly readLog?: Pick<ReadLog, 'note'> | undefined;
  /** Other limits of reads, for tests. */
  readonly limits?: ReadLimits;
}

const noDiscovery: AudienceInstallation = { rules: weakestRules, source: null, holdSize: 100 };

/** The audience part of the settings. */
export function audienceOf(settings: Settings): AudienceInstallation {
  return {
    rules: rulesOf(settings),
    source: settings.DISCOVERY_SOURCE === 'none' ? null : settings.DISCOVERY_SOURCE,
    holdSize: settings.DISCOVERY_HOLD_CREDITS,
  };
}

/** The privacy rules in force. */
export const rulesOf = (settings: Settings): PrivacyRules =>
  rulesWith({ minimumGroup: settings.AUDIENCE_MINIMUM_GROUP, minimumAudience: settings.AUDIENCE_MINIMUM_SIZE });

/** Makes the handle of a workspace with these rights. */
export type WorkspaceFor = Opener<ActingWorkspace>;

/** @returns a maker of handles that only read. Assistants get these alone. */
export function workspaceReader(
  db: Database,
  {
    cursorKey,
    network,
    audience = noDiscovery,
    directory = 'workspace',
    dataDir,
    consoleUrl = '/app',
    mailLink,
    readLog,
    limits,
  }: OpenerOptions,
): Opener<Workspace> {
  return (organizationId, dataAccess, caller) => ({
    organizationId,
    caller,
    dataAccess,
    noteCall: readLog && ((call) => readLog.note(organizationId, caller, call)),
    presentCaller: () => presentCaller(db, organizationId, caller, Date.now()),
    store: openWorkspaceStore(db, organizationId, limits),
    uploads: openUploads(db, organizationId, dataDir, network),
    previews: {
      icp: (definition) =>
        oneAtATime(organizationId, () => previewIcp(db, organizationId, definition, Date.now(), mostWhileWaiting)),
      titles: (definition) =>
        oneAtATime(organizationId, () => titleGaps(db, organizationId, definition, mostWhileWaiting)),
    },
    cursorKey,
    network,
    audience,
    directory,
    consoleUrl,
    mails: mailLink !== undefined,
  });
}

/** @returns a maker of handles that can also write. */
export function workspaceOpener(db: Database, options: OpenerOptions): WorkspaceFor {
  const { network, webhookHosts = [], dataDir, mailLink, mayMail = () => true } = options;
  const read = workspaceReader(db, options);
  return (organizationId, dataAccess, caller) => ({
    ...read(organizationId, dataAccess, caller),
    // Opened when it is asked for: most requests only read.
    get writes() {
      return openWorkspaceWrites(db, organizationId);
    },
    privacy: personRequests(db, organizationId),
    added: {
      empty: (userId, name) => addEmptyWorkspace(db, userId, name),
      examples: (userId) => addExampleWorkspace(db, userId),
    },
    deletion: workspaceDeletion(db, organizationId),
    scoreQueue: (progress) =>
      caller.kind === 'operator'
        ? workOffQueue(db, organizationId, Date.now(), { progress })
        : scoreBeforeAnswer(db, organizationId, Date.now()),
    discoveries: {
      request: (request) => requestDiscovery(db, organizationId, request),
      retry: (discoveryId) => requestRetry(db, organizationId, discoveryId),
      cancel: (discoveryId) => cancelDiscovery(db, organizationId, discoveryId),
    },
    agent: openAgent(db, organizationId),
    uploads: openUploads(db, organizationId, dataDir, network),
    webhooks: openWebhooks(db, organizationId, webhookHosts),
    digests: openDigests(db, organizationId, webhookHosts),
    syncProfile: (profileId) => queueSync(db, organizationId, profileId, Date.now()),
    apps: appWrites(db, organizationId, caller),
    batches: { undo: (batchId) => requestUndo(db, organizationId, batchId) },
    mailLink:
      mailLink &&
      ((to, mail) => {
        if (!mayMail(organizationId, to)) return false;
        db.afterCommit(() => mailLink(to, mail));
        return true;
      }),
  });
}
