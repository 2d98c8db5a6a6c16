/** GitHub Copilot CLI. Its document names one port, its requests another (github/copilot-cli#4793, #4901). */
import type { Vendor } from './vendor';

export const copilotCli: Vendor = {
  title: 'GitHub Copilot CLI',
  documents: [
    {
      seen: '2026-09-18',
      document: {
        client_id: 'https://github.com/copilot/cli/client-metadata.json',
        client_name: 'GitHub Copilot CLI',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1:33418/'],
      },
    },
  ],
  registrations: [],
  request: { redirectUri: 'http://127.0.0.1:60005/', resource: true },
};
