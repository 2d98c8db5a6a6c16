/** The span of an MCP message. Assistants name their trace in `_meta`, as the headers may be those of a proxy. */
import type { TraceSpan, Tracing } from '../../http/tracing';
import { fieldOf } from '../../shared/records';
import { readTraceParent } from '../../shared/trace-context';

/**
 * @param message a JSON-RPC request that passed the gates.
 * @param isTool whether a name is one of our tools: no other text of a caller is shown.
 * @param inside the span of the HTTP request.
 */
export function beginCall(
  tracing: Tracing | undefined,
  message: unknown,
  isTool: (name: string) => boolean,
  inside: TraceSpan | undefined,
): TraceSpan | undefined {
  if (tracing === undefined) return undefined;
  const params = fieldOf(message, 'params');
  const method = fieldOf(message, 'method');
  const tool = fieldOf(params, 'name');
  const known = typeof method === 'string' && knownMethods.has(method) ? method : 'other';
  const named = known === 'tools/call' && typeof tool === 'string' && isTool(tool) ? tool : undefined;
  return tracing.begin({
    kind: 'call',
    name: named === undefined ? known : `${known} ${named}`,
    parent: readTraceParent(fieldOf(fieldOf(params, '_meta'), 'traceparent')),
    inside,
    facts: { 'mcp.method.name': known, ...(named === undefined ? {} : { 'gen_ai.tool.name': named }) },
  });
}

const knownMethods: ReadonlySet<string> = new Set([
  ...['initialize', 'notifications/initialized', 'ping', 'server/discover'],
  ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'completion/complete'],
  ...['resources/list', 'resources/templates/list', 'resources/read'],
]);
