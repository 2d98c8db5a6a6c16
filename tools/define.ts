/**
 * Defines operations. Each operation is defined once, in one file: a **query** reads, an **action** changes. REST addresses,
 * MCP tools, the OpenAPI document, commands and the tables of the docs are all derived from the definition.
 */
import type { z } from 'zod';
import { requireRight } from '../src/workspace/require-right';
import type { OperationRight } from '../src/auth/rights';
import { refuseHidden, visibleTo } from '../src/workspace/visibility';
import type { ActingWorkspace, Workspace } from '../src/workspace/workspace';
import { invalid, type ErrorCode, type ErrorDetail } from '../src/shared/errors';
import type { AuditObject } from '../src/store/log/audit';
import { UnknownWorkspaceError } from '../src/store/log/workspace-lock';
import { detailsOf } from './issues';
import {
  doneOnce,
  expectKey,
  expectMatch,
  expectNoMatch,
  readTags,
  type ActionOutcome,
  type ChangeConditions,
} from './change-conditions';
import type { Tag } from './tags';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where REST serves an operation. */
export interface RestAddress {
  readonly method: HttpMethod;
  /** Path below the API prefix, in OpenAPI's notation. Each `{parameter}` becomes the input of the same name. */
  readonly path: string;
  readonly tag: Tag;
  /** The resource in the answer, one or many: the name of its schema in the OpenAPI document. */
  readonly resource: string;
  /** An example of the resource, for the OpenAPI document. A test checks it against the schema. */
  readonly example: unknown;
  /** Who may call it: an API key when left out. */
  readonly credential?: 'api_key' | 'provisioning_key';
  /** Status of success, or one for each outcome; 200 when left out. 204 sends no body. */
  readonly status?: 200 | 201 | 202 | 204 | Readonly<Partial<Record<ActionOutcome, 200 | 201>>>;
  /** Error codes besides the usual ones of its method. */
  readonly refuses?: readonly ErrorCode[];
}

/** Which interfaces besides REST offer an operation. Only queries can be offered over MCP. */
export interface QueryInterfaces {
  readonly mcp: boolean;
  readonly console: boolean;
}
export interface ActionInterfaces {
  readonly mcp: false;
  readonly console: boolean;
}

/** What queries and actions have in common. */
interface Description {
  /**
   * Name without prefix, `list_leads`: the operation id of OpenAPI. The name of the MCP tool is the deployment's prefix and
   * this.
   */
  readonly name: string;
  readonly title: string;
  /**
   * What it is for, when to use it, what it does not do. At most 600 characters. Another operation is named in braces,
   * `{list_leads}`. Each interface inserts its own name for that operation (names.ts).
   */
  readonly description: string;
  /** The right that a caller needs, on every interface (src/auth/rights.ts). */
  readonly right: OperationRight;
  /** Null: not offered over REST. */
  readonly rest: RestAddress | null;
  /** True: its work has a limit of its own, one at a time in a workspace. So it does not count as its caller's time of work. */
  readonly isOneAtATime?: true;
}

interface Schemas<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** Parameters by their public names. Lists are arrays. Every property has a description, and unknown ones are refused. */
  readonly input: Input;
  /** The whole answer: `{data, page}` for a list, `{data}` for a single read, or the object itself. */
  readonly output: Output;
}

/** The definition of a query. */
export interface QueryDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Description, Schemas<Input, Output> {
  /** MCP and the console when left out. */
  readonly interfaces?: QueryInterfaces;
  run(workspace: Workspace, input: z.output<Input>): Promise<z.input<Output>>;
}

/** What an action did. */
export interface ActionResult<Answer> {
  readonly answer: Answer;
  readonly outcome?: ActionOutcome;
  /** What changed, for the audit log, one entry each; null when nothing did, as after a repeated request. */
  readonly changed: AuditObject | readonly AuditObject[] | null;
}

/** The definition of an action. */
export interface ActionDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Description, Schemas<Input, Output> {
  /** The console alone when left out. */
  readonly interfaces?: ActionInterfaces;
  /**
   * True: it runs while no other writer of the workspace runs, from its first read on. For actions that count what there is
   * before they add to it: otherwise concurrent requests could all pass the same count.
   */
  readonly inTurn?: true;
  /** Runs inside one transaction, and again when the database asks for a retry. The transaction ends with the audit entry. */
  run(workspace: ActingWorkspace, input: z.output<Input>): Promise<ActionResult<z.input<Output>>>;
  /** The target of the change as its single read shows it now. `If-Match` is compared with this. */
  represent?(workspace: ActingWorkspace, input: z.output<Input>): Promise<Record<string, unknown>>;
  /** Work after the commit, such as scoring the affected people. If a crash prevents it, the worker does it. */
  after?(workspace: ActingWorkspace): Promise<void>;
}

/**
 * Parameters as an interface read them, or a function that reads them, so that a caller without the right is refused before
 * anything is read.
 */
export type Given = Readonly<Record<string, unknown>> | (() => unknown);

type Answer = Record<string, unknown>;

interface Operable extends Description {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** A query, as the interfaces see it. */
export interface Query extends Operable {
  readonly effect: 'read';
  readonly interfaces: QueryInterfaces;
  /**
   * Checks the right and the input, and answers with what this caller may see.
   * @throws OperationError: `data_access_denied` and the like, `validation_failed` naming each wrong parameter, `not_found` and
   * others.
   */
  ask(workspace: Workspace, given: Given): Promise<Answer>;
  /** Checks the right and the input as `ask` does, but reads nothing: for a `HEAD` of a stream. @throws OperationError */
  check(workspace: Workspace, given: Given): Promise<void>;
}

/** An action, as the interfaces see it. */
export interface Action<Done extends Answer = Answer> extends Operable {
  readonly effect: 'change';
  readonly interfaces: ActionInterfaces;
  /** Whether it has a representation to compare with `If-Match`. */
  readonly takesIfMatch: boolean;
  /**
   * Checks the right and the input, then makes the change and records who made it, in one transaction. Answers with what this
   * caller may see.
   * @throws OperationError as `Query.ask`, and `conflict` when the state does not allow the change.
   */
  act(workspace: ActingWorkspace, given: Given): Promise<Done>;
  /** As `act`, but also returns the outcome. */
  perform(
    workspace: ActingWorkspace,
    given: Given,
    conditions?: ChangeConditions,
  ): Promise<{ readonly answer: Done; readonly outcome: ActionOutcome }>;
}

export type Operation = Query | Action;

/** Makes a query from its definition. */
export function defineQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: QueryDefinition<Input, Output>,
): Query {
  return {
    interfaces: { mcp: true, console: true },
    ...definition,
    effect: 'read',
    async ask(workspace, given) {
      const { present, input } = await admitted(definition, workspace, given);
      const began = performance.now();
      const answer = visibleTo(workspace.dataAccess, await definition.run(present, input));
      // A preview waits for its turn, which may take minutes, and tells about the workspace as it is then.
      if (performance.now() - began > trustedMs) await presentIn(workspace, definition.right);
      // Seldom anything to wait for, and each wait costs something.
      const noted = workspace.noteCall?.({ operation: definition.name, asked: input, answer, effect: 'read' });
      if (noted) await noted;
      return answer;
    },
    async check(workspace, given) {
      await admitted(definition, workspace, given);
    },
  };
}

/** What a query may run with: the right is checked before the input is read, and again when that took its time. */
async function admitted<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: QueryDefinition<Input, Output>,
  workspace: Workspace,
  given: Given,
): Promise<{ readonly present: Workspace; readonly input: z.output<Input> }> {
  requireRight(definition.right, workspace);
  const began = performance.now();
  const raw = await read(given);
  const input = parse(definition.input, raw);
  refuseHidden(raw, workspace);
  // Sessions end at once. Keys and connections are known for five seconds, so only a long wait asks about them again.
  const asks =
    workspace.caller.kind === 'session' ? typeof given === 'function' : performance.now() - began > trustedMs;
  return { present: asks ? await presentIn(workspace, definition.right) : workspace, input };
}

/** A caller who was found to have the right is asked about again after this long, before the work and before its answer. */
const trustedMs = 1_000;

/**
 * The handle of a caller as they are now. Every action begins its transaction with this, and streams each page; a query that took
 * long ends with it.
 * @throws OperationError when they have lost the right meanwhile.
 */
export async function presentIn<Handle extends Workspace>(workspace: Handle, right: OperationRight): Promise<Handle> {
  const present = { ...workspace, caller: await workspace.presentCaller() };
  requireRight(right, present);
  return present;
}

/**
 * Does work in the workspace's turn. A workspace that was deleted meanwhile gives none, and its callers are nobody any more.
 * @throws OperationError as `presentIn`, then.
 */
async function inTurnOf<T>(workspace: ActingWorkspace, right: OperationRight, work: () => Promise<T>): Promise<T> {
  try {
    return await workspace.writes.inTurn(work);
  } catch (error) {
    if (error instanceof UnknownWorkspaceError) await presentIn(workspace, right);
    throw error;
  }
}

/** Makes an action from its definition. */
export function defineAction<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ActionDefinition<Input, Output>,
): Action<z.input<Output>> {
  return {
    interfaces: { mcp: false, console: true },
    ...definition,
    effect: 'change',
    takesIfMatch: definition.represent !== undefined,
    async act(workspace, given) {
      return (await this.perform(workspace, given)).answer;
    },
    async perform(workspace, given, { ifMatch, ifNoneMatch, idempotencyKey } = {}) {
      requireRight(definition.right, workspace);
      const raw = await read(given);
      const input = parse(definition.input, raw);
      if (idempotencyKey !== undefined) expectKey(idempotencyKey);
      const wanted = ifMatch === undefined ? undefined : readTags(ifMatch, 'If-Match');
      const unwanted =
        ifNoneMatch === undefined || !this.takesIfMatch ? undefined : readTags(ifNoneMatch, 'If-None-Match');
      // The body may have come slowly: whether the caller may still do this is asked where the change begins.
      const change = async () => doing(await presentIn(workspace, definition.right));
      const doing = async (present: ActingWorkspace) => {
        if (wanted !== undefined || unwanted !== undefined) {
          const current = visibleTo(present.dataAccess, (await definition.represent?.(present, input)) ?? {});
          if (wanted !== undefined) expectMatch(wanted, current);
          if (unwanted !== undefined) expectNoMatch(unwanted, current);
        }
        const { answer, outcome = 'done', changed } = await definition.run(present, input);
        if (changed) await present.writes.audit(present.caller, definition.name, [changed].flat());
        return { answer, outcome };
      };
      const once = async () => {
        const present = await presentIn(workspace, definition.right);
        return doneOnce(
          present,
          idempotencyKey,
          [definition.name, raw, ifMatch, ...(unwanted === undefined ? [] : [ifNoneMatch])],
          () => doing(present),
        );
      };
      // Conditions and counts hold only while no one else writes.
      const alone =
        definition.inTurn === true || idempotencyKey !== undefined || wanted !== undefined || unwanted !== undefined;
      const { answer, outcome } = await (alone
        ? inTurnOf(workspace, definition.right, once)
        : workspace.writes.transaction(change));
      await definition.after?.(workspace);
      const shown = visibleTo(workspace.dataAccess, answer);
      await workspace.noteCall?.({ operation: definition.name, asked: input, answer: shown, effect: 'change' });
      return { answer: shown, outcome };
    },
  };
}

function read(given: Given): unknown {
  return typeof given === 'function' ? given() : given;
}

/** Callers fix a few wrong parameters at a time. Names of unknown ones are the caller's own text, of any length. */
const mostDetails = 20;
const longestName = 64;

function parse<Input extends z.ZodObject>(schema: Input, raw: unknown): z.output<Input> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  // Read again to say what was given: asking for that at once makes every good request several times dearer.
  const { issues } = schema.safeParse(raw, { reportInput: true }).error ?? parsed.error;
  throw invalid(...detailsOf(issues, Object.keys(schema.shape)).slice(0, mostDetails).map(shortened));
}

function shortened({ path, message }: ErrorDetail): ErrorDetail {
  if (path.length <= longestName) return { path, message };
  // The cut may have left half of a surrogate pair.
  return { path: `${path.slice(0, longestName - 1).replace(/[\ud800-\udbff]$/, '')}…`, message };
}
