/** POST /mcp/oauth/revoke (RFC 7009). Either token ends the whole connection. Unknown tokens get the same answer. */
import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendJson } from '../../http/respond';
import type { EndpointDescriptor } from './endpoint';
import { OauthError } from './errors';
import { bodyOf, type Endpoint } from './http';
import { parseParameters } from './parameters';
import type { OauthService } from './service';
import { TokenLookup } from './token-lookup';

const revocation = z.looseObject({
  token: z.string().describe('An access token or a refresh token.'),
  token_type_hint: z.string().optional().describe('Not needed; either kind is recognised.'),
  client_id: z.string().optional().describe('When sent, only a connection of this client is ended.'),
});

export const revokeEndpoint: EndpointDescriptor = {
  id: 'revoke_token',
  summary: 'End a connection (RFC 7009)',
  text: 'Either token ends the whole connection. An unknown token is answered the same.',
  session: false,
  takes: { name: 'OauthRevocation', schema: revocation },
  forms: true,
  answers: {
    200: {
      description: 'Ended, or there was nothing to end.',
      body: { schema: { type: 'object', additionalProperties: false } },
    },
  },
  errors: ['invalid_request'],
  open: revoke,
};

function revoke(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const parameters = parseParameters(req.headers['content-type'], bodyOf(req));
    const token = parameters.get('token');
    if (token === undefined) throw new OauthError('invalid_request', 'token is missing.');
    const model = new TokenLookup(service);
    const found = (await model.getRefreshToken(token)) ?? (await model.getAccessToken(token));
    // A client that names itself may only end its own connections (RFC 7009 §2.1).
    const clientId = parameters.get('client_id');
    if (found && (clientId === undefined || clientId === found.client.id)) await model.revokeToken(found);
    sendJson(res, 200, {}, { 'Cache-Control': 'no-store' });
  };
}
