/**
 * `POST {base_url}/mcp`: the remote tool endpoint. A request passes the gates in this order, the cheap ones first, and
 * nothing runs before all of them are passed: Origin, method, token, rate, media type, body, revision, scope.
 *
 * Like the REST reads it stands in front of express (docs/decisions/0007-rest-beside-express.md).
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix, type Settings } from '../../config/settings';
import type { Query } from '../../tools/define';
import { bearerToken } from '../access/bearer';
import type { ConnectionInfo, Workspace } from '../access/workspace';
import { toOperationError } from '../http/errors';
import type { RequestLimiter } from '../http/rate-limit';
import type { HeaderTable } from '../http/security-headers';
import type { FrontDoor } from '../http/server';
import type { TracedResponse } from '../http/traced-response';
import { readBody } from './body';
import { carryCall, type Call } from './call';
import { insufficientScope, unauthenticated } from './challenge';
import { createDispatcher, type Dispatcher } from './dispatch';
import { corsHeaders, decideOrigin, preflightHeaders } from './origin';
import { internalError, methodNotAllowed, originRefused, rateLimited, unavailable } from './refusal';
import { fixedHeaders, Reply } from './reply';
import { refuseRevision, revisionOf } from './revision';
import { neededScope } from './scope';
import { prepare, type FaultLog, type Prepared } from './server';

export interface McpDeps {
  readonly catalogue: readonly Query[];
  readonly settings: Pick<Settings, 'MCP_TOOL_PREFIX' | 'CUSTOMER_API_MCP_ALLOWED_ORIGINS'>;
  /** Address under which clients reach the service, without a final slash. */
  readonly publicUrl: string;
  /** The workspace an access token speaks for, with a caller of the kind `connection`; null when the token is not good. */
  verifyAccessToken(token: string): Promise<Workspace | null>;
  /** Counts the requests of each connection. */
  readonly limiter: RequestLimiter;
  readonly securityHeaders: HeaderTable;
  readonly log: FaultLog;
  /** Version of the service, as it tells clients. */
  readonly version: string;
  /** How long a body may take to arrive, in milliseconds; 30 seconds when left out. */
  readonly bodyTimeoutMs?: number;
}

export interface McpEndpoint {
  readonly door: FrontDoor;
  /** Ends what is under way, for a stop of the service. */
  close(): Promise<void>;
}

interface Endpoint {
  readonly deps: McpDeps;
  readonly prepared: Prepared;
  readonly dispatcher: Dispatcher;
  readonly origins: ReadonlySet<string>;
  readonly resourceMetadata: string;
}

const path = `${apiPrefix}/mcp`;

/** Makes the endpoint; everything that no request changes is worked out here. */
export function mcpEndpoint(deps: McpDeps): McpEndpoint {
  const prepared = prepare(deps.catalogue, deps.settings.MCP_TOOL_PREFIX, deps.version, deps.log);
  const origins = new Set(deps.settings.CUSTOMER_API_MCP_ALLOWED_ORIGINS);
  const resourceMetadata = resourceMetadataUrl(`${deps.publicUrl}${path}`);
  const endpoint: Endpoint = { deps, prepared, dispatcher: createDispatcher(prepared), origins, resourceMetadata };
  const fixed = fixedHeaders(deps.securityHeaders, origins.size > 0);
  return {
    door(req, res) {
      if (!isHere(req.url ?? '')) return false;
      res.route = '/mcp';
      void serve(endpoint, req, res, new Reply(res, fixed));
      return true;
    },
    close: () => endpoint.dispatcher.close(),
  };
}

/** With or without a final slash, which people paste either way; what lies below is the authorization server's. */
function isHere(url: string): boolean {
  if (!url.startsWith(path)) return false;
  const rest = url.slice(path.length);
  return rest === '' || rest === '/' || rest.startsWith('?') || rest.startsWith('/?');
}

/** Address of the metadata about this resource: the well-known part stands between host and path (RFC 9728, section 3.1). */
export function resourceMetadataUrl(resource: string): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`;
}

/** Never rejects. */
async function serve(endpoint: Endpoint, req: IncomingMessage, res: TracedResponse, reply: Reply): Promise<void> {
  const origin = decideOrigin(endpoint.origins, req.headers.origin);
  if (!origin.allowed) return reply.refuse(originRefused);
  if (origin.page !== undefined) reply.add(...corsHeaders(origin.page));
  if (req.method === 'OPTIONS') {
    reply.add(...(origin.page === undefined ? ['Allow', 'POST, OPTIONS'] : preflightHeaders));
    return reply.send(204, null, '');
  }
  if (req.method !== 'POST') return reply.refuse(methodNotAllowed);
  try {
    await serveMessage(endpoint, req, res, reply);
  } catch (thrown) {
    // Verifying a token reads the database; nothing else here should fail.
    const { error } = toOperationError(thrown);
    endpoint.deps.log.error({ err: thrown, request_id: res.requestId }, 'mcp request failed');
    reply.refuse(error.code === 'service_unavailable' ? unavailable : internalError);
  }
}

async function serveMessage(
  endpoint: Endpoint,
  req: IncomingMessage,
  res: TracedResponse,
  reply: Reply,
): Promise<void> {
  const { deps, prepared, resourceMetadata } = endpoint;
  const token = bearerToken(req.headers.authorization);
  const workspace = token === undefined ? null : await deps.verifyAccessToken(token);
  if (workspace?.caller.kind !== 'connection') {
    return reply.refuse(unauthenticated(resourceMetadata, req.headers.authorization !== undefined));
  }
  const { connection } = workspace.caller;
  res.callerId = connection.connectionId;
  res.organizationId = workspace.organizationId;

  const quota = await deps.limiter.count(connection.connectionId);
  reply.add('RateLimit-Policy', deps.limiter.policy, 'RateLimit', quota.rateLimit);
  if (!quota.allowed) return reply.refuse(rateLimited(deps.limiter.perMinute, quota.retryAfter));

  const body = await readBody(req, deps.bodyTimeoutMs ?? 30_000);
  if (body === undefined) return;
  if ('refusal' in body) return reply.refuse(body.refusal);
  const { message } = body;
  const header = headerOf(req, 'mcp-protocol-version');
  const refusedRevision = refuseRevision(header, message);
  if (refusedRevision) return reply.refuse(refusedRevision, message);
  const scope = neededScope(message, prepared.tools, prepared.resources);
  if (scope !== undefined && !connection.scopes.includes(scope)) {
    return reply.refuse(insufficientScope(resourceMetadata, connection.scopes, scope), message);
  }
  const call = callWith(workspace, connection, revisionOf(header, message), res.requestId);
  const outcome = await endpoint.dispatcher.dispatch(req.headers, message, carryCall(call));
  if ('refusal' in outcome) return reply.refuse(outcome.refusal, message);
  const { status, contentType, text } = outcome.answer;
  reply.send(status, contentType, text);
}

/** The call, with the revision that only this endpoint knows. */
function callWith(workspace: Workspace, connection: ConnectionInfo, protocolVersion: string, requestId: string): Call {
  const own: ConnectionInfo = { ...connection, protocolVersion };
  return { workspace: { ...workspace, caller: { kind: 'connection', connection: own } }, connection: own, requestId };
}

function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
