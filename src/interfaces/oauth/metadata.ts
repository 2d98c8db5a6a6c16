/** The addresses of the authorization server, its two metadata documents, and every path where clients look for them. */
import { apiPrefix } from '../../../config/settings';
import { scopes } from '../../auth/rights';

export interface Addresses {
  /** `PUBLIC_URL`, without a final slash. */
  readonly publicUrl: string;
  readonly baseUrl: string;
  readonly issuer: string;
  readonly resource: string;
}

/** The identifiers that are derived from the public address of the service. */
export function addressesOf(publicUrl: string): Addresses {
  const root = publicUrl.replace(/(?<!\/)\/+$/, '');
  const baseUrl = `${root}${apiPrefix}`;
  return { publicUrl: root, baseUrl, issuer: `${baseUrl}/mcp/oauth`, resource: `${baseUrl}/mcp` };
}

/** RFC 8414 §2, RFC 9207 §3, and Client ID Metadata Documents. */
export function authorizationServerMetadata({ issuer }: Addresses): Record<string, unknown> {
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
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** The same for clients that look in the OpenID places and require its members. No ID token is ever issued. */
export function openidConfiguration(addresses: Addresses): Record<string, unknown> {
  return {
    ...authorizationServerMetadata(addresses),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** RFC 9728 §2. */
export function protectedResourceMetadata({ issuer, resource }: Addresses): Record<string, unknown> {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Leadlight',
  };
}

/** The address that the `resource_metadata` of a challenge names (RFC 9728 §3.1: inserted between host and path). */
export function protectedResourceMetadataUrl({ resource }: Addresses): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`;
}

export type MetadataDocument = 'authorization-server' | 'openid' | 'protected-resource';

/**
 * Every path, from the host's root, and the document served there. Clients of different ages put the well-known part before or
 * after the path, or leave the path out. A public address with a path is served with and without it, because proxies may remove
 * the path.
 */
export function wellKnownPaths(addresses: Addresses): ReadonlyMap<string, MetadataDocument> {
  const ownPath = new URL(`${addresses.publicUrl}/`).pathname.replace(/\/$/, '');
  const prefixes = new Set(['', ownPath]);
  const paths = new Map<string, MetadataDocument>();
  for (const prefix of prefixes) {
    const mcp = `${prefix}${apiPrefix}/mcp`;
    const issuer = `${mcp}/oauth`;
    for (const path of ['', mcp, issuer]) {
      paths.set(`/.well-known/oauth-authorization-server${path}`, 'authorization-server');
      paths.set(`/.well-known/openid-configuration${path}`, 'openid');
    }
    paths.set(`${issuer}/.well-known/oauth-authorization-server`, 'authorization-server');
    paths.set(`${issuer}/.well-known/openid-configuration`, 'openid');
    for (const path of ['', mcp, `${mcp}/`])
      paths.set(`/.well-known/oauth-protected-resource${path}`, 'protected-resource');
    paths.set(`${mcp}/.well-known/oauth-protected-resource`, 'protected-resource');
  }
  return paths;
}
