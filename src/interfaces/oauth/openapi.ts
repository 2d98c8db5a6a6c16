/** The authorization server's addresses in the OpenAPI document (docs: RFC 6749, 7009, 7591, 8414, 9728). */
import { scopes } from '../../auth/rights';
import {
  exampleRequestId,
  headersOf,
  reference,
  type HeaderName,
  type Json,
  type OpenApiPart,
} from '../../http/openapi';
import { errorBody, OauthError, oauthErrorStatus, type ErrorDress, type OauthErrorCode } from './errors';
import {
  addressesOf,
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  protectedResourceMetadataUrl,
  wellKnownPaths,
  type Addresses,
  type MetadataDocument,
} from './metadata';
import { peoplePaths } from './openapi-people';
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
    paths: {
      ...endpoints(),
      ...peoplePaths({ operation, body, answer, errors, session, always }),
      ...discovery(addresses),
    },
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

function endpoints(): Json {
  return {
    '/mcp/oauth/register': {
      post: {
        ...operation(
          'registerClient',
          'Register a client (RFC 7591)',
          'Public clients only. Unknown members are ignored.',
        ),
        requestBody: body('OauthClientMetadata', 'application/json'),
        responses: {
          201: answer('The client.', 'OauthClient'),
          ...errors(['invalid_redirect_uri', 'invalid_client_metadata', ...bodyErrors, ...limited]),
        },
      },
    },
    '/mcp/oauth/authorize': {
      get: {
        ...operation(
          'authorize',
          'Ask a person for access',
          'Opened in a browser. Leads to the consent page, or back to the client with `error`, `error_description`, `state` and `iss`. ' +
            'While the client and its redirect URI are not known to be good, an error is a page and never a redirect.',
        ),
        parameters: authorizeParameters.map(([name, required, description, schema]) => ({
          name,
          in: 'query',
          required,
          description,
          schema: { type: 'string', ...schema },
        })),
        responses: {
          302: { description: 'To the consent page, or back to the client.', headers: headers('Location') },
          default: { description: 'Any other answer is a page for the person or the error envelope.' },
          ...errorPages(['invalid_request', 'invalid_client', 'rate_limited']),
          ...errors(['method_not_allowed', 'internal_error', 'service_unavailable']),
        },
      },
    },
    '/mcp/oauth/authorize/request': {
      get: {
        ...operation('getAuthorizationRequest', 'What a consent page shows', 'For the consent page alone.', session),
        parameters: [
          {
            name: 'requestToken',
            in: 'query',
            required: true,
            description: 'What the consent page was opened with. A secret: never log it.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: answer('The request.', 'OauthAuthorizationRequest'),
          ...errors(['validation_failed', 'invalid_session', 'invalid_request_token', ...always]),
        },
      },
    },
    '/mcp/oauth/authorize/complete': {
      post: {
        ...operation(
          'completeAuthorization',
          'The decision of the person',
          'For the consent page alone. Once.',
          session,
        ),
        requestBody: body('OauthDecision', 'application/json'),
        responses: {
          200: answer('Decided, either way.', 'OauthDecided'),
          ...errors([
            'validation_failed',
            'invalid_session',
            'not_a_member',
            'admin_required',
            'invalid_request_token',
            ...bodyErrors,
            ...always,
          ]),
        },
      },
    },
    '/mcp/oauth/token': {
      post: {
        ...operation(
          'issueTokens',
          'A code or refresh token for tokens',
          'A refresh token is replaced with every use; using an older one again ends the connection. ' +
            'Errors of a form are the body of RFC 6749, those of JSON the error envelope.',
        ),
        requestBody: body('OauthTokenRequest', ...bothBodies),
        responses: { 200: answer('Tokens.', 'OauthTokens'), ...errors(tokenErrors, true) },
      },
    },
    '/mcp/oauth/revoke': {
      post: {
        ...operation(
          'revokeToken',
          'End a connection (RFC 7009)',
          'Either token ends the whole connection. An unknown token is answered the same.',
        ),
        requestBody: body('OauthRevocation', ...bothBodies),
        responses: {
          200: {
            description: 'Ended, or there was nothing to end.',
            headers: headers('Cache-Control'),
            content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
          },
          ...errors(['invalid_request', ...bodyErrors, ...always], true),
        },
      },
    },
    '/mcp/oauth/jwks': {
      get: {
        ...operation('getSigningKeys', 'Keys that sign access tokens (RFC 7517)', 'May be kept for five minutes.'),
        responses: { 200: answer('The keys.', 'OauthKeySet'), ...errors(always) },
      },
    },
  };
}

interface MetadataText {
  readonly schema: string;
  readonly summary: string;
  readonly operationId: string;
  /** Where its RFC has it, from the host's root. */
  path(addresses: Addresses): string;
}

const metadataTexts: Readonly<Record<MetadataDocument, MetadataText>> = {
  'authorization-server': {
    schema: 'OauthServerMetadata',
    summary: 'The authorization server (RFC 8414)',
    operationId: 'getServerMetadata',
    path: ({ issuer }) => `/.well-known/oauth-authorization-server${new URL(issuer).pathname}`,
  },
  openid: {
    schema: 'OpenidConfiguration',
    summary: 'The same where OpenID clients look; no ID token is issued',
    operationId: 'getOpenidConfiguration',
    path: ({ issuer }) => `/.well-known/openid-configuration${new URL(issuer).pathname}`,
  },
  'protected-resource': {
    schema: 'ProtectedResourceMetadata',
    summary: 'The MCP endpoint (RFC 9728)',
    operationId: 'getResourceMetadata',
    path: (addresses) => new URL(protectedResourceMetadataUrl(addresses)).pathname,
  },
};

/**
 * Each document at the one path that its RFC gives it. The other paths of the table, where clients of different ages look,
 * serve the same and are named in the description.
 */
function discovery(addresses: Addresses): Json {
  const documents: Readonly<Record<MetadataDocument, Json>> = {
    'authorization-server': authorizationServerMetadata(addresses),
    openid: openidConfiguration(addresses),
    'protected-resource': protectedResourceMetadata(addresses),
  };
  const { origin } = new URL(addresses.publicUrl);
  const served = [...wellKnownPaths(addresses)];
  return Object.fromEntries(
    (Object.keys(metadataTexts) as MetadataDocument[]).map((name) => {
      const { summary, schema, operationId, path } = metadataTexts[name];
      const own = path(addresses);
      const others = served.filter(([other, document]) => document === name && other !== own).map(([other]) => other);
      return [
        own,
        {
          servers: [{ url: origin }],
          get: {
            operationId,
            tags: [discoveryTag],
            summary,
            description: `The same is served at ${others.map((other) => `\`${other}\``).join(', ')}.`,
            security: [],
            responses: { 200: answer('The document.', schema, documents[name]), ...errors(['method_not_allowed']) },
          },
        },
      ];
    }),
  );
}

const session: readonly Json[] = [{ sessionToken: [] }];
const always = ['method_not_allowed', 'internal_error', 'service_unavailable'] as const;
const limited = ['rate_limited', ...always] as const;
const bodyErrors = ['payload_too_large', 'unsupported_media_type'] as const;
const bothBodies = ['application/x-www-form-urlencoded', 'application/json'] as const;
const tokenErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  ...bodyErrors,
  ...always,
] as const;

const authorizeParameters: readonly (readonly [string, boolean, string, Json?])[] = [
  ['response_type', true, 'Only code.', { enum: ['code'] }],
  ['client_id', true, 'Id of a registered client, or the https address of its metadata document.'],
  ['redirect_uri', true, 'One of the redirect URIs of the client; a loopback may use any port.'],
  ['code_challenge', true, 'PKCE: SHA-256 of the verifier, base64url.', { pattern: '^[A-Za-z0-9_-]{43}$' }],
  ['code_challenge_method', true, 'Only S256.', { enum: ['S256'] }],
  ['scope', false, `Some of ${scopes.join(', ')}, separated by blanks; those of the client when omitted.`],
  ['state', false, 'Sent back as it is; at most 2 KB.'],
  ['resource', false, 'The MCP endpoint; the same when omitted (RFC 8707).'],
  ['response_mode', false, 'Only query.', { enum: ['query'] }],
  ['login_hint', false, 'Whom the client expects; told to the consent page.'],
  ['ui_locales', false, 'Languages the person prefers, separated by blanks; told to the consent page.'],
  ['prompt', false, '`none` is answered with `interaction_required`; anything else is told to the consent page.'],
];

function operation(operationId: string, summary: string, description: string, security: readonly Json[] = []): Json {
  return { operationId, tags: [tag], summary, description, security };
}

const headers = (...names: readonly HeaderName[]): Json => headersOf('X-Request-Id', ...names);

function body(schema: string, ...types: readonly string[]): Json {
  return {
    required: true,
    content: Object.fromEntries(types.map((type) => [type, { schema: reference('schemas', schema) }])),
  };
}

function answer(description: string, schema: string, example?: Json): Json {
  return {
    description,
    headers: headers('Cache-Control'),
    content: { 'application/json': { schema: reference('schemas', schema), ...(example ? { example } : {}) } },
  };
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

/**
 * The responses of these codes; codes of one status share a response.
 * @param forms whether forms are taken, whose errors are the body of RFC 6749.
 */
function errors(codes: readonly OauthErrorCode[], forms = false): Json {
  return byStatus(codes, (members) => ({
    'application/json': {
      schema: forms
        ? { anyOf: [reference('schemas', 'OauthError'), reference('schemas', 'OauthFormError')] }
        : reference('schemas', 'OauthError'),
      examples: Object.fromEntries(
        members.flatMap((code) => [
          [code, { value: example(code, 'envelope') }],
          ...(forms ? [[`${code}_of_a_form`, { value: example(code, 'rfc6749') }] as const] : []),
        ]),
      ),
    },
  }));
}

function errorPages(codes: readonly OauthErrorCode[]): Json {
  // The page says 400 where the token endpoint says 401.
  return byStatus(codes, () => ({ 'text/html': { schema: { type: 'string' } } }), { invalid_client: 400 });
}

function byStatus(
  codes: readonly OauthErrorCode[],
  contentOf: (codes: readonly OauthErrorCode[]) => Json,
  statuses: Partial<Record<OauthErrorCode, number>> = {},
): Json {
  const groups = new Map<number, OauthErrorCode[]>();
  for (const code of codes) {
    const status = statuses[code] ?? oauthErrorStatus[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...groups].map(([status, members]) => [
      status,
      {
        description: members.map((code) => `\`${code}\`: ${errorTexts[code] ?? ''}`).join('\n\n'),
        headers: headers('Cache-Control', ...members.flatMap((code) => errorHeaders[code] ?? [])),
        content: contentOf(members),
      },
    ]),
  );
}

function example(code: OauthErrorCode, dress: ErrorDress): Json {
  const details = code === 'validation_failed' ? { details: [{ path: 'requestToken', message: 'is required' }] } : {};
  return errorBody(new OauthError(code, errorTexts[code] ?? code, details), dress, exampleRequestId);
}
