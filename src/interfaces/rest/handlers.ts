/**
 * The REST interface: from a request to an operation of the catalogue and back.
 *
 * The order of refusals: address (404) and method (405), by the router table; then key (401), rate (429), right (403), parameters
 * (400), then the operation.
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix } from '../../../config/settings';
import { parameterForms, type ParameterForms } from '../../../tools/forms';
import { entityTag, type ActionOutcome, type ChangeConditions } from '../../../tools/change-conditions';
import type { HttpMethod, Operation, Query, RestAddress } from '../../../tools/define';
import { invalid } from '../../shared/errors';
import type { ApiKeyAuthenticator } from '../../auth/api-keys';
import type { ProvisioningAuthenticator } from '../../auth/provisioning-keys';
import { bearerToken } from '../../http/bearer';
import { readJsonObject } from '../../http/body';
import { csvFilters, csvLists, streamCsv } from '../../http/csv-list';
import { sendRead } from '../../http/compressed';
import { readPathSegment, readQueryString } from '../../http/query-string';
import { requireQuota, type RequestLimiter } from '../../http/rate-limit';
import { linkToNextPage } from './next-page';
import { jsonType, respond, type Headers } from '../../http/respond';
import type { Handler, Route as HttpRoute } from '../../http/router';
import type { TracedResponse } from '../../http/traced-response';
import type { ActingWorkspace } from '../../workspace/workspace';
import type { Unauthenticated } from '../../http/unauthenticated';
import { isTagged, routesOf, type Route } from './routes';

export interface RestDependencies {
  readonly catalogue: readonly Operation[];
  readonly authenticator: Pick<ApiKeyAuthenticator<ActingWorkspace>, 'authenticate'>;
  /** For addresses that applications use to manage members. */
  readonly provisioning: Pick<ProvisioningAuthenticator<ActingWorkspace>, 'authenticate'>;
  readonly limiter: RequestLimiter;
  /** `PUBLIC_URL`: links in answers begin with it. */
  readonly publicUrl: string;
  /** Whether long answers to reads are compressed for clients that take that. */
  readonly compress: boolean;
  /** Counts tries of keys that are not known to be good. */
  readonly unauthenticated: Pick<Unauthenticated, 'tries'>;
}

/** The rows of the router table for a catalogue. */
export function restRoutes(deps: RestDependencies): readonly HttpRoute[] {
  const rows = new Map<string, Partial<Record<HttpMethod, Handler>>>();
  for (const route of routesOf(deps.catalogue)) {
    const { path, method } = route.address;
    rows.set(path, { ...rows.get(path), [method]: handlerOf(route, deps) });
  }
  for (const [path, name] of Object.entries(csvLists)) {
    const list = deps.catalogue.find((one) => one.name === name);
    if (list?.effect === 'read') rows.set(path, { GET: csvHandler(list, deps) });
  }
  return [...rows].map(([path, answer]) => ({ path: apiPrefix + path, name: path, answer, byAddress: 'free' }));
}

/** All pages of a list as CSV. Takes the filters of the list, but no limit, cursor or view. */
function csvHandler(list: Query, { authenticator, limiter, unauthenticated }: RestDependencies): Handler {
  const filters = csvFilters(list);
  return async (req, res) => {
    const { keyId, organizationId, workspace } = await authenticator.authenticate(
      bearerToken(req.headers.authorization),
      unauthenticated.tries(req),
      req.headers.authorization,
    );
    res.callerId = keyId;
    res.organizationId = organizationId;
    const whom = { caller: keyId, workspace: organizationId };
    requireQuota(res, limiter.count(whom));
    const stream = await limiter.stream(whom);
    try {
      await streamCsv(res, list, workspace, filters(req.url ?? ''), () => stream.page());
    } finally {
      stream.end();
    }
  };
}

function handlerOf(
  route: Route,
  { authenticator, provisioning, limiter, unauthenticated, publicUrl, compress }: RestDependencies,
): Handler {
  const { operation, address } = route;
  const keys = address.credential === 'provisioning_key' ? provisioning : authenticator;
  // Parameters of a `POST`, `PUT` or `PATCH` are in its body. Its query string takes none.
  const forms = hasBody(address.method) ? new Map() : parameterForms(operation.input, route.parameters);
  return async (req, res, segments) => {
    const { keyId, organizationId, workspace } = await keys.authenticate(
      bearerToken(req.headers.authorization),
      unauthenticated.tries(req),
      req.headers.authorization,
    );
    res.callerId = keyId;
    res.organizationId = organizationId;
    const whom = { caller: keyId, workspace: organizationId };
    requireQuota(res, limiter.count(whom));
    let leave: (() => void) | undefined;
    // A body may arrive slowly. Until it is complete, the request occupies no place.
    const given = async () => {
      const read = readInput(req, res, route, forms, segments);
      const input = read instanceof Promise ? await read : read;
      const turn = limiter.enter(whom);
      leave = turn instanceof Promise ? await turn : turn;
      return input;
    };
    try {
      // Nobody waits for the answer any longer.
      if (res.destroyed) return;
      const { answer, outcome } =
        operation.effect === 'read'
          ? { answer: await operation.ask(workspace, given), outcome: 'done' as const }
          : await operation.perform(workspace, given, conditionsOf(req));
      const status = statusOf(address, outcome);
      if (status === 204) return respond(res, 204, null, '');
      const text = JSON.stringify(answer);
      const etag = isTagged(route) ? entityTag(text) : undefined;
      if (operation.effect !== 'read')
        return respond(res, status, jsonType, text, etag === undefined ? {} : { ETag: etag });
      // What has a tag is one thing, and no list.
      const link = etag === undefined ? nextPage(publicUrl, route, req, segments, answer) : undefined;
      const headers: Headers = link === undefined ? {} : { Link: link };
      const sent = sendRead(
        req,
        res,
        { contentType: jsonType, plain: text, compress, ...(etag === undefined ? {} : { etag }) },
        headers,
      );
      if (sent) await sent;
    } finally {
      leave?.();
    }
  };
}

/** The link to the page after this answer, under PUBLIC_URL. */
function nextPage(
  publicUrl: string,
  { address, operation }: Route,
  req: IncomingMessage,
  segments: readonly string[],
  answer: Readonly<Record<string, unknown>>,
): string | undefined {
  const given = segments.values();
  const path = address.path.replace(/\{\w+\}/g, () => given.next().value ?? '');
  const cursor = 'cursor' in operation.input.shape ? 'cursor' : 'after';
  return linkToNextPage(answer, publicUrl + apiPrefix + path, queryOf(req), cursor);
}

/** The query string as it was sent, without `?`. */
function queryOf(req: IncomingMessage): string {
  const url = req.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The headers that make a change conditional. */
const conditionsOf = (req: IncomingMessage): ChangeConditions => ({
  ifMatch: req.headers['if-match'],
  ifNoneMatch: req.headers['if-none-match'],
  idempotencyKey: headerOf(req, 'idempotency-key'),
});

/** The value of a header. Repeated headers arrive joined by node. */
function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

const statusOf = ({ status = 200 }: RestAddress, outcome: ActionOutcome) =>
  typeof status === 'number' ? status : (status[outcome] ?? 200);

const hasBody = (method: HttpMethod) => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** The parameters of path, query string and body; a promise of them where there is a body. @throws OperationError */
function readInput(
  req: IncomingMessage,
  res: TracedResponse,
  { parameters, address }: Route,
  forms: ParameterForms,
  segments: readonly string[],
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const asked = readQueryString(queryOf(req), forms);
  const withPath = (input: Record<string, unknown>) => {
    const twice = parameters.find((name) => Object.hasOwn(input, name));
    if (twice !== undefined) throw invalid({ path: twice, message: 'is given by the path and stands nowhere else' });
    parameters.forEach((name, index) => {
      input[name] = readPathSegment(name, segments[index] ?? '');
    });
    return input;
  };
  if (!hasBody(address.method)) return withPath(asked);
  // Spread, not assigned: a member called `__proto__` stays a member, which no operation knows.
  return readJsonObject(req, res).then((body) => withPath({ ...asked, ...body }));
}
