/** The metadata documents of the authorization server and of the endpoint, and every path where clients look for them. */
import { scopes } from '../../auth/rights';
import { assertionAlgorithms } from './assertion-algorithms';
import {
  fixedMcpPaths,
  workspaceMcpPath,
  workspaceOfPath,
  type Addresses,
  type McpPath,
} from '../../auth/mcp-addresses';

export interface MetadataOptions {
  /** OAUTH_CLIENT_DOCUMENTS. Only clients that are known by a document can have keys. */
  readonly takesDocuments: boolean;
}

/** The default of OAUTH_CLIENT_DOCUMENTS. */
const documentsTaken: MetadataOptions = { takesDocuments: true };

function clientAuthentication(endpoint: string, withKeys: boolean): Record<string, unknown> {
  return {
    [`${endpoint}_auth_methods_supported`]: withKeys ? ['none', 'private_key_jwt'] : ['none'],
    ...(withKeys ? { [`${endpoint}_auth_signing_alg_values_supported`]: assertionAlgorithms } : {}),
  };
}

/** RFC 8414 §2, RFC 9207 §3, and Client ID Metadata Documents. */
export function authorizationServerMetadata(
  { issuer }: Addresses,
  { takesDocuments }: MetadataOptions = documentsTaken,
): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    ...clientAuthentication('token_endpoint', takesDocuments),
    ...clientAuthentication('revocation_endpoint', false),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(takesDocuments ? { client_id_metadata_document_supported: true } : {}),
  };
}

/** The same for clients that look in the OpenID places and require its members. No ID token is ever issued. */
export function openidConfiguration(
  addresses: Addresses,
  options: MetadataOptions = documentsTaken,
): Record<string, unknown> {
  return {
    ...authorizationServerMetadata(addresses, options),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** What an operator says of the service: its name, and where its policy and terms are. */
export interface ResourceFacts {
  readonly name: string;
  readonly policyUri?: string | undefined;
  readonly termsUri?: string | undefined;
}

/** RFC 9728 §2, of one of the endpoint's addresses; default the first. */
export function protectedResourceMetadata(
  { issuer, publicUrl }: Addresses,
  path: McpPath = fixedMcpPaths[0],
  { name, policyUri, termsUri }: ResourceFacts = { name: 'Leadlight' },
): Record<string, unknown> {
  return {
    resource: `${publicUrl}${path}`,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${publicUrl}/api/v1/docs`,
    ...(policyUri === undefined ? {} : { resource_policy_uri: policyUri }),
    ...(termsUri === undefined ? {} : { resource_tos_uri: termsUri }),
  };
}

export type MetadataDocument = 'authorization-server' | 'openid' | 'protected-resource';

const openidOf = (document: string) => (document.startsWith('openid') ? 'openid' : 'authorization-server');

/**
 * Every path, from the host's root, and the document served there. Clients of different ages put the well-known part before or
 * after the path, or leave the path out. A public address with a path is served with and without it, because proxies may remove
 * the path. `{organizationId}` in a path stands for any workspace.
 */
export function wellKnownPaths(addresses: Addresses): ReadonlyMap<string, MetadataDocument> {
  const ownPath = new URL(`${addresses.publicUrl}/`).pathname.replace(/\/$/, '');
  const prefixes = new Set(['', ownPath]);
  const paths = new Map<string, MetadataDocument>();
  for (const prefix of prefixes) {
    const endpoints = [...fixedMcpPaths, '/mcp/{organizationId}'].map((path) => `${prefix}${path}`);
    const issuer = `${prefix}${fixedMcpPaths[0]}/oauth`;
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      for (const path of ['', ...endpoints, issuer]) paths.set(`/.well-known/${name}${path}`, openidOf(name));
      paths.set(`${issuer}/.well-known/${name}`, openidOf(name));
    }
    paths.set('/.well-known/oauth-protected-resource', 'protected-resource');
    for (const path of endpoints) {
      paths.set(`/.well-known/oauth-protected-resource${path}`, 'protected-resource');
      paths.set(`/.well-known/oauth-protected-resource${path}/`, 'protected-resource');
      paths.set(`${path}/.well-known/oauth-protected-resource`, 'protected-resource');
    }
  }
  return paths;
}

/**
 * The document at a path, and which address of the endpoint it is about.
 * @param paths of `wellKnownPaths`. @returns undefined for any other path.
 */
export function wellKnownAt(
  paths: ReadonlyMap<string, MetadataDocument>,
  path: string,
): { readonly document: MetadataDocument; readonly about: McpPath } | undefined {
  const inPath = /\/mcp\/([^/]{36})(?=\/|$)/.exec(path)?.[1];
  const organizationId = inPath === undefined ? undefined : workspaceOfPath(`/mcp/${inPath}`);
  const template = organizationId === undefined ? path : path.replace(organizationId, '{organizationId}');
  const document = template.includes('{') && organizationId === undefined ? undefined : paths.get(template);
  if (!document) return undefined;
  if (organizationId !== undefined) return { document, about: workspaceMcpPath(organizationId) };
  const isShort = /\/mcp(\/|$)/.test(path) && !path.includes(fixedMcpPaths[0]);
  return { document, about: isShort ? '/mcp' : fixedMcpPaths[0] };
}
