/** Schemas of what the authorization server reads and answers, for the OpenAPI document. Members have the names of the RFCs. */
import { z } from 'zod';
import { scopeDefinitions, scopes } from '../../auth/rights';
import { roles } from '../../shared/values';
import { envelopeSchema, jsonSchema, type Json } from '../../http/openapi';
import { decisionShape } from './complete';
import { oauthErrorStatus } from './errors';
import type { Addresses } from '../../auth/mcp-addresses';
import { authorizationServerMetadata, openidConfiguration, protectedResourceMetadata } from './metadata';
import { accessRequestShape, answerShape, forbidShape, permitShape } from './connections-api';
import { grantTypes, maximumRedirectUris, type GrantType } from './registration-metadata';
import { grantParameters } from './token-request';

const scopeText = (description: string) => z.string().describe(`${description} Separated by blanks.`);
const scopeList = scopes.map((scope) => `\`${scope}\``).join(', ');
const scopeName = z.enum(Object.keys(scopeDefinitions));
const uris = z.array(z.url()).min(1).max(maximumRedirectUris);

const registration = z.looseObject({
  redirect_uris: uris.describe('Where the person is sent back: https of an allowed origin, or http of a loopback.'),
  client_name: z.string().optional().describe('What the consent page calls the application.'),
  client_uri: z.url().optional().describe('Home page of the application.'),
  logo_uri: z.string().optional().describe('https address of its picture.'),
  tos_uri: z.string().optional().describe('https address of its terms of service.'),
  policy_uri: z.string().optional().describe('https address of its privacy policy.'),
  token_endpoint_auth_method: z.literal('none').optional().describe('Public clients only: no secret is issued.'),
  grant_types: z.array(z.enum(grantTypes)).optional().describe('Must hold authorization_code. Both when omitted.'),
  response_types: z.array(z.literal('code')).min(1).optional().describe('Only code.'),
  scope: scopeText(`Some of ${scopeList}; all when omitted.`).optional(),
});

const shownUri = z.url().optional().describe('As it was sent; omitted if it is not fit to be shown.');

const registeredClient = z.object({
  client_id: z.string().describe('Id of the client; there is no secret.'),
  client_id_issued_at: z.int().describe('Seconds since 1970.'),
  client_name: z.string(),
  client_uri: z.url().optional(),
  logo_uri: shownUri,
  tos_uri: shownUri,
  policy_uri: shownUri,
  redirect_uris: uris,
  grant_types: z.array(z.enum(grantTypes)),
  response_types: z.array(z.literal('code')),
  token_endpoint_auth_method: z.literal('none'),
  scope: scopeText('Scopes the client may ask for.'),
});

const authorizationRequest = z.object({
  client: z
    .object({
      id: z.string(),
      name: z.string(),
      uri: z.url().nullable(),
      redirectHost: z.string().describe('Host that receives the code.'),
      redirectScheme: z
        .string()
        .describe('How it is reached: https, http on a loopback, or the scheme of a native application.'),
      loopback: z.boolean().describe('Whether that host is the computer of the person.'),
      verified: z.boolean().describe('Whether the name was fetched from the very host that receives the code.'),
      readsAs: z
        .string()
        .nullable()
        .describe(
          'Whose name an unproven name reads as: a known vendor, a workspace of the person, or this service. Warn of it.',
        ),
      assistant: z.string().nullable().describe('The named assistant that the redirect URI belongs to.'),
      logoUri: z
        .url()
        .nullable()
        .describe('Its picture, passed on by this service: the whole address, to open as it is. At most 64 KB.'),
      tosUri: z.url().nullable(),
      policyUri: z.url().nullable(),
      createdAt: z.iso.datetime().describe('When this service first met it.'),
    })
    .describe('The application that asks.'),
  scopes: z
    .array(
      z.object({
        name: scopeName,
        title: z.string(),
        description: z.string(),
        sensitive: z.boolean(),
      }),
    )
    .describe('What it asks for, in words for a person.'),
  requiresAdmin: z.boolean().describe('Whether an owner or admin must approve all of it.'),
  organizations: z
    .array(
      z.object({
        organizationId: z.guid(),
        name: z.string(),
        role: z.enum(roles),
        canApprove: z.boolean().describe('Whether this person may approve all of it there.'),
        approvableScopes: z.array(scopeName).describe('What of it this person may approve there.'),
        permitted: z.array(scopeName).describe('What an owner or admin permitted this application for the members.'),
        admins: z
          .array(z.object({ displayName: z.string(), email: z.string() }))
          .describe('For members: the admins to ask, if the workspace names them.'),
        connections: z
          .object({
            live: z.number().describe('Connections that this person has there.'),
            most: z.number().describe('How many there may be.'),
            approvingEnds: z
              .object({ connectionId: z.guid(), clientName: z.string() })
              .nullable()
              .describe('The one unused for longest, which ends when one more begins; null while there is room.'),
          })
          .describe('The page says what approving ends.'),
      }),
    )
    .describe('Workspaces of the person.'),
  person: z
    .object({ id: z.guid(), email: z.string(), displayName: z.string(), active: z.boolean() })
    .nullable()
    .describe('Null: the session token names nobody known here. Not active: not a member of any workspace.'),
  existing: z
    .object({
      connectionId: z.guid(),
      organizationId: z.guid(),
      scopes: z.array(scopeName),
      connectedAt: z.iso.datetime(),
    })
    .nullable()
    .describe('The newest connection of this person to this application. Approving more replaces it.'),
  context: z
    .object({ loginHint: z.string().nullable(), uiLocales: z.string().nullable(), prompt: z.string().nullable() })
    .describe('What the application said for the page.'),
  expiresAt: z.iso.datetime().describe('When the request ends undecided.'),
});

const tokens = z.object({
  access_token: z.string().describe('A JWT (ES256, `at+jwt`) for the MCP endpoint.'),
  token_type: z.literal('Bearer'),
  expires_in: z
    .int()
    .describe('Seconds until the access token ends: 900, unless the operator set ACCESS_TOKEN_SECONDS.'),
  refresh_token: z.string().optional().describe('Opaque; replaced with every use.'),
  scope: scopeText('Scopes that were granted.'),
});

const keySet = z.object({
  keys: z.array(
    z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), kid: z.string() }),
  ),
});

const formError = z.object({
  error: z.string().describe('A code of RFC 6749 section 5.2.'),
  error_description: z.string().describe('What went wrong, for people.'),
});

const revocation = z.looseObject({
  token: z.string().describe('An access token or a refresh token.'),
  token_type_hint: z.string().optional().describe('Not needed; either kind is recognised.'),
  client_id: z.string().optional().describe('When sent, only a connection of this client is ended.'),
});

const parameterTexts: Readonly<Record<(typeof grantParameters)[GrantType][number], string>> = {
  code: 'The code of the redirect; valid once and for a minute.',
  redirect_uri: 'The same as in the authorization request.',
  code_verifier: 'PKCE: 43 to 128 unreserved characters.',
  refresh_token: 'The newest refresh token of the connection.',
};

const time = z.iso.datetime();
const connection = z.object({
  connectionId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string().nullable() }),
  client: z.object({ id: z.string(), name: z.string(), assistant: z.string().nullable() }),
  scopes: z.array(scopeName),
  connectedAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time,
  status: z.enum(['ACTIVE', 'EXPIRED', 'ENDED']),
  usage: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), calls: z.int(), rows: z.int() }))
      .describe('The last 30 days with calls, oldest first, UTC.'),
  }),
});
const page = z.object({ limit: z.int(), nextCursor: z.string().nullable(), cursor: z.string().nullable() });
const accessRequest = z.object({
  accessRequestId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string(), displayName: z.string() }),
  client: z.object({ id: z.string(), name: z.string(), redirectHost: z.string() }),
  scopes: z.array(scopeName),
  requestedAt: time,
  status: z.enum(['WAITING', 'PERMITTED', 'REFUSED']),
});
const permit = z.object({
  organizationId: z.guid(),
  app: z.string(),
  scopes: z.array(scopeName),
  permittedBy: z.string().nullable(),
  permittedAt: time,
});

/** The request of one grant, built from the table that also checks it. Empty values and unknown members are ignored. */
function tokenRequest(grant: GrantType): Json {
  const names = grantParameters[grant];
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    title: grant,
    required: ['grant_type', 'client_id', ...names],
    properties: {
      grant_type: { const: grant },
      client_id: text('Id of the client; there is no secret.'),
      ...Object.fromEntries(names.map((name) => [name, text(parameterTexts[name])])),
      resource: text('The MCP endpoint; the same when omitted (RFC 8707).'),
      ...(grant === 'refresh_token' ? { scope: text('Fewer scopes than were granted; the same when omitted.') } : {}),
    },
  };
}

/**
 * The schema of a document that never changes: exactly these members, of these types.
 * @param varying members that differ by address, and their schemas. @param optional members that a setting leaves out.
 */
function fixedDocument(
  document: Readonly<Record<string, unknown>>,
  { varying = {}, optional = [] }: { readonly varying?: Json; readonly optional?: readonly string[] } = {},
): Json {
  const kind = (value: unknown): Json =>
    Array.isArray(value) ? { type: 'array', items: { enum: value } } : { type: typeof value, const: value };
  return {
    type: 'object',
    required: Object.keys(document).filter((name) => !optional.includes(name)),
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(Object.entries(document).map(([name, value]) => [name, kind(value)])),
      ...varying,
    },
  };
}

/** OAUTH_CLIENT_DOCUMENTS=off leaves these out. */
const withoutDocuments = {
  optional: ['client_id_metadata_document_supported', 'token_endpoint_auth_signing_alg_values_supported'],
};

/** The envelope. For a request that has ended it says why, and where the person came from. */
const errorSchema: Json = {
  anyOf: [
    envelopeSchema(Object.keys(oauthErrorStatus)),
    // A refused registration, for clients that read only RFC 7591.
    jsonSchema(
      z.object({
        error: z.object({
          code: z.enum(['invalid_redirect_uri', 'invalid_client_metadata']),
          message: z.string(),
          status: z.literal(400),
          request_id: z.string(),
        }),
        error_description: z.string().describe('The same as `message`.'),
      }),
      'output',
    ),
    jsonSchema(
      z.object({
        error: z.object({
          code: z.literal('invalid_request_token'),
          message: z.string(),
          status: z.literal(404),
          request_id: z.string(),
          reason: z.enum(['unknown', 'expired', 'used']),
          client: z.object({ name: z.string(), uri: z.url().nullable(), redirectHost: z.string() }).optional(),
        }),
      }),
      'output',
    ),
  ],
};

/** All schemas by name. */
export function oauthSchemas(addresses: Addresses): Json {
  return {
    OauthClientMetadata: jsonSchema(registration),
    OauthClient: jsonSchema(registeredClient, 'output'),
    OauthAuthorizationRequest: jsonSchema(authorizationRequest, 'output'),
    OauthDecision: jsonSchema(decisionShape),
    OauthDecided: jsonSchema(
      z.object({ redirectUrl: z.url().describe('Where to send the browser. A secret: never log it.') }),
      'output',
    ),
    OauthTokenRequest: { oneOf: grantTypes.map(tokenRequest) },
    OauthTokens: jsonSchema(tokens, 'output'),
    OauthRevocation: jsonSchema(revocation),
    OauthKeySet: jsonSchema(keySet, 'output'),
    OauthError: errorSchema,
    OauthConnections: jsonSchema(z.object({ data: z.array(connection), page }), 'output'),
    OauthAccessRequests: jsonSchema(z.object({ data: z.array(accessRequest) }), 'output'),
    OauthAccessRequest: jsonSchema(accessRequestShape),
    OauthAccessRequested: jsonSchema(
      z.object({ accessRequestId: z.guid(), organizationId: z.guid(), scopes: z.array(scopeName) }),
      'output',
    ),
    OauthAccessAnswer: jsonSchema(answerShape),
    OauthPermits: jsonSchema(z.object({ data: z.array(permit) }), 'output'),
    OauthPermit: jsonSchema(permitShape),
    OauthPermitted: jsonSchema(
      z.object({ organizationId: z.guid(), app: z.string(), scopes: z.array(scopeName) }),
      'output',
    ),
    OauthForbid: jsonSchema(forbidShape),
    OauthFormError: jsonSchema(formError, 'output'),
    OauthServerMetadata: fixedDocument(authorizationServerMetadata(addresses), withoutDocuments),
    OpenidConfiguration: fixedDocument(openidConfiguration(addresses), withoutDocuments),
    ProtectedResourceMetadata: fixedDocument(protectedResourceMetadata(addresses), {
      varying: {
        resource: { type: 'string', format: 'uri', description: 'The address of the endpoint that was asked.' },
        resource_name: { type: 'string', description: 'BRAND_NAME.' },
        resource_policy_uri: { type: 'string', format: 'uri', description: 'BRAND_POLICY_URL, if it is set.' },
        resource_tos_uri: { type: 'string', format: 'uri', description: 'BRAND_TERMS_URL, if it is set.' },
      },
    }),
  };
}
