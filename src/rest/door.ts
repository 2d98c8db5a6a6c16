/**
 * The REST door: from a request to an operation of the catalogue and back. It is a plain node:http listener that stands in
 * front of the express app, because express costs several times what these reads cost (docs/decisions/0007-rest-beside-express.md).
 *
 * The order of refusals: address (404), method (405), key (401), rate (429), right (403), parameters (400), then the operation.
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix } from '../../config/settings';
import { perform, type HttpMethod, type Operation } from '../../tools/define';
import { OperationError } from '../errors';
import type { ApiKeyAuthenticator } from '../access/api-keys';
import { errorEnvelope, methodNotAllowed, toOperationError, unknownPath } from '../http/errors';
import type { Quota, RequestLimiter } from '../http/rate-limit';
import type { HeaderTable } from '../http/security-headers';
import type { TracedResponse } from '../http/traced-response';
import { readJsonObject } from './body';
import { parameterForms, readPathSegment, readQueryString, type ParameterForms } from './query-string';
import { prefixesOf, Router, routesOf, type Match, type Route } from './routes';

export interface RestDoorDeps {
  readonly catalogue: readonly Operation[];
  readonly authenticator: Pick<ApiKeyAuthenticator, 'authenticate'>;
  readonly limiter: RequestLimiter;
  readonly securityHeaders: HeaderTable;
  /** Told of errors that are nobody's fault outside. */
  readonly onUnexpected: (error: unknown, res: TracedResponse) => void;
}

interface RestRoute extends Route {
  /** Parameters that the query string takes: of a `POST`, `PUT` or `PATCH` none, those are in its body. */
  readonly forms: ParameterForms;
}

const nothing: readonly string[] = [];

/**
 * Makes the door.
 * @returns a listener that says whether the request was its own; if not, it has not touched it.
 */
export function restDoor(deps: RestDoorDeps): (req: IncomingMessage, res: TracedResponse) => boolean {
  const { authenticator, limiter, onUnexpected } = deps;
  const routes = routesOf(deps.catalogue);
  const prefixes = prefixesOf(routes).map((prefix) => apiPrefix + prefix);
  const router = new Router<RestRoute>(
    routes.map((route) => ({
      ...route,
      forms: hasBody(route.address.method) ? new Map() : parameterForms(route.operation.input, route.parameters),
    })),
  );
  const fixedHeaders = [...deps.securityHeaders.flat(), 'Cache-Control', 'private, no-store'];

  function send(res: TracedResponse, status: number, body: unknown, headers: readonly string[]): void {
    if (res.headersSent || res.destroyed) return;
    if (status === 204) {
      // Has no body, and neither a length nor a type of one (RFC 9110, section 8.6).
      res.writeHead(status, [...fixedHeaders, 'X-Request-Id', res.requestId, ...headers]);
      res.end();
      return;
    }
    const text = JSON.stringify(body);
    // Header names and values in one flat list: node writes it as it is, without building a map of it first.
    res.writeHead(status, [
      ...fixedHeaders,
      'Content-Type',
      'application/json; charset=utf-8',
      'X-Request-Id',
      res.requestId,
      ...headers,
      'Content-Length',
      String(Buffer.byteLength(text)),
    ]);
    res.end(text);
  }

  function refuse(res: TracedResponse, error: OperationError, headers: readonly string[] = nothing): void {
    send(res, error.status, errorEnvelope(error, res.requestId), headers);
  }

  async function answer(req: IncomingMessage, res: TracedResponse, found: Found, query: string): Promise<void> {
    let quotaHeaders = nothing;
    try {
      const { keyId, organizationId, workspace } = await authenticator.authenticate(req.headers.authorization);
      res.callerId = keyId;
      res.organizationId = organizationId;
      const quota = await limiter.count(keyId);
      quotaHeaders = ['RateLimit', quota.rateLimit, 'RateLimit-Policy', limiter.policy];
      if (!quota.allowed) {
        refuse(res, rateLimited(quota), [...quotaHeaders, 'Retry-After', quota.retryAfter]);
        return;
      }
      const { operation, address } = found.route;
      const body = await perform(operation, workspace, () => readInput(req, found, query));
      send(res, address.status ?? 200, body, quotaHeaders);
    } catch (thrown) {
      const { error, unexpected } = toOperationError(thrown);
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
    res.route = match.path;
    const route = routeFor(match, req.method);
    if (route === undefined) {
      const { error, headers } = methodNotAllowed(methodsAt(match));
      refuse(res, error, Object.entries(headers).flat());
      return true;
    }
    const found = { route, segments: match.segments };
    void answer(req, res, found, mark < 0 ? '' : url.slice(mark + 1));
    return true;
  };
}

/** A route and the raw segments of its path. */
interface Found {
  readonly route: RestRoute;
  readonly segments: readonly string[];
}

function routeFor(match: Match<RestRoute>, method: string | undefined): RestRoute | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return [...match.byMethod.values()].find((route) => route.address.method === asked);
}

/** `HEAD` is answered wherever `GET` is. */
function methodsAt(match: Match<RestRoute>): string[] {
  return [...match.byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

const hasBody = (method: HttpMethod) => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** The parameters of path, query string and body. */
async function readInput(
  req: IncomingMessage,
  { route, segments }: Found,
  queryString: string,
): Promise<Record<string, unknown>> {
  const { parameters, forms, address } = route;
  const input = readQueryString(queryString, forms);
  if (hasBody(address.method)) Object.assign(input, await readJsonObject(req));
  parameters.forEach((name, index) => {
    input[name] = readPathSegment(name, segments[index] ?? '');
  });
  return input;
}

function rateLimited(quota: Quota): OperationError {
  return new OperationError(
    'rate_limited',
    `This key has used up its requests of this minute; try again in ${quota.retryAfter} s.`,
  );
}

/** Header fields that a code brings with it. */
function extraHeaders(error: OperationError): readonly string[] {
  if (error.code === 'invalid_api_key') return ['WWW-Authenticate', 'Bearer'];
  if (error.code === 'service_unavailable') return ['Retry-After', '5'];
  return nothing;
}
