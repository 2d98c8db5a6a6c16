/** Shared parts of the OpenAPI document. Each interface describes its own addresses, and the documentation joins them. */
import { z } from 'zod';
import { isInstant } from '../../tools/dates';

export type Json = Record<string, unknown>;

/** What the document says about one method of one address. */
export interface RouteDescription {
  readonly method: string;
  /** Path below the version prefix, or below `server`. */
  readonly path: string;
  /** Set where an address is not below the version prefix. */
  readonly server?: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly text: string;
  readonly docs?: Json;
  /** Names of security schemes; default an API key. */
  readonly security?: readonly string[];
  readonly parameters?: readonly Json[];
  readonly body?: Json;
  readonly responses: Json;
}

/** The contribution of an interface. Names of schemas and security schemes must be unique among all parts. */
export interface OpenApiPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly routes: readonly RouteDescription[];
  readonly schemas: Json;
  readonly securitySchemes: Json;
}

/** Path items of all routes. @throws Error when two routes describe the same method and address. */
export function pathsOf(routes: readonly RouteDescription[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const item = (paths[route.path] ??= {});
    if (Object.hasOwn(item, route.method)) throw new Error(`${route.method} ${route.path} is described twice`);
    item[route.method] = operationOf(route);
  }
  return paths;
}

function operationOf({ id, tag, summary, text, docs, security, parameters, body, responses }: RouteDescription): Json {
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: text,
    ...(docs ? { externalDocs: docs } : {}),
    ...(security ? { security: security.map((name) => ({ [name]: [] })) } : {}),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses,
  };
}

/** Joins the members of several parts. @throws Error when two parts use one name, because one would hide the other. */
export function joined(parts: readonly Json[]): Json {
  const all: Json = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new Error(`two parts of the OpenAPI document describe ${name}`);
    all[name] = value;
  }
  return all;
}

/**
 * The components that paths lead to, and nothing else: linters report what is not used.
 * @param all components by section and name.
 */
export function componentsFor(paths: Json, all: Readonly<Record<string, Json>>): Json {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'security' && Array.isArray(member)) {
        for (const scheme of member.flatMap((one: object) => Object.keys(one))) used.add(`securitySchemes/${scheme}`);
      }
      if (key !== '$ref' || typeof member !== 'string') follow(member);
      else {
        const [section = '', name = ''] = member.split('/').slice(2);
        if (used.has(`${section}/${name}`)) continue;
        used.add(`${section}/${name}`);
        follow(all[section]?.[name]);
      }
    }
  };
  follow(paths);
  // What every operation has that names no other.
  used.add('securitySchemes/apiKey');
  return Object.fromEntries(
    Object.entries(all).map(([section, members]) => [
      section,
      Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${section}/${name}`))),
    ]),
  );
}

/** A parameter. It is a text unless a schema is given. */
export function parameter(
  where: 'path' | 'query' | 'header',
  name: string,
  description: string,
  more: Json = {},
): Json {
  return { name, in: where, required: where === 'path', description, schema: { type: 'string' }, ...more };
}

/** Content of these media types; default `application/json`. @param schema a schema, or the name of one. */
export function contentOf(
  schema: Json | string,
  more: Json = {},
  types: readonly string[] = ['application/json'],
): Json {
  const content = { schema: typeof schema === 'string' ? reference('schemas', schema) : schema, ...more };
  return Object.fromEntries(types.map((type) => [type, content]));
}

const textHeader = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** `components.headers`. */
export const headerTable = {
  'X-Request-Id': textHeader('Id of this request, also in our log.', '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11'),
  RateLimit: textHeader('Requests left (`r`) and seconds until the window ends (`t`).', '"default";r=599;t=60'),
  'RateLimit-Policy': textHeader('Requests (`q`) allowed in a window of `w` seconds.', '"default";q=600;w=60'),
  'Retry-After': textHeader('Seconds to wait.', '17'),
  'WWW-Authenticate': textHeader('The scheme to authenticate with.', 'Bearer'),
  Allow: textHeader('Methods that this address answers.', 'GET, HEAD'),
  'Cache-Control': textHeader(
    'Whether the answer may be kept; only keys and metadata documents may.',
    'private, no-store',
  ),
  ETag: textHeader('Version of the object, for `If-Match` of a change.', '"R2ZzVbX0aQmJ8m9u1zq3rC4tYwE"'),
  Link: textHeader(
    'Where the next page is (RFC 8288), with the parameters of this request. Absent on the last page.',
    '<https://leads.example.com/api/v1/customer/leads?leadTier=PRIORITY&cursor=AbC1>; rel="next"',
  ),
  Location: textHeader('Where to go on.', 'https://app.example.com/callback?code=…&state=…&iss=…'),
};

export type HeaderName = keyof typeof headerTable;

/** References to the headers of `components`. */
export function headersOf(...names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

export function reference(section: 'schemas' | 'responses' | 'headers', name: string): Json {
  return { $ref: `#/components/${section}/${name}` };
}

/** A zod schema as JSON Schema. @param io whether it describes input to the service or its output. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    // The range of JavaScript's safe integers is not a limit of the interface.
    override: ({ zodSchema, jsonSchema: part }) => {
      if (isInstant(zodSchema)) part.anyOf = ['date', 'date-time'].map((format) => ({ type: 'string', format }));
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  return json;
}

/** A refusal, with its examples by name. */
export interface RefusalText {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Json;
  readonly examples?: Json;
}

/** Responses to refusals. Refusals with the same status share a response. */
export function refusalsByStatus(refusals: readonly RefusalText[], contentOf: (examples: Json) => Json): Json {
  const groups = new Map<number, RefusalText[]>();
  for (const one of refusals) groups.set(one.status, [...(groups.get(one.status) ?? []), one]);
  return Object.fromEntries(
    [...groups].map(([status, members]) => [
      status,
      {
        description: members.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
        headers: Object.assign({}, ...members.map(({ headers }) => headers)) as Json,
        content: contentOf(Object.assign({}, ...members.map(({ examples }) => examples)) as Json),
      },
    ]),
  );
}

/** The request id in examples. */
export const exampleRequestId = '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11';

/** The error envelope (`ErrorEnvelope` of errors.ts) for an interface that answers these codes. */
export function envelopeSchema(codes: readonly string[]): Json {
  return {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'status', 'request_id'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', enum: codes, description: 'What went wrong, for programs.' },
          message: { type: 'string', description: 'What went wrong, for people.' },
          status: { type: 'integer', description: 'The HTTP status.' },
          request_id: { type: 'string', description: 'The X-Request-Id of the answer.' },
          details: {
            type: 'array',
            description: 'Only with validation_failed: what is wrong with which parameter.',
            items: {
              type: 'object',
              required: ['path', 'message'],
              additionalProperties: false,
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  };
}
