/** Bearer challenges (RFC 6750, RFC 9728): they tell a client how to get access, and which further scope a call needs. */
import { apiPrefix } from '../../../config/settings';
import { credentialForm } from '../../auth/credential-form';
import { scopes, type Scope } from '../../auth/rights';
import { httpRefusal, type Refusal } from './refusal';

/** What came as credential, by its form alone, and what the caller is told. No text says whether a credential is good elsewhere. */
const refusedCredentials = {
  nothing: { error: '', message: 'Send an access token. The WWW-Authenticate header says where to get one.' },
  token: {
    error: 'The access token is invalid, expired or revoked.',
    message: 'The access token is invalid, expired or revoked. Refresh it, or connect again.',
  },
  key: {
    error: 'API keys are not taken here.',
    message: `This is an API key, which belongs to the REST API (below ${apiPrefix}). Here, send an access token: the WWW-Authenticate header says where to get one. The operator can let keys speak here with MCP_API_KEYS.`,
  },
  key_where_taken: {
    error: 'This API key may not speak here.',
    message: `This is an API key. Here, only keys are taken that work and were made with \`leadlight key create --mcp\`, as "Authorization: Bearer <key>" at the address of their workspace. Other keys belong to the REST API (below ${apiPrefix}).`,
  },
  provisioning_key: {
    error: 'Provisioning keys are not taken here.',
    message:
      'This is a provisioning key, which belongs to the addresses of members (/api/v1/admin) of the REST API. Here, send an access token: the WWW-Authenticate header says where to get one.',
  },
} as const;

export type RefusedCredential = keyof typeof refusedCredentials;

/**
 * What a request sent as credential.
 * @param header `Authorization`. @param takesKeys whether API keys are taken here.
 */
export function credentialIn(header: string | undefined, takesKeys: boolean): RefusedCredential {
  const form = credentialForm(header);
  if (form === 'nothing' || form === 'provisioning_key') return form;
  if (form !== 'api_key') return 'token';
  return takesKeys ? 'key_where_taken' : 'key';
}

/** 401. The challenge names all scopes. A client that asks without naming any is offered all of them. */
export function unauthenticated(resourceMetadata: string, sent: RefusedCredential): Refusal {
  const { error: reason, message } = refusedCredentials[sent];
  const error = reason === '' ? '' : `, error="invalid_token", error_description="${reason}"`;
  return {
    status: 401,
    rpcCode: httpRefusal,
    code: 'invalid_token',
    message,
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
