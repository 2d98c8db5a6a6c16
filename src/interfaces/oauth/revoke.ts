/** POST /mcp/oauth/revoke (RFC 7009). Either token ends the whole connection. Unknown tokens get the same answer. */
import type { Request, Response } from 'express';
import { sendJson } from '../../http/respond';
import { OauthError } from './errors';
import { bodyOf, type Endpoint } from './http';
import { parseParameters } from './parameters';
import type { OauthService } from './service';
import { TokenLookup } from './token-lookup';

export function revokeEndpoint(service: OauthService): Endpoint {
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
