/** The OpenAPI 3.1 document: made of the catalogue, whose schemas also check the requests. */
import { apiPrefix } from '../../../config/settings';
import type { Operation } from '../../../tools/define';
import { withNames } from '../../../tools/names';
import { tags } from '../../../tools/tags';
import { demandsOf } from '../../auth/rights';
import { errorStatus, type ErrorCode } from '../../shared/errors';
import {
  envelopeSchema,
  exampleRequestId,
  headersOf,
  headerTable,
  jsonSchema,
  reference,
  type Json,
  type OpenApiPart,
} from '../../http/openapi';
import { exampleOf, isFeed, shapeOf } from './openapi-example';
import { answerHeadersOf, conditionRefusals, csvPaths, headerParametersOf } from './openapi-headers';
import { routesOf, type Route } from './routes';

export interface OpenApiOptions {
  readonly catalogue: readonly Operation[];
  /** Address under which clients reach the service, without the version prefix. */
  readonly publicUrl: string;
  readonly version: string;
  /** What the other interfaces say of theirs. */
  readonly parts?: readonly OpenApiPart[];
}

/** The document as a plain object. */
export function openApiDocument({ catalogue, publicUrl, version, parts = [] }: OpenApiOptions): Json {
  const routes = routesOf(catalogue);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Leadlight',
      version,
      summary: 'Leads, signals, watchlist, account reports and post analytics of one workspace.',
      description: introduction,
      contact: { name: 'The operator of this installation', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl + apiPrefix }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(routes), healthTag, ...parts.flatMap((part) => part.tags)],
    paths: joined(
      {
        ...pathsOf(routes),
        ...csvPaths(routes, operationOf),
        ...healthPaths(publicUrl),
      },
      parts.map(({ paths }) => paths),
    ),
    components: {
      securitySchemes: joined(
        { ...apiKeyScheme, ...provisioningScheme },
        parts.map(({ securitySchemes }) => securitySchemes),
      ),
      schemas: joined(
        schemasOf(routes),
        parts.map(({ schemas }) => schemas),
      ),
      responses: errorResponses(new Set(routes.flatMap(refusalsOf))),
      headers: headerTable,
    },
  };
}

/** Two parts that used one name would silently hide one of the two. */
function joined(own: Json, others: readonly Json[]): Json {
  const all: Json = { ...own };
  for (const [name, value] of others.flatMap((other) => Object.entries(other))) {
    if (Object.hasOwn(all, name)) throw new Error(`two parts of the OpenAPI document describe ${name}`);
    all[name] = value;
  }
  return all;
}

const apiKeyScheme = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the workspace (`ll_…`). It is read from the Authorization header and from no other place.',
  },
};

const provisioningScheme = {
  provisioningKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A provisioning key (`llp_…`, `leadlight key create --provisioning`).',
  },
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
  '`HEAD` is answered wherever `GET` is. No answer of the reads may be cached, and browsers on other origins are not served (no CORS).',
  '',
  '**Assistants** use the same data through `POST /mcp`, with an access token that the OAuth addresses below issue.',
].join('\n');

/** The groups that have an operation, in the order of tags.ts. */
function tagsOf(routes: readonly Route[]): Json[] {
  return Object.entries(tags)
    .filter(([name]) => routes.some(({ address }) => address.tag === name))
    .map(([name, description]) => ({ name, description }));
}

const healthTag = {
  name: 'Health',
  description: 'For load balancers and orchestrators; not below the version prefix.',
};

function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const { path, method } = route.address;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route) {
  const { operation, address } = route;
  const flags = demandsOf(operation.right).flags ?? [];
  const isProvisioning = address.credential === 'provisioning_key';
  const needs = isProvisioning
    ? 'Needs a provisioning key of this workspace.'
    : `Needs ${flags.map((flag) => `\`dataAccess.${flag}\``).join(' and ')}.`;
  const body = bodyOf(route);
  return {
    operationId: operation.name,
    tags: [address.tag],
    summary: operation.title,
    description: `${withNames(operation.description, (name) => name)}\n\n${needs}`,
    ...(isProvisioning ? { security: [{ provisioningKey: [] }] } : {}),
    parameters: [...parametersOf(route), ...headerParametersOf(route)],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successesOf(route),
      ...Object.fromEntries(
        refusalsOf(route).map((code) => [errorStatus[code], reference('responses', responseName(code))]),
      ),
    },
  };
}

function successesOf(route: Route): Json {
  const { status = 200 } = route.address;
  const content = {
    content: { 'application/json': { schema: reference('schemas', answerName(route)), example: exampleOf(route) } },
  };
  const headers = { ...commonHeaders, ...rateHeaders, ...answerHeadersOf(route) };
  if (status === 204) return { 204: { description: 'Done; there is no body.', headers } };
  const statuses = typeof status === 'number' ? { done: status } : status;
  const texts = { done: 'The answer.', created: 'Made.' };
  return Object.fromEntries(
    Object.entries(statuses).map(([outcome, code]) => [
      code,
      { description: outcome === 'created' ? texts.created : texts.done, headers, ...content },
    ]),
  );
}

/** Parameters are in the body of these methods, and in the query string of the others. */
const hasBody = ({ address: { method } }: Route) => method === 'POST' || method === 'PUT' || method === 'PATCH';

function bodyOf(route: Route): Json | undefined {
  if (!hasBody(route)) return undefined;
  const schema = jsonSchema(route.operation.input);
  const inPath = new Set(route.parameters);
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((name: string) => !inPath.has(name))
    : [];
  const properties = Object.fromEntries(
    Object.entries(objectOf(schema['properties'])).filter(([name]) => !inPath.has(name)),
  );
  return { required: true, content: { 'application/json': { schema: { ...schema, properties, required } } } };
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

function parametersOf(route: Route): Json[] {
  const { operation, parameters } = route;
  const schema = jsonSchema(operation.input);
  const properties = objectOf(schema['properties']);
  const required = schema['required'];
  const named = Object.entries(properties).filter(([name]) => !hasBody(route) || parameters.includes(name));
  return named.map(([name, value]) => {
    const { description = '', ...rest } = objectOf(value);
    if (parameters.includes(name)) return { name, in: 'path', required: true, description, schema: rest };
    return {
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      description,
      schema: rest,
      ...(rest['type'] === 'array' ? { style: 'form', explode: false } : {}),
    };
  });
}

/** Schemas of the resources, of the pages around them, and of errors. */
function schemasOf(routes: readonly Route[]): Json {
  const schemas: Json = { Page: undefined, Error: errorSchema };
  for (const route of routes) {
    if (route.address.status === 204) continue;
    const { resource } = route.address;
    const answer = jsonSchema(route.operation.output);
    const properties = objectOf(answer['properties']);
    const data = objectOf(properties['data']);
    if (shapeOf(route) === 'list') {
      const { items, named } = itemsOf(resource, objectOf(data['items']));
      Object.assign(schemas, named);
      properties['data'] = { ...data, items };
      if (!isFeed(route)) {
        schemas['Page'] ??= properties['page'];
        properties['page'] = reference('schemas', 'Page');
      }
      schemas[answerName(route)] = answer;
    } else if (shapeOf(route) === 'single') {
      schemas[resource] ??= data;
      properties['data'] = reference('schemas', resource);
      schemas[answerName(route)] = answer;
    } else schemas[resource] = answer;
  }
  return schemas;
}

/** The items of a list by reference, and the schemas by their names: one, or a full and a compact form. */
function itemsOf(resource: string, items: Json): { readonly items: Json; readonly named: Json } {
  const { anyOf } = items;
  if (!Array.isArray(anyOf)) return { items: reference('schemas', resource), named: { [resource]: items } };
  const names = [resource, `${resource}Compact`];
  const forms: readonly unknown[] = anyOf;
  return {
    items: { anyOf: names.map((name) => reference('schemas', name)) },
    named: Object.fromEntries(names.map((name, at) => [name, objectOf(forms[at])])),
  };
}

/** Name of the schema of the whole answer. */
function answerName(route: Route): string {
  const suffixes = { list: 'Page', single: 'Answer', object: '' };
  return route.address.resource + suffixes[shapeOf(route)];
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

const commonHeaders = headersOf('X-Request-Id', 'Cache-Control');
const rateHeaders = headersOf('RateLimit', 'RateLimit-Policy');

/** What operations can refuse with. */
const operationErrors = {
  validation_failed: {
    text: 'A parameter is unknown, repeated, empty, malformed or outside its limits.',
    headers: rateHeaders,
  },
  invalid_api_key: { text: 'No key, or not a valid one.', headers: headersOf('WWW-Authenticate') },
  data_access_denied: { text: 'The key lacks a `dataAccess` flag; the message names it.', headers: rateHeaders },
  not_found: { text: 'No such id in this workspace.', headers: rateHeaders },
  method_not_allowed: { text: 'Another method than the ones of this address.', headers: headersOf('Allow') },
  conflict: {
    text: 'The state does not allow it, or the idempotency key was used for another request.',
    headers: rateHeaders,
  },
  idempotency_conflict: { text: 'The idempotency key was used for another request.', headers: rateHeaders },
  cursor_expired: { text: 'The cursor is older than what is kept; read from the beginning.', headers: rateHeaders },
  precondition_failed: { text: 'What `If-Match` names is no longer as it is.', headers: rateHeaders },
  insufficient_credits: { text: 'The workspace has too few credits.', headers: rateHeaders },
  payload_too_large: { text: 'The body is too large.', headers: rateHeaders },
  unsupported_media_type: { text: 'The body is not uncompressed JSON in UTF-8.', headers: rateHeaders },
  rate_limited: { text: 'The key has used up its minute.', headers: { ...rateHeaders, ...headersOf('Retry-After') } },
  internal_error: { text: 'A fault of the service.', headers: rateHeaders },
  service_unavailable: {
    text: 'The database does not answer, or the service is stopping.',
    headers: headersOf('Retry-After'),
  },
} as const satisfies Partial<Record<ErrorCode, { text: string; headers: Json }>>;

const listedCodes = Object.keys(operationErrors) as (keyof typeof operationErrors)[];

/** `validation_failed` -> `ValidationFailed`. */
function responseName(code: string): string {
  return code.replace(/(^|_)[a-z]/g, (match) => match.replace('_', '').toUpperCase());
}

function errorResponses(used: ReadonlySet<ListedCode>): Json {
  return Object.fromEntries(
    listedCodes
      .filter((code) => used.has(code))
      .map((code) => [code, operationErrors[code]] as const)
      .map(([code, { text, headers }]) => [
        responseName(code),
        {
          description: text,
          headers: { ...commonHeaders, ...headers },
          content: {
            'application/json': { schema: reference('schemas', 'Error'), example: errorExample(code, text) },
          },
        },
      ]),
  );
}

function errorExample(code: ErrorCode, message: string): Json {
  return {
    error: {
      code,
      message,
      status: errorStatus[code],
      request_id: exampleRequestId,
      ...(code === 'validation_failed' ? { details: [{ path: 'limit', message: 'must be an integer' }] } : {}),
    },
  };
}

const errorSchema = envelopeSchema(Object.keys(errorStatus));

function healthPaths(publicUrl: string): Json {
  const path = (summary: string, description: string, status: string, extra: Json) => ({
    servers: [{ url: publicUrl }],
    get: {
      operationId: status === 'ok' ? 'get_health' : 'get_readiness',
      tags: [healthTag.name],
      summary,
      description,
      security: [],
      responses: {
        200: {
          description: summary,
          headers: commonHeaders,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['status'], properties: { status: { const: status } } },
            },
          },
        },
        405: reference('responses', responseName('method_not_allowed')),
        ...extra,
      },
    },
  });
  return {
    '/healthz': path(
      'The process lives.',
      'Asks nothing of the database: a reason to restart where it fails.',
      'ok',
      {},
    ),
    '/readyz': path('The database answers and has the current schema.', 'Requests may be sent here.', 'ready', {
      503: reference('responses', responseName('service_unavailable')),
    }),
  };
}
