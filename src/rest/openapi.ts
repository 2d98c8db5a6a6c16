/** The OpenAPI 3.1 document: made of the route table and of the schemas that also check the requests. */
import { apiPrefix } from '../../config/settings';
import type { Query } from '../../tools/define';
import { errorStatus, type ErrorCode } from '../../tools/errors';
import {
  envelopeSchema,
  exampleRequestId,
  headersOf,
  headerTable,
  jsonSchema,
  reference,
  type Json,
  type OpenApiPart,
} from '../http/openapi';
import { examples } from './examples';
import { routesOf, type Route } from './routes';

export interface OpenApiOptions {
  readonly catalogue: readonly Query[];
  /** Address under which clients reach the service, without the version prefix. */
  readonly publicUrl: string;
  readonly version: string;
  /** What the other doors say of theirs. */
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl + apiPrefix }],
    security: [{ apiKey: [] }],
    tags: [...tagTable.map(({ name, description }) => ({ name, description })), ...parts.flatMap(({ tags }) => tags)],
    paths: joined(
      {
        ...Object.fromEntries(routes.map((route) => [route.path, { get: operationOf(route) }])),
        ...healthPaths(publicUrl),
      },
      parts.map(({ paths }) => paths),
    ),
    components: {
      securitySchemes: joined(
        apiKeyScheme,
        parts.map(({ securitySchemes }) => securitySchemes),
      ),
      schemas: joined(
        schemasOf(routes),
        parts.map(({ schemas }) => schemas),
      ),
      responses: errorResponses(),
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

/** Groups of operations, by the beginning of their path. */
const tagTable = [
  { prefix: '/customer/workspace-access', name: 'Workspace', description: 'What the key may read.' },
  { prefix: '/customer/leads', name: 'Leads', description: 'Leads, their engagements, and signals.' },
  { prefix: '/customer/watchlist', name: 'Watchlist', description: 'Monitored profiles.' },
  { prefix: '/customer/account-reports', name: 'Accounts', description: 'Companies, by their active leads.' },
  { prefix: '/customer/analytics', name: 'Post analytics', description: 'What one post brought.' },
  {
    prefix: '/healthz',
    name: 'Health',
    description: 'For load balancers and orchestrators; not below the version prefix.',
  },
] as const;

function operationOf(route: Route): Json {
  const { query, path } = route;
  return {
    operationId: query.name,
    tags: tagTable.filter(({ prefix }) => path.startsWith(prefix)).map(({ name }) => name),
    summary: query.title,
    description: `${query.description}\n\nNeeds ${query.dataAccess.map((flag) => `\`dataAccess.${flag}\``).join(' and ')}.`,
    parameters: parametersOf(route),
    responses: {
      200: {
        description: 'The answer.',
        headers: { ...commonHeaders, ...rateHeaders },
        content: {
          'application/json': { schema: reference('schemas', answerName(route)), example: exampleOf(route) },
        },
      },
      ...Object.fromEntries(
        (Object.keys(operationErrors) as (keyof typeof operationErrors)[])
          .filter((code) => code !== 'not_found' || route.parameters.length > 0)
          .map((code) => [errorStatus[code], reference('responses', responseName(code))]),
      ),
    },
  };
}

function parametersOf({ query, parameters }: Route): Json[] {
  const schema = jsonSchema(query.input);
  const properties = objectOf(schema['properties']);
  const required = schema['required'];
  return Object.entries(properties).map(([name, value]) => {
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
    const answer = jsonSchema(route.query.output);
    const properties = objectOf(answer['properties']);
    const data = objectOf(properties['data']);
    if (shapeOf(route) === 'list') {
      schemas['Page'] ??= properties['page'];
      schemas[route.resource] = objectOf(data['items']);
      properties['data'] = { ...data, items: reference('schemas', route.resource) };
      properties['page'] = reference('schemas', 'Page');
      schemas[answerName(route)] = answer;
    } else if (shapeOf(route) === 'single') {
      schemas[route.resource] ??= data;
      properties['data'] = reference('schemas', route.resource);
      schemas[answerName(route)] = answer;
    } else schemas[route.resource] = answer;
  }
  return schemas;
}

function shapeOf({ query }: Route): 'list' | 'single' | 'object' {
  if (Object.hasOwn(query.output.shape, 'page')) return 'list';
  return Object.hasOwn(query.output.shape, 'data') ? 'single' : 'object';
}

/** Name of the schema of the whole answer. */
function answerName(route: Route): string {
  const suffixes = { list: 'Page', single: 'Answer', object: '' };
  return route.resource + suffixes[shapeOf(route)];
}

function exampleOf(route: Route): unknown {
  const example = examples[route.resource];
  switch (shapeOf(route)) {
    case 'list':
      return { data: [example], page: { limit: 50, nextCursor: null, cursor: null } };
    case 'single':
      return { data: example };
    case 'object':
      return example;
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

const commonHeaders = headersOf('X-Request-Id', 'Cache-Control');
const rateHeaders = headersOf('RateLimit', 'RateLimit-Policy');

/** What each operation can refuse with. */
const operationErrors = {
  validation_failed: {
    text: 'A parameter is unknown, repeated, empty, malformed or outside its limits.',
    headers: rateHeaders,
  },
  invalid_api_key: { text: 'No key, or not a valid one.', headers: headersOf('WWW-Authenticate') },
  data_access_denied: { text: 'The key lacks a `dataAccess` flag; the message names it.', headers: rateHeaders },
  not_found: { text: 'No such id in this workspace.', headers: rateHeaders },
  method_not_allowed: { text: 'Another method than GET or HEAD.', headers: headersOf('Allow') },
  rate_limited: { text: 'The key has used up its minute.', headers: { ...rateHeaders, ...headersOf('Retry-After') } },
  internal_error: { text: 'A fault of the service.', headers: rateHeaders },
  service_unavailable: {
    text: 'The database does not answer, or the service is stopping.',
    headers: headersOf('Retry-After'),
  },
} as const satisfies Partial<Record<ErrorCode, { text: string; headers: Json }>>;

/** `validation_failed` -> `ValidationFailed`. */
function responseName(code: string): string {
  return code.replace(/(^|_)[a-z]/g, (match) => match.replace('_', '').toUpperCase());
}

function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(operationErrors).map(([code, { text, headers }]) => [
      responseName(code),
      {
        description: text,
        headers: { ...commonHeaders, ...headers },
        content: {
          'application/json': { schema: reference('schemas', 'Error'), example: errorExample(code as ErrorCode, text) },
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
  const path = (summary: string, status: string, extra: Json) => ({
    servers: [{ url: publicUrl }],
    get: {
      operationId: status === 'ok' ? 'healthz' : 'readyz',
      tags: ['Health'],
      summary,
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
        ...extra,
      },
    },
  });
  return {
    '/healthz': path('The process lives.', 'ok', {}),
    '/readyz': path('The database answers and has the current schema.', 'ready', {
      503: reference('responses', responseName('service_unavailable')),
    }),
  };
}
