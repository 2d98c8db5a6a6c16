/** Checks the form of a token request before any look-up (RFC 6749 §4.1.3, §6; RFC 7636 §4.5; RFC 8707). Pure. */
import { OauthError } from './errors';
import { isCodeVerifier } from './pkce';
import { isGrantType, type GrantType } from './registration-metadata';
import type { McpAddresses } from '../../auth/mcp-addresses';
import { resourceOf } from './resource';

/** Parameters that each grant requires in addition to `grant_type` and `client_id`. */
export const grantParameters = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
} as const satisfies Readonly<Record<GrantType, readonly string[]>>;

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
