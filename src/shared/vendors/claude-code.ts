/** Claude Code. It appends `offline_access` to the scopes, and does not fall back to registration. */
import type { Vendor } from './vendor';

export const claudeCode: Vendor = {
  title: 'Claude Code',
  documents: [
    {
      seen: '2026-09-08',
      document: {
        client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
        client_name: 'Claude Code',
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [],
  request: {
    redirectUri: 'http://localhost:3118/callback',
    scope: 'workspace:read leads:read analytics:read agent:read offline_access',
    resource: true,
  },
};
