/** goose. */
import type { Vendor } from './vendor';

export const goose: Vendor = {
  title: 'goose',
  documents: [
    {
      seen: '2026-09-01',
      document: {
        client_id: 'https://goose-docs.ai/oauth/client-metadata.json',
        client_name: 'goose',
        redirect_uris: ['http://127.0.0.1/oauth_callback', 'http://[::1]/oauth_callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        code_challenge_methods_supported: ['S256'],
      },
    },
  ],
  registrations: [],
  request: { redirectUri: 'http://127.0.0.1:54321/oauth_callback', resource: true },
};
