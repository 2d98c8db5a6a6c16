/** GET /mcp/oauth/authorize: checks the request, stores it, and sends the person to the consent page. */
import type { Request, Response } from 'express';
import { saveRequest } from '../../store/oauth/requests';
import { touchClient, type StoredClient } from '../../store/oauth/clients';
import { authorizationParameters, checkAuthorizationRequest, goodRedirectUri } from './authorization-request';
import { tellAttempt } from './attempt-facts';
import { OauthError } from './errors';
import type { EndpointDescriptor } from './endpoint';
import { clientNetworks, queryOf, type Endpoint } from './http';
import { addressLimit } from './limits';
import { callbackUrl } from '../../shared/redirect-uri';
import { formatScope, storedScopes } from '../../auth/scope';
import { RequestQuota } from './request-quota';
import { hashSecret, newSecret } from './secrets';
import type { NoClient } from './client-directory';
import type { OauthService } from './service';

/** How long a person may take to decide. */
const requestLifetime = 10 * 60_000;
/** Most requests of one address in a minute. An office can share an address. request-quota.ts limits what is stored. */
const requestsPerMinute = 1_000;

export const authorizeEndpoint: EndpointDescriptor = {
  id: 'authorize',
  summary: 'Ask a person for access',
  text:
    'Opened in a browser. Leads to the consent page, or back to the client with `error`, `error_description`, `state` and `iss`. ' +
    'While the client and its redirect URI are not known to be good, an error is a page and never a redirect.',
  session: false,
  query: authorizationParameters,
  answers: {
    302: { description: 'To the consent page, or back to the client.', headers: ['Location'] },
    default: { description: 'Any other answer is a page for the person or the error envelope.' },
  },
  errorPages: ['invalid_request', 'invalid_client', 'rate_limited'],
  open: authorize,
};

/** Errors that it throws are shown as a page. Client errors that may be redirected are redirected here. */
function authorize(service: OauthService): Endpoint {
  const { db, clock, elapsed, options } = service;
  const asked = addressLimit({
    name: 'authorize',
    points: requestsPerMinute,
    seconds: 60,
    message: 'Too many requests from this address. Try again shortly.',
    nodes: options.settings.RATE_LIMIT_NODES,
  });
  const room = new RequestQuota(db, { ceilings: options.requestCeilings, lifetime: requestLifetime, clock, elapsed });

  return async (req: Request, res: Response) => {
    const query = queryOf(req);
    if (!query) throw new OauthError('invalid_request', 'The address of the request is malformed.');
    tellAttempt(res, { clientId: query.get('client_id') ?? undefined });
    const networks = clientNetworks(req);
    asked.use(networks);

    const client = await clientOf(service, query, networks);
    const redirectUri = goodRedirectUri(query, client, service.redirects);
    if (redirectUri === undefined) {
      throw new OauthError('invalid_request', 'The redirect URI is missing, repeated, or not one of this application.');
    }

    const scopes = storedScopes(client.scopes);
    const result = checkAuthorizationRequest(query, redirectUri, { scopes }, service.mcp);
    if ('refused' in result) {
      const { error, description, state } = result.refused;
      tellAttempt(res, { code: error, reason: description });
      const parameters = { error, error_description: description, state, iss: service.mcp.at(req.headers.host).issuer };
      return redirect(res, callbackUrl(redirectUri, parameters));
    }

    const { accepted } = result;
    const now = clock();
    const requestToken = newSecret();
    const row = {
      token_hash: hashSecret(requestToken),
      client_id: client.id,
      redirect_uri: redirectUri,
      scopes: formatScope(accepted.scopes),
      state: accepted.state ?? null,
      code_challenge: accepted.codeChallenge,
      created_at: now,
      expires_at: now + requestLifetime,
      used_at: null,
      login_hint: accepted.loginHint ?? null,
      ui_locales: accepted.uiLocales ?? null,
      prompt: accepted.prompt ?? null,
      resource: accepted.resource ?? null,
      asked_host: service.mcp.otherHost(req.headers.host),
    };
    await room.store(row, networks, async () => {
      await service.clients.keep(client);
      await saveRequest(db, row);
    });
    await touchClient(db, client, now);
    redirect(res, callbackUrl(service.consentPageUrl, { requestToken }));
  };
}

async function clientOf(
  service: OauthService,
  query: URLSearchParams,
  networks: readonly string[],
): Promise<StoredClient> {
  const [id, ...more] = query.getAll('client_id');
  if (id === undefined || more.length > 0) throw new UnusableClient('unknown');
  const resolved = await service.clients.resolve(id, networks);
  if ('client' in resolved) return resolved.client;
  throw new UnusableClient(resolved.none.kind, resolved.none.reason);
}

/** What the page says. The exact reason is in the log and in `leadlight doctor`: strangers choose what is fetched. */
const unusable: Readonly<Record<NoClient['kind'], string>> = {
  unknown: 'The application that sent you here is not known to this server. Connect it again from the beginning.',
  not_fetched:
    'This service could not fetch the document in which the application describes itself. That is no fault of yours or of the ' +
    'application: the operator of this service finds the reason with `leadlight doctor`, and can set OAUTH_CLIENT_DOCUMENTS=off.',
  refused:
    'The document in which the application describes itself was refused by this server. The operator finds the reason with `leadlight doctor`.',
};

/** The same for the operator, before the exact reason. */
const inWords: Readonly<Record<NoClient['kind'], string>> = {
  unknown: 'The client id is not known here',
  not_fetched: 'This service could not fetch the metadata document of the application',
  refused: 'The metadata document of the application was refused',
};

class UnusableClient extends OauthError {
  // The answer is a page for a person, so its status is 400 rather than the token endpoint's 401.
  override readonly status = 400;

  /** @param reason for the operator. */
  constructor(kind: NoClient['kind'], reason?: string) {
    const forOperator = reason === undefined ? {} : { forOperator: `${inWords[kind]}: ${reason}.` };
    super('invalid_client', unusable[kind], { more: { reason: kind }, ...forOperator });
  }
}

function redirect(res: Response, location: string): void {
  res.setHeader('Location', location);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.status(302).end();
}
