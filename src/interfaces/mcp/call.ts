/**
 * What a request handler knows of the call it serves. The caller travels with each message, never in a server: the SDK hands
 * `authInfo` on to the handler of that message, and `extra` is its place for what an application adds.
 */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { ConnectionInfo, Workspace } from '../../workspace/workspace';

export class Call {
  constructor(
    readonly workspace: Workspace,
    readonly connection: ConnectionInfo,
    /** The JSON-RPC message as it came. */
    readonly message: unknown,
    readonly requestId: string,
  ) {}
}

/** The authentication object to hand to the SDK. It holds no token: nothing behind it needs one. */
export function carryCall(call: Call): AuthInfo {
  const { clientId, scopes } = call.connection;
  return { token: '', clientId, scopes: [...scopes], extra: { call } };
}

/** The call that a handler serves. */
export function callOf(context: ServerContext): Call {
  return carriedCall(context.http?.authInfo);
}

/** The call in what `carryCall` made. */
export function carriedCall(authInfo: AuthInfo | undefined): Call {
  const call = authInfo?.extra?.['call'];
  if (!(call instanceof Call)) throw new Error('a message reached a handler without its caller');
  return call;
}
