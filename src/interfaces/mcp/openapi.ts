/** `POST /mcp` in the OpenAPI document: its HTTP side. The protocol and docs/mcp.md describe the messages. */
import { z } from 'zod';
import { apiPrefix } from '../../../config/settings';
import { scopeDefinitions, scopes } from '../../auth/rights';
import {
  contentOf,
  exampleRequestId,
  headersOf,
  jsonSchema,
  parameter,
  reference,
  refusalsByStatus,
  type HeaderName,
  type Json,
  type OpenApiPart,
} from '../../http/openapi';
import { insufficientScope, unauthenticated } from './challenge';
import { resourceMetadataUrl } from '../../auth/mcp-addresses';
import * as refusals from './refusal';
import { assumedRevision, refuseRevision, supportedRevisions } from './revision';

export interface McpOpenApiOptions {
  /** Address at which clients reach the service. */
  readonly publicUrl: string;
  /** Requests of one connection in a minute. */
  readonly perMinute: number;
}

const tag = 'Assistants (MCP)';
const id = z.union([z.string(), z.int()]);

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: id.optional().describe('Absent in notifications, which are answered with 202 and no body.'),
  method: z.string().describe('For example tools/list, tools/call, resources/read.'),
  params: z.looseObject({}).optional(),
});

const result = z.object({ jsonrpc: z.literal('2.0'), id, result: z.looseObject({}) });

const failure = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.nullable().optional(),
  error: z.object({
    code: z.int().describe('The JSON-RPC code.'),
    message: z.string(),
    data: z
      .looseObject({ code: z.string().optional(), status: z.int().optional(), request_id: z.string().optional() })
      .optional()
      .describe('Of refusals: the code of the service, the HTTP status and the X-Request-Id.'),
  }),
});

export function mcpOpenApi({ publicUrl, perMinute }: McpOpenApiOptions): OpenApiPart {
  const metadata = resourceMetadataUrl(`${publicUrl}${apiPrefix}/mcp`);
  return {
    tags: [
      {
        name: tag,
        description: `One address for assistants, revisions ${supportedRevisions.join(', ')} of the Model Context Protocol.`,
      },
    ],
    routes: [
      {
        method: 'post',
        path: '/mcp',
        id: 'send_mcp_message',
        tag,
        summary: 'One JSON-RPC message',
        text: [
          'A request is refused for the first of these reasons that holds: Origin, method, token, rate, media type, body, revision, scope.',
          'Wrong arguments of a tool are no HTTP error but a result with `isError: true`.',
          'Listed browser origins are answered with CORS headers, and `OPTIONS` with 204. `GET` and `DELETE` are answered with 405.',
        ].join(' '),
        docs: {
          description: 'docs/mcp.md in the source tells the whole behaviour; this is the protocol.',
          url: 'https://modelcontextprotocol.io/specification',
        },
        security: ['accessToken'],
        parameters: parametersAt(publicUrl),
        body: contentOf('McpMessage', { example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
        responses: {
          200: {
            description: 'The answer to a request.',
            headers: limited,
            content: contentOf({ anyOf: ['McpResult', 'McpError'].map((name) => reference('schemas', name)) }),
          },
          202: { description: 'A notification was taken.', headers: limited },
          ...refusalResponses(metadata, perMinute),
          406: {
            description: '`Accept` does not allow `application/json`, which is all that is sent.',
            headers: limited,
            content: contentOf('McpError'),
          },
        },
      },
    ],
    schemas: {
      McpMessage: jsonSchema(message),
      McpResult: jsonSchema(result, 'output'),
      McpError: jsonSchema(failure, 'output'),
    },
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: [
          `An access token that \`/mcp/oauth/token\` issued; the metadata at ${metadata} says how to get one. Scopes:`,
          '',
          ...scopes.map((scope) => `- \`${scope}\`: ${scopeDefinitions[scope].description}`),
        ].join('\n'),
      },
    },
  };
}

const fixed = (...names: readonly HeaderName[]): Json => headersOf('X-Request-Id', 'Cache-Control', ...names);
const limited = fixed('RateLimit', 'RateLimit-Policy');

const parametersAt = (publicUrl: string): readonly Json[] => [
  parameter(
    'header',
    'MCP-Protocol-Version',
    `The revision that the client speaks; ${assumedRevision} is assumed when it is omitted.`,
    { schema: { type: 'string', enum: supportedRevisions }, example: supportedRevisions[0] },
  ),
  parameter('header', 'Origin', 'Set by browsers. Pages of origins that the operator did not list are refused.', {
    example: new URL(publicUrl).origin,
  }),
  parameter('header', 'Accept', 'Clients of the older revisions must take both types, as the protocol says.', {
    example: 'application/json, text/event-stream',
  }),
];

/** The refusals of the endpoint, grouped by status. */
function refusalResponses(metadata: string, perMinute: number): Json {
  const examples: Readonly<Record<string, refusals.Refusal | undefined>> = {
    notJson: refusals.notJson,
    batch: refusals.batchRefused,
    tooDeep: refusals.tooDeep,
    tooManyMembers: refusals.tooManyMembers,
    idTooLong: refusals.idTooLong,
    revision: refuseRevision('2024-11-05', undefined),
    noToken: unauthenticated(metadata, 'nothing'),
    badToken: unauthenticated(metadata, 'token'),
    keyHere: unauthenticated(metadata, 'key'),
    origin: refusals.originRefused,
    scope: insufficientScope(metadata, ['workspace:read'], 'leads:read'),
    method: refusals.methodNotFound,
    httpMethod: refusals.methodNotAllowed,
    tooSlow: refusals.bodyTooSlow,
    tooLarge: refusals.tooLarge,
    mediaType: refusals.unsupportedMediaType,
    tooMany: refusals.rateLimited(`All ${perMinute} requests of this minute are used up; try again in 17 s.`, '17'),
    fault: refusals.internalError,
    unavailable: refusals.unavailable,
  };
  const rows = Object.entries(examples).flatMap(([name, one]) => {
    if (!one) return [];
    const value: unknown = JSON.parse(refusals.refusalBody(one, 1, exampleRequestId));
    return [{ ...one, headers: { ...fixed(), ...ownHeaders(one) }, examples: { [name]: { value } } }];
  });
  return refusalsByStatus(rows, (shown) => contentOf('McpError', { examples: shown }));
}

/** Leaves out `Connection`, which concerns one hop only. */
function ownHeaders({ headers = {} }: refusals.Refusal): Json {
  const names = (['WWW-Authenticate', 'Allow', 'Retry-After'] as const).filter((name) => Object.hasOwn(headers, name));
  return headersOf(...names);
}
