/**
 * The handle through which everything is read and changed: one workspace, one caller, that caller's rights. An operation gets
 * nothing else, so it cannot touch another workspace's rows.
 */
import type { AgentService } from '../ingest/agent/agent-service';
import type { PrivacyRules } from '../rules/audience/privacy';
import type { WorkspaceDeletion } from '../privacy/delete-workspace';
import type { PersonRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import type { IcpPreview } from '../scoring/preview';
import type { ScoreCounts } from '../scoring/score-people';
import type { Source } from '../ingest/sources/source';
import type { DiscoveryRequest, Queued, Retried } from '../store/discovery/lifecycle';
import type { DiscoveryRow } from '../store/tables/discovery';
import type { UploadService, UploadReads } from '../ingest/uploads/upload-service';
import type { LinkMail } from '../shared/link-mail';
import type { UndoRequested } from '../store/batches/undoing';
import type { WorkspaceStore } from '../store/workspace-store';
import type { WorkspaceWrites } from '../store/workspace-writes';
import type { Directory } from '../shared/directory';
import type { Caller } from '../auth/caller';
import type { DataAccess, Scope } from '../auth/rights';
import type { DigestService } from '../digest/digest-service';
import type { WebhookService } from '../webhooks/webhook-service';

export type { Caller, ConnectionInfo } from '../auth/caller';

export interface Workspace {
  readonly organizationId: string;
  readonly caller: Caller;
  readonly dataAccess: DataAccess;
  /** Reads of this workspace's rows, and of no other's. */
  readonly store: WorkspaceStore;
  /** Secret of the service that makes page cursors tamper-evident. */
  readonly cursorKey: Buffer;
  /** The network whose addresses are understood. */
  readonly network: Network;
  /** What this installation can say of audiences, and how. */
  readonly audience: AudienceInstallation;
  /** Whose word external ids and addresses of people are. */
  readonly directory: Directory;
  /** Address of the console without a final slash, for links that people are given. */
  readonly consoleUrl: string;
  /** Whether the service sends mail. */
  readonly mails: boolean;
  /** What would change, without changing it. */
  readonly previews: { icp(definition: string): Promise<IcpPreview> };
  /** Exports that people uploaded. */
  readonly uploads: UploadReads;
}

export type MailLink = (to: string, mail: LinkMail) => void;

/** Settings of audience analytics and discovery. */
export interface AudienceInstallation {
  readonly rules: PrivacyRules;
  /** Where engagement is discovered; null: nowhere. */
  readonly source: Source['name'] | null;
  /** Credits of one hold. */
  readonly holdSize: number;
}

/** The handle of an action: it can write, and only into this workspace. */
export interface ActingWorkspace extends Workspace {
  readonly writes: WorkspaceWrites;
  /** What people can ask about their data. */
  readonly privacy: PersonRequests;
  /** The end of the workspace itself. */
  readonly deletion: WorkspaceDeletion;
  /** Scores the people whom changes queued: what was just done shows in the next read. */
  scoreQueue(progress?: (done: number) => void): Promise<ScoreCounts>;
  readonly discoveries: DiscoveryWrites;
  readonly agent: AgentService;
  readonly uploads: UploadService;
  readonly webhooks: WebhookService;
  readonly digests: DigestService;
  /** Queues the sync of a watched profile, unless one waits or runs. Returns the id of its job. */
  syncProfile(profileId: string): Promise<string>;
  /** Apps that members may connect, and their requests for one. Each change writes its own audit entry. */
  readonly apps: AppWrites;
  /** Takes a batch back: marks it and queues the work. */
  readonly batches: { undo(batchId: string): Promise<UndoRequested> };
  /**
   * Mails a link once the transaction is done, without waiting for the mail server; undefined where no mail is sent.
   * @returns whether it is mailed: an address, and a workspace, has so many an hour.
   */
  readonly mailLink?: ((to: string, mail: LinkMail) => boolean) | undefined;
}

/** What owners and admins decide about apps. */
export interface AppWrites {
  /** @param app a client id, or the name of an assistant. */
  permit(app: string, scopes: readonly Scope[]): Promise<void>;
  /** Returns false when it was not permitted. */
  forbid(app: string): Promise<boolean>;
  /**
   * Answers a member's request; permitting permits the app.
   * @param scopes what is permitted; undefined: what was asked for.
   * @returns false when no such request waits.
   */
  answer(requestId: string, permitted: boolean, scopes: readonly Scope[] | undefined): Promise<boolean>;
}

/** Changes of discoveries, each with its job: see src/ingest/discovery/request.ts. */
export interface DiscoveryWrites {
  request(request: DiscoveryRequest): Promise<Queued>;
  retry(discoveryId: string): Promise<Retried>;
  cancel(discoveryId: string): Promise<DiscoveryRow | undefined>;
}
