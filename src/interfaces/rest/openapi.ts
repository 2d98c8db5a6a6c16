/** The OpenAPI 3.1 document, generated from the catalogue, whose schemas also check requests. */
import { apiPrefix } from '../../../config/settings';
import type { Operation } from '../../../tools/define';
import { withNames } from '../../../tools/names';
import { tags } from '../../../tools/tags';
import { demandsOf } from '../../auth/rights';
import { errorStatus, type ErrorCode } from '../../shared/errors';
import {
  componentsFor,
  contentOf,
  envelopeSchema,
  exampleRequestId,
  headersOf,
  headerTable,
  joined,
  jsonSchema,
  parameter,
  pathsOf,
  reference,
  type Json,
  type OpenApiPart,
  type RouteDescription,
} from '../../http/openapi';
import { exampleOf } from './openapi-example';
import { healthRoutes, healthTag } from './openapi-health';
import { answerHeadersOf, conditionRefusals, csvRoutes, headerParametersOf } from './openapi-headers';
import { answerName, compactName, hasCompact, objectOf, schemasOf } from './openapi-schemas';
import { parameterExample, type Examples } from './parameter-examples';
import { routesOf, type Route } from './routes';

export interface OpenApiOptions {
  readonly catalogue: readonly Operation[];
  /** Address at which clients reach the service, without the version prefix. */
  readonly publicUrl: string;
  readonly version: string;
  /** Examples of parameters by name, of what a workspace holds. Others are made up. */
  readonly examples?: Examples;
  /** The parts that other interfaces add. */
  readonly parts?: readonly OpenApiPart[];
}

/** The document of the addresses below the version prefix, as a plain object. */
export function openApiDocument(options: OpenApiOptions): Json {
  const { publicUrl } = options;
  return documentOf(options, {
    server: publicUrl + apiPrefix,
    description: introduction,
    addresses: (all) => all.filter(({ server }) => server === undefined),
  });
}

/**
 * The document of the other addresses: health and discovery. It is one of its own because many tools take one server for all
 * addresses of a document and ignore others that a path names.
 */
export function rootOpenApiDocument(options: OpenApiOptions): Json {
  return documentOf(options, {
    server: new URL(options.publicUrl).origin,
    description:
      'Health of the service and discovery of its authorization server. The interface itself is in `openapi.json`.',
    addresses: (all) =>
      all.flatMap(({ server, ...route }) =>
        server === undefined ? [] : [{ ...route, path: new URL(server).pathname.replace(/\/$/, '') + route.path }],
      ),
  });
}

interface Extract {
  readonly server: string;
  readonly description: string;
  readonly addresses: (all: readonly RouteDescription[]) => RouteDescription[];
}

function documentOf(
  { catalogue, publicUrl, version, examples = {}, parts = [] }: OpenApiOptions,
  { server, description, addresses }: Extract,
): Json {
  const routes = routesOf(catalogue);
  const shown = addresses([
    ...routes.map((route) => describe(route, examples)),
    ...csvRoutes(routes, (route) => describe(route, examples)),
    ...healthRoutes(publicUrl, refusal),
    ...parts.flatMap((part) => part.routes),
  ]);
  const paths = pathsOf(shown);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Leadlight',
      version,
      summary: 'Leads, signals, watchlist, account reports and post analytics of one workspace.',
      description,
      contact: { name: 'The operator of this installation', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(routes), healthTag, ...parts.flatMap((part) => part.tags)].filter(({ name }) =>
      shown.some(({ tag }) => tag === name),
    ),
    paths,
    components: componentsFor(paths, {
      securitySchemes: joined([ownSchemes, ...parts.map((part) => part.securitySchemes)]),
      schemas: joined([schemasOf(routes, errorSchema), ...parts.map((part) => part.schemas)]),
      responses: errorResponses(new Set(routes.flatMap(refusalsOf))),
      headers: headerTable,
    }),
  };
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
const ownSchemes = {
  apiKey: bearer(
    'An API key of the workspace (`ll_…`). It is read from the Authorization header and from no other place.',
  ),
  provisioningKey: bearer('A provisioning key (`llp_…`, `leadlight key create --provisioning`).'),
};

const introduction = [
  'All data belongs to the workspace of the API key.',
  '',
  '**Lists** take `limit` (1 to 100, default 50) and `cursor`. `page.nextCursor` is null on the last page. A cursor is valid',
  'for the same list with the same filters and sort; `limit` may change between pages. Paging never repeats a row and never',
  'skips one that did not change meanwhile.',
  '',
  '**Comma lists**: `leadTier=QUALIFIED,PRIORITY`. A value that holds a comma stands in double quotes',
  '(`companyNames="Acme, Inc.",Globex`; `""` is a double quote inside them), or the parameter is repeated: then each is one value.',
  'Duplicates count once.',
  '',
  '**Dates** are `YYYY-MM-DD` or RFC 3339; both ends are inclusive and a date-only end covers that whole UTC day. `+` in a query',
  'string is a blank, so write the one of a time offset as `%2B`. Timestamps in answers are RFC 3339 in UTC with milliseconds.',
  '',
  '**Errors** have one form, see the schema `Error`. Unknown, repeated, empty or malformed parameters are `validation_failed`,',
  'and `error.details` names each. An id that is malformed, unknown or of another workspace is `not_found`.',
  'A request is refused for the first of these reasons that holds: address, method, key, rate, right, parameters, id.',
  '',
  '**Request ids**: send `X-Request-Id` (1 to 128 letters, digits or `-_.~:@+/=`) to have yours used; every answer carries one.',
  '',
  '**Rate limit**: per key, in windows of a minute; the `RateLimit` and `RateLimit-Policy` fields say what is left.',
  '',
  '`HEAD` is answered wherever `GET` is. A single read with `If-None-Match` and its current `ETag` is 304.',
  'Reads of JSON over 1 KB are sent as gzip to clients whose `Accept-Encoding` takes it. The `ETag` of a single read then ends with `-gzip`; either form is taken back.',
  'Health and discovery are in `openapi-root.json`. Responses must not be cached, and browsers on other origins are not served (no CORS).',
  '',
  '**Assistants** use the same data through `POST /mcp`, with an access token that the OAuth addresses below issue.',
].join('\n');

/** The tags that have an operation, in the order of tags.ts. */
function tagsOf(routes: readonly Route[]) {
  return Object.entries(tags)
    .filter(([name]) => routes.some(({ address }) => address.tag === name))
    .map(([name, description]) => ({ name, description }));
}

function describe(route: Route, examples: Examples): RouteDescription {
  const { operation, address } = route;
  const flags = demandsOf(operation.right).flags ?? [];
  const isProvisioning = address.credential === 'provisioning_key';
  const needs = isProvisioning
    ? 'Needs a provisioning key of this workspace.'
    : `Needs ${flags.map((flag) => `\`dataAccess.${flag}\``).join(' and ')}.`;
  return {
    method: address.method.toLowerCase(),
    path: address.path,
    id: operation.name,
    tag: address.tag,
    summary: operation.title,
    text: `${withNames(operation.description, (name) => name)}\n\n${needs}`,
    ...(isProvisioning ? { security: ['provisioningKey'] } : {}),
    ...inputOf(route, examples),
    responses: {
      ...successesOf(route),
      ...Object.fromEntries(refusalsOf(route).map((code) => [errorStatus[code], refusal(code)])),
    },
  };
}

function successesOf(route: Route): Json {
  const { status = 200 } = route.address;
  const headers = { ...commonHeaders, ...rateHeaders, ...answerHeadersOf(route) };
  if (status === 204) return { 204: { description: 'Done; there is no body.', headers } };
  const compact = hasCompact(route) ? { 'x-compact': reference('schemas', compactName(route)) } : {};
  const content = contentOf(answerName(route), { example: exampleOf(route), ...compact });
  return Object.fromEntries(
    Object.entries(typeof status === 'number' ? { done: status } : status).map(([outcome, code]) => [
      code,
      { description: outcome === 'created' ? 'Made.' : answerText(route), headers, content },
    ]),
  );
}

const answerText = (route: Route) =>
  hasCompact(route) ? `The answer. With \`view=compact\` it is a \`${compactName(route)}\`.` : 'The answer.';

/** Parameters are in the body of these methods, and in the query string of the others. */
const hasBody = ({ address: { method } }: Route) => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** The input of an operation as its address takes it: what its path names, then the body or the query string. */
function inputOf(route: Route, examples: Examples): Pick<RouteDescription, 'parameters' | 'body'> {
  const schema = jsonSchema(route.operation.input);
  const properties = Object.entries(objectOf(schema['properties']));
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const inPath = new Set(route.parameters);
  const named = properties
    .filter(([name]) => !hasBody(route) || inPath.has(name))
    .map(([name, value]) => {
      const { description = '', ...rest } = objectOf(value);
      const more = inPath.has(name) ? {} : { required: required.includes(name) };
      const style = !inPath.has(name) && rest['type'] === 'array' ? { style: 'form', explode: false } : {};
      return parameter(inPath.has(name) ? 'path' : 'query', name, typeof description === 'string' ? description : '', {
        ...more,
        schema: rest,
        ...parameterExample(name, rest, examples),
        ...style,
      });
    });
  const parameters = [...named, ...headerParametersOf(route)];
  if (!hasBody(route)) return { parameters };
  const rest = Object.fromEntries(properties.filter(([name]) => !inPath.has(name)));
  return {
    parameters,
    body: contentOf({ ...schema, properties: rest, required: required.filter((name) => !inPath.has(String(name))) }),
  };
}

type ListedCode = keyof typeof operationErrors;

/** Codes of its own first; the rest in the order of the table. */
function refusalsOf(route: Route): ListedCode[] {
  const { address, parameters } = route;
  const usual: readonly ListedCode[] = [
    'validation_failed',
    'invalid_api_key',
    ...(address.credential === 'provisioning_key' ? [] : (['data_access_denied'] as const)),
    ...(parameters.length > 0 ? (['not_found'] as const) : []),
    ...conditionRefusals(route),
    'method_not_allowed',
    ...(hasBody(route) ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ];
  return listedCodes.filter((code) => usual.includes(code) || address.refuses?.includes(code) === true);
}

const commonHeaders = headersOf('X-Request-Id', 'Cache-Control');
const rateHeaders = headersOf('RateLimit', 'RateLimit-Policy');

/** What operations can refuse with, and the headers beside the common ones. */
const operationErrors = {
  validation_failed: ['A parameter is unknown, repeated, empty, malformed or outside its limits.', rateHeaders],
  invalid_api_key: ['No key, or not a valid one.', headersOf('WWW-Authenticate')],
  data_access_denied: ['The key lacks a `dataAccess` flag; the message names it.', rateHeaders],
  not_found: ['No such id in this workspace.', rateHeaders],
  method_not_allowed: ['Another method than the ones of this address.', headersOf('Allow')],
  conflict: ['The state does not allow it, or the idempotency key was used for another request.', rateHeaders],
  idempotency_conflict: ['The idempotency key was used for another request.', rateHeaders],
  cursor_expired: ['The cursor has expired; read from the beginning.', rateHeaders],
  precondition_failed: ['The object changed after it was read (`If-Match`).', rateHeaders],
  insufficient_credits: ['The workspace has too few credits.', rateHeaders],
  payload_too_large: ['The body is too large.', rateHeaders],
  unsupported_media_type: ['The body is not uncompressed JSON in UTF-8.', rateHeaders],
  rate_limited: ['The key has used up its minute.', { ...rateHeaders, ...headersOf('Retry-After') }],
  internal_error: ['A fault of the service.', rateHeaders],
  service_unavailable: ['The database does not answer, or the service is stopping.', headersOf('Retry-After')],
} as const satisfies Partial<Record<ErrorCode, readonly [text: string, headers: Json]>>;

const listedCodes = Object.keys(operationErrors) as (keyof typeof operationErrors)[];

/** `validation_failed` -> `ValidationFailed`. */
const responseName = (code: string) => code.replace(/(^|_)[a-z]/g, (match) => match.replace('_', '').toUpperCase());
const refusal = (code: ListedCode) => reference('responses', responseName(code));

function errorResponses(used: ReadonlySet<ListedCode>): Json {
  const response = (code: ListedCode) => {
    const [description, headers] = operationErrors[code];
    const details = code === 'validation_failed' ? { details: [{ path: 'limit', message: 'must be an integer' }] } : {};
    const error = { code, message: description, status: errorStatus[code], request_id: exampleRequestId, ...details };
    return {
      description,
      headers: { ...commonHeaders, ...headers },
      content: contentOf('Error', { example: { error } }),
    };
  };
  return Object.fromEntries(
    listedCodes.filter((code) => used.has(code)).map((code) => [responseName(code), response(code)]),
  );
}

const errorSchema = envelopeSchema(Object.keys(errorStatus));
