/** OpenCode. 1.18 registers although it publishes a document. */
import type { Vendor } from './vendor';

export const opencode: Vendor = {
  title: 'OpenCode',
  documents: [
    {
      seen: '2026-09-24',
      document: {
        client_id: 'https://opencode.ai/oauth/opencode/client.json',
        client_name: 'OpenCode',
        client_uri: 'https://opencode.ai',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [
    {
      seen: '2026-11-28',
      body: {
        client_name: 'OpenCode',
        client_uri: 'https://opencode.ai',
        redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  request: {
    redirectUri: 'http://127.0.0.1:19876/callback',
    scope: 'workspace:read leads:read analytics:read agent:read',
    resource: true,
  },
};
