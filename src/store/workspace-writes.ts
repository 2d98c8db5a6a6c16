/**
 * Everything an action can change in one workspace. Like the reads (workspace-store.ts), the organization is fixed when the
 * handle is opened, so no action can write into another workspace.
 */
import type { Database } from './database';
import { recordAudit } from './oauth/audit';

/** Who acts, as far as the audit log names them. `Caller` (src/access/workspace.ts) fits. */
export type AuditActor =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | {
      readonly kind: 'connection';
      readonly connection: {
        readonly connectionId: string;
        readonly clientId: string;
        readonly clientName: string;
        readonly userId: string;
      };
    }
  | { readonly kind: 'session'; readonly userId: string }
  | { readonly kind: 'operator'; readonly name: string };

/** What an action changed. */
export interface AuditObject {
  /** `lead`, `api_key`, `member`, … */
  readonly kind: string;
  readonly id: string;
  /** What became of it, in a few words; never a secret. */
  readonly detail?: string;
}

export interface WorkspaceWrites {
  /** Runs work in one transaction; what is written inside it stands or falls together. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Adds an entry to the audit log. */
  audit(actor: AuditActor, action: string, object: AuditObject): Promise<void>;
}

/** @param organizationId as authenticated; never a value a caller sent. */
export function openWorkspaceWrites(db: Database, organizationId: string): WorkspaceWrites {
  return {
    transaction: (work) => db.transaction(work),
    audit: (actor, action, { kind, id, detail }) =>
      recordAudit(db, {
        at: Date.now(),
        action,
        organization_id: organizationId,
        ...actorColumns(actor),
        detail: [`${kind} ${id}`, ...(detail === undefined ? [] : [detail])].join(': '),
      }),
  };
}

function actorColumns(actor: AuditActor) {
  switch (actor.kind) {
    case 'api_key':
      return { client_id: actor.keyId };
    case 'connection': {
      const { connectionId, clientId, clientName, userId } = actor.connection;
      return { user_id: userId, client_id: clientId, client_name: clientName, grant_id: connectionId };
    }
    case 'session':
      return { user_id: actor.userId };
    case 'operator':
      return { client_name: actor.name };
  }
}
