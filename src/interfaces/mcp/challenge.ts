/** Bearer challenges (RFC 6750, RFC 9728): what a client must do to be let in, and what further scope a call needs. */
import { scopes, type Scope } from '../../auth/rights';
import { httpRefusal, type Refusal } from './refusal';

/** 401. The challenge names all scopes: a client that asks without naming any is offered all of them. */
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
 * 403 that makes a client ask the person for more: the scope it names is granted and needed together.
 * @param withinReach whether this person could approve it. Where not, the refusal says so: asking again would lead in circles.
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
