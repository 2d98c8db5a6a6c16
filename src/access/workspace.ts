/**
 * The handle through which everything is read: one workspace, one caller, that caller's rights. A query gets nothing else,
 * so it cannot read another workspace's rows.
 */
import type { WorkspaceStore } from '../store/workspace-store';
import type { DataAccess, Scope } from './rights';

/** Who is asking. */
export type Caller =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'connection'; readonly connection: ConnectionInfo };

/** An assistant's connection (an OAuth grant), as far as the assistant itself may know it. */
export interface ConnectionInfo {
  readonly connectionId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: string;
  readonly userRole: 'OWNER' | 'ADMIN' | 'MEMBER';
  readonly scopes: readonly Scope[];
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
}
