/** Client metadata (RFC 7591 §2) of public clients: what is accepted, filled in and refused. */
import { scopes as allScopes, type Scope } from '../../auth/rights';
import { checkClientName } from './client-name';
import { isAllowedRedirectUri, type RedirectPolicy } from '../../shared/redirect-uri';
import { formatScope, parseScope } from '../../auth/scope';
import { isRecord } from '../../shared/records';

export const maximumRedirectUris = 10;
/** Most characters of all redirect URIs together, and of any other address: registrations are stored, and anyone may register. */
const maximumRedirectUriCharacters = 2048;
const maximumAddressCharacters = 255;
/** Real metadata is never nested this deeply. Deeper metadata is an attack on recursive readers. */
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

/** The stored metadata of a client. */
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
 * Checks client metadata. Only `redirect_uris` is required. Unknown members are ignored, as RFC 7591 §2 requires, except those
 * that carry or request a secret.
 * @param body the parsed JSON document.
 * @param policy which redirect URIs are allowed.
 * @param brandName the name of this service on the pages. No client may have it.
 */
export function checkClientMetadata(body: unknown, policy: RedirectPolicy, brandName?: string): MetadataResult {
  try {
    return { metadata: metadataOf(plainObject(body), policy, brandName) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: { code: error.code, message: error.message } };
    throw error;
  }
}

type Given = Readonly<Record<string, unknown>>;

/** Ends a check. Used only in this file. */
class Refused extends Error {
  constructor(
    message: string,
    readonly code: MetadataRefusal['code'] = 'invalid_client_metadata',
  ) {
    super(message);
  }
}

function metadataOf(body: Given, policy: RedirectPolicy, brandName: string | undefined): ClientMetadata {
  const redirectUris = redirectUrisOf(body, policy);
  const clientName = nameOf(body, redirectUris, brandName);
  if ((body['token_endpoint_auth_method'] ?? 'none') !== 'none')
    throw new Refused('token_endpoint_auth_method must be none.');
  const grants = grantsOf(body);
  expectCodeAlone(body);
  return {
    clientName,
    scopes: scopesOf(body),
    clientUri: clientUriOf(body),
    logoUri: shownAddress(body['logo_uri']),
    tosUri: shownAddress(body['tos_uri']),
    policyUri: shownAddress(body['policy_uri']),
    redirectUris: [...new Set(redirectUris)],
    grantTypes: grants,
  };
}

/** An object without members that a reader could confuse with those of its prototype, or that carry a secret. */
function plainObject(body: unknown): Given {
  if (!isRecord(body)) throw new Refused('The client metadata must be a JSON object.');
  const names = Object.keys(body);
  if (names.some((name) => name === '__proto__' || name === 'constructor' || name === 'prototype'))
    throw new Refused('The client metadata has a member that is not allowed.');
  if (!isShallow(body, maximumDepth)) throw new Refused('The client metadata is nested too deeply.');
  if (names.some((name) => name.startsWith('client_secret')))
    throw new Refused('Only public clients are registered: a client secret is neither accepted nor issued.');
  return body;
}

function redirectUrisOf({ redirect_uris: given }: Given, policy: RedirectPolicy): readonly string[] {
  const refuse = (message: string) => new Refused(message, 'invalid_redirect_uri');
  if (!Array.isArray(given) || given.length < 1) throw refuse('redirect_uris must be an array of at least one URI.');
  if (given.length > maximumRedirectUris) throw refuse(`redirect_uris must hold at most ${maximumRedirectUris} URIs.`);
  if (given.join('').length > maximumRedirectUriCharacters)
    throw refuse(`redirect_uris must hold at most ${maximumRedirectUriCharacters} characters together.`);
  const allowed = given.filter((uri) => isAllowedRedirectUri(uri, policy));
  if (allowed.length === given.length) return allowed;
  throw refuse(
    'Each redirect URI must be a loopback http URI, or one that this server allows by its origin, exactly, or as that of a known assistant, and be written in normal form without fragment or credentials.',
  );
}

function nameOf({ client_name: given }: Given, redirectUris: readonly string[], brandName: string | undefined): string {
  if (given === undefined) return 'Unnamed client';
  const hosts = redirectUris.map((uri) => new URL(uri).hostname);
  const name = checkClientName(given, hosts, brandName);
  if ('reason' in name) throw new Refused(`client_name ${name.reason}.`);
  return name.name;
}

function grantsOf(body: Given): readonly GrantType[] {
  const given = body['grant_types'] ?? grantTypes;
  if (!Array.isArray(given) || !given.every(isGrantType) || !given.includes('authorization_code'))
    throw new Refused('grant_types may hold authorization_code and refresh_token, and must hold authorization_code.');
  return grantTypes.filter((type) => given.includes(type));
}

function expectCodeAlone(body: Given): void {
  const given = body['response_types'] ?? ['code'];
  if (!Array.isArray(given) || given.length < 1 || !given.every((type) => type === 'code'))
    throw new Refused('response_types must be ["code"].');
}

function scopesOf({ scope }: Given): readonly Scope[] {
  if (scope !== undefined && typeof scope !== 'string') throw new Refused('scope must be a string.');
  const scopes = parseScope(scope);
  if (!scopes) throw new Refused(`scope may hold ${allScopes.join(', ')}, separated by single spaces.`);
  return scopes;
}

function clientUriOf({ client_uri: given }: Given): string | null {
  const address = given ?? null;
  if (address === null || isWebAddress(address)) return address;
  throw new Refused(`client_uri must be an http(s) URL of at most ${maximumAddressCharacters} characters.`);
}

/** These addresses are optional on the page. One that must not be shown is left out, as RFC 7591 §2 allows. */
function shownAddress(address: unknown): string | null {
  return isWebAddress(address) && address.startsWith('https:') ? address : null;
}

/** Whether nothing is nested deeper than `limit` levels. Works without recursion. */
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
