/**
 * The handle through which everything is read and changed: one workspace, one caller, that caller's rights. An operation gets
 * nothing else, so it cannot reach another workspace's rows.
 */
import type { StoredClient } from '../store/oauth/clients';
import type { AgentService } from '../ingest/agent/agent-service';
import type { PrivacyRules } from '../rules/audience/privacy';
import type { WorkspaceDeletion } from '../privacy/delete-workspace';
import type { PersonRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import type { IcpPreview } from '../scoring/preview';
import type { TitleGaps } from '../scoring/title-gaps';
import type { ScoreCounts } from '../scoring/score-people';
import type { Source } from '../ingest/sources/source';
import type { DiscoveryRequest, Queued, Retried } from '../store/discovery/lifecycle';
import type { DiscoveryRow } from '../store/tables/discovery';
import type { UploadService, UploadReads } from '../ingest/uploads/upload-service';
import type { LinkMail } from '../shared/link-mail';
import type { UndoRequested } from '../store/log/undoing';
import type { WorkspaceStore } from '../store/facade/workspace-store';
import type { WorkspaceWrites } from '../store/facade/workspace-writes';
import type { Directory } from '../shared/directory';
import type { Caller } from '../auth/caller';
import type { AnsweredCall } from './read-log';
import type { DataAccess, Scope } from '../auth/rights';
import type { DigestService } from '../digest/digest-service';
import type { WebhookService } from '../webhooks/webhook-service';

export type { Caller } from '../auth/caller';

export interface Workspace {
  readonly organizationId: string;
  readonly caller: Caller;
  readonly dataAccess: DataAccess;
  /**
   * The caller as the database knows them now, asked in the current transaction if there is one.
   * @throws OperationError `invalid_api_key`, `invalid_session`, `not_found`: they are nobody here any more.
   */
  presentCaller(): Promise<Caller>;
  /** Notes a call that is answered, for usage and the access log. Left out: nothing is noted. */
  readonly noteCall?: ((call: AnsweredCall) => Promise<void> | undefined) | undefined;
  /** Reads of this workspace's rows only. */
  readonly store: WorkspaceStore;
  /** The service's secret that makes page cursors tamper-evident. */
  readonly cursorKey: Buffer;
  /** The network whose addresses are understood. */
  readonly network: Network;
  /** Settings of audiences in this installation. */
  readonly audience: AudienceInstallation;
  /** The directory that manages people's external ids and e-mail addresses. */
  readonly directory: Directory;
  /** Address of the console without a final slash, for links sent to people. */
  readonly consoleUrl: string;
  /** Whether the service sends mail. */
  readonly mails: boolean;
  /** Previews of changes. */
  readonly previews: {
    icp(definition: string): Promise<IcpPreview>;
    titles(definition: string): Promise<TitleGaps>;
  };
  /** Exports that people have uploaded. */
  readonly uploads: UploadReads;
}

export type MailLink = (to: string, mail: LinkMail) => void;

/** Settings of audience analytics and discovery. */
export interface AudienceInstallation {
  readonly rules: PrivacyRules;
  /** Where engagement is discovered. Null: nowhere. */
  readonly source: Source['name'] | null;
  /** Credits of one hold. */
  readonly holdSize: number;
}

/** The handle of an action: it can write, but only into this workspace. */
export interface ActingWorkspace extends Workspace {
  readonly writes: WorkspaceWrites;
  /** Requests of people about their data. */
  readonly privacy: PersonRequests;
  /** Other workspaces that this one's owner makes. Undefined: the name is taken. */
  readonly added: {
    empty(userId: string, name: string): Promise<{ id: string; name: string } | undefined>;
    examples(userId: string): Promise<{ id: string; name: string } | undefined>;
  };
  /** Deletion of the workspace itself. */
  readonly deletion: WorkspaceDeletion;
  /**
   * Scores people queued by changes, so that the next read shows the changes. For who waits for an answer, a long queue is left to the job;
   * the operator's commands score all.
   */
  scoreQueue(progress?: (done: number) => void): Promise<ScoreCounts>;
  readonly discoveries: DiscoveryWrites;
  readonly agent: AgentService;
  readonly uploads: UploadService;
  readonly webhooks: WebhookService;
  readonly digests: DigestService;
  /** Queues the sync of a watched profile, unless one is queued or running. Returns the id of its job. */
  syncProfile(profileId: string): Promise<string>;
  /** Apps that members may connect, and members' requests for apps. Each change writes its own audit entry. */
  readonly apps: AppWrites;
  /** Undoes a batch: marks it and queues the work. */
  readonly batches: { undo(batchId: string): Promise<UndoRequested> };
  /**
   * Mails a link after the transaction, without waiting for the mail server. Undefined when no mail is sent.
   * @returns whether it is mailed: mails per hour are limited for each e-mail address and each workspace.
   */
  readonly mailLink?: ((to: string, mail: LinkMail) => boolean) | undefined;
}

/** Decisions of owners and admins about apps. */
export interface AppWrites {
  /** @param app a client id, or the name of an assistant. */
  permit(app: string, scopes: readonly Scope[]): Promise<void>;
  /** Returns false when the app was not permitted. */
  forbid(app: string): Promise<boolean>;
  /**
   * Answers a member's request. A yes permits the app.
   * @param scopes to permit; undefined: those requested.
   * @returns false when no such request waits.
   */
  answer(requestId: string, permitted: boolean, scopes: readonly Scope[] | undefined): Promise<boolean>;
  /**
   * Registers a public client by hand, which this workspace alone may approve.
   * @throws OperationError `conflict` when the workspace has too many of them.
   */
  register(name: string, redirectUris: readonly string[]): Promise<StoredClient>;
  /** Removes such a client; its connections end. @returns the client; undefined when this workspace has no such client. */
  unregister(clientId: string): Promise<StoredClient | undefined>;
}

/** Changes of discoveries, each with its job: see src/ingest/discovery/request.ts. */
export interface DiscoveryWrites {
  request(request: DiscoveryRequest): Promise<Queued>;
  retry(discoveryId: string): Promise<Retried>;
  cancel(discoveryId: string): Promise<DiscoveryRow | undefined>;
}
