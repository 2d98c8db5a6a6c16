/** The authorization server's addresses in the OpenAPI document (docs: RFC 6749, 7009, 7591, 8414, 9728). */
import { z } from 'zod';
import {
  contentOf,
  exampleRequestId,
  headersOf,
  joined,
  jsonSchema,
  parameter,
  reference,
  refusalsByStatus,
  type HeaderName,
  type Json,
  type OpenApiPart,
  type RouteDescription,
} from '../../http/openapi';
import { errorBody, OauthError, oauthErrorStatus, type ErrorDress, type OauthErrorCode } from './errors';
import { addressesOf, resourceMetadataUrl, type Addresses } from '../../auth/mcp-addresses';
import {
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  wellKnownPaths,
  type MetadataDocument,
} from './metadata';
import { methods, oauthAddresses } from './addresses';
import type { Body, EndpointDescriptor, ParameterTexts } from './endpoint';
import { errorSchemas, metadataSchemas } from './openapi-schemas';

const tag = 'Connecting assistants (OAuth)';
const discoveryTag = 'OAuth discovery';

/** @param publicUrl address under which clients reach the service. */
export function oauthOpenApi(publicUrl: string): OpenApiPart {
  const addresses = addressesOf(publicUrl);
  return {
    tags: [
      { name: tag, description: 'OAuth 2.1 for public clients: code with PKCE, rotating refresh tokens.' },
      { name: discoveryTag, description: 'Metadata where clients look for it; the same documents at several paths.' },
    ],
    routes: [
      ...endpoints.map(({ path, method, endpoint }) => routeOf(path, method, endpoint, addresses)),
      ...discoveryRoutes(addresses),
    ],
    schemas: joined([schemasOfEndpoints(), errorSchemas, metadataSchemas(addresses)]),
    securitySchemes: {
      sessionToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An app session token: says which person the consent page speaks for.',
      },
    },
  };
}

/** The described endpoints, each with its method and its path below `/mcp/oauth`. */
const endpoints = Object.entries(oauthAddresses).flatMap(([path, address]) =>
  methods.flatMap((method) => {
    const endpoint = address[method];
    return endpoint && 'id' in endpoint ? [{ path, method, endpoint }] : [];
  }),
);

function routeOf(path: string, method: string, endpoint: EndpointDescriptor, addresses: Addresses): RouteDescription {
  const { id, summary, text, session, takes, forms = false, answers, errors: own = [], errorPages = [] } = endpoint;
  const codes: OauthErrorCode[] = [
    ...own,
    // Changes by a person are counted.
    ...(session && method !== 'GET' ? (['rate_limited'] as const) : []),
    ...(session ? (['invalid_session'] as const) : []),
    ...(takes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(['method_not_allowed', 'internal_error', 'service_unavailable'] as const),
  ];
  const types = forms ? ['application/x-www-form-urlencoded', 'application/json'] : undefined;
  const parameters = [
    ...parametersOf('path', endpoint.inPath, addresses),
    ...parametersOf('query', endpoint.query, addresses),
  ];
  return {
    ...{ method: method.toLowerCase(), path: `/mcp/oauth${path}`, id, tag, summary, text },
    security: session ? ['sessionToken'] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takes ? { body: contentOf(shownAs(takes), {}, types) } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, one]) => [status, answerOf(one)])),
      ...pagesOf(errorPages),
      ...errors(codes, forms),
    },
  };
}

const parametersOf = (where: 'path' | 'query', texts: ParameterTexts = {}, addresses: Addresses): readonly Json[] =>
  Object.entries(texts).map(([name, { description, required = where === 'path', schema = {}, example }]) =>
    parameter(where, name, description, {
      required,
      schema: { type: 'string', ...schema },
      example: typeof example === 'function' ? example(addresses) : example,
    }),
  );

/** A body as an answer or a request shows it: by its name, if it has one. */
const shownAs = ({ name, schema }: Body): Json | string => name ?? (schema instanceof z.ZodType ? {} : schema);

function answerOf({ description, headers: names, body }: EndpointDescriptor['answers'][string]): Json {
  if (body) return answer(description, shownAs(body));
  return names ? { description, headers: headers(...names) } : { description };
}

/** The named schemas of what the endpoints read and answer. */
function schemasOfEndpoints(): Json {
  const named = endpoints.flatMap(({ endpoint: { takes, answers } }) => [
    ...(takes ? [{ ...takes, io: 'input' as const }] : []),
    ...Object.values(answers).flatMap(({ body }) => (body ? [{ ...body, io: 'output' as const }] : [])),
  ]);
  return joined(
    named.flatMap(({ name, schema, io }) =>
      name === undefined ? [] : [{ [name]: schema instanceof z.ZodType ? jsonSchema(schema, io) : schema }],
    ),
  );
}

const headers = (...names: readonly HeaderName[]): Json => headersOf('X-Request-Id', ...names);

function answer(description: string, schema: Json | string, example?: Json): Json {
  return { description, headers: headers('Cache-Control'), content: contentOf(schema, example ? { example } : {}) };
}

const errorTexts: Partial<Record<OauthErrorCode, string>> = {
  invalid_request: 'A parameter is missing, repeated or malformed.',
  invalid_client: 'The client is not known.',
  invalid_grant: 'The code or refresh token is invalid, expired, already used, or of another client.',
  unauthorized_client: 'The client did not register for this grant.',
  unsupported_grant_type: 'Neither authorization_code nor refresh_token.',
  invalid_scope: 'A scope that was not granted.',
  invalid_target: 'Another resource than the MCP endpoint.',
  invalid_redirect_uri: 'A redirect URI that is not allowed.',
  invalid_client_metadata: 'Metadata that is not accepted.',
  validation_failed: 'A field is missing or malformed; `error.details` names it.',
  invalid_session: 'No session token, or not a valid one.',
  not_a_member: 'The person is not an active member of that workspace.',
  admin_required: 'An owner or admin of that workspace must approve.',
  invalid_request_token: 'The request is unknown, expired or decided; `error.reason` says which.',
  not_found: 'No such thing, or not for this person.',
  method_not_allowed: 'Another method.',
  conflict: 'Too many apps are permitted; `error.message` says what to do.',
  payload_too_large: 'The body is larger than 16 KB.',
  unsupported_media_type: 'Another media type, character set, or a compressed body.',
  rate_limited: 'Too many from this address.',
  internal_error: 'A fault of the service.',
  service_unavailable: 'The database does not answer, or the service is stopping.',
};

const errorHeaders: Partial<Record<OauthErrorCode, readonly HeaderName[]>> = {
  invalid_session: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  rate_limited: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
};

/** The name of a metadata document, and the path that its RFC defines. */
const metadataTexts = {
  'authorization-server': {
    id: 'get_server_metadata',
    summary: 'The authorization server (RFC 8414)',
    schema: 'OauthServerMetadata',
    document: authorizationServerMetadata,
    path: ({ issuer }: Addresses) => `/.well-known/oauth-authorization-server${new URL(issuer).pathname}`,
  },
  openid: {
    id: 'get_openid_configuration',
    summary: 'The same where OpenID clients look; no ID token is issued',
    schema: 'OpenidConfiguration',
    document: openidConfiguration,
    path: ({ issuer }: Addresses) => `/.well-known/openid-configuration${new URL(issuer).pathname}`,
  },
  'protected-resource': {
    id: 'get_resource_metadata',
    summary: 'The MCP endpoint (RFC 9728)',
    schema: 'ProtectedResourceMetadata',
    document: protectedResourceMetadata,
    path: (addresses: Addresses) => new URL(resourceMetadataUrl(addresses.resource)).pathname,
  },
} as const satisfies Record<MetadataDocument, object>;

/** Each document at its own path. The other paths, for clients of different ages, serve the same and are named in the text. */
function discoveryRoutes(addresses: Addresses): RouteDescription[] {
  const served = [...wellKnownPaths(addresses)];
  return Object.entries(metadataTexts).map(([name, { id, summary, schema, document, path }]) => {
    const own = path(addresses);
    const others = served.filter(([other, one]) => one === name && other !== own).map(([other]) => `\`${other}\``);
    return {
      ...{ method: 'get', path: own, server: new URL(addresses.publicUrl).origin, id, tag: discoveryTag, summary },
      text: `The same is served at ${others.join(', ')}.`,
      security: [],
      responses: {
        200: answer('The document.', schema, { ...document(addresses) }),
        ...errors(['method_not_allowed']),
      },
    };
  });
}

/**
 * The responses of these codes. Codes with the same status share a response.
 * @param forms whether forms are accepted, whose errors are the body of RFC 6749.
 */
function errors(codes: readonly OauthErrorCode[], forms = false): Json {
  const [schema, formSchema] = [reference('schemas', 'OauthError'), reference('schemas', 'OauthFormError')];
  const rows = codes.map((code) => ({
    ...describedError(code),
    examples: {
      [code]: { value: example(code, 'envelope') },
      ...(forms ? { [`${code}_of_a_form`]: { value: example(code, 'rfc6749') } } : {}),
    },
  }));
  return refusalsByStatus(rows, (examples) =>
    contentOf(forms ? { anyOf: [schema, formSchema] } : schema, { examples }),
  );
}

/** The page has status 400 where the token endpoint has 401. */
function pagesOf(codes: readonly OauthErrorCode[]): Json {
  const rows = codes.map((code) => ({
    ...describedError(code),
    ...(code === 'invalid_client' ? { status: 400 } : {}),
  }));
  return refusalsByStatus(rows, () => contentOf({ type: 'string' }, {}, ['text/html']));
}

const describedError = (code: OauthErrorCode) => ({
  status: oauthErrorStatus[code],
  code,
  message: errorTexts[code] ?? '',
  headers: headers('Cache-Control', ...(errorHeaders[code] ?? [])),
});

function example(code: OauthErrorCode, dress: ErrorDress): Json {
  const details = code === 'validation_failed' ? { details: [{ path: 'requestToken', message: 'is required' }] } : {};
  return errorBody(new OauthError(code, errorTexts[code] ?? code, details), dress, exampleRequestId);
}
