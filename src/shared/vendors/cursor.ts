/** Cursor. It registers when a plugin is loaded, before anybody signs in. */
import type { Vendor } from './vendor';

export const cursor: Vendor = {
  title: 'Cursor',
  documents: [
    {
      seen: '2026-10-01',
      document: {
        client_id: 'https://cursor.com/oauth/mcp-client.json',
        client_name: 'Cursor',
        redirect_uris: [
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'https://www.cursor.com/bot/mcp/oauth/callback',
          'https://grok.com/connectors-oauth-exchange-code/',
          'http://localhost:8787/callback',
          'http://127.0.0.1:8787/callback',
        ],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  registrations: [
    {
      seen: '2026-10-01',
      body: {
        client_name: 'Cursor',
        redirect_uris: [
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'grokbot://mcp/oauth/callback',
        ],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ],
  request: { redirectUri: 'http://localhost:8787/callback', resource: true },
};
