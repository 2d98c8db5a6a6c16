/** The SDK's protocol server: the tools in its registry, a handler for each method of resources and prompts. */
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type CallToolResult,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Query } from '../../../tools/define';
import { toOperationError } from '../../http/errors';
import { callOf } from './call';
import { describeSdkError } from './describe-error';
import { serverInstructions } from './instructions';
import { askedIn } from './message';
import { preparePrompts, type PreparedPrompts } from './prompts';
import { prepareResources, resourceList, type PreparedResources } from './resources';
import {
  errorResult,
  faultResult,
  notedOnce,
  outOfReachResult,
  outOfReachText,
  toolResult,
  withinBudget,
} from './result';
import { supportedRevisions } from './revision';
import { calledTool, prepareTools, type Arguments, type PreparedTools } from './tools';

/** Logger for faults. The service's logger fits. */
export interface FaultLog {
  error(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

/** What clients show of this server. */
export interface ServerAbout {
  /** Version of the service. */
  readonly version: string;
  /** What people call it: BRAND_NAME. */
  readonly title: string;
  /** Address of the service. */
  readonly websiteUrl: string;
  /** Its logo, if it has one. */
  readonly icon?: { readonly src: string; readonly mimeType: string } | undefined;
}

export interface Prepared {
  readonly tools: PreparedTools;
  readonly resources: PreparedResources;
  readonly prompts: PreparedPrompts;
  readonly instructions: string;
  readonly about: ServerAbout;
  readonly log: FaultLog;
}

/** Computes everything that does not depend on a call. */
export function prepare(catalogue: readonly Query[], prefix: string, about: ServerAbout, log: FaultLog): Prepared {
  const plainNames = new Map(catalogue.map((query) => [query.name, query]));
  return {
    tools: prepareTools(catalogue, prefix),
    resources: prepareResources(plainNames),
    prompts: preparePrompts(plainNames, prefix),
    instructions: serverInstructions(prefix),
    about,
    log,
  };
}

/** The lists change only with a release, so any client may cache them for a while. */
const listHint: CacheHint = { ttlMs: 15 * 60_000, cacheScope: 'public' };
const cacheHints = {
  'tools/list': listHint,
  'prompts/list': listHint,
  'resources/list': listHint,
  'resources/templates/list': listHint,
  'server/discover': listHint,
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const satisfies Record<string, CacheHint>;

export type Era = 'stateless' | 'negotiated';

/** The list changes only with a release. Without this the SDK's registry would announce change notifications. */
const capabilities: ServerCapabilities = { tools: { listChanged: false } };

/** Separate from the tools: if all were given at once, the SDK would create registries for these too, which stay empty. */
const furtherCapabilities: ServerCapabilities = { resources: {}, prompts: {}, completions: {} };

/** Older clients call `logging/setLevel` routinely. The 2026 revision no longer has it. */
const capabilitiesOf: Record<Era, ServerCapabilities> = {
  stateless: capabilities,
  negotiated: { ...capabilities, logging: {} },
};

/** An unconnected server for one message, with the tool and the handler that the message can reach. */
export function buildServer(prepared: Prepared, era: Era, message: unknown): McpServer {
  const { tools, log } = prepared;
  const { icon, ...facts } = prepared.about;
  const mcp = new McpServer(
    { name: 'leadlight', ...facts, ...(icon ? { icons: [icon] } : {}) },
    {
      capabilities: capabilitiesOf[era],
      instructions: prepared.instructions,
      supportedProtocolVersions: [...supportedRevisions],
      cacheHints,
      // Only checks clients' answers to elicitations. We send none, and the default validator costs memory.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not used' }) },
    },
  );
  const called = calledTool(tools, message);
  if (called)
    mcp.registerTool(called.name, called.config, (input, context) => callTool(log, called.query, input, context));
  const { server } = mcp;
  server.registerCapabilities(furtherCapabilities);
  server.onerror = (error) => log.debug(describeSdkError(error), 'mcp protocol');
  setHandler(server, prepared, askedIn(message).method);
  return mcp;
}

/** Sets the handler of the one message that a server is for. Setting all takes 8 µs more, a fifth of making a server. */
function setHandler(server: McpServer['server'], prepared: Prepared, method: unknown): void {
  const { tools, resources, prompts, log } = prepared;
  switch (method) {
    case 'tools/list':
      // The registry's own list would leave out `securitySchemes`.
      return server.setRequestHandler(method, () => tools.list);
    case 'resources/list':
      return server.setRequestHandler(method, () => resourceList);
    case 'resources/templates/list':
      return server.setRequestHandler(method, () => resources.templateList);
    case 'resources/read':
      return server.setRequestHandler(method, ({ params }, context) =>
        guarded(log, context, () => {
          const { workspace, outOfReach } = callOf(context);
          if (outOfReach !== undefined)
            throw new ProtocolError(ProtocolErrorCode.InvalidRequest, outOfReachText(outOfReach));
          return resources.read(workspace, params.uri);
        }),
      );
    case 'prompts/list':
      return server.setRequestHandler(method, () => prompts.list);
    case 'prompts/get':
      return server.setRequestHandler(method, ({ params }) => prompts.get(params.name, params.arguments ?? {}));
    case 'completion/complete':
      return server.setRequestHandler(method, ({ params: { ref, argument } }, context) =>
        guarded(log, context, async () =>
          ref.type === 'ref/prompt'
            ? prompts.complete(callOf(context).workspace, ref.name, argument.name, argument.value)
            : { completion: { values: [] } },
        ),
      );
  }
}

async function callTool(
  log: FaultLog,
  query: Query,
  input: Arguments,
  context: ServerContext,
): Promise<CallToolResult> {
  const { workspace, requestId, outOfReach } = callOf(context);
  if (outOfReach !== undefined) return outOfReachResult(outOfReach);
  try {
    const written = await notedOnce(query, workspace, input, async (unnoted) =>
      withinBudget(query, unnoted, input, await query.ask(unnoted, input)),
    );
    return toolResult(written);
  } catch (thrown) {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) log.error({ err: thrown, requestId, tool: query.name }, 'tool failed');
    return error.code === 'internal_error' ? faultResult(requestId) : errorResult(error);
  }
}

/** For methods other than tools: a fault becomes an error without its text, which could hold anything. */
async function guarded<Result>(log: FaultLog, context: ServerContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { requestId } = callOf(context);
    log.error({ err: error, requestId, method: context.mcpReq.method }, 'request failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, `Internal error. Request id: ${requestId}.`);
  }
}
