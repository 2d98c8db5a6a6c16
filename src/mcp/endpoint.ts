/**
 * `POST {base_url}/mcp`: the remote tool endpoint. A request passes the gates in this order, the cheap ones first, and
 * nothing runs before all of them are passed: Origin, method, token, rate, media type, body, revision, scope.
 */
import { Router, type Request, type Response } from 'express';
import { apiPrefix } from '../../config/settings';
import type { Settings } from '../../config/settings';
import type { Query } from '../../tools/define';
import { bearerToken } from '../access/bearer';
import type { ConnectionInfo, Workspace } from '../access/workspace';
import { toQueryError } from '../http/errors';
import { RequestLimiter } from '../http/rate-limit';
import { requestIdOf } from '../http/traced-response';
import { readBody } from './body';
import { carryCall, type Call } from './call';
import { insufficientScope, unauthenticated } from './challenge';
import { createDispatcher, type Dispatcher } from './dispatch';
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

export interface McpOptions {
  readonly catalogue: readonly Query[];
  readonly settings: Pick<Settings, 'MCP_TOOL_PREFIX' | 'CUSTOMER_API_MCP_ALLOWED_ORIGINS' | 'RATE_LIMIT_PER_MINUTE'>;
  /** Address under which clients reach the service, without a final slash. */
  readonly publicUrl: string;
  /** The workspace an access token speaks for, with a caller of the kind `connection`; null when the token is not good. */
  verifyAccessToken(token: string): Promise<Workspace | null>;
  readonly log: FaultLog;
  /** Version of the service, as it tells clients. */
  readonly version: string;
  /** How long a body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs?: number;
}

interface Endpoint {
  readonly options: McpOptions;
  readonly prepared: Prepared;
  readonly dispatcher: Dispatcher;
  readonly limiter: RequestLimiter;
  readonly origins: ReadonlySet<string>;
  readonly resourceMetadata: string;
}

/** A router to mount at `{base_url}/mcp`. `close` ends what is under way, for a stop of the service. */
export function mcpRouter(options: McpOptions): Router & { close(): Promise<void> } {
  const { settings } = options;
  const prepared = prepare(options.catalogue, settings.MCP_TOOL_PREFIX, options.version, options.log);
  const endpoint: Endpoint = {
    options,
    prepared,
    dispatcher: createDispatcher(prepared),
    limiter: new RequestLimiter(settings.RATE_LIMIT_PER_MINUTE),
    origins: new Set(settings.CUSTOMER_API_MCP_ALLOWED_ORIGINS),
    resourceMetadata: resourceMetadataUrl(`${options.publicUrl}${apiPrefix}/mcp`),
  };
  const router = Router();
  router.all('/', (req, res) => serve(endpoint, req, res));
  return Object.assign(router, { close: () => endpoint.dispatcher.close() });
}

/** Address of the metadata about this resource: the well-known part stands between host and path (RFC 9728, section 3.1). */
function resourceMetadataUrl(resource: string): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`;
}

async function serve(endpoint: Endpoint, req: Request, res: Response): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  if (endpoint.origins.size > 0) res.setHeader('Vary', 'Origin');
  const origin = decideOrigin(endpoint.origins, req.headers.origin);
  if (!origin.allowed) return refuse(res, originRefused);
  if (origin.page !== undefined) setHeaders(res, corsHeaders(origin.page));
  if (req.method === 'OPTIONS') return preflight(res, origin.page !== undefined);
  if (req.method !== 'POST') return refuse(res, methodNotAllowed);
  try {
    await serveMessage(endpoint, req, res);
  } catch (thrown) {
    // Verifying a token reads the database; nothing else here should fail.
    const { error } = toQueryError(thrown);
    endpoint.options.log.error({ err: thrown, requestId: requestIdOf(res) }, 'mcp request failed');
    refuse(res, error.code === 'service_unavailable' ? unavailable : internalError);
  }
}

async function serveMessage(endpoint: Endpoint, req: Request, res: Response): Promise<void> {
  const { options, prepared, limiter, resourceMetadata } = endpoint;
  const token = bearerToken(req.headers.authorization);
  const workspace = token === undefined ? null : await options.verifyAccessToken(token);
  if (workspace?.caller.kind !== 'connection') {
    return refuse(res, unauthenticated(resourceMetadata, req.headers.authorization !== undefined));
  }
  const { connection } = workspace.caller;
  trace(res, workspace, connection);

  const quota = await limiter.count(connection.connectionId);
  res.setHeader('RateLimit-Policy', limiter.policy);
  res.setHeader('RateLimit', quota.rateLimit);
  if (!quota.allowed) return refuse(res, rateLimited(limiter.perMinute, quota.retryAfter));

  const body = await readBody(req, res, options.bodyTimeoutMs ?? 30_000);
  if ('refusal' in body) return refuse(res, body.refusal);
  const { message } = body;
  const header = req.headers['mcp-protocol-version']?.toString();
  const refusedRevision = refuseRevision(header, message);
  if (refusedRevision) return refuse(res, refusedRevision, message);
  const scope = neededScope(message, prepared.tools, prepared.resources);
  if (scope !== undefined && !connection.scopes.includes(scope)) {
    return refuse(res, insufficientScope(resourceMetadata, connection.scopes, scope), message);
  }
  await answer(
    endpoint,
    req,
    res,
    message,
    callWith(workspace, connection, revisionOf(header, message), requestIdOf(res) || undefined),
  );
}

async function answer(endpoint: Endpoint, req: Request, res: Response, message: unknown, call: Call): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  res.once('close', onClose);
  const outcome = await endpoint.dispatcher.dispatch(req.headers, message, carryCall(call), gone.signal);
  res.off('close', onClose);
  if (outcome === 'gone') return;
  if ('refusal' in outcome) return refuse(res, outcome.refusal, message);
  const { status, contentType, text } = outcome.answer;
  res.statusCode = status;
  if (contentType !== null) res.setHeader('Content-Type', contentType);
  res.end(text);
}

/** The call, with the revision that only this endpoint knows. */
function callWith(
  workspace: Workspace,
  connection: ConnectionInfo,
  protocolVersion: string,
  requestId: string | undefined,
): Call {
  const own: ConnectionInfo = { ...connection, protocolVersion };
  return { workspace: { ...workspace, caller: { kind: 'connection', connection: own } }, connection: own, requestId };
}

/** What the request log and the metrics say about the request. */
function trace(res: Response, workspace: Workspace, connection: ConnectionInfo): void {
  Object.assign(res, { organizationId: workspace.organizationId, callerId: connection.connectionId });
}

function preflight(res: Response, fromPage: boolean): void {
  setHeaders(res, fromPage ? preflightHeaders : { Allow: 'POST, OPTIONS' });
  res.statusCode = 204;
  res.end();
}

function refuse(res: Response, refusal: Refusal, message?: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  setHeaders(res, refusal.headers ?? {});
  res.statusCode = refusal.status;
  res.setHeader('Content-Type', 'application/json');
  res.end(refusalBody(refusal, echoedId(message), requestIdOf(res) || undefined));
}

function setHeaders(res: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
