/** Programs that register, and publish no document. */
import type { Vendor } from './vendor';

export const inspector: Vendor = {
  title: 'MCP Inspector',
  documents: [],
  registrations: [
    {
      seen: '2026-09-30',
      body: {
        client_name: 'MCP Inspector',
        client_uri: 'https://github.com/modelcontextprotocol/inspector',
        redirect_uris: ['http://localhost:6274/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: '',
      },
    },
  ],
  request: { redirectUri: 'http://localhost:6274/oauth/callback', resource: true },
};

export const geminiCli: Vendor = {
  title: 'Gemini CLI',
  documents: [],
  registrations: [
    {
      seen: '2026-11-28',
      body: {
        client_name: 'Gemini CLI MCP Client',
        redirect_uris: ['http://localhost:40917/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'workspace:read leads:read analytics:read agent:read',
      },
    },
  ],
  request: {
    redirectUri: 'http://localhost:40917/oauth/callback',
    scope: 'workspace:read leads:read analytics:read agent:read',
    resource: true,
  },
};
