/** The catalogue as MCP tools. Everything that does not depend on a call is worked out once, when the service starts. */
import type { Tool } from '@modelcontextprotocol/server';
import type { Query } from '../../tools/define';
import { withNames } from '../../tools/names';
import { wordsOfOthersNote } from '../../tools/words-of-others';
import { demandsOf, type Scope } from '../auth/rights';
import { answerSchema, argumentSchema } from '../interfaces/mcp/schema';

/** Every query only reads and can be asked again. */
export const readOnlyHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
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

/** @param prefix put before each query's name, `svc_` unless a deployment sets its own. */
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
  const note = wordsOfOthersNote(query.output);
  return {
    name: prefix + query.name,
    title: query.title,
    description: withNames(query.description, (name) => prefix + name) + note,
    inputSchema: argumentSchema(query.input),
    outputSchema: answerSchema(query.output),
    // An answer that carries words from outside the workspace comes from an open world, whoever stored it.
    annotations: { ...readOnlyHints, openWorldHint: note !== '' },
  };
}

/** The scope that a query needs of a connection; undefined where there is no such query. */
export function scopeNeeded(query: Query | undefined): Scope | undefined {
  return query === undefined ? undefined : (demandsOf(query.right).scope ?? undefined);
}
