/**
 * What a request handler knows about the call it serves. The caller is passed with each message and never stored in a server: the
 * SDK passes `authInfo` to the handler of that message, and `extra` is its place for data of the application.
 */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { Scope } from '../../auth/rights';
import type { Workspace } from '../../workspace/workspace';

export class Call {
  constructor(
    readonly workspace: Workspace,
    /** The JSON-RPC message as it arrived. */
    readonly message: unknown,
    readonly requestId: string,
    /** The scope that the message needs, if this person cannot get it by connecting again. */
    readonly outOfReach?: Scope,
  ) {}
}

/** The authentication object for the SDK. It holds no token, because nothing behind it needs one. */
export function carryCall(call: Call): AuthInfo {
  const { caller } = call.workspace;
  const own = caller.kind === 'connection' ? caller.connection : { clientId: '', scopes: [] };
  return { token: '', clientId: own.clientId, scopes: [...own.scopes], extra: { call } };
}

/** The call of a handler. */
export function callOf(context: ServerContext): Call {
  return carriedCall(context.http?.authInfo);
}

/** The call in an object from `carryCall`. */
export function carriedCall(authInfo: AuthInfo | undefined): Call {
  const call = authInfo?.extra?.['call'];
  if (!(call instanceof Call)) throw new Error('a message reached a handler without its caller');
  return call;
}
