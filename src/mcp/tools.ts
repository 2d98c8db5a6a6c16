/** The catalogue as MCP tools. Everything that does not depend on a call is worked out once, when the service starts. */
import type { Tool } from '@modelcontextprotocol/server';
import type { Query } from '../../tools/define';
import { answerSchema, argumentSchema } from './schema';

/** Every question only reads, can be asked again, and reaches nothing outside the workspace. */
export const readOnlyHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** The four tools that the interface document lists, in its order; the rest follow in the order of the catalogue. */
const listedFirst = [
  'get_workspace_access',
  'get_mcp_connection_status',
  'get_agent_status',
  'list_agent_candidates',
] as const;

export interface PreparedTools {
  /** The answer to `tools/list`: the same for every connection, in a stable order. */
  readonly list: { readonly tools: Tool[] };
  readonly byName: ReadonlyMap<string, Query>;
}

/** @param prefix put before each question's name, `svc_` unless a deployment sets its own. */
export function prepareTools(catalogue: readonly Query[], prefix: string): PreparedTools {
  const rank = (query: Query) => {
    const index = listedFirst.findIndex((name) => name === query.name);
    return index < 0 ? listedFirst.length : index;
  };
  const ordered = [...catalogue].sort((a, b) => rank(a) - rank(b));
  return {
    list: { tools: ordered.map((query) => definition(query, prefix)) },
    byName: new Map(ordered.map((query) => [prefix + query.name, query])),
  };
}

function definition(query: Query, prefix: string): Tool {
  return {
    name: prefix + query.name,
    title: query.title,
    description: query.description,
    inputSchema: argumentSchema(query.input),
    outputSchema: answerSchema(query.output),
    annotations: readOnlyHints,
  };
}
