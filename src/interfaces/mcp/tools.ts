/** The catalogue as MCP tools. Everything that does not depend on a call is computed once, when the service starts. */
import type { ListToolsResult, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Query } from '../../../tools/define';
import { withNames } from '../../../tools/names';
import { wordsOfOthersNote } from '../../../tools/words-of-others';
import { demandsOf, type Scope } from '../../auth/rights';
import { argumentsAsSent } from './arguments';
import { askedIn } from './message';
import { answerSchema, argumentSchema } from './schema';

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
  /** The answer to `tools/list`, the same for every connection. */
  readonly list: ListToolsResult;
  readonly byName: ReadonlyMap<string, PreparedTool>;
}

/** @param prefix before each query's name; `svc_` unless a deployment sets its own. */
export function prepareTools(catalogue: readonly Query[], prefix: string): PreparedTools {
  const rank = (query: Query) => {
    const index = listedFirst.findIndex((name) => name === query.name);
    return index < 0 ? listedFirst.length : index;
  };
  const ordered = [...catalogue].sort((a, b) => rank(a) - rank(b));
  const all = ordered.map((query) => preparedTool(query, prefix));
  return {
    list: { tools: all.map(({ listed }) => listed) },
    byName: new Map(all.map(({ tool }) => [tool.name, tool])),
  };
}

/** The tool that a message calls, undefined for every other message. The SDK takes 10 µs to register one. */
export function calledTool({ byName }: PreparedTools, message: unknown): PreparedTool | undefined {
  const { method, params } = askedIn(message);
  return method === 'tools/call' && typeof params['name'] === 'string' ? byName.get(params['name']) : undefined;
}

function preparedTool(query: Query, prefix: string) {
  const note = wordsOfOthersNote(query.output);
  const inputSchema = argumentSchema(query.input);
  const name = prefix + query.name;
  const about = {
    title: query.title,
    description: withNames(query.description, (other) => prefix + other) + note,
    // Answers with words from outside the workspace belong to an open world, even if the workspace stored them.
    annotations: { title: query.title, ...readOnlyHints, openWorldHint: note !== '' },
  };
  const config: ToolConfig = {
    ...about,
    inputSchema: written<Arguments>(inputSchema, (data) => argumentsAsSent(data, inputSchema)),
    outputSchema: written(answerSchema, (value) => value),
  };
  const listed = { name, ...about, inputSchema, outputSchema: answerSchema, securitySchemes: securitySchemesOf(query) };
  return { tool: { name, config, query }, listed };
}

/**
 * What ChatGPT reads of a tool to know whether it must sign in, and for which scopes (Apps SDK, "Authentication"). The protocol has
 * no such member, and clients that do not know it leave it out.
 */
function securitySchemesOf(query: Query) {
  const scope = scopeNeeded(query);
  return [{ type: 'oauth2', scopes: scope === undefined ? [] : [scope] }];
}

/**
 * A schema for the SDK with a finished JSON form, because the SDK asks for it in every `tools/list` and `tools/call`. It checks
 * nothing: the operation checks its input, in the same words for every interface.
 */
function written<Value>(
  json: Readonly<Record<string, unknown>>,
  value: (data: unknown) => Value,
): StandardSchemaWithJSON<Value> {
  const jsonSchema = { input: () => json, output: () => json };
  return { '~standard': { version: 1, vendor: 'leadlight', jsonSchema, validate: (data) => ({ value: value(data) }) } };
}

/** The scope that a connection needs for a query; undefined for an unknown query. */
export function scopeNeeded(query: Query | undefined): Scope | undefined {
  return query === undefined ? undefined : (demandsOf(query.right).scope ?? undefined);
}
