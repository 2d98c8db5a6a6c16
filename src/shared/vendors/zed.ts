/** Zed. Where it registers, the loopback URI has its port. */
import type { Vendor } from './vendor';

export const zed: Vendor = {
  title: 'Zed',
  documents: [
    {
      seen: '2026-09-24',
      document: {
        client_id: 'https://zed.dev/oauth/client-metadata.json',
        client_name: 'Zed',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [
    {
      seen: '2026-09-24',
      body: {
        client_name: 'Zed',
        redirect_uris: ['http://127.0.0.1:52814/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  request: { redirectUri: 'http://127.0.0.1:52814/callback', resource: true },
};
