/** Who asks: what a key, a token, a session or the command line proves. */
import type { Role } from '../shared/values';
import type { Scope } from './rights';

/** Who is asking. */
export type Caller =
  /** `canWrite`: the key was made to change things. */
  | { readonly kind: 'api_key'; readonly keyId: string; readonly canWrite?: boolean }
  /** An application that keeps the members. */
  | { readonly kind: 'provisioning_key'; readonly keyId: string }
  | { readonly kind: 'connection'; readonly connection: ConnectionInfo }
  /** A person who signed in, with the role they have in this workspace. */
  | { readonly kind: 'session'; readonly userId: string; readonly role: Role }
  /** The person who runs the command line on the machine of the service. `name` is the account of the operating system. */
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
