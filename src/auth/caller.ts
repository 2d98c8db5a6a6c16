/** Who asks: what a key, a token, a session or the command line proves. */
import type { Role } from '../shared/values';
import type { Scope } from './rights';

/** The caller of an operation. */
export type Caller =
  /** `canWrite`: the key was created to change things. `madeBy`: the member who made it; null for the operator. */
  | {
      readonly kind: 'api_key';
      readonly keyId: string;
      readonly canWrite?: boolean;
      readonly madeBy?: string | null;
    }
  /** An application that manages the members. */
  | { readonly kind: 'provisioning_key'; readonly keyId: string }
  | { readonly kind: 'connection'; readonly connection: ConnectionInfo }
  /** A signed-in person, with their role in this workspace. `sessionHash`: the hash of the console's cookie, if they use it. */
  | { readonly kind: 'session'; readonly userId: string; readonly role: Role; readonly sessionHash?: string }
  /** The person at the command line on the machine of the service. `name` is their account in the operating system. */
  | { readonly kind: 'operator'; readonly name: string };

/** An assistant's connection (an OAuth grant), as far as the assistant itself may know it. */
export interface ConnectionInfo {
  readonly connectionId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: string;
  readonly userRole: Role;
  readonly scopes: readonly Scope[];
  /** Scopes that this person could get by asking for them. The others need an owner or admin. Undefined: all. */
  readonly withinReach?: readonly Scope[];
  /** The negotiated MCP revision of this request. */
  readonly protocolVersion: string;
  /** Epoch milliseconds, all three. */
  readonly tokenExpiresAt: number;
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
}

/** The member who answers for what a caller adds: who acts in person, or who made the key. Null for the operator. */
export const answererOf = (caller: Caller): string | null =>
  caller.kind === 'api_key' ? (caller.madeBy ?? null) : personOf(caller);

/** The member who acts in person; null for the operator, keys and assistants. */
export const personOf = (caller: Caller): string | null => (caller.kind === 'session' ? caller.userId : null);
