/** ChatGPT. The stable document is taken where the server names its `iss`, else one for each connector. */
import type { Vendor } from './vendor';

const shared = {
  client_name: 'ChatGPT',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg: 'RS256',
  jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
};

export const chatgpt: Vendor = {
  title: 'ChatGPT',
  documents: [
    {
      seen: '2026-09-08',
      document: {
        client_id: 'https://chatgpt.com/oauth/client.json',
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        ...shared,
      },
    },
  ],
  registrations: [],
  request: {
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    scope: 'openid email offline_access',
    resource: true,
  },
};

/** The connector's id is the vendor's; any stands here for it. */
const connector = 'Hq3vN0sT1xZk';

export const chatgptConnector: Vendor = {
  title: 'ChatGPT, a document for each connector',
  documents: [
    {
      seen: '2026-09-08',
      document: {
        client_id: `https://chatgpt.com/oauth/${connector}/client.json`,
        redirect_uris: [`https://chatgpt.com/connector/oauth/${connector}`],
        ...shared,
      },
    },
  ],
  registrations: [],
  request: { redirectUri: `https://chatgpt.com/connector/oauth/${connector}`, resource: true },
};
