/** The authorization server's addresses in the OpenAPI document (docs: RFC 6749, 7009, 7591, 8414, 9728). */
import { scopes } from '../../auth/rights';
import {
  contentOf,
  exampleRequestId,
  headersOf,
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
import type { MethodAndPath } from './addresses';
import { oauthSchemas } from './openapi-schemas';

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
    routes: [...routes(addresses), ...discoveryRoutes(addresses)],
    schemas: oauthSchemas(addresses),
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

/** The text of one address, apart from its name. */
interface AddressText extends Pick<RouteDescription, 'text' | 'parameters'> {
  /** Name of the schema of its body. */
  readonly takes?: string;
  /** True if its body may be a form, whose errors are the body of RFC 6749. */
  readonly forms?: true;
  readonly answers: Json;
  /** Codes in addition to those that follow from a body, a session, and from being an address. */
  readonly errors?: readonly OauthErrorCode[];
}

/** @param at method and path below `/mcp/oauth`. */
function open(
  at: MethodAndPath,
  id: string,
  summary: string,
  address: AddressText,
  security: readonly string[] = [],
): RouteDescription {
  const [method = '', path = ''] = at.split(' ');
  const { text, parameters, takes, forms = false, answers, errors: own = [] } = address;
  const codes: OauthErrorCode[] = [
    ...own,
    ...(security.length > 0 ? (['invalid_session'] as const) : []),
    ...(takes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(['method_not_allowed', 'internal_error', 'service_unavailable'] as const),
  ];
  const types = forms ? ['application/x-www-form-urlencoded', 'application/json'] : undefined;
  return {
    ...{ method: method.toLowerCase(), path: `/mcp/oauth${path}`, id, tag, summary, text, security },
    ...(parameters ? { parameters } : {}),
    ...(takes ? { body: contentOf(takes, {}, types) } : {}),
    responses: { ...answers, ...errors(codes, forms) },
  };
}

/** An address that takes a session token. */
const session = (
  at: MethodAndPath,
  id: string,
  summary: string,
  { errors: own = byAdmins, ...address }: AddressText,
) => {
  // Changes by a person are counted.
  const limited = at.startsWith('GET ') ? [] : (['rate_limited'] as const);
  return open(at, id, summary, { ...address, errors: [...own, ...limited] }, ['sessionToken']);
};

const headers = (...names: readonly HeaderName[]): Json => headersOf('X-Request-Id', ...names);

function answer(description: string, schema: Json | string, example?: Json): Json {
  return { description, headers: headers('Cache-Control'), content: contentOf(schema, example ? { example } : {}) };
}

const done = { 204: { description: 'Done.' } };
const byAdmins = ['validation_failed', 'not_a_member', 'admin_required'] as const;
const exampleId = '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11';
const organization = parameter('query', 'organizationId', 'For owners and admins: all of this workspace.', {
  example: exampleId,
});

/** A client that this service knows without a registration, and the challenge of RFC 7636 appendix B. */
const exampleClient = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const exampleChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const authorizeParameters = (resource: string): readonly (readonly [string, boolean, string, string, Json?])[] => [
  ['response_type', true, 'Only code.', 'code', { enum: ['code'] }],
  ['client_id', true, 'Id of a registered client, or the https address of its metadata document.', exampleClient],
  [
    'redirect_uri',
    true,
    'One of the redirect URIs of the client; a loopback may use any port.',
    'https://claude.ai/api/mcp/auth_callback',
  ],
  [
    'code_challenge',
    true,
    'PKCE: SHA-256 of the verifier, base64url.',
    exampleChallenge,
    { pattern: '^[A-Za-z0-9_-]{43}$' },
  ],
  ['code_challenge_method', true, 'Only S256.', 'S256', { enum: ['S256'] }],
  [
    'scope',
    false,
    `Some of ${scopes.join(', ')}, separated by blanks; those of the client when omitted.`,
    scopes.join(' '),
  ],
  ['state', false, 'Returned unchanged; at most 2 KB.', 'af0ifjsldkj'],
  ['resource', false, 'The MCP endpoint; the same when omitted (RFC 8707).', resource],
  ['response_mode', false, 'Only query.', 'query', { enum: ['query'] }],
  ['login_hint', false, 'The account that the client expects; passed to the consent page.', 'olive@example.com'],
  ['ui_locales', false, 'Languages the person prefers, separated by spaces; passed to the consent page.', 'en de'],
  [
    'prompt',
    false,
    '`none` is answered with `interaction_required`; anything else is passed to the consent page.',
    'consent',
  ],
];

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

const routes = ({ resource }: Addresses): readonly RouteDescription[] => [
  open('POST /register', 'register_client', 'Register a client (RFC 7591)', {
    text: 'Public clients only. Unknown members are ignored.',
    takes: 'OauthClientMetadata',
    answers: { 201: answer('The client.', 'OauthClient') },
    errors: ['invalid_redirect_uri', 'invalid_client_metadata', 'rate_limited'],
  }),
  open('GET /authorize', 'authorize', 'Ask a person for access', {
    text:
      'Opened in a browser. Leads to the consent page, or back to the client with `error`, `error_description`, `state` and `iss`. ' +
      'While the client and its redirect URI are not known to be good, an error is a page and never a redirect.',
    parameters: authorizeParameters(resource).map(([name, required, description, example, schema]) =>
      parameter('query', name, description, { required, schema: { type: 'string', ...schema }, example }),
    ),
    answers: {
      302: { description: 'To the consent page, or back to the client.', headers: headers('Location') },
      default: { description: 'Any other answer is a page for the person or the error envelope.' },
      ...errorPages(['invalid_request', 'invalid_client', 'rate_limited']),
    },
  }),
  session('GET /authorize/request', 'get_authorization_request', 'What a consent page shows', {
    text: 'For the consent page alone.',
    parameters: [
      parameter('query', 'requestToken', 'What the consent page was opened with. A secret: never log it.', {
        required: true,
        example: 'mBbaKLew2yQq6tvGUnM8CoGP-Nyh9KER7-RGh7-r0X4',
      }),
    ],
    answers: { 200: answer('The request.', 'OauthAuthorizationRequest') },
    errors: ['validation_failed', 'invalid_request_token'],
  }),
  session('POST /authorize/complete', 'complete_authorization', 'The decision of the person', {
    text: 'For the consent page alone. Once.',
    takes: 'OauthDecision',
    answers: { 200: answer('Decided, either way.', 'OauthDecided') },
    errors: [...byAdmins, 'invalid_request_token'],
  }),
  open('POST /token', 'issue_tokens', 'A code or refresh token for tokens', {
    text:
      'A refresh token is replaced with every use; using an older one again ends the connection. ' +
      'Errors of a form are the body of RFC 6749, those of JSON the error envelope.',
    takes: 'OauthTokenRequest',
    forms: true,
    answers: { 200: answer('Tokens.', 'OauthTokens') },
    errors: [
      ...(['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'] as const),
      ...(['unsupported_grant_type', 'invalid_scope', 'invalid_target'] as const),
    ],
  }),
  open('POST /revoke', 'revoke_token', 'End a connection (RFC 7009)', {
    text: 'Either token ends the whole connection. An unknown token is answered the same.',
    takes: 'OauthRevocation',
    forms: true,
    answers: { 200: answer('Ended, or there was nothing to end.', { type: 'object', additionalProperties: false }) },
    errors: ['invalid_request'],
  }),
  open('GET /jwks', 'get_signing_keys', 'Keys that sign access tokens (RFC 7517)', {
    text: 'May be kept for five minutes.',
    answers: { 200: answer('The keys.', 'OauthKeySet') },
  }),
  session('GET /connections', 'list_own_connections', 'Connections', {
    text: 'Of the person, or of a workspace; newest first.',
    parameters: [
      organization,
      parameter('query', 'limit', 'Page size.', {
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        example: 50,
      }),
      parameter('query', 'cursor', '`page.nextCursor` of the page before; `start` for the first page.', {
        example: 'start',
      }),
    ],
    answers: { 200: answer('A page of connections.', 'OauthConnections') },
  }),
  session('DELETE /connections/{connectionId}', 'end_own_connection', 'End a connection', {
    text: 'Of the person, or of a workspace they run.',
    parameters: [parameter('path', 'connectionId', 'The connection.', { example: exampleId })],
    answers: done,
    errors: ['not_a_member', 'not_found'],
  }),
  session('GET /access-requests', 'list_access_requests', 'Requests for apps', {
    text: 'The person’s own, or those that wait.',
    parameters: [organization],
    answers: { 200: answer('Requests.', 'OauthAccessRequests') },
  }),
  session('POST /access-requests', 'request_access', 'Ask owners and admins to permit an app', {
    text: 'The request stays open.',
    takes: 'OauthAccessRequest',
    answers: { 201: answer('Asked.', 'OauthAccessRequested') },
    errors: [...byAdmins, 'invalid_request_token'],
  }),
  session('POST /access-requests/{accessRequestId}', 'answer_access_request', 'Permit or refuse', {
    text: 'For owners and admins.',
    parameters: [parameter('path', 'accessRequestId', 'The request.', { example: exampleId })],
    takes: 'OauthAccessAnswer',
    answers: done,
    errors: [...byAdmins, 'not_found', 'conflict'],
  }),
  session('GET /permits', 'list_permits', 'Apps permitted for members', {
    text: 'For owners and admins.',
    parameters: [{ ...organization, required: true }],
    answers: { 200: answer('Permits.', 'OauthPermits') },
  }),
  session('PUT /permits', 'permit_app', 'Permit an app for members', {
    text: 'They then connect it themselves.',
    takes: 'OauthPermit',
    answers: { 200: answer('Permitted.', 'OauthPermitted') },
    errors: [...byAdmins, 'not_found', 'conflict'],
  }),
  session('DELETE /permits', 'forbid_app', 'Forbid an app', {
    text: 'What members connected by the permit ends.',
    takes: 'OauthForbid',
    answers: done,
    errors: [...byAdmins, 'not_found'],
  }),
];

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
function errorPages(codes: readonly OauthErrorCode[]): Json {
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
