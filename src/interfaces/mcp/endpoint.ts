/**
 * `POST {base_url}/mcp` and the other addresses of the remote tool endpoint (src/auth/mcp-addresses.ts). A request passes these gates, cheapest first, before anything runs: Origin,
 * method, token, rate, media type, body, revision, scope.
 */
import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../../config/settings';
import type { Query } from '../../../tools/define';
import { hasKeyForm } from '../../auth/api-keys';
import type { ConnectAttempts } from '../../auth/connect-attempts';
import type { Scope } from '../../auth/rights';
import type { Caller, Workspace } from '../../workspace/workspace';
import {
  fixedMcpPaths,
  McpAddresses,
  resourceMetadataUrl,
  workspaceMcpPath,
  workspaceOfPath,
  type McpPath,
} from '../../auth/mcp-addresses';
import { bearerToken } from '../../http/bearer';
import { toOperationError } from '../../http/errors';
import { prefersPage, sendWrongMethod } from '../../http/error-pages';
import type { CountedFor, RequestLimiter } from '../../http/rate-limit';
import { respond } from '../../http/respond';
import type { Handler, Route } from '../../http/router';
import type { TracedResponse } from '../../http/traced-response';
import type { Tracing } from '../../http/tracing';
import { TooManyTries, type Unauthenticated } from '../../http/unauthenticated';
import type { CountTry } from '../../shared/count-try';
import { takesJson } from './accept';
import { withoutNulls } from './arguments';
import { readMessage } from './body';
import { boundedAnswer } from './bounded-answer';
import { Call, carryCall } from './call';
import { credentialIn, insufficientScope, unauthenticated } from './challenge';
import { bytesOf, createExchanges, requestOf, type Exchanges } from './exchange';
import { corsHeaders, decideOrigin, preflightHeaders } from './origin';
import {
  echoedId,
  internalError,
  methodNotAllowed,
  noSuchWorkspacePath,
  notAcceptable,
  originRefused,
  rateLimited,
  refusalBody,
  unavailable,
  type Refusal,
} from './refusal';
import { refuseRevision, revisionOf } from './revision';
import { neededScope } from './scope';
import { dressedRefusal } from './sdk-refusal';
import { beginCall } from './traced';
import { prepare, type FaultLog, type Prepared, type ServerAbout } from './server';

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
  /**
   * The workspace of an API key that may speak here, with a caller of the kind `api_key`; null if it may not. Absent where
   * MCP_API_KEYS is off. `countTry` as above.
   */
  readonly authenticateKey?: ((secret: string, countTry: CountTry) => Promise<Workspace | null>) | undefined;
  /** Counts tries of tokens that are not known to be good. */
  readonly unauthenticated: Pick<Unauthenticated, 'tries'>;
  /** Remembers attempts to connect. Left out: nothing is remembered. */
  readonly attempts?: Pick<ConnectAttempts, 'note'> | undefined;
  /** Counts the requests of each connection, person and workspace. */
  readonly limiter: RequestLimiter;
  readonly log: FaultLog;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** What clients show of this server. */
  readonly about: Omit<ServerAbout, 'websiteUrl'>;
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
  readonly addresses: McpAddresses;
}

/** The address of the metadata of the address that was asked. */
type MetadataAddress = () => string;

/** Makes the endpoint. Everything that does not depend on a request is computed here. */
export function mcpEndpoint(deps: McpDeps): McpEndpoint {
  const prepared = prepare(
    deps.catalogue,
    deps.settings.MCP_TOOL_PREFIX,
    { ...deps.about, websiteUrl: deps.publicUrl },
    deps.log,
  );
  const addresses = new McpAddresses(deps.publicUrl);
  const origins = new Set([...deps.settings.CUSTOMER_API_MCP_ALLOWED_ORIGINS, ...addresses.origins]);
  const endpoint: Endpoint = { deps, prepared, exchanges: createExchanges(prepared), origins, addresses };
  const at = (path: string, answer: Handler): Route[] =>
    // Also with a final slash, which people paste. Addresses below belong to the authorization server.
    [path, `${path}/`].map((address) => ({ path: address, name: '/mcp', answer, byAddress: 'free' }));
  return {
    routes: [
      ...fixedMcpPaths.flatMap((path) => at(path, (req, res) => serve(endpoint, path, req, res))),
      ...at('/mcp/{organizationId}', (req, res, [organizationId = '']) =>
        serve(endpoint, workspaceMcpPath(organizationId), req, res),
      ),
    ],
    close: () => endpoint.exchanges.close(),
  };
}

/** Never rejects: every failure is answered as a JSON-RPC error. */
async function serve(endpoint: Endpoint, path: McpPath, req: IncomingMessage, res: TracedResponse): Promise<void> {
  let leave: (() => void) | undefined;
  try {
    if (!isServed(path)) return refuse(res, noSuchWorkspacePath);
    // Only refusals name it.
    const metadata = () => resourceMetadataUrl(`${endpoint.addresses.at(req.headers.host).publicUrl}${path}`);
    const asks = passOrigin(endpoint, req, res) && (await admit(endpoint, { path, metadata }, req, res));
    if (!asks) return;
    const body = await readMessage(req, res, endpoint.deps.bodyTimeoutMs ?? 30_000);
    if (body === undefined) return;
    if ('refusal' in body) return refuse(res, body.refusal);
    const message = withoutNulls(body.message);
    leave = await endpoint.deps.limiter.enter(countedFor(asks));
    // The body may have come slowly: the token or its connection may have ended meanwhile.
    if (!(await isStillGood(endpoint, metadata, req, res))) return;
    // A destroyed response has no reader.
    if (res.destroyed) return;
    const { refusal, outOfReach } = checkMessage(endpoint, metadata, req, asks.workspace.caller, message);
    if (refusal) {
      noteCall(endpoint, res, asks, refusal);
      return refuse(res, refusal, message);
    }
    const exchange = await endpoint.exchanges.open(req.headers, message);
    if (typeof exchange !== 'function') return refuse(res, exchange, message);
    const authInfo = carryCall(callOf(asks, req, message, res.requestId, outOfReach));
    const span = beginCall(
      endpoint.deps.tracing,
      message,
      (name) => endpoint.prepared.tools.byName.has(name),
      res.span,
    );
    const response = await exchange(requestOf(req.headers), { authInfo, parsedBody: message }).finally(() =>
      span?.end({}, { failed: false }),
    );
    const bounded = boundedAnswer(await bytesOf(response));
    const answer = dressedRefusal(bounded, response.status, echoedId(message), res.requestId);
    if (isFirst(asks)) noteCall(endpoint, res, asks);
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

/** Whether this is an address of the endpoint, and not a path with something else in the place of a workspace's id. */
const isServed = (path: McpPath) => fixedMcpPaths.some((one) => one === path) || workspaceOfPath(path) !== undefined;

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
    if (prefersPage(req))
      sendWrongMethod(req, res, { base: deps.publicUrl, brand: deps.about.title }, ['POST', 'OPTIONS']);
    else refuse(res, methodNotAllowed);
  } else return true;
  return false;
}

/** The caller of a request: a connection of a person, or an API key, which speaks for its service. */
interface Asker {
  readonly workspace: Workspace;
  /** Id of the connection or the key. */
  readonly callerId: string;
  /** The person of a connection. */
  readonly person?: string;
}

/** Who asks through the endpoint; undefined for a caller that may not. */
function askerOf(workspace: Workspace | null): Asker | undefined {
  if (workspace === null) return undefined;
  const { caller } = workspace;
  if (caller.kind === 'api_key') return { workspace, callerId: caller.keyId };
  if (caller.kind !== 'connection') return undefined;
  return { workspace, callerId: caller.connection.connectionId, person: caller.connection.userId };
}

const countedFor = ({ workspace, callerId, person }: Asker): CountedFor => ({
  caller: callerId,
  ...(person === undefined ? {} : { person }),
  workspace: workspace.organizationId,
});

/** The caller of a credential: an API key by its form, else an access token. */
async function verify({ deps }: Endpoint, credential: string, countTry: CountTry): Promise<Workspace | null> {
  if (!hasKeyForm(credential)) return deps.verifyAccessToken(credential, countTry);
  if (deps.authenticateKey) return deps.authenticateKey(credential, countTry);
  await countTry();
  return null;
}

/** Checks token and rate. @returns the caller; undefined if the request was answered with a refusal. */
async function admit(
  endpoint: Endpoint,
  { path, metadata }: { readonly path: McpPath; readonly metadata: MetadataAddress },
  req: IncomingMessage,
  res: TracedResponse,
): Promise<Asker | undefined> {
  const { deps } = endpoint;
  const token = bearerToken(req.headers.authorization);
  const countTry = deps.unauthenticated.tries(req);
  if (token === undefined) await countTry();
  const workspace = token === undefined ? null : await verify(endpoint, token, countTry);
  // A workspace's own address answers the same for another workspace and for one that does not exist.
  const only = workspaceOfPath(path);
  const isElsewhere = only !== undefined && workspace?.organizationId !== only;
  const asker = askerOf(workspace);
  if (!asker || isElsewhere) {
    const sent = sentIn(endpoint, req);
    const refusal = unauthenticated(metadata(), sent);
    // An assistant begins by asking without a token: the challenge tells it where to sign in.
    if (sent === 'nothing') deps.attempts?.note({ step: 'discovery', outcome: 'ok', requestId: res.requestId });
    else noteCall(endpoint, res, undefined, refusal);
    refuse(res, refusal);
    return undefined;
  }
  res.callerId = asker.callerId;
  res.organizationId = asker.workspace.organizationId;
  const quota = deps.limiter.count(countedFor(asker));
  res.head.push(...quota.headers);
  if (quota.allowed) return asker;
  refuse(res, rateLimited(quota.reason, quota.retryAfter));
  return undefined;
}

/** Whether it is the first call of a connection. */
const isFirst = ({ workspace: { caller } }: Asker) =>
  caller.kind === 'connection' && caller.connection.lastUsedAt === null;

/** Remembers the first call of a connection, or one that was refused before it reached a tool. */
function noteCall({ deps }: Endpoint, res: TracedResponse, asks: Asker | undefined, refusal?: Refusal): void {
  const caller = asks?.workspace.caller;
  deps.attempts?.note({
    step: 'first_call',
    outcome: refusal ? 'refused' : 'ok',
    clientId: caller?.kind === 'connection' ? caller.connection.clientId : undefined,
    organizationId: asks?.workspace.organizationId,
    code: refusal?.code,
    reason: refusal?.message,
    requestId: res.requestId,
  });
}

/** Checks the token again. @returns whether the request goes on; false if it was answered here. */
async function isStillGood(endpoint: Endpoint, metadata: MetadataAddress, req: IncomingMessage, res: TracedResponse) {
  const credential = bearerToken(req.headers.authorization) ?? '';
  if (await verify(endpoint, credential, endpoint.deps.unauthenticated.tries(req))) return true;
  refuse(res, unauthenticated(metadata(), sentIn(endpoint, req)));
  return false;
}

const sentIn = ({ deps }: Endpoint, req: IncomingMessage) =>
  credentialIn(req.headers.authorization, deps.authenticateKey !== undefined);

/** Checks revision and scope. @returns why a message may not be served, or the scope that it needs in vain. */
function checkMessage(
  { prepared }: Endpoint,
  metadata: MetadataAddress,
  req: IncomingMessage,
  caller: Caller,
  message: unknown,
): { readonly refusal?: Refusal; readonly outOfReach?: Scope } {
  if (!takesJson(req.headers.accept)) return { refusal: notAcceptable };
  const refusal = refuseRevision(req.headers['mcp-protocol-version']?.toString(), message);
  if (refusal) return { refusal };
  // The flags of a key are no scopes, and no sign-in adds one: the operation refuses it with a sentence.
  if (caller.kind !== 'connection') return {};
  const { connection } = caller;
  const scope = neededScope(message, prepared.tools, prepared.resources);
  if (scope === undefined || connection.scopes.includes(scope)) return {};
  if (connection.withinReach?.includes(scope) === false) return { outOfReach: scope };
  return { refusal: insufficientScope(metadata(), connection.scopes, scope) };
}

/** The call, with the revision, which only this endpoint knows. */
function callOf(
  { workspace }: Asker,
  req: IncomingMessage,
  message: unknown,
  requestId: string,
  outOfReach: Scope | undefined,
): Call {
  const protocolVersion = revisionOf(req.headers['mcp-protocol-version']?.toString(), message);
  const { caller } = workspace;
  const own: Caller =
    caller.kind === 'connection' ? { ...caller, connection: { ...caller.connection, protocolVersion } } : caller;
  return new Call({ ...workspace, caller: own }, message, requestId, outOfReach);
}

/** @param message the request, if it could be read: its id is echoed. */
function refuse(res: TracedResponse, refusal: Refusal, message?: unknown): void {
  const body = refusalBody(refusal, echoedId(message), res.requestId);
  respond(res, refusal.status, 'application/json', body, refusal.headers);
}
