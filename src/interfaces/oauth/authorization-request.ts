/**
 * Checks an authorization request (RFC 6749 §4.1.1, RFC 7636, RFC 8707, RFC 9207). Pure: the caller has found the client.
 *
 * The order matters. Nothing is sent to a redirect URI before the client and the URI are known to be good.
 */
import { scopes as allScopes, type Scope } from '../../auth/rights';
import type { StoredClient } from '../../store/oauth/clients';
import type { ParameterTexts } from './endpoint';
import type { OauthErrorCode } from './errors';
import { isCodeChallenge } from './pkce';
import { isAllowedRedirectUri, matchesRegistered, type RedirectPolicy } from '../../shared/redirect-uri';
import type { McpAddresses } from '../../auth/mcp-addresses';
import { resourceOf } from './resource';
import { askedScopes } from '../../auth/scope';

const maximumStateBytes = 2048;

export interface RequestingClient {
  /** Scopes that the client registered for, and the default of a request that names none. */
  readonly scopes: readonly Scope[];
}

export interface AcceptedRequest {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  /** The address of the endpoint that was named; undefined if none was. */
  readonly resource: string | undefined;
  readonly loginHint: string | undefined;
  readonly uiLocales: string | undefined;
  readonly prompt: string | undefined;
}

/** An error for the client, sent to its redirect URI. */
export interface RedirectedError {
  readonly redirectUri: string;
  /** Undefined if no state was sent, or it must not be sent back. */
  readonly state: string | undefined;
  readonly error: OauthErrorCode;
  readonly description: string;
}

/** The redirect URI of the request, if this client may use it; `undefined` means that the answer is a page. */
export function goodRedirectUri(
  query: URLSearchParams,
  client: Pick<StoredClient, 'redirectUris' | 'registeredFor'>,
  policy: RedirectPolicy,
): string | undefined {
  const [uri, ...more] = query.getAll('redirect_uri');
  if (uri === undefined || more.length > 0) return undefined;
  return mayReturnTo(uri, client, policy) ? uri : undefined;
}

/** Whether a code of this client may be sent to an address now. */
export function mayReturnTo(
  uri: string,
  client: Pick<StoredClient, 'redirectUris' | 'registeredFor'>,
  policy: RedirectPolicy,
): boolean {
  // An owner or admin vouches for one that was registered by hand, for their workspace alone: compared exactly.
  if (client.registeredFor !== null) return client.redirectUris.includes(uri);
  // The lists are checked again: an origin or URI may have been removed since the client was registered.
  return matchesRegistered(uri, client.redirectUris) && isAllowedRedirectUri(uri, policy);
}

/** The parameters of an authorization request. Unknown ones are ignored (RFC 6749 §3.1). */
export const authorizationParameters: ParameterTexts = {
  response_type: { description: 'Only code.', required: true, example: 'code', schema: { enum: ['code'] } },
  client_id: {
    description: 'Id of a registered client, or the https address of its metadata document.',
    required: true,
    // A client that this service knows without a registration.
    example: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
  },
  redirect_uri: {
    description: 'One of the redirect URIs of the client; a loopback may use any port.',
    required: true,
    example: 'https://claude.ai/api/mcp/auth_callback',
  },
  code_challenge: {
    description: 'PKCE: SHA-256 of the verifier, base64url.',
    required: true,
    // RFC 7636 appendix B.
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    schema: { pattern: '^[A-Za-z0-9_-]{43}$' },
  },
  code_challenge_method: { description: 'Only S256.', required: true, example: 'S256', schema: { enum: ['S256'] } },
  scope: {
    description: `Some of ${allScopes.join(', ')}, separated by blanks; those of the client when omitted.`,
    example: allScopes.join(' '),
  },
  state: { description: 'Returned unchanged; at most 2 KB.', example: 'af0ifjsldkj' },
  resource: {
    description: 'The MCP endpoint; the same when omitted (RFC 8707).',
    example: (addresses) => addresses.resource,
  },
  response_mode: { description: 'Only query.', example: 'query', schema: { enum: ['query'] } },
  login_hint: {
    description: 'The account that the client expects; passed to the consent page.',
    example: 'olive@example.com',
  },
  ui_locales: {
    description: 'Languages the person prefers, separated by spaces; passed to the consent page.',
    example: 'en de',
  },
  prompt: {
    description: '`none` is answered with `interaction_required`; anything else is passed to the consent page.',
    example: 'consent',
  },
};

/**
 * Parameters that may occur once at most. `resource` may be repeated (RFC 8707 §2). Client and redirect URI were looked at before
 * this check.
 */
const single = Object.keys(authorizationParameters).filter(
  (name) => !['client_id', 'redirect_uri', 'resource'].includes(name),
);

/** Checks everything except client and redirect URI. */
export function checkAuthorizationRequest(
  query: URLSearchParams,
  redirectUri: string,
  client: Pick<RequestingClient, 'scopes'>,
  addresses: Pick<McpAddresses, 'pathOf'>,
): { readonly accepted: AcceptedRequest } | { readonly refused: RedirectedError } {
  const get = (name: string) => query.get(name) || undefined;
  const given = query.getAll('state');
  const state = given.length === 1 && isRepeatable(given[0]) ? given[0] || undefined : undefined;
  const refuse = (error: OauthErrorCode, description: string) => ({
    refused: { redirectUri, state, error, description },
  });

  if (single.some((name) => query.getAll(name).length > 1)) {
    return refuse('invalid_request', 'A parameter is repeated.');
  }
  if (given.length === 1 && !isRepeatable(given[0])) {
    return refuse('invalid_request', 'state must be at most 2 KB without control characters.');
  }
  // A parameter without a value counts as omitted (RFC 6749 §3.1).
  const isSent = (name: string) => query.getAll(name).some(Boolean);
  if (isSent('request')) return refuse('request_not_supported', 'Request objects are not supported.');
  if (isSent('request_uri')) return refuse('request_uri_not_supported', 'Request objects are not supported.');
  const responseType = get('response_type');
  if (responseType === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if ((get('response_mode') ?? 'query') !== 'query') {
    return refuse('invalid_request', 'response_mode must be query.');
  }
  const codeChallenge = get('code_challenge');
  if (codeChallenge === undefined || !isCodeChallenge(codeChallenge)) {
    return refuse('invalid_request', 'code_challenge must be 43 base64url characters (PKCE, S256).');
  }
  if (get('code_challenge_method') !== 'S256') {
    return refuse('invalid_request', 'code_challenge_method must be S256.');
  }
  const prompt = hintOf(get('prompt'), 64);
  const prompts = prompt?.split(' ') ?? [];
  if (prompts.includes('none')) {
    // Without a person there is no decision (OpenID Connect Core §3.1.2.6).
    return prompts.length > 1
      ? refuse('invalid_request', 'prompt=none stands alone.')
      : refuse('interaction_required', 'A person must decide; this cannot be done without a page.');
  }
  const asked = askedScopes(get('scope'), client.scopes);
  if ('problem' in asked) return refuse('invalid_scope', asked.problem);
  const { scopes } = asked;
  const resource = resourceOf(query.getAll('resource').filter(Boolean), addresses);
  if (resource === null) {
    return refuse('invalid_target', 'This server issues tokens for its own MCP endpoint only.');
  }
  const hints = { loginHint: hintOf(get('login_hint'), 254), uiLocales: hintOf(get('ui_locales'), 255), prompt };
  return { accepted: { redirectUri, state, scopes, codeChallenge, resource, ...hints } };
}

/** A hint for the page; undefined if it is too long or not plain text. */
function hintOf(text: string | undefined, maximum: number): string | undefined {
  return text !== undefined && text.length <= maximum && !/[\p{Cc}\p{Cf}]/u.test(text) ? text : undefined;
}

/** Whether a state may be stored and sent back. */
function isRepeatable(state: string | undefined): boolean {
  return state !== undefined && Buffer.byteLength(state) <= maximumStateBytes && !/\p{Cc}/u.test(state);
}
