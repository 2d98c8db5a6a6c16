/**
 * The SDK's protocol server. The documented pattern registers every tool for each request, which converts every schema again;
 * here the lists are finished objects and a handler per method is all that a server is given.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
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
import { preparePrompts, type PreparedPrompts } from './prompts';
import { prepareResources, resourceList, type PreparedResources } from './resources';
import { errorResult, faultResult, toolResult, withinBudget } from './result';
import { supportedRevisions } from './revision';
import { prepareTools, type PreparedTools } from '../../mcp/tools';

/** Where faults are written; the service's logger fits. */
export interface FaultLog {
  error(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export interface Prepared {
  readonly tools: PreparedTools;
  readonly resources: PreparedResources;
  readonly prompts: PreparedPrompts;
  readonly instructions: string;
  readonly version: string;
  readonly log: FaultLog;
}

/** Works out everything that no call changes. */
export function prepare(catalogue: readonly Query[], prefix: string, version: string, log: FaultLog): Prepared {
  const plainNames = new Map(catalogue.map((query) => [query.name, query]));
  return {
    tools: prepareTools(catalogue, prefix),
    resources: prepareResources(plainNames),
    prompts: preparePrompts(plainNames, prefix),
    instructions: serverInstructions(prefix),
    version,
    log,
  };
}

/** The lists change only with a release of the service, so any client may keep them for a while. */
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

const capabilities: ServerCapabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Older clients call `logging/setLevel` as a matter of course; the 2026 revision no longer has it. */
const capabilitiesOf: Record<Era, ServerCapabilities> = {
  stateless: capabilities,
  negotiated: { ...capabilities, logging: {} },
};

/** A server with all handlers, connected to nothing. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- the class for a list prepared once; McpServer registers every tool
export function buildServer(prepared: Prepared, era: Era): Server {
  const { tools, resources, prompts, log } = prepared;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const server = new Server(
    { name: 'leadlight', title: 'Leadlight', version: prepared.version },
    {
      capabilities: capabilitiesOf[era],
      instructions: prepared.instructions,
      supportedProtocolVersions: [...supportedRevisions],
      cacheHints,
      // Only checks what a client answers to an elicitation; nothing here asks for one, and the default costs memory.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not used' }) },
    },
  );
  server.onerror = (error) => log.debug(describeSdkError(error), 'mcp protocol');
  server.setRequestHandler('tools/list', () => tools.list);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(prepared, params.name, params.arguments, context),
  );
  server.setRequestHandler('resources/list', () => resourceList);
  server.setRequestHandler('resources/templates/list', () => resources.templateList);
  server.setRequestHandler('resources/read', ({ params }, context) =>
    guarded(log, context, () => resources.read(callOf(context).workspace, params.uri)),
  );
  server.setRequestHandler('prompts/list', () => prompts.list);
  server.setRequestHandler('prompts/get', ({ params }) => prompts.get(params.name, params.arguments ?? {}));
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }, context) =>
    guarded(log, context, async () =>
      ref.type === 'ref/prompt'
        ? prompts.complete(callOf(context).workspace, ref.name, argument.name, argument.value)
        : { completion: { values: [] } },
    ),
  );
  return server;
}

async function callTool(
  { tools, log }: Prepared,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  context: ServerContext,
): Promise<CallToolResult> {
  const query = tools.byName.get(name);
  if (!query) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool. tools/list names them.');
  const { workspace, requestId } = callOf(context);
  try {
    const answer = await query.ask(workspace, input);
    return toolResult(await withinBudget(query, workspace, input, answer));
  } catch (thrown) {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) log.error({ err: thrown, requestId, tool: query.name }, 'tool failed');
    return error.code === 'internal_error' ? faultResult(requestId) : errorResult(error);
  }
}

/** For what is no tool: a fault becomes an error without its text, which could hold anything. */
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
