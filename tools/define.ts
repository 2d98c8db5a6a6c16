/**
 * What can be asked: a Query is defined once, here is its shape. REST routes, MCP tools, the OpenAPI document and the docs
 * are all derived from it.
 */
import type { z } from 'zod';
import type { DataAccessFlag, Scope } from '../src/access/rights';
import type { Workspace } from '../src/access/workspace';
import { invalid, type ErrorDetail } from './errors';
import { detailsOf } from './issues';

/** What an author of a question writes down. */
export interface QueryDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** Name without prefix, `list_leads`. The MCP tool name is the deployment's prefix and this. */
  readonly name: string;
  readonly title: string;
  /** What it is for, when to use it, what it does not do. At most 600 characters. */
  readonly description: string;
  /** The OAuth scope an MCP connection needs. */
  readonly scope: Scope;
  /** The `dataAccess` flags an API key needs. */
  readonly dataAccess: readonly DataAccessFlag[];
  /** Parameters by their public names; lists are arrays. Every property is described; unknown ones are refused. */
  readonly input: Input;
  /** The whole answer: `{data, page}` of a list, `{data}` of a single read, or the object itself. */
  readonly output: Output;
  run(workspace: Workspace, input: z.output<Input>): Promise<z.input<Output>>;
}

/** A question as the doors see it: its description and one checked way to ask it. */
export interface Query {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly dataAccess: readonly DataAccessFlag[];
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /**
   * Checks the input and answers.
   * @param input the parameters as the door read them.
   * @throws QueryError `validation_failed` naming each wrong parameter, `not_found`, …
   */
  ask(workspace: Workspace, input: unknown): Promise<Record<string, unknown>>;
}

/** A caller mends a few wrong parameters at a time; the names of unknown ones are the caller's own text, of any length. */
const mostDetails = 20;
const longestName = 64;

function shortened({ path, message }: ErrorDetail): ErrorDetail {
  if (path.length <= longestName) return { path, message };
  // The last place may hold half of a surrogate pair.
  return { path: `${path.slice(0, longestName - 1).replace(/[\ud800-\udbff]$/, '')}…`, message };
}

/** Makes a Query of its definition. */
export function defineQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: QueryDefinition<Input, Output>,
): Query {
  return {
    ...definition,
    async ask(workspace, input) {
      const parsed = definition.input.safeParse(input, { reportInput: true });
      if (!parsed.success) {
        throw invalid(...detailsOf(parsed.error.issues).slice(0, mostDetails).map(shortened));
      }
      return definition.run(workspace, parsed.data);
    },
  };
}
