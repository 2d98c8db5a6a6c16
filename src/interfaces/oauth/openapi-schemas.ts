/** Schemas that belong to no single endpoint, for the OpenAPI document: errors and metadata documents. */
import { z } from 'zod';
import { envelopeSchema, jsonSchema, type Json } from '../../http/openapi';
import { oauthErrorStatus } from './errors';
import type { Addresses } from '../../auth/mcp-addresses';
import { authorizationServerMetadata, openidConfiguration, protectedResourceMetadata } from './metadata';

const formError = z.object({
  error: z.string().describe('A code of RFC 6749 section 5.2.'),
  error_description: z.string().describe('What went wrong, for people.'),
});

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

/** By name. */
export const errorSchemas: Json = { OauthError: errorSchema, OauthFormError: jsonSchema(formError, 'output') };

/** By name. */
export function metadataSchemas(addresses: Addresses): Json {
  return {
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
