/** Claude on the web, desktop and mobile, and Cowork. */
import type { Vendor } from './vendor';

export const claude: Vendor = {
  title: 'Claude (web, desktop, mobile)',
  documents: [
    {
      seen: '2026-09-29',
      document: {
        client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [
    {
      seen: '2026-09-29',
      body: {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: null,
        client_uri: null,
      },
    },
  ],
  request: { redirectUri: 'https://claude.ai/api/mcp/auth_callback', resource: true },
};
