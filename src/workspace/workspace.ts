/**
 * The handle through which everything is read and changed: one workspace, one caller, that caller's rights. An operation gets
 * nothing else, so it cannot touch another workspace's rows.
 */
import type { AgentDesk } from '../ingest/agent/desk';
import type { PrivacyRules } from '../rules/audience/privacy';
import type { Role } from '../shared/values';
import type { WorkspaceDeletion } from '../privacy/delete-workspace';
import type { PersonRequests } from '../privacy/requests';
import type { Network } from '../ingest/import';
import type { ScoreCounts } from '../scoring/score-people';
import type { Source } from '../ingest/sources/source';
import type { DiscoveryRequest, Queued, Retried } from '../store/discovery/lifecycle';
import type { DiscoveryRow } from '../store/tables/discovery';
import type { UndoRequested } from '../store/batches/undoing';
import type { WorkspaceStore } from '../store/workspace-store';
import type { WorkspaceWrites } from '../store/workspace-writes';
import type { Directory } from '../shared/directory';
import type { DataAccess, Scope } from '../auth/rights';

/** Who is asking. */
export type Caller =
  | { readonly kind: 'api_key'; readonly keyId: string }
  /** An application that keeps the members. */
  | { readonly kind: 'provisioning_key'; readonly keyId: string }
  | { readonly kind: 'connection'; readonly connection: ConnectionInfo }
  /** A person who signed in, with the role they have in this workspace. */
  | { readonly kind: 'session'; readonly userId: string; readonly role: Role }
  /** Whoever runs the command line on the machine of the service. `name` is the account of the operating system. */
  | { readonly kind: 'operator'; readonly name: string };

/** An assistant's connection (an OAuth grant), as far as the assistant itself may know it. */
export interface ConnectionInfo {
  readonly connectionId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: string;
  readonly userRole: Role;
  readonly scopes: readonly Scope[];
  /** Scopes that this person could have, if they asked for them: the others need an owner or admin. All, where left out. */
  readonly withinReach?: readonly Scope[];
  /** Negotiated MCP revision of this request. */
  readonly protocolVersion: string;
  /** Epoch milliseconds, all three. */
  readonly tokenExpiresAt: number;
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
}

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
}

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
  readonly agent: AgentDesk;
  /** Queues the sync of a watched profile, unless one waits or runs. Returns the id of its job. */
  syncProfile(profileId: string): Promise<string>;
  /** Takes a batch back: marks it and queues the work. */
  readonly batches: { undo(batchId: string): Promise<UndoRequested> };
}

/** Changes of discoveries, each with its job: see src/ingest/discovery/request.ts. */
export interface DiscoveryWrites {
  request(request: DiscoveryRequest): Promise<Queued>;
  retry(discoveryId: string): Promise<Retried>;
  cancel(discoveryId: string): Promise<DiscoveryRow | undefined>;
}
