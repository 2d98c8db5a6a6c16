/** The calls of people about their connections, in the OpenAPI document. */
import { z } from 'zod';
import { jsonSchema, type Json } from '../../http/openapi';
import type { OauthErrorCode } from './errors';
import { accessRequestShape, answerShape, forbidShape, permitShape } from './connections-api';

/** How the document of the authorization server writes things down. */
export interface Writing {
  operation(operationId: string, summary: string, description: string, security: readonly Json[]): Json;
  body(schema: string, ...types: readonly string[]): Json;
  answer(description: string, schema: string): Json;
  errors(codes: readonly OauthErrorCode[]): Json;
  readonly session: readonly Json[];
  readonly always: readonly OauthErrorCode[];
}

const text = (name: string, where: 'query' | 'path', description: string): Json => ({
  name,
  in: where,
  required: where === 'path',
  description,
  schema: { type: 'string' },
});
const organization = text('organizationId', 'query', 'For owners and admins: all of this workspace.');

export function peoplePaths({ operation, body, answer, errors, session, always }: Writing): Json {
  const usual = ['validation_failed', 'invalid_session', 'not_a_member', 'admin_required', ...always] as const;
  const withBody = [...usual, 'payload_too_large', 'unsupported_media_type'] as const;
  const done = { 204: { description: 'Done.' } };
  return {
    '/mcp/oauth/authorize/picture': {
      get: {
        ...operation('getClientPicture', 'The picture of a client', 'Passed on by this service; at most 64 KB.', []),
        parameters: [text('client_id', 'query', 'The client.')],
        responses: {
          200: { description: 'The picture.', content: { 'image/*': { schema: { type: 'string' } } } },
          ...errors(['not_found', 'rate_limited', ...always]),
        },
      },
    },
    '/mcp/oauth/connections': {
      get: {
        ...operation('listOwnConnections', 'Connections', 'Of the person, or of a workspace; newest first.', session),
        parameters: [
          organization,
          {
            ...text('limit', 'query', 'Page size.'),
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
          },
          text('cursor', 'query', '`page.nextCursor` of the page before.'),
        ],
        responses: { 200: answer('A page of connections.', 'OauthConnections'), ...errors(usual) },
      },
    },
    '/mcp/oauth/connections/{connectionId}': {
      delete: {
        ...operation('endOwnConnection', 'End a connection', 'Of the person, or of a workspace they run.', session),
        parameters: [text('connectionId', 'path', 'The connection.')],
        responses: { ...done, ...errors(['invalid_session', 'not_a_member', 'not_found', ...always]) },
      },
    },
    '/mcp/oauth/access-requests': {
      get: {
        ...operation('listAccessRequests', 'Requests for apps', 'The person’s own, or those that wait.', session),
        parameters: [organization],
        responses: { 200: answer('Requests.', 'OauthAccessRequests'), ...errors(usual) },
      },
      post: {
        ...operation('requestAccess', 'Ask owners and admins to permit an app', 'The request stays open.', session),
        requestBody: body('OauthAccessRequest', 'application/json'),
        responses: {
          201: answer('Asked.', 'OauthAccessRequested'),
          ...errors([...withBody, 'invalid_request_token']),
        },
      },
    },
    '/mcp/oauth/access-requests/{accessRequestId}': {
      post: {
        ...operation('answerAccessRequest', 'Permit or refuse', 'For owners and admins.', session),
        parameters: [text('accessRequestId', 'path', 'The request.')],
        requestBody: body('OauthAccessAnswer', 'application/json'),
        responses: { ...done, ...errors([...withBody, 'not_found']) },
      },
    },
    '/mcp/oauth/permits': {
      get: {
        ...operation('listPermits', 'Apps permitted for members', 'For owners and admins.', session),
        parameters: [{ ...organization, required: true }],
        responses: { 200: answer('Permits.', 'OauthPermits'), ...errors(usual) },
      },
      put: {
        ...operation('permitApp', 'Permit an app for members', 'They then connect it themselves.', session),
        requestBody: body('OauthPermit', 'application/json'),
        responses: { 200: answer('Permitted.', 'OauthPermitted'), ...errors([...withBody, 'not_found']) },
      },
      delete: {
        ...operation('forbidApp', 'Forbid an app', 'What members connected by the permit ends.', session),
        requestBody: body('OauthForbid', 'application/json'),
        responses: { ...done, ...errors([...withBody, 'not_found']) },
      },
    },
  };
}

const time = z.iso.datetime();
const scopes = z.array(z.string());
const connection = z.object({
  connectionId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string().nullable() }),
  client: z.object({ id: z.string(), name: z.string(), assistant: z.string().nullable() }),
  scopes,
  connectedAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time,
  status: z.enum(['ACTIVE', 'EXPIRED', 'ENDED']),
});
const page = z.object({ limit: z.int(), nextCursor: z.string().nullable(), cursor: z.string().nullable() });
const accessRequest = z.object({
  accessRequestId: z.guid(),
  organizationId: z.guid(),
  user: z.object({ id: z.guid(), email: z.string(), displayName: z.string() }),
  client: z.object({ id: z.string(), name: z.string(), redirectHost: z.string() }),
  scopes,
  requestedAt: time,
  status: z.enum(['WAITING', 'PERMITTED', 'REFUSED']),
});
const permit = z.object({
  organizationId: z.guid(),
  app: z.string(),
  scopes,
  permittedBy: z.string().nullable(),
  permittedAt: time,
});

export function peopleSchemas(): Json {
  return {
    OauthConnections: jsonSchema(z.object({ data: z.array(connection), page }), 'output'),
    OauthAccessRequests: jsonSchema(z.object({ data: z.array(accessRequest) }), 'output'),
    OauthAccessRequest: jsonSchema(accessRequestShape),
    OauthAccessRequested: jsonSchema(
      z.object({ accessRequestId: z.guid(), organizationId: z.guid(), scopes }),
      'output',
    ),
    OauthAccessAnswer: jsonSchema(answerShape),
    OauthPermits: jsonSchema(z.object({ data: z.array(permit) }), 'output'),
    OauthPermit: jsonSchema(permitShape),
    OauthPermitted: jsonSchema(z.object({ organizationId: z.guid(), app: z.string(), scopes }), 'output'),
    OauthForbid: jsonSchema(forbidShape),
  };
}
