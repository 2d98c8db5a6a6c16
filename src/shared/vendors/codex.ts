/** Codex. It does not fall back to registration. A refresh without `resource` was seen (openai/codex#33403). */
import type { Vendor } from './vendor';

export const codex: Vendor = {
  title: 'Codex',
  documents: [
    {
      seen: '2026-09-24',
      document: {
        client_id: 'https://chatgpt.com/oauth/codex/client.json',
        client_name: 'Codex',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [],
  request: {
    redirectUri: 'http://127.0.0.1:41799/callback',
    scope: 'workspace:read leads:read analytics:read agent:read',
    resource: true,
  },
};
