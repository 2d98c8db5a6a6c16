/** POST /mcp/oauth/register: dynamic registration of public clients (RFC 7591). */
import type { Request, Response } from 'express';
import { v4 as randomUuid } from 'uuid';
import { z } from 'zod';
import { scopes } from '../../auth/rights';
import { sendJson } from '../../http/respond';
import { plainClient, saveClient, type StoredClient } from '../../store/oauth/clients';
import { tellAttempt } from './attempt-facts';
import type { AnswerOf, EndpointDescriptor } from './endpoint';
import { OauthError } from './errors';
import { bodyOf, clientNetworks, type Endpoint } from './http';
import { mediaTypeOf, parsedJson } from './parameters';
import { checkClientMetadata, grantTypes, maximumRedirectUris, storedMetadata } from './registration-metadata';
import { scopeText } from './schema-parts';
import { formatScope } from '../../auth/scope';
import type { OauthService } from './service';

const scopeList = scopes.map((scope) => `\`${scope}\``).join(', ');
const uris = z.array(z.url()).min(1).max(maximumRedirectUris);

/** What a registration may hold; registration-metadata.ts checks it, and says which member is wrong in the words of RFC 7591. */
const registration = z.looseObject({
  redirect_uris: uris.describe('Where the person is sent back: https of an allowed origin, or http of a loopback.'),
  client_name: z.string().optional().describe('What the consent page calls the application.'),
  client_uri: z.url().optional().describe('Home page of the application.'),
  logo_uri: z.string().optional().describe('https address of its picture.'),
  tos_uri: z.string().optional().describe('https address of its terms of service.'),
  policy_uri: z.string().optional().describe('https address of its privacy policy.'),
  token_endpoint_auth_method: z.literal('none').optional().describe('Public clients only: no secret is issued.'),
  grant_types: z.array(z.enum(grantTypes)).optional().describe('Must hold authorization_code. Both when omitted.'),
  response_types: z.array(z.literal('code')).min(1).optional().describe('Only code.'),
  scope: scopeText(`Some of ${scopeList}; all when omitted.`).optional(),
});

const shownUri = z.url().optional().describe('As it was sent; omitted if it is not fit to be shown.');

const registeredClient = z.object({
  client_id: z.string().describe('Id of the client; there is no secret.'),
  client_id_issued_at: z.int().describe('Seconds since 1970.'),
  client_name: z.string(),
  client_uri: z.url().optional(),
  logo_uri: shownUri,
  tos_uri: shownUri,
  policy_uri: shownUri,
  redirect_uris: uris,
  grant_types: z.array(z.enum(grantTypes)),
  response_types: z.array(z.literal('code')),
  token_endpoint_auth_method: z.literal('none'),
  scope: scopeText('Scopes the client may ask for.'),
});

export const registerEndpoint: EndpointDescriptor = {
  id: 'register_client',
  summary: 'Register a client (RFC 7591)',
  text: 'Public clients only. Unknown members are ignored.',
  session: false,
  takes: { name: 'OauthClientMetadata', schema: registration },
  answers: { 201: { description: 'The client.', body: { name: 'OauthClient', schema: registeredClient } } },
  errors: ['invalid_redirect_uri', 'invalid_client_metadata', 'rate_limited'],
  open: register,
};

function register(service: OauthService): Endpoint {
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
    const answer: AnswerOf<typeof registeredClient> = {
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
    };
    sendJson(res, 201, answer, { 'Cache-Control': 'no-store' });
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
