/**
 * The REST door: from a request to a question of the catalogue and back. It is a plain node:http listener that stands in front
 * of the express app, because express costs several times what these reads cost (docs/decisions/0007-rest-beside-express.md).
 *
 * The order of refusals: address (404), method (405), key (401), rate (429), right (403), parameters (400), then the question.
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix } from '../../config/settings';
import type { Query } from '../../tools/define';
import { QueryError } from '../../tools/errors';
import type { ApiKeyAuthenticator, KeyHolder } from '../access/api-keys';
import { errorEnvelope, methodNotAllowed, toQueryError, unknownPath } from '../http/errors';
import type { Quota, RequestLimiter } from '../http/rate-limit';
import type { HeaderTable } from '../http/security-headers';
import type { TracedResponse } from '../http/traced-response';
import { parameterForms, readPathSegment, readQueryString, type ParameterForms } from './query-string';
import { pathPrefixes, Router, routesOf, type Match, type Route } from './routes';

export interface RestDoorDeps {
  readonly catalogue: readonly Query[];
  readonly authenticator: Pick<ApiKeyAuthenticator, 'authenticate'>;
  readonly limiter: RequestLimiter;
  readonly securityHeaders: HeaderTable;
  /** Told of errors that are nobody's fault outside. */
  readonly onUnexpected: (error: unknown, res: TracedResponse) => void;
}

interface RestRoute extends Route {
  readonly forms: ParameterForms;
}

const methods = ['GET', 'HEAD'] as const;
const prefixes = pathPrefixes.map((prefix) => apiPrefix + prefix);
const nothing: readonly string[] = [];

/**
 * Makes the door.
 * @returns a listener that says whether the request was its own; if not, it has not touched it.
 */
export function restDoor(deps: RestDoorDeps): (req: IncomingMessage, res: TracedResponse) => boolean {
  const { authenticator, limiter, onUnexpected } = deps;
  const router = new Router<RestRoute>(
    routesOf(deps.catalogue).map((route) => ({
      ...route,
      forms: parameterForms(route.query.input, route.parameters),
    })),
  );
  const fixedHeaders = [
    ...deps.securityHeaders.flat(),
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'private, no-store',
  ];

  function send(res: TracedResponse, status: number, body: unknown, headers: readonly string[]): void {
    if (res.headersSent || res.destroyed) return;
    const text = JSON.stringify(body);
    // Header names and values in one flat list: node writes it as it is, without building a map of it first.
    res.writeHead(status, [
      ...fixedHeaders,
      'X-Request-Id',
      res.requestId,
      ...headers,
      'Content-Length',
      String(Buffer.byteLength(text)),
    ]);
    res.end(text);
  }

  function refuse(res: TracedResponse, error: QueryError, headers: readonly string[] = nothing): void {
    send(res, error.status, errorEnvelope(error, res.requestId), headers);
  }

  async function answer(
    req: IncomingMessage,
    res: TracedResponse,
    match: Match<RestRoute>,
    query: string,
  ): Promise<void> {
    let quotaHeaders = nothing;
    try {
      const holder = await authenticator.authenticate(req.headers.authorization);
      res.callerId = holder.keyId;
      res.organizationId = holder.organizationId;
      const quota = await limiter.count(holder.keyId);
      quotaHeaders = ['RateLimit', quota.rateLimit, 'RateLimit-Policy', limiter.policy];
      if (!quota.allowed) {
        refuse(res, rateLimited(quota), [...quotaHeaders, 'Retry-After', quota.retryAfter]);
        return;
      }
      send(res, 200, await ask(match, query, holder), quotaHeaders);
    } catch (thrown) {
      const { error, unexpected } = toQueryError(thrown);
      if (unexpected) onUnexpected(thrown, res);
      refuse(res, error, [...quotaHeaders, ...extraHeaders(error)]);
    }
  }

  return (req, res) => {
    const url = req.url ?? '';
    if (!prefixes.some((prefix) => url.startsWith(prefix))) return false;
    const mark = url.indexOf('?');
    const path = url.slice(apiPrefix.length, mark < 0 ? undefined : mark);
    const match = router.match(path);
    if (match === undefined) {
      refuse(res, unknownPath());
      return true;
    }
    res.route = match.route.path;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const { error, headers } = methodNotAllowed(methods);
      refuse(res, error, Object.entries(headers).flat());
      return true;
    }
    void answer(req, res, match, mark < 0 ? '' : url.slice(mark + 1));
    return true;
  };
}

/** Checks the right, reads the parameters, asks. */
function ask(match: Match<RestRoute>, queryString: string, holder: KeyHolder): Promise<Record<string, unknown>> {
  const { query, parameters, forms } = match.route;
  const { workspace } = holder;
  for (const flag of query.dataAccess) {
    if (!workspace.dataAccess[flag]) {
      throw new QueryError(
        'data_access_denied',
        `This key lacks the dataAccess flag "${flag}", which this address needs.`,
      );
    }
  }
  const input = readQueryString(queryString, forms);
  parameters.forEach((name, index) => {
    input[name] = readPathSegment(name, match.segments[index] ?? '');
  });
  return query.ask(workspace, input);
}

function rateLimited(quota: Quota): QueryError {
  return new QueryError(
    'rate_limited',
    `This key has used up its requests of this minute; try again in ${quota.retryAfter} s.`,
  );
}

/** Header fields that a code brings with it. */
function extraHeaders(error: QueryError): readonly string[] {
  if (error.code === 'invalid_api_key') return ['WWW-Authenticate', 'Bearer'];
  if (error.code === 'service_unavailable') return ['Retry-After', '5'];
  return nothing;
}
