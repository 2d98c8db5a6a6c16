import { addressesOf, resourceMetadataUrl } from '../../auth/mcp-addresses';
import { authorizationServerMetadata, protectedResourceMetadata, wellKnownAt, wellKnownPaths } from './metadata';

const addresses = addressesOf('https://leads.example.com');

test('identifiers', () => {
  expect(addresses).toEqual({
    publicUrl: 'https://leads.example.com',
    baseUrl: 'https://leads.example.com/api/v1',
    issuer: 'https://leads.example.com/api/v1/mcp/oauth',
    resource: 'https://leads.example.com/api/v1/mcp',
  });
  expect(resourceMetadataUrl(addresses.resource)).toBe(
    'https://leads.example.com/.well-known/oauth-protected-resource/api/v1/mcp',
  );
});

test('the two documents agree with each other and with what the server does', () => {
  expect(protectedResourceMetadata(addresses)).toMatchObject({
    resource: addresses.resource,
    authorization_servers: [addresses.issuer],
  });
  expect(authorizationServerMetadata(addresses)).toMatchObject({
    issuer: addresses.issuer,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    client_id_metadata_document_supported: true,
    grant_types_supported: ['authorization_code', 'refresh_token'],
    authorization_response_iss_parameter_supported: true,
  });
});

test.each([
  ['/.well-known/oauth-protected-resource', 'protected-resource'],
  ['/.well-known/oauth-protected-resource/api/v1/mcp', 'protected-resource'],
  ['/.well-known/oauth-protected-resource/api/v1/mcp/', 'protected-resource'],
  ['/api/v1/mcp/.well-known/oauth-protected-resource', 'protected-resource'],
  ['/.well-known/oauth-authorization-server', 'authorization-server'],
  ['/.well-known/oauth-authorization-server/api/v1/mcp', 'authorization-server'],
  ['/.well-known/oauth-authorization-server/api/v1/mcp/oauth', 'authorization-server'],
  ['/api/v1/mcp/oauth/.well-known/oauth-authorization-server', 'authorization-server'],
  ['/.well-known/openid-configuration', 'openid'],
  ['/.well-known/openid-configuration/api/v1/mcp/oauth', 'openid'],
  ['/api/v1/mcp/oauth/.well-known/openid-configuration', 'openid'],
  ['/.well-known/oauth-authorization-server/other', undefined],
])('%s: %s', (path, document) => {
  expect(wellKnownPaths(addresses).get(path)).toBe(document);
});

test('a public address with a path is served with and without it', () => {
  const paths = wellKnownPaths(addressesOf('https://example.com/leads/'));
  expect(paths.get('/.well-known/oauth-protected-resource/leads/api/v1/mcp')).toBe('protected-resource');
  expect(paths.get('/.well-known/oauth-protected-resource/api/v1/mcp')).toBe('protected-resource');
  expect(paths.get('/leads/api/v1/mcp/oauth/.well-known/openid-configuration')).toBe('openid');
});

const workspace = '2f1d9d0e-8f0e-4d57-9a43-0f6f3c3a7e11';
test.each([
  ['/.well-known/oauth-protected-resource', '/api/v1/mcp'],
  ['/.well-known/oauth-protected-resource/api/v1/mcp', '/api/v1/mcp'],
  ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
  ['/mcp/.well-known/oauth-protected-resource', '/mcp'],
  [`/.well-known/oauth-protected-resource/mcp/${workspace}`, `/mcp/${workspace}`],
  [`/mcp/${workspace}/.well-known/oauth-protected-resource`, `/mcp/${workspace}`],
  [`/.well-known/oauth-authorization-server/mcp/${workspace}`, `/mcp/${workspace}`],
  ['/.well-known/oauth-protected-resource/mcp/{organizationId}', undefined],
  [`/.well-known/oauth-protected-resource/api/v1/mcp/${workspace}`, undefined],
  [`/.well-known/oauth-protected-resource/mcp/${workspace.toUpperCase()}`, undefined],
])('%s is about %s', (path, about) => {
  expect(wellKnownAt(wellKnownPaths(addresses), path)?.about).toBe(about);
});
