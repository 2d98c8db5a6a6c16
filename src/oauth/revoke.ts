/** POST /mcp/oauth/revoke (RFC 7009): either token ends the whole connection; anything unknown is answered the same. */
import type { Request, Response } from 'express';
import { sendJson } from '../http/respond';
import { findHeldGrant } from '../store/oauth/grants';
import { OauthError } from './errors';
import { bodyOf, type Endpoint } from './http';
import { parseParameters } from './parameters';
import { readRefreshToken } from './secrets';
import type { OauthService } from './service';

export function revokeEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const parameters = parseParameters(req.headers['content-type'], bodyOf(req));
    const token = parameters.get('token');
    if (token === undefined) throw new OauthError('invalid_request', 'token is missing.');
    const found = await grantOf(service, token);
    // A client that says who it is may only end its own connections (RFC 7009 §2.1).
    const clientId = parameters.get('client_id');
    if (found && (clientId === undefined || clientId === found.clientId)) {
      await service.end(found.grantId, 'revoked_by_client');
    }
    sendJson(res, 200, {}, { 'Cache-Control': 'no-store' });
  };
}

async function grantOf(
  service: OauthService,
  token: string,
): Promise<{ readonly grantId: string; readonly clientId: string } | null> {
  const facts = readRefreshToken(token, service.keys.refreshTokenMacKey());
  if (facts === undefined) return service.identifyAccessToken(token);
  const grant = await findHeldGrant(service.db, facts.grantId);
  return grant && { grantId: facts.grantId, clientId: grant.client_id };
}
