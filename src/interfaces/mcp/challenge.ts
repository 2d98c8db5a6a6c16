/** Bearer challenges (RFC 6750, RFC 9728): they tell a client how to get access, and which further scope a call needs. */
import { scopes, type Scope } from '../../auth/rights';
import { httpRefusal, type Refusal } from './refusal';

/** 401. The challenge names all scopes. A client that asks without naming any is offered all of them. */
export function unauthenticated(resourceMetadata: string, sent: boolean): Refusal {
  const error = sent
    ? ', error="invalid_token", error_description="The access token is invalid, expired or revoked."'
    : '';
  return {
    status: 401,
    rpcCode: httpRefusal,
    code: 'invalid_token',
    message: sent
      ? 'The access token is invalid, expired or revoked. Refresh it, or connect again.'
      : 'Send an access token. The WWW-Authenticate header says where to get one.',
    headers: {
      'WWW-Authenticate': `Bearer resource_metadata="${resourceMetadata}", scope="${scopes.join(' ')}"${error}`,
    },
  };
}

/**
 * 403 that makes a client ask the person for more. It names the granted and the needed scopes together. Only for a scope that this
 * person can approve: others get an error of the tool (result.ts).
 */
export function insufficientScope(resourceMetadata: string, granted: readonly Scope[], needed: Scope): Refusal {
  const union = scopes.filter((scope) => scope === needed || granted.includes(scope));
  return {
    status: 403,
    rpcCode: httpRefusal,
    code: 'insufficient_scope',
    message: `This needs the scope ${needed}, which the connection was not granted. Ask the person to allow it.`,
    headers: {
      'WWW-Authenticate':
        `Bearer error="insufficient_scope", error_description="This needs the scope ${needed}.", ` +
        `scope="${union.join(' ')}", resource_metadata="${resourceMetadata}"`,
    },
    data: { scope: union.join(' ') },
  };
}
