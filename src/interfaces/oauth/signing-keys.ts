/** GET /mcp/oauth/jwks: the public keys of access tokens. */
import { z } from 'zod';
import { sendJson } from '../../http/respond';
import type { EndpointDescriptor } from './endpoint';

const keySet = z.object({
  keys: z.array(
    z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), kid: z.string() }),
  ),
});

export const signingKeysEndpoint: EndpointDescriptor = {
  id: 'get_signing_keys',
  summary: 'Keys that sign access tokens (RFC 7517)',
  text: 'May be kept for five minutes.',
  session: false,
  answers: { 200: { description: 'The keys.', body: { name: 'OauthKeySet', schema: keySet } } },
  open:
    ({ keys }) =>
    async (_req, res) => {
      await keys.refresh();
      sendJson(res, 200, keys.jwks(), { 'Cache-Control': 'public, max-age=300' });
    },
};
