/** POST /mcp/oauth/register: dynamic registration of public clients (RFC 7591). */
import type { Request, Response } from 'express';
import { v4 as randomUuid } from 'uuid';
import { sendJson } from '../../http/respond';
import { plainClient, saveClient, type StoredClient } from '../../store/oauth/clients';
import { tellAttempt } from './attempt-facts';
import { OauthError } from './errors';
import { bodyOf, clientNetworks, type Endpoint } from './http';
import { mediaTypeOf, parsedJson } from './parameters';
import { checkClientMetadata, storedMetadata } from './registration-metadata';
import { formatScope } from '../../auth/scope';
import type { OauthService } from './service';

export function registerEndpoint(service: OauthService): Endpoint {
  return async (req: Request, res: Response) => {
    const result = checkClientMetadata(jsonOf(req), {
      redirects: service.redirects,
      brandName: service.options.settings.BRAND_NAME,
    });
    if ('refusal' in result) throw new OauthError(result.refusal.code, result.refusal.message, { describe: true });
    // Counted here, not earlier, because only stored clients need a limit.
    service.registrations.use(clientNetworks(req));
    const { metadata } = result;
    const now = service.clock();
    const id = randomUuid();
    const client: StoredClient = {
      ...plainClient,
      id,
      kind: 'registered',
      ...storedMetadata(metadata),
      createdAt: now,
      lastUsedAt: now,
      freshUntil: null,
    };
    await service.room.store(() => saveClient(service.db, client));
    tellAttempt(res, { clientId: id });
    sendJson(
      res,
      201,
      {
        client_id: id,
        client_id_issued_at: Math.floor(now / 1000),
        client_name: metadata.clientName,
        ...(metadata.clientUri === null ? {} : { client_uri: metadata.clientUri }),
        ...(metadata.logoUri === null ? {} : { logo_uri: metadata.logoUri }),
        ...(metadata.tosUri === null ? {} : { tos_uri: metadata.tosUri }),
        ...(metadata.policyUri === null ? {} : { policy_uri: metadata.policyUri }),
        redirect_uris: metadata.redirectUris,
        grant_types: metadata.grantTypes,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: formatScope(metadata.scopes),
      },
      { 'Cache-Control': 'no-store' },
    );
  };
}

function jsonOf(req: Request): unknown {
  const contentType = req.headers['content-type'];
  if (mediaTypeOf(contentType) !== 'json') throw new OauthError('unsupported_media_type', 'Send application/json.');
  try {
    return parsedJson(contentType, bodyOf(req));
  } catch (error) {
    if (error instanceof OauthError && error.status === 415) throw error;
    throw new OauthError('invalid_client_metadata', 'The body is not valid JSON.');
  }
}
