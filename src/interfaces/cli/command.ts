/**
 * A command as data: its words, arguments, flags, examples and what it does. The frame (program.ts) turns it into a
 * commander command, checks what was typed against the schemas, and prints the answer as text or as JSON.
 */
import type { z } from 'zod';
import type { Settings } from '../../../config/settings';
import type { Service } from '../../service/start';
import type { Database } from '../../database/database';
import type { ExitCode } from './exit-codes';

/** One argument or flag: how it is written, what it means, what it may hold. */
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

type Parameters = Readonly<Record<string, Parameter>>;
type ValuesOf<P extends Parameters> = { [Name in keyof P]: z.output<P[Name]['schema']> };

/** What a command did: `data` is printed with --json, `lines` without it; undefined and none when it printed a document itself. */
export interface Answer {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** Other than `ok`: the command ran to its end and has this to say. */
  readonly exit?: ExitCode;
}

/** The terminal, or what stands in for it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when a person is watching: progress bars, questions. */
  readonly interactive: boolean;
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Asks for a line without showing it. Only when interactive. */
  askHidden(question: string): Promise<string>;
}

/** Starts the whole service. Handed in, because loading it costs most commands half of their time for nothing. */
export type StartService = (settings: Settings) => Promise<Service>;

/** What a running command has at hand. */
export interface CommandContext {
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly startService: StartService;
  /**
   * The database, opened at the first call and closed by the frame.
   * @param options.create makes SQLite's file where it is missing.
   * @throws CliError `unavailable`; `schema_not_current` where there is no database, or unless `anySchema` one of another schema.
   */
  database(options?: { anySchema?: boolean; create?: boolean }): Promise<Database>;
}

/** A command with the types of its parameters forgotten: what the frame keeps. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** More than the summary, where it is needed. */
  readonly details?: string;
  readonly arguments: Parameters;
  readonly options: Parameters;
  readonly examples: readonly string[];
  run(context: CommandContext, args: Record<string, unknown>, options: Record<string, unknown>): Promise<Answer>;
}

interface CommandDefinition<A extends Parameters, O extends Parameters> extends Omit<
  Command,
  'arguments' | 'options' | 'run'
> {
  /** In the order they are typed. */
  readonly arguments?: A;
  /** Keys are commander's names of the flags: `--dry-run` is `dryRun`. */
  readonly options?: O;
  run(context: CommandContext, args: ValuesOf<A>, options: ValuesOf<O>): Promise<Answer>;
}

/** Declares a command. The frame checks arguments and flags before `run` sees them. */
export function command<
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- none is what a command has by default
  A extends Parameters = Record<never, Parameter>,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
  O extends Parameters = Record<never, Parameter>,
>(definition: CommandDefinition<A, O>): Command {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    // The frame parsed both records with the schemas of A and O before it calls.
    run: (context, args, options) => definition.run(context, args as ValuesOf<A>, options as ValuesOf<O>),
  };
}

/** Commands under one word: `leadlight workspace create`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** What the word alone does, with arguments: `leadlight import FILE`. It bears the name of the group. */
  readonly own?: Command;
  readonly commands: readonly Command[];
}
