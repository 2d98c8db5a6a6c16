/** The catalogue as MCP tools. Everything that does not depend on a call is computed once, when the service starts. */
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Query } from '../../../tools/define';
import { withNames } from '../../../tools/names';
import { wordsOfOthersNote } from '../../../tools/words-of-others';
import { demandsOf, type Scope } from '../../auth/rights';
import { argumentsAsSent } from './arguments';
import { askedIn } from './message';
import { answerSchema, argumentSchema, type ObjectSchema } from './schema';

/** Every query only reads. Directories of assistants ask for both hints. */
export const readOnlyHints = { readOnlyHint: true, destructiveHint: false } as const;

/** The four tools of the interface document, in its order. The others follow in the order of the catalogue. */
const listedFirst = [
  'get_workspace_access',
  'get_mcp_connection_status',
  'get_agent_status',
  'list_agent_candidates',
] as const;

/** The registration of a tool. */
export interface ToolConfig {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON<Arguments>;
  readonly outputSchema: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
}

/** Arguments of a call as they arrived. The operation checks them. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface PreparedTool {
  readonly name: string;
  readonly config: ToolConfig;
  readonly query: Query;
}

export interface PreparedTools {
  /** The same for every connection, in the order of `tools/list`. */
  readonly all: readonly PreparedTool[];
  readonly byName: ReadonlyMap<string, PreparedTool>;
}

/** @param prefix before each query's name; `svc_` unless a deployment sets its own. */
export function prepareTools(catalogue: readonly Query[], prefix: string): PreparedTools {
  const rank = (query: Query) => {
    const index = listedFirst.findIndex((name) => name === query.name);
    return index < 0 ? listedFirst.length : index;
  };
  const ordered = [...catalogue].sort((a, b) => rank(a) - rank(b));
  const all = ordered.map((query) => ({ name: prefix + query.name, config: configOf(query, prefix), query }));
  return { all, byName: new Map(all.map((tool) => [tool.name, tool])) };
}

/** The tools that a message can reach: the one it calls, or all for a list. The SDK takes 10 µs to register one. */
export function toolsFor({ all, byName }: PreparedTools, message: unknown): readonly PreparedTool[] {
  const { method, params } = askedIn(message);
  if (method === 'tools/list') return all;
  const called = method === 'tools/call' && typeof params['name'] === 'string' ? byName.get(params['name']) : undefined;
  return called ? [called] : [];
}

function configOf(query: Query, prefix: string): ToolConfig {
  const note = wordsOfOthersNote(query.output);
  const schema = argumentSchema(query.input);
  return {
    title: query.title,
    description: withNames(query.description, (name) => prefix + name) + note,
    inputSchema: written<Arguments>(schema, (data) => argumentsAsSent(data, schema)),
    outputSchema: written(answerSchema, (value) => value),
    // Answers with words from outside the workspace belong to an open world, even if the workspace stored them.
    annotations: { title: query.title, ...readOnlyHints, openWorldHint: note !== '' },
  };
}

/**
 * A schema for the SDK with a finished JSON form, because the SDK asks for it in every `tools/list` and `tools/call`. It checks
 * nothing: the operation checks its input, in the same words for every interface.
 */
function written<Value>(json: ObjectSchema, value: (data: unknown) => Value): StandardSchemaWithJSON<Value> {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'leadlight', jsonSchema, validate: (data) => ({ value: value(data) }) } };
}

/** The scope that a connection needs for a query; undefined for an unknown query. */
export function scopeNeeded(query: Query | undefined): Scope | undefined {
  return query === undefined ? undefined : (demandsOf(query.right).scope ?? undefined);
}
