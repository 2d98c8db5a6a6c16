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
 * 403 that makes a client ask the person for more. It names the granted and the needed scopes together.
 * @param withinReach whether this person could approve the scope. If not, the refusal says so, because asking again would not
 * help.
 */
export function insufficientScope(
  resourceMetadata: string,
  granted: readonly Scope[],
  needed: Scope,
  withinReach = true,
): Refusal {
  const union = scopes.filter((scope) => scope === needed || granted.includes(scope));
  return {
    status: 403,
    rpcCode: httpRefusal,
    code: 'insufficient_scope',
    message: withinReach
      ? `This needs the scope ${needed}, which the connection was not granted. Ask the person to allow it.`
      : `This needs the scope ${needed}, ${notWithinReach}`,
    headers: {
      'WWW-Authenticate':
        `Bearer error="insufficient_scope", error_description="This needs the scope ${needed}${withinReach ? '.' : `, ${notWithinReach}`}", ` +
        `scope="${union.join(' ')}", resource_metadata="${resourceMetadata}"`,
    },
    data: { scope: union.join(' '), ...(withinReach ? {} : { adminRequired: true }) },
  };
}

const notWithinReach =
  'which this person may not approve. Connecting again does not help until an owner or admin of the workspace permits this app.';
