/**
 * Client metadata (RFC 7591 §2), from a registration or a metadata document: one reader for both.
 *
 * What this server does not support is left out, as RFC 7591 §2 and §3.2.1 allow, and the answer to a registration says what was
 * registered. Null and the empty text mean that an optional member is absent. Refused is what cannot be narrowed to something
 * useful, what asks for a flow that must not be had, and what could deceive a person.
 *
 * | member                                  | what happens                                                                        |
 * | --------------------------------------- | ----------------------------------------------------------------------------------- |
 * | redirect_uris                           | document: those that are not allowed are left out. Registration: so are other schemes, but every http(s) one must be allowed. None left: refused |
 * | client_name                             | absent: `Unnamed client`; a deceptive one is refused (client-name.ts)               |
 * | grant_types                             | extension grants (`urn:…`) and unknown ones are left out; `implicit`, `password`, `client_credentials` refused; `authorization_code` must be left |
 * | response_types                          | others are left out; `token` (implicit) refused; `code` must be left                |
 * | token_endpoint_auth_method(s_supported) | `none` where it is offered. A document may also offer `private_key_jwt`. Nothing of these: refused |
 * | jwks_uri, …_signing_alg                 | kept with `private_key_jwt`; `jwks_uri` must have the document's own origin          |
 * | scope                                   | unknown ones are left out; none left: all                                           |
 * | client_uri                              | a web address, else refused                                                         |
 * | logo_uri, tos_uri, policy_uri           | an https address, else left out                                                     |
 * | client_secret…                          | refused                                                                             |
 * | anything else                           | left out                                                                            |
 */
import { scopes as allScopes, type Scope } from '../../auth/rights';
import { checkClientName } from './client-name';
import { isAllowedRedirectUri, type RedirectPolicy } from '../../shared/redirect-uri';
import { formatScope, namedScopes } from '../../auth/scope';
import { isRecord } from '../../shared/records';
import type { ClientAuthentication } from '../../store/oauth/clients';
import { assertionAlgorithms, isAssertionAlgorithm } from './assertion-algorithms';

export const maximumRedirectUris = 10;
/** Most characters of all redirect URIs together, and of any other address: registrations are stored, and anyone may register. */
const maximumRedirectUriCharacters = 2048;
const maximumAddressCharacters = 255;
/** Real metadata is never nested this deeply. Deeper metadata is an attack on recursive readers. */
const maximumDepth = 6;
/** Most names in a list of grants, methods or response types. */
const mostNames = 50;

export interface ClientMetadata {
  readonly clientName: string;
  readonly clientUri: string | null;
  readonly logoUri: string | null;
  readonly tosUri: string | null;
  readonly policyUri: string | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly Scope[];
  readonly authentication: ClientAuthentication;
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
  authentication: metadata.authentication,
});

export const grantTypes = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

export function isGrantType(value: unknown): value is GrantType {
  return grantTypes.some((known) => known === value);
}

/** Grants that would give tokens without this person's consent and PKCE. A client that wants one is not narrowed. */
const forbiddenGrants: readonly unknown[] = ['implicit', 'password', 'client_credentials'];

export interface MetadataRefusal {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly message: string;
}

export type MetadataResult = { readonly metadata: ClientMetadata } | { readonly refusal: MetadataRefusal };

export interface MetadataRules {
  /** Which redirect URIs are allowed. */
  readonly redirects: RedirectPolicy;
  /** The name of this service on the pages. No client may have it. */
  readonly brandName?: string;
  /** The address of the document; undefined for a registration. */
  readonly documentUrl?: string;
}

/**
 * Reads client metadata, by the table above. Only `redirect_uris` is required.
 * @param body the parsed JSON document.
 */
export function checkClientMetadata(body: unknown, rules: MetadataRules): MetadataResult {
  try {
    return { metadata: metadataOf(plainObject(body), rules) };
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

function metadataOf(given: Given, rules: MetadataRules): ClientMetadata {
  // Vendors send null or an empty text for what they leave out.
  const body: Given = Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
  const redirectUris = redirectUrisOf(body, rules);
  const clientName = nameOf(body, redirectUris, rules.brandName);
  const authentication = authenticationOf(body, rules.documentUrl);
  const grants = grantsOf(body);
  expectCode(body);
  return {
    clientName,
    scopes: scopesOf(body),
    clientUri: clientUriOf(body),
    logoUri: shownAddress(body['logo_uri']),
    tosUri: shownAddress(body['tos_uri']),
    policyUri: shownAddress(body['policy_uri']),
    redirectUris,
    grantTypes: grants,
    authentication,
  };
}

/** An object without members that a reader could confuse with those of its prototype, or that carry a secret. */
function plainObject(body: unknown): Given {
  if (!isRecord(body)) throw new Refused('The client metadata must be a JSON object.');
  const names = Object.keys(body);
  if (names.some((name) => name === '__proto__' || name === 'constructor' || name === 'prototype'))
    throw new Refused('The client metadata has a member that is not allowed.');
  if (!isShallow(body, maximumDepth)) throw new Refused('The client metadata is nested too deeply.');
  if (names.some((name) => name.startsWith('client_secret') && isGiven(body[name])))
    throw new Refused('Only public clients are registered: a client secret is neither accepted nor issued.');
  return body;
}

const isGiven = (value: unknown) => value !== null && value !== '';

function redirectUrisOf({ redirect_uris: given }: Given, rules: MetadataRules): readonly string[] {
  const uris: readonly unknown[] | undefined = Array.isArray(given) ? given : undefined;
  const refuse = (message: string) => new Refused(message, 'invalid_redirect_uri');
  if (!uris || uris.length < 1) throw refuse('redirect_uris must be an array of at least one URI.');
  if (uris.length > maximumRedirectUris) throw refuse(`redirect_uris must hold at most ${maximumRedirectUris} URIs.`);
  if (
    uris.reduce<number>((sum, uri) => sum + (typeof uri === 'string' ? uri.length : 0), 0) >
    maximumRedirectUriCharacters
  )
    throw refuse(`redirect_uris must hold at most ${maximumRedirectUriCharacters} characters together.`);
  const allowed = uris.filter((uri) => isAllowedRedirectUri(uri, rules.redirects));
  const left = uris.filter((uri) => !isAllowedRedirectUri(uri, rules.redirects));
  // A document is the vendor's for all servers; a registration is for this one, and its sender can be told.
  const refused = rules.documentUrl === undefined ? left.filter((uri) => !hasOtherScheme(uri)) : [];
  if (refused.length > 0 || allowed.length === 0) throw refuse(notAllowed(refused.length > 0 ? refused : left));
  return [...new Set(allowed)];
}

/** Whether this is an address with a scheme that is not a web page's. */
function hasOtherScheme(uri: unknown): boolean {
  return typeof uri === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(uri) && !/^https?:/i.test(uri);
}

/** Names each address that is not allowed, and how to allow it. */
function notAllowed(uris: readonly unknown[]): string {
  const names = uris.map((uri) => (typeof uri === 'string' ? plainText(uri) : 'a value that is not a text'));
  return (
    `redirect_uris holds what this server does not allow: ${names.join(', ')}. ` +
    'A redirect URI must be on loopback (http), or be allowed by its origin (OAUTH_ALLOWED_REDIRECT_ORIGINS), exactly (OAUTH_ALLOWED_REDIRECT_URIS) ' +
    'or as that of a known assistant (OAUTH_ALLOWED_ASSISTANTS), which the operator sets, and be in normal form without fragment or credentials. ' +
    'An owner or admin can also register an application by hand for one workspace: in the console under Integrations, Assistants, or with leadlight app add <name> --redirect <uri>.'
  );
}

const plainText = (text: string) => {
  const plain = text.replace(/[^\x21-\x7e]/g, '?');
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
};

function nameOf({ client_name: name }: Given, redirectUris: readonly string[], brandName: string | undefined): string {
  if (name === undefined) return 'Unnamed client';
  const hosts = redirectUris.map((uri) => new URL(uri).hostname);
  const checked = checkClientName(name, hosts, brandName);
  if ('reason' in checked) throw new Refused(`client_name ${checked.reason}.`);
  return checked.name;
}

/** A list of names. @returns undefined if the member is absent. */
function namesOf(body: Given, member: string): readonly string[] | undefined {
  const names = body[member];
  if (names === undefined) return undefined;
  if (!Array.isArray(names) || names.length > mostNames || !names.every((name) => typeof name === 'string'))
    throw new Refused(`${member} must be a list of texts.`);
  return names;
}

function grantsOf(body: Given): readonly GrantType[] {
  const names = namesOf(body, 'grant_types') ?? grantTypes;
  const forbidden = names.filter((name) => forbiddenGrants.includes(name));
  if (forbidden.length > 0) throw new Refused(`grant_types must not hold ${forbidden.join(', ')}.`);
  if (!names.includes('authorization_code')) throw new Refused('grant_types must hold authorization_code.');
  return grantTypes.filter((type) => names.includes(type));
}

function expectCode(body: Given): void {
  const types = namesOf(body, 'response_types') ?? ['code'];
  if (types.some((type) => type.split(' ').includes('token')))
    throw new Refused('response_types must not hold token: the implicit flow is not offered.');
  if (!types.includes('code')) throw new Refused('response_types must hold code.');
}

function authenticationOf(body: Given, documentUrl: string | undefined): ClientAuthentication {
  const method = body['token_endpoint_auth_method'] ?? undefined;
  if (method !== undefined && typeof method !== 'string')
    throw new Refused('token_endpoint_auth_method must be a text.');
  const others = namesOf(body, 'token_endpoint_auth_methods_supported') ?? [];
  const offered: readonly (string | undefined)[] =
    method === undefined && others.length === 0 ? ['none'] : [method, ...others];
  const isPublic = offered.includes('none');
  const proof = documentUrl !== undefined && offered.includes('private_key_jwt') && proofOf(body, documentUrl);
  if (proof && !('why' in proof)) return { method: 'private_key_jwt', ...proof, optional: isPublic };
  if (isPublic) return { method: 'none' };
  if (proof) throw new Refused(proof.why);
  throw new Refused(
    documentUrl === undefined
      ? 'token_endpoint_auth_method must be none: clients that register are public.'
      : 'token_endpoint_auth_method must be none or private_key_jwt.',
  );
}

/** Where the keys of a client are, and its algorithm; or why it cannot prove itself. */
function proofOf(
  body: Given,
  documentUrl: string,
): { readonly jwksUri: string; readonly algorithm: string | null } | { readonly why: string } {
  const { jwks_uri: uri, token_endpoint_auth_signing_alg: algorithm = null } = body;
  // Keys at another host could be anybody's.
  if (!isWebAddress(uri) || new URL(uri).origin !== new URL(documentUrl).origin || new URL(uri).href !== uri)
    return { why: 'jwks_uri must be an address at the origin of the document, for private_key_jwt.' };
  if (algorithm !== null && !isAssertionAlgorithm(algorithm))
    return { why: `token_endpoint_auth_signing_alg must be one of ${assertionAlgorithms.join(', ')}.` };
  return { jwksUri: uri, algorithm };
}

function scopesOf({ scope }: Given): readonly Scope[] {
  if (scope !== undefined && typeof scope !== 'string') throw new Refused('scope must be a string.');
  const named = namedScopes(scope);
  if (!named) throw new Refused('scope must be names of scopes, separated by single spaces.');
  return named.known.length > 0 ? named.known : allScopes;
}

function clientUriOf({ client_uri: address = null }: Given): string | null {
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
