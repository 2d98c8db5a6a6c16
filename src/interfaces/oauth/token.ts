/** POST /mcp/oauth/token: both grants. The engine decides. Its input is checked before, and its errors are reworded. */
import OAuth2Server from '@node-oauth/oauth2-server';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendJson } from '../../http/respond';
import { tellAttempt } from './attempt-facts';
import type { AnswerOf, EndpointDescriptor } from './endpoint';
import { OauthError, oauthErrorStatus, type OauthErrorCode } from './errors';
import { GrantModel } from './grant-model';
import { assertionOf, ClientAuthenticator } from './client-authentication';
import { bodyOf, clientNetworks, type Endpoint } from './http';
import { unauthenticatedLimits } from '../../http/unauthenticated';
import { addressLimit } from './limits';
import { parseParameters } from './parameters';
import { formatScope, storedScopes } from '../../auth/scope';
import { readRefreshToken } from './secrets';
import type { OauthService } from './service';
import { scopeText } from './schema-parts';
import { checkTokenRequest, tokenRequest } from './token-request';
import { fieldOf } from '../../shared/records';

/** One text for each code, so that unknown, expired and foreign ones look the same. */
const messages: Partial<Record<OauthErrorCode, string>> = {
  invalid_request: 'The request is malformed.',
  invalid_client: 'This client is not known. Register again.',
  invalid_grant: 'The code or refresh token is invalid, expired, already used, or was issued to another client.',
  invalid_scope: 'A refresh cannot widen the scopes that were granted.',
  unauthorized_client: 'This client did not register for this grant.',
};

/** Most failed requests in a minute, of an address and of one connection. Successful ones are not counted. */
const failuresPerMinute = unauthenticatedLimits.perMinute;

const tokens = z.object({
  access_token: z.string().describe('A JWT (ES256, `at+jwt`) for the MCP endpoint.'),
  token_type: z.literal('Bearer'),
  expires_in: z
    .int()
    .describe('Seconds until the access token ends: 900, unless the operator set ACCESS_TOKEN_SECONDS.'),
  refresh_token: z.string().optional().describe('Opaque; replaced with every use.'),
  scope: scopeText('Scopes that were granted.'),
});

export const tokenEndpoint: EndpointDescriptor = {
  id: 'issue_tokens',
  summary: 'A code or refresh token for tokens',
  text:
    'A refresh token is replaced with every use; using an older one again ends the connection. ' +
    'Errors of a form are the body of RFC 6749, those of JSON the error envelope.',
  session: false,
  takes: { name: 'OauthTokenRequest', schema: tokenRequest },
  forms: true,
  answers: { 200: { description: 'Tokens.', body: { name: 'OauthTokens', schema: tokens } } },
  errors: [
    ...(['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'] as const),
    ...(['unsupported_grant_type', 'invalid_scope', 'invalid_target'] as const),
  ],
  open: exchange,
};

function exchange(service: OauthService): Endpoint {
  const failures = addressLimit({
    name: 'token',
    points: failuresPerMinute,
    seconds: 60,
    message: 'Too many requests that failed. Try again shortly.',
    nodes: service.options.settings.RATE_LIMIT_NODES,
  });
  /** Verifies refresh tokens cheaply by their MAC, so that failures of others at the same address do not count against them. */
  const countedBy = (req: Request, body: Record<string, string>) => {
    const presented = body['refresh_token'];
    const facts = presented === undefined ? undefined : readRefreshToken(presented, service.keys.refreshTokenMacKey());
    return facts ? [`connection ${facts.grantId}`] : clientNetworks(req);
  };
  const authenticator = new ClientAuthenticator(service);
  return async (req: Request, res: Response) => {
    const tell = (parameters: ReadonlyMap<string, string>) => {
      const step = parameters.get('grant_type') === 'refresh_token' ? 'refresh' : 'redemption';
      tellAttempt(res, { clientId: parameters.get('client_id'), step });
    };
    const { body, assertion } = checked(service, req, tell, () => failures.use(clientNetworks(req)));
    const counted = countedBy(req, body);
    failures.use(counted);
    await authenticator.check(body['client_id'] ?? '', assertion);
    const { accessToken, refreshToken, scope } = await issue(service, body, (organizationId) =>
      tellAttempt(res, { organizationId }),
    );
    failures.giveBack(counted);
    const answer: AnswerOf<typeof tokens> = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: service.options.settings.ACCESS_TOKEN_SECONDS,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      scope: formatScope(storedScopes((scope ?? []).join(' '))),
    };
    sendJson(res, 200, answer, { 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  };
}

interface Checked {
  readonly body: Record<string, string>;
  /** What the client proves itself with. */
  readonly assertion: string | undefined;
}

/**
 * The parameters of a request.
 * @param tell told them before they are checked, so that a refusal is remembered with its step and client.
 * @param malformed called if they cannot be used; may throw instead.
 */
function checked(
  service: OauthService,
  req: Request,
  tell: (parameters: ReadonlyMap<string, string>) => void,
  malformed: () => void,
): Checked {
  try {
    if (req.originalUrl.includes('?')) {
      throw new OauthError('invalid_request', 'Parameters belong in the body, not in the query.');
    }
    const parameters = new Map(parseParameters(req.headers['content-type'], bodyOf(req)));
    tell(parameters);
    const proof = assertionOf(parameters);
    // RFC 7521 §4.2: with an assertion, client_id may be left out. RFC 6749 §2.3.1: it may stand in the header.
    const named = [parameters.get('client_id'), proof?.subject, basicClientId(req.headers.authorization)];
    const [clientId, ...others] = new Set(named.filter((id) => id !== undefined));
    if (others.length > 0) throw new OauthError('invalid_request', 'The request names more than one client.');
    if (clientId !== undefined) parameters.set('client_id', clientId);
    tell(parameters);
    return { body: checkTokenRequest(parameters, service.mcp), assertion: proof?.assertion };
  } catch (error) {
    malformed();
    throw error;
  }
}

/**
 * The client of an `Authorization` header: Basic with an id and an empty secret is that public client, because some libraries send
 * nothing else.
 * @throws OauthError `invalid_request` for any other header.
 */
function basicClientId(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const id = text.endsWith(':') ? formDecoded(text.slice(0, -1)) : undefined;
  if (id) return id;
  throw new OauthError(
    'invalid_request',
    'Clients of this server are public: send client_id in the body, or as Basic with an empty secret.',
  );
}

/** RFC 6749 §2.3.1: id and secret are form-encoded. Clients whose id is a URL often forget it. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return undefined;
  }
}

/** @param tellWorkspace told the workspace of the connection, once it is known. */
async function issue(
  service: OauthService,
  body: Record<string, string>,
  tellWorkspace: (organizationId: string | undefined) => void,
): Promise<OAuth2Server.Token> {
  const model = new GrantModel(service, body);
  const engine = new OAuth2Server({
    model,
    accessTokenLifetime: service.options.settings.ACCESS_TOKEN_SECONDS,
    // The model replaces the old token with the new one in one statement. The engine would first revoke, then save.
    alwaysIssueNewRefreshToken: false,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });
  // The engine reads only forms, and also looks into the query and the headers. So it gets only the checked body, without the
  // scope: the model reads that, and the engine would refuse a name that is unknown here.
  const { scope: _read, ...checkedBody } = body;
  const request = new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: checkedBody,
  });
  try {
    return await engine.token(request, new OAuth2Server.Response({}));
  } catch (error) {
    throw translated(error, model.forAttempts.reason);
  } finally {
    tellWorkspace(model.forAttempts.organizationId);
  }
}

/** Translates the engine's error into ours, and unwraps errors that it did not know. @param reason for the operator. */
function translated(error: unknown, reason: string | undefined): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  const { name } = error;
  if (name === 'server_error') return fieldOf(error, 'inner') ?? new Error('the grant engine failed');
  return isKnown(name)
    ? new OauthError(name, messages[name] ?? 'The request was refused.', reason ? { forOperator: reason } : {})
    : error;
}

function isKnown(code: string): code is OauthErrorCode {
  return Object.hasOwn(oauthErrorStatus, code);
}
