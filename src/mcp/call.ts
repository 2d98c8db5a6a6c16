/**
 * What a request handler knows of the call it serves. The prepared servers are shared by all connections, so the caller
 * travels with each message: the SDK passes the authentication object it was given on to the handler, and this map finds
 * the rest by it.
 */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { ConnectionInfo, Workspace } from '../access/workspace';

export interface Call {
  readonly workspace: Workspace;
  readonly connection: ConnectionInfo;
  readonly requestId: string;
}

const calls = new WeakMap<AuthInfo, Call>();

/** The authentication object to hand to the SDK. It holds no token: nothing behind it needs one. */
export function carryCall(call: Call): AuthInfo {
  const { clientId, scopes } = call.connection;
  const authInfo: AuthInfo = { token: '', clientId, scopes: [...scopes] };
  calls.set(authInfo, call);
  return authInfo;
}

/** The call that a handler serves. */
export function callOf(context: ServerContext): Call {
  const authInfo = context.http?.authInfo;
  const call = authInfo && calls.get(authInfo);
  if (!call) throw new Error('a message reached a handler without its caller');
  return call;
}
