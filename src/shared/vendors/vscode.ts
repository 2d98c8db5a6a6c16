/** Visual Studio Code. Without metadata documents it registers. */
import type { Vendor } from './vendor';

export const vscode: Vendor = {
  title: 'Visual Studio Code',
  documents: [
    {
      seen: '2026-09-08',
      document: {
        client_id: 'https://vscode.dev/oauth/client-metadata.json',
        client_name: 'Visual Studio Code',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [
    {
      seen: '2026-09-08',
      body: {
        client_name: 'Visual Studio Code',
        application_type: 'native',
        redirect_uris: [
          'https://insiders.vscode.dev/redirect',
          'https://vscode.dev/redirect',
          'http://127.0.0.1/',
          'http://127.0.0.1:33418/',
        ],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'openid',
      },
    },
  ],
  request: { redirectUri: 'https://vscode.dev/redirect', scope: 'openid', resource: true },
};
