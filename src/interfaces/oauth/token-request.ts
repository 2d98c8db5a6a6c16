/** Checks the form of a token request before any look-up (RFC 6749 §4.1.3, §6; RFC 7636 §4.5; RFC 8707). Pure. */
import type { Json } from '../../http/openapi';
import { OauthError } from './errors';
import { isCodeVerifier } from './pkce';
import { grantTypes, isGrantType, type GrantType } from './registration-metadata';
import type { McpAddresses } from '../../auth/mcp-addresses';
import { resourceOf } from './resource';

/** Parameters that each grant requires in addition to `grant_type` and `client_id`. */
const grantParameters = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
} as const satisfies Readonly<Record<GrantType, readonly string[]>>;

const parameterTexts: Readonly<Record<(typeof grantParameters)[GrantType][number], string>> = {
  code: 'The code of the redirect; valid once and for a minute.',
  redirect_uri: 'The same as in the authorization request.',
  code_verifier: 'PKCE: 43 to 128 unreserved characters.',
  refresh_token: 'The newest refresh token of the connection.',
};

/** The request of one grant, built from the table that also checks it. Empty values and unknown members are ignored. */
function requestOf(grant: GrantType): Json {
  const names = grantParameters[grant];
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    title: grant,
    required: ['grant_type', 'client_id', ...names],
    properties: {
      grant_type: { const: grant },
      client_id: text('Id of the client; there is no secret.'),
      ...Object.fromEntries(names.map((name) => [name, text(parameterTexts[name])])),
      resource: text('The MCP endpoint; the same when omitted (RFC 8707).'),
      ...(grant === 'refresh_token' ? { scope: text('Fewer scopes than were granted; the same when omitted.') } : {}),
    },
  };
}

/** The schema of a token request: one of each grant. */
export const tokenRequest: Json = { oneOf: grantTypes.map(requestOf) };

/** Longest value of any parameter. Ours are far shorter, except for redirect URIs. */
const maximumLength = 2048;

/**
 * Checks the parameters.
 * @returns only the parameters that the grant engine needs, so that nothing else reaches it.
 * @throws OauthError
 */
export function checkTokenRequest(
  parameters: ReadonlyMap<string, string>,
  addresses: Pick<McpAddresses, 'pathOf'>,
): Record<string, string> {
  const grantType = parameters.get('grant_type');
  if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is missing.');
  if (!isGrantType(grantType)) {
    throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
  if (parameters.has('client_secret')) {
    throw new OauthError('invalid_client', 'Clients of this server have no secret; send client_id alone.');
  }
  const body: Record<string, string> = { grant_type: grantType };
  for (const name of ['client_id', ...grantParameters[grantType]]) {
    const value = parameters.get(name);
    if (value === undefined) throw new OauthError('invalid_request', `${name} is missing.`);
    // RFC 6749 Appendix A: visible ASCII and the blank.
    if (value.length > maximumLength || /[^\x20-\x7e]/.test(value)) {
      throw new OauthError('invalid_request', `${name} is malformed.`);
    }
    body[name] = value;
  }
  const verifier = body['code_verifier'];
  if (verifier !== undefined && !isCodeVerifier(verifier)) {
    throw new OauthError('invalid_request', 'code_verifier must be 43 to 128 unreserved characters.');
  }
  const asked = parameters.get('resource');
  if (resourceOf(asked === undefined ? [] : [asked], addresses) === null) {
    throw new OauthError('invalid_target', 'This server issues tokens for its own MCP endpoint only.');
  }
  const scope = parameters.get('scope');
  if (scope !== undefined && grantType === 'refresh_token') body['scope'] = scope;
  return body;
}
