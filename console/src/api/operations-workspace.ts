/** Operations on the workspace itself: members, keys, connections, the log. */
import type { Operation, Page, Paging } from './operations';
import type { Role } from './types';

interface All<Item> {
  readonly data: readonly Item[];
}
type None = Readonly<Record<string, never>>;

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
}
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  readonly dataAccess: Readonly<Record<string, boolean>>;
  readonly canWrite: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}
export interface Connection {
  readonly connectionId: string;
  readonly user: { readonly id: string; readonly email: string | null };
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly connectedAt: string;
  readonly lastUsedAt: string | null;
}
export interface AccessRequest {
  readonly accessRequestId: string;
  readonly user: { readonly email: string; readonly displayName: string };
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  readonly requestedAt: string;
}
interface Named {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actor: Named | null;
  readonly object: Named | null;
  readonly clientName: string | null;
  readonly detail: string | null;
}

export interface WorkspaceOperations {
  readonly rename_workspace: Operation<{ readonly name: string }, Readonly<Record<string, unknown>>>;
  readonly list_invitations: Operation<None, All<Invitation>>;
  readonly invite_member: Operation<
    { readonly email: string; readonly role: Role },
    Invitation & { readonly link: string; readonly mailed: boolean }
  >;
  readonly withdraw_invitation: Operation<{ readonly invitationId: string }, { readonly id: string }>;
  readonly make_reset_link: Operation<
    { readonly userId: string },
    { readonly email: string; readonly expiresAt: string; readonly link: string; readonly mailed: boolean }
  >;
  readonly change_member: Operation<
    { readonly userId: string; readonly role?: Role; readonly active?: boolean },
    { readonly userId: string }
  >;
  readonly list_api_keys: Operation<None, All<ApiKey> & { readonly flags: readonly string[] }>;
  readonly create_api_key: Operation<
    {
      readonly name: string;
      readonly dataAccess: readonly string[];
      readonly expiresAt: number | null;
      readonly canWrite: boolean;
    },
    { readonly id: string; readonly name: string; readonly key: string }
  >;
  readonly revoke_api_key: Operation<{ readonly keyId: string }, { readonly id: string }>;
  readonly list_connections: Operation<{ readonly of: 'me' | 'everybody' }, All<Connection>>;
  readonly end_connection: Operation<{ readonly connectionId: string }, { readonly connectionId: string }>;
  readonly end_own_connection: Operation<{ readonly connectionId: string }, { readonly connectionId: string }>;
  readonly list_access_requests: Operation<None, All<AccessRequest>>;
  readonly answer_access_request: Operation<
    { readonly accessRequestId: string; readonly permitted: boolean },
    { readonly accessRequestId: string }
  >;
  readonly list_audit: Operation<{ readonly action?: string } & Paging, Page<AuditEntry>>;
}
