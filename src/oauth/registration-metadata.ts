/** Client metadata (RFC 7591 §2) of public clients: what is accepted, what is filled in, what is refused. */
import { scopes as allScopes, type Scope } from '../auth/rights';
import { checkClientName } from '../interfaces/oauth/client-name';
import { isAllowedRedirectUri, type RedirectPolicy } from '../shared/redirect-uri';
import { formatScope, parseScope } from '../auth/scope';

export const maximumRedirectUris = 10;
/** Characters of all redirect URIs together, and of any other address: a registration is kept, and anybody may register. */
export const maximumRedirectUriCharacters = 2048;
export const maximumAddressCharacters = 255;
/** Nesting that real metadata never reaches; deeper is somebody looking for a recursive reader. */
const maximumDepth = 6;

export interface ClientMetadata {
  readonly clientName: string;
  readonly clientUri: string | null;
  readonly logoUri: string | null;
  readonly tosUri: string | null;
  readonly policyUri: string | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly Scope[];
}

/** Metadata as it is stored of a client. */
export const storedMetadata = (metadata: ClientMetadata) => ({
  name: metadata.clientName,
  uri: metadata.clientUri,
  logoUri: metadata.logoUri,
  tosUri: metadata.tosUri,
  policyUri: metadata.policyUri,
  redirectUris: metadata.redirectUris,
  grantTypes: metadata.grantTypes,
  scopes: formatScope(metadata.scopes),
});

export const grantTypes = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

export function isGrantType(value: unknown): value is GrantType {
  return grantTypes.some((known) => known === value);
}

export interface MetadataRefusal {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly message: string;
}

export type MetadataResult = { readonly metadata: ClientMetadata } | { readonly refusal: MetadataRefusal };

/**
 * Checks client metadata. Only `redirect_uris` is required; unknown members are ignored, as RFC 7591 §2 asks, except those
 * that carry or ask for a secret.
 * @param body the parsed JSON document.
 * @param policy which redirect URIs are allowed.
 * @param brandName what the pages call this service; no client is called so.
 */
export function checkClientMetadata(body: unknown, policy: RedirectPolicy, brandName?: string): MetadataResult {
  if (!isRecord(body)) return refused('The client metadata must be a JSON object.');
  if (Object.keys(body).some((name) => name === '__proto__' || name === 'constructor' || name === 'prototype')) {
    return refused('The client metadata has a member that is not allowed.');
  }
  if (!isShallow(body, maximumDepth)) return refused('The client metadata is nested too deeply.');
  if (Object.keys(body).some((name) => name.startsWith('client_secret'))) {
    return refused('Only public clients are registered: a client secret is neither accepted nor issued.');
  }

  const redirectUris = body['redirect_uris'];
  if (!Array.isArray(redirectUris) || redirectUris.length < 1) {
    return refused('redirect_uris must be an array of at least one URI.', 'invalid_redirect_uri');
  }
  if (redirectUris.length > maximumRedirectUris) {
    return refused(`redirect_uris must hold at most ${maximumRedirectUris} URIs.`, 'invalid_redirect_uri');
  }
  if (redirectUris.join('').length > maximumRedirectUriCharacters) {
    return refused(
      `redirect_uris must hold at most ${maximumRedirectUriCharacters} characters together.`,
      'invalid_redirect_uri',
    );
  }
  const uris = redirectUris.filter((uri) => isAllowedRedirectUri(uri, policy));
  if (uris.length !== redirectUris.length) {
    return refused(
      'Each redirect URI must be a loopback http URI, or one that this server allows by its origin, exactly, or as that of a known assistant, and be written in normal form without fragment or credentials.',
      'invalid_redirect_uri',
    );
  }

  const hosts = uris.map((uri) => new URL(uri).hostname);
  const name =
    body['client_name'] === undefined
      ? { name: 'Unnamed client' }
      : checkClientName(body['client_name'], hosts, brandName);
  if ('reason' in name) return refused(`client_name ${name.reason}.`);

  const method = body['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none') return refused('token_endpoint_auth_method must be none.');

  const grants = body['grant_types'] ?? grantTypes;
  if (!Array.isArray(grants) || !grants.every(isGrantType) || !grants.includes('authorization_code')) {
    return refused('grant_types may hold authorization_code and refresh_token, and must hold authorization_code.');
  }
  const responses = body['response_types'] ?? ['code'];
  if (!Array.isArray(responses) || responses.length < 1 || !responses.every((type) => type === 'code')) {
    return refused('response_types must be ["code"].');
  }

  const scope = body['scope'];
  if (scope !== undefined && typeof scope !== 'string') return refused('scope must be a string.');
  const scopes = parseScope(scope);
  if (!scopes) return refused(`scope may hold ${allScopes.join(', ')}, separated by single spaces.`);

  const clientUri = body['client_uri'] ?? null;
  if (clientUri !== null && !isWebAddress(clientUri))
    return refused(`client_uri must be an http(s) URL of at most ${maximumAddressCharacters} characters.`);

  const addresses = new Map<string, string | null>();
  for (const name of ['logo_uri', 'tos_uri', 'policy_uri']) {
    const address = body[name] ?? null;
    // These only adorn the page: one that is not fit to be shown is left out, as RFC 7591 §2 allows.
    addresses.set(name, isWebAddress(address) && address.startsWith('https:') ? address : null);
  }

  return {
    metadata: {
      clientName: name.name,
      clientUri,
      logoUri: addresses.get('logo_uri') ?? null,
      tosUri: addresses.get('tos_uri') ?? null,
      policyUri: addresses.get('policy_uri') ?? null,
      redirectUris: [...new Set(uris)],
      grantTypes: grantTypes.filter((type) => grants.includes(type)),
      scopes,
    },
  };
}

function refused(message: string, code: MetadataRefusal['code'] = 'invalid_client_metadata'): MetadataResult {
  return { refusal: { code, message } };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether nothing lies deeper than `limit` levels; walks without recursion. */
function isShallow(root: object, limit: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return false;
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}

/** A plain link that a page can show: http(s), no credentials, in normal form or without the final slash. */
function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maximumAddressCharacters || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    /^https?:$/.test(url.protocol) && !url.username && !url.password && (url.href === value || url.href === `${value}/`)
  );
}
