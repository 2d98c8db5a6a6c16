/** Provisioning in the OpenAPI document, made of the schemas that check its bodies. */
import { errorStatus, type ErrorCode } from '../errors';
import { exampleRequestId, headersOf, jsonSchema, reference, type Json, type OpenApiPart } from '../http/openapi';
import { memberAnswer, memberPath, memberShape } from './provisioning';

const tag = 'Provisioning';
const texts = {
  validation_failed: 'A member of the body is unknown or malformed, or `email` is missing for a new person.',
  invalid_api_key: 'No provisioning key, or not a valid one.',
  not_found: 'Another workspace than that of the key, or no such member.',
  method_not_allowed: 'Another method.',
  conflict: 'The last active owner, an e-mail address of somebody else, or a person whom other workspaces know too.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not uncompressed JSON in UTF-8.',
  rate_limited: 'Too many calls in a minute.',
  internal_error: 'A fault of the service.',
  service_unavailable: 'The database does not answer, or the service is stopping.',
} as const satisfies Partial<Record<ErrorCode, string>>;
type Refusal = keyof typeof texts;

/** What the door for applications that keep their own members adds to the document. */
export function provisioningOpenApi(): OpenApiPart {
  const named = (name: string, description: string): Json => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const parameters = [
    named('organizationId', 'The workspace of the key.'),
    named('externalId', 'What the application calls the person; at most 255 characters.'),
  ];
  const operation = (operationId: string, summary: string, description: string): Json => ({
    operationId,
    tags: [tag],
    summary,
    description,
    security: [{ provisioningKey: [] }],
    parameters,
  });
  const member = (description: string): Json => ({
    description,
    headers: headersOf('X-Request-Id', 'Cache-Control'),
    content: { 'application/json': { schema: reference('schemas', 'ProvisionedMember') } },
  });
  const always = ['invalid_api_key', 'not_found', 'method_not_allowed', 'conflict', 'rate_limited'] as const;
  const faults = ['internal_error', 'service_unavailable'] as const;
  return {
    tags: [{ name: tag, description: 'For an application that keeps the members of a workspace by its own ids.' }],
    paths: {
      [memberPath]: {
        put: {
          ...operation('putMember', 'Make or change a member', 'What the body leaves out stays as it is.'),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference('schemas', 'ProvisioningMember') } },
          },
          responses: {
            200: member('Changed, or nothing to change.'),
            201: member('Made.'),
            ...refusals(['validation_failed', ...always, 'payload_too_large', 'unsupported_media_type', ...faults]),
          },
        },
        delete: {
          ...operation('deleteMember', 'Take the access away', 'The person and what they did stay.'),
          responses: {
            204: { description: 'Done; there is no body.', headers: headersOf('X-Request-Id') },
            ...refusals(['validation_failed', ...always, ...faults]),
          },
        },
      },
    },
    schemas: {
      ProvisioningMember: jsonSchema(memberShape),
      ProvisionedMember: jsonSchema(memberAnswer, 'output'),
    },
    securitySchemes: {
      provisioningKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A provisioning key (`leadlight key create --provisioning`).',
      },
    },
  };
}

function refusals(codes: readonly Refusal[]): Json {
  return Object.fromEntries(codes.map((code) => [errorStatus[code], refusal(code)]));
}

function refusal(code: Refusal): Json {
  const status = errorStatus[code];
  const error = { code, message: texts[code], status, request_id: exampleRequestId };
  const details = code === 'validation_failed' ? { details: [{ path: 'email', message: 'is required' }] } : {};
  return {
    description: texts[code],
    headers: headersOf('X-Request-Id', ...(code === 'method_not_allowed' ? (['Allow'] as const) : [])),
    content: {
      'application/json': { schema: reference('schemas', 'Error'), example: { error: { ...error, ...details } } },
    },
  };
}
