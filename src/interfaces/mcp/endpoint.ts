/**
 * `POST {base_url}/mcp`: the remote tool endpoint. A request passes these gates, cheapest first, before anything runs: Origin,
 * method, token, rate, media type, body, revision, scope.
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix, type Settings } from '../../../config/settings';
import type { Query } from '../../../tools/define';
import type { ConnectionInfo, Workspace } from '../../workspace/workspace';
import { bearerToken } from '../../http/bearer';
import { toOperationError } from '../../http/errors';
import { prefersPage, sendWrongMethod } from '../../http/error-pages';
import type { CountedFor, RequestLimiter } from '../../http/rate-limit';
import { respond } from '../../http/respond';
import type { Handler, Route } from '../../http/router';
import type { TracedResponse } from '../../http/traced-response';
import { TooManyTries, type Unauthenticated } from '../../http/unauthenticated';
import type { CountTry } from '../../shared/count-try';
import { readMessage } from './body';
import { boundedAnswer } from './bounded-answer';
import { Call, carryCall } from './call';
import { insufficientScope, unauthenticated } from './challenge';
import { bytesOf, createExchanges, requestOf, type Exchanges } from './exchange';
import { corsHeaders, decideOrigin, preflightHeaders } from './origin';
import {
  echoedId,
  internalError,
  methodNotAllowed,
  originRefused,
  rateLimited,
  refusalBody,
  unavailable,
  type Refusal,
} from './refusal';
import { refuseRevision, revisionOf } from './revision';
import { neededScope } from './scope';
import { prepare, type FaultLog, type Prepared } from './server';

export interface McpDeps {
  readonly catalogue: readonly Query[];
  readonly settings: Pick<Settings, 'MCP_TOOL_PREFIX' | 'CUSTOMER_API_MCP_ALLOWED_ORIGINS'>;
  /** Address at which clients reach the service, without a final slash. */
  readonly publicUrl: string;
  /**
   * The workspace of an access token, with a caller of the kind `connection`; null if the token is not good.
   * @param countTry called for a token that is not known to be good, before it costs anything; may throw. The function that it
   * returns is called when the token proves good.
   */
  verifyAccessToken(token: string, countTry: CountTry): Promise<Workspace | null>;
  /** Counts tries of tokens that are not known to be good. */
  readonly unauthenticated: Pick<Unauthenticated, 'tries'>;
  /** Counts the requests of each connection, person and workspace. */
  readonly limiter: RequestLimiter;
  readonly log: FaultLog;
  /** Version of the service, as clients see it. */
  readonly version: string;
  /** How long a body may take to arrive, in milliseconds; default 30 seconds. */
  readonly bodyTimeoutMs?: number;
}

export interface McpEndpoint {
  readonly routes: readonly Route[];
  /** Ends running exchanges when the service stops. */
  close(): Promise<void>;
}

interface Endpoint {
  readonly deps: McpDeps;
  readonly prepared: Prepared;
  readonly exchanges: Exchanges;
  readonly origins: ReadonlySet<string>;
  readonly resourceMetadata: string;
}

const path = `${apiPrefix}/mcp`;

/** Makes the endpoint. Everything that does not depend on a request is computed here. */
export function mcpEndpoint(deps: McpDeps): McpEndpoint {
  const prepared = prepare(deps.catalogue, deps.settings.MCP_TOOL_PREFIX, deps.version, deps.log);
  const origins = new Set(deps.settings.CUSTOMER_API_MCP_ALLOWED_ORIGINS);
  const resourceMetadata = resourceMetadataUrl(`${deps.publicUrl}${path}`);
  const endpoint: Endpoint = { deps, prepared, exchanges: createExchanges(prepared), origins, resourceMetadata };
  const answer: Handler = (req, res) => serve(endpoint, req, res);
  return {
    // Also with a final slash, which people paste. Addresses below belong to the authorization server.
    routes: [path, `${path}/`].map((address) => ({ path: address, name: '/mcp', answer, byAddress: 'free' })),
    close: () => endpoint.exchanges.close(),
  };
}

/** Address of the metadata about this resource: the well-known part is between host and path (RFC 9728, section 3.1). */
export function resourceMetadataUrl(resource: string): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`;
}

/** Never rejects: every failure is answered as a JSON-RPC error. */
async function serve(endpoint: Endpoint, req: IncomingMessage, res: TracedResponse): Promise<void> {
  let leave: (() => void) | undefined;
  try {
    const asks = passOrigin(endpoint, req, res) && (await admit(endpoint, req, res));
    if (!asks) return;
    const body = await readMessage(req, res, endpoint.deps.bodyTimeoutMs ?? 30_000);
    if (body === undefined) return;
    if ('refusal' in body) return refuse(res, body.refusal);
    const { message } = body;
    leave = await endpoint.deps.limiter.enter(countedFor(asks));
    // The body may have come slowly: the token or its connection may have ended meanwhile.
    if (!(await isStillGood(endpoint, req, res))) return;
    // A destroyed response has no reader.
    if (res.destroyed) return;
    const refusal = refusalOf(endpoint, req, asks.connection, message);
    if (refusal) return refuse(res, refusal, message);
    const exchange = await endpoint.exchanges.open(req.headers, message);
    if (typeof exchange !== 'function') return refuse(res, exchange, message);
    const authInfo = carryCall(callOf(asks, req, message, res.requestId));
    const response = await exchange(requestOf(req.headers), { authInfo, parsedBody: message });
    const answer = boundedAnswer(await bytesOf(response));
    respond(res, response.status, response.headers.get('content-type'), answer);
  } catch (thrown) {
    // Verifying a token reads the database. Nothing else here should fail.
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) endpoint.deps.log.error({ err: thrown, request_id: res.requestId }, 'mcp request failed');
    const retryAfter = error instanceof TooManyTries ? error.retryAfter : '1';
    if (error.code === 'rate_limited') refuse(res, rateLimited(error.message, retryAfter));
    else refuse(res, error.code === 'service_unavailable' ? unavailable : internalError);
  } finally {
    leave?.();
  }
}

/** Checks Origin and method. @returns whether the request goes on; false if it was answered here. */
function passOrigin({ origins, deps }: Endpoint, req: IncomingMessage, res: TracedResponse): boolean {
  if (origins.size > 0) res.head.push('Vary', 'Origin');
  const origin = decideOrigin(origins, req.headers.origin);
  if (origin.allowed && origin.page !== undefined) res.head.push(...corsHeaders(origin.page));
  if (!origin.allowed) refuse(res, originRefused);
  else if (req.method === 'OPTIONS') {
    res.head.push(...(origin.page === undefined ? ['Allow', 'POST, OPTIONS'] : preflightHeaders));
    respond(res, 204, null, '');
  } else if (req.method !== 'POST') {
    // A person who opens the address instead of giving it to an assistant gets a page that explains it.
    if (prefersPage(req)) sendWrongMethod(req, res, deps.publicUrl, ['POST', 'OPTIONS']);
    else refuse(res, methodNotAllowed);
  } else return true;
  return false;
}

/** The caller of a request. */
interface Asker {
  readonly workspace: Workspace;
  readonly connection: ConnectionInfo;
}

const countedFor = ({ workspace, connection }: Asker): CountedFor => ({
  caller: connection.connectionId,
  person: connection.userId,
  workspace: workspace.organizationId,
});

/** Checks token and rate. @returns the caller; undefined if the request was answered with a refusal. */
async function admit(
  { deps, resourceMetadata }: Endpoint,
  req: IncomingMessage,
  res: TracedResponse,
): Promise<Asker | undefined> {
  const token = bearerToken(req.headers.authorization);
  const countTry = deps.unauthenticated.tries(req);
  if (token === undefined) await countTry();
  const workspace = token === undefined ? null : await deps.verifyAccessToken(token, countTry);
  if (workspace?.caller.kind !== 'connection') {
    refuse(res, unauthenticated(resourceMetadata, req.headers.authorization !== undefined));
    return undefined;
  }
  const { connection } = workspace.caller;
  res.callerId = connection.connectionId;
  res.organizationId = workspace.organizationId;
  const asker = { workspace, connection };
  const quota = deps.limiter.count(countedFor(asker));
  res.head.push(...quota.headers);
  if (quota.allowed) return asker;
  refuse(res, rateLimited(quota.reason, quota.retryAfter));
  return undefined;
}

/** Checks the token again. @returns whether the request goes on; false if it was answered here. */
async function isStillGood({ deps, resourceMetadata }: Endpoint, req: IncomingMessage, res: TracedResponse) {
  const workspace = await deps.verifyAccessToken(
    bearerToken(req.headers.authorization) ?? '',
    deps.unauthenticated.tries(req),
  );
  if (workspace) return true;
  refuse(res, unauthenticated(resourceMetadata, true));
  return false;
}

/** Checks revision and scope. @returns why a message may not be served. */
function refusalOf(
  { prepared, resourceMetadata }: Endpoint,
  req: IncomingMessage,
  connection: ConnectionInfo,
  message: unknown,
): Refusal | undefined {
  const refused = refuseRevision(req.headers['mcp-protocol-version']?.toString(), message);
  if (refused) return refused;
  const scope = neededScope(message, prepared.tools, prepared.resources);
  if (scope === undefined || connection.scopes.includes(scope)) return undefined;
  return insufficientScope(resourceMetadata, connection.scopes, scope, connection.withinReach?.includes(scope));
}

/** The call, with the revision, which only this endpoint knows. */
function callOf({ workspace, connection }: Asker, req: IncomingMessage, message: unknown, requestId: string): Call {
  const protocolVersion = revisionOf(req.headers['mcp-protocol-version']?.toString(), message);
  const own: ConnectionInfo = { ...connection, protocolVersion };
  return new Call({ ...workspace, caller: { kind: 'connection', connection: own } }, own, message, requestId);
}

/** @param message the request, if it could be read: its id is echoed. */
function refuse(res: TracedResponse, refusal: Refusal, message?: unknown): void {
  const body = refusalBody(refusal, echoedId(message), res.requestId);
  respond(res, refusal.status, 'application/json', body, refusal.headers);
}
