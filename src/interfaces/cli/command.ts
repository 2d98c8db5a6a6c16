/**
 * A command as data: its name, arguments, flags, examples and what it does. The frame (program.ts) turns it into a
 * commander command, checks the arguments against the schemas, and prints the answer as text or as JSON.
 */
import type { z } from 'zod';
import type { Settings } from '../../../config/settings';
import type { Service } from '../../service/start';
import type { Database } from '../../database/database';
import type { ExitCode } from './exit-codes';

/** One argument or flag: notation, meaning and allowed values. */
export interface Parameter<Schema extends z.ZodType = z.ZodType> {
  /** Commander's notation: `<name>`, `[file...]`, `-w, --workspace <id or name>`. */
  readonly notation: string;
  readonly description: string;
  readonly schema: Schema;
}

export function parameter<Schema extends z.ZodType>(
  notation: string,
  description: string,
  schema: Schema,
): Parameter<Schema> {
  return { notation, description, schema };
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type ValuesOf<P extends Parameters> = { [Name in keyof P]: z.output<P[Name]['schema']> };

/** The result of a command. --json prints `data`, otherwise `lines`. Both are empty if the command printed a document itself. */
export interface Answer {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** Other than `ok`: the command ran completely and reports this. */
  readonly exit?: ExitCode;
}

/** The terminal, or a replacement in tests. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when a person is watching. Only then progress bars and questions appear. */
  readonly interactive: boolean;
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Asks for a line without showing it. Only when interactive. */
  askHidden(question: string): Promise<string>;
}

/** Starts the whole service. Passed in, because loading it takes half of the time of most other commands. */
export type StartService = (
  settings: Settings,
  options?: { readonly examples?: Readonly<Record<string, string>> },
) => Promise<Service>;

/** What a running command can use. */
export interface CommandContext {
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly startService: StartService;
  /**
   * The database, opened at the first call and closed by the frame.
   * @param options.create creates SQLite's file if it is missing.
   * @throws CliError `unavailable`; `schema_not_current` if there is no database or, without `anySchema`, its schema differs.
   */
  database(options?: { anySchema?: boolean; create?: boolean }): Promise<Database>;
}

/** A command without the types of its parameters, as the frame holds it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Longer text than the summary, where needed. */
  readonly details?: string;
  readonly arguments: Parameters;
  readonly options: Parameters;
  readonly examples: readonly string[];
  run(context: CommandContext, args: Record<string, unknown>, options: Record<string, unknown>): Promise<Answer>;
}

export interface CommandDefinition<A extends Parameters, O extends Parameters> extends Omit<
  Command,
  'arguments' | 'options' | 'run'
> {
  /** In the order in which they are typed. */
  readonly arguments?: A;
  /** Keys are commander's names of the flags: `--dry-run` is `dryRun`. */
  readonly options?: O;
  run(context: CommandContext, args: ValuesOf<A>, options: ValuesOf<O>): Promise<Answer>;
}

/** Declares a command. The frame checks arguments and flags before `run` sees them. */
export function command<
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- by default a command has none
  A extends Parameters = Record<never, Parameter>,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
  O extends Parameters = Record<never, Parameter>,
>(definition: CommandDefinition<A, O>): Command {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    // The frame parses both records with the schemas of A and O before this call.
    run: (context, args, options) => definition.run(context, args as ValuesOf<A>, options as ValuesOf<O>),
  };
}

/** Commands under one name: `leadlight workspace create`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** What the name alone does, with arguments: `leadlight import FILE`. It has the name of the group. */
  readonly own?: Command;
  readonly commands: readonly Command[];
}
