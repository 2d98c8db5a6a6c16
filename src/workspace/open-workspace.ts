/** The one place where the handle of a workspace is made. */
import type { Settings } from '../../config/settings';
import { openAgent } from '../ingest/agent/agent-service';
import { rulesWith, weakestRules, type PrivacyRules } from '../rules/audience/privacy';
import { cancelDiscovery, requestDiscovery, requestRetry } from '../ingest/discovery/request';
import { workspaceDeletion } from '../privacy/delete-workspace';
import { personRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import { mostWhileWaiting, previewIcp } from '../scoring/preview';
import { workOffQueue } from '../scoring/rescore';
import { queueSync } from '../ingest/sync/request';
import type { Database } from '../database/database';
import type { ReadLimits } from '../store/reads/lead-reads';
import { openWorkspaceStore } from '../store/workspace-store';
import { openWorkspaceWrites } from '../store/workspace-writes';
import { openUploads } from '../ingest/uploads/upload-service';
import { requestUndo } from '../ingest/undo/request';
import type { Opener } from '../auth/api-keys';
import { appWrites } from './app-writes';
import { openDigests } from '../digest/digest-service';
import { openWebhooks } from '../webhooks/webhook-service';
import type { Directory } from '../shared/directory';
import type { ActingWorkspace, AudienceInstallation, MailLink, Workspace } from './workspace';

export interface OpenerOptions {
  /** Secret of the service that makes page cursors tamper-evident. */
  readonly cursorKey: Buffer;
  /** The network whose addresses are understood. */
  readonly network: Network;
  /** What it can say of audiences; no discovery when left out. */
  readonly audience?: AudienceInstallation;
  /** Whose word external ids and addresses are; that of each workspace when left out. */
  readonly directory?: Directory;
  /** Hosts that webhooks may reach though they are not public; none when left out. */
  readonly webhookHosts?: readonly string[];
  /** Folder of the service's files; no uploads when left out. */
  readonly dataDir?: string;
  /** Address of the console without a final slash; relative ones are given out where it is left out. */
  readonly consoleUrl?: string;
  /** Sends the mails with links; none are sent when left out. */
  readonly mailLink?: MailLink;
  /** Whether a workspace may have one more mail sent to an address; always when left out. */
  readonly mayMail?: (organizationId: string, to: string) => boolean;
  /** Limits of the reads other than the usual ones, for tests. */
  readonly limits?: ReadLimits;
}

const noDiscovery: AudienceInstallation = { rules: weakestRules, source: null, holdSize: 100 };

/** What the settings say of audiences. */
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

/** Gives the handle of a workspace with these rights. */
export type WorkspaceFor = Opener<ActingWorkspace>;

/** @returns what makes handles that read and cannot change anything: all that assistants get. */
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
    limits,
  }: OpenerOptions,
): Opener<Workspace> {
  return (organizationId, dataAccess, caller) => ({
    organizationId,
    caller,
    dataAccess,
    store: openWorkspaceStore(db, organizationId, limits),
    uploads: openUploads(db, organizationId, dataDir, network),
    previews: { icp: (definition) => previewIcp(db, organizationId, definition, Date.now(), mostWhileWaiting) },
    cursorKey,
    network,
    audience,
    directory,
    consoleUrl,
    mails: mailLink !== undefined,
  });
}

/** @returns what makes handles that also change. */
export function workspaceOpener(db: Database, options: OpenerOptions): WorkspaceFor {
  const { network, webhookHosts = [], dataDir, mailLink, mayMail = () => true } = options;
  const read = workspaceReader(db, options);
  return (organizationId, dataAccess, caller) => ({
    ...read(organizationId, dataAccess, caller),
    writes: openWorkspaceWrites(db, organizationId),
    privacy: personRequests(db, organizationId),
    deletion: workspaceDeletion(db, organizationId),
    scoreQueue: (progress) => workOffQueue(db, organizationId, Date.now(), { progress }),
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
