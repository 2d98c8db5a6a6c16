/** The frame of the command line: parsing, help, errors, exit statuses. The commands are in commands/. */
import { existsSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { z } from 'zod';
import { databaseProblem, loadSettings, SettingsError, type Settings } from '../../../config/settings';
import { strangeSettings } from '../../../config/strange-settings';
import { privacyKeeper } from '../../auth/privacy-keeper';
import { missingDatabase, unignoredPlace } from '../../service/data-place';
import { OperationError, type ErrorCode } from '../../shared/errors';
import { StartRefused } from '../../shared/start-refused';
import { Database } from '../../database/database';
import { schemaState, SchemaRefused, whyNotCurrent } from '../../store/facade/migrate';
import { isDamage } from '../../database/sqlite-damage';
import { DatabaseReplaced } from '../../database/sqlite-files';
import { codeOf } from '../../database/driver-error';
import { isDatabaseUnavailable } from '../../database/unavailable';
import { whyNotWritable } from '../../shared/file-rights';
import { OutdatedWriter } from '../../store/statements/writer-version';
import type { Command, CommandContext, CommandGroup, StartService, Terminal } from './command';
import { detailsOf } from '../../../tools/issues';
import { CliError, exitCodes, type ExitCode } from './exit-codes';
import { printable, printableJson } from './printable';
import { adoptMasterKey } from '../../store/statements/master-key-check';
import { withKeeper } from '../../store/statements/keeper';
import { fieldOf } from '../../shared/records';

/** All commands of `leadlight`. */
export interface CommandTree {
  readonly version: string;
  readonly commands: readonly (Command | CommandGroup)[];
}

/**
 * Runs one command line.
 * @param argv the arguments after `leadlight`.
 * @returns the exit status. Everything else has been printed.
 */
export async function runCommandLine(
  tree: CommandTree,
  argv: readonly string[],
  screen: Terminal,
  startService: StartService,
): Promise<number> {
  const terminal: Terminal = {
    ...screen,
    out: (text) => screen.out(printable(text)),
    err: (text) => screen.err(printable(text)),
  };
  let status = 0;
  const program = new CommanderCommand('leadlight')
    .description(
      'Finds sales leads in the engagement under posts. Settings come from the environment (docs/settings.md).',
    )
    .version(tree.version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(outputTo(terminal));
  const made = (definition: Command) =>
    commanderOf(definition, terminal, async (args, options, json) => {
      status = await execute(definition, { terminal, startService, json }, args, options);
    });
  const add = (parent: CommanderCommand, definition: Command) => parent.addCommand(made(definition));
  for (const entry of tree.commands) {
    if ('run' in entry) add(program, entry);
    else {
      const { own } = entry;
      const group = own ? made(own) : new CommanderCommand(entry.name).description(entry.summary);
      // Flags typed after a subcommand belong to it, even if the group has a flag of the same name.
      if (own) group.enablePositionalOptions();
      else inherit(group, program);
      for (const definition of entry.commands) add(group, definition);
      program.addCommand(group);
    }
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // `leadlight` or `leadlight workspace` alone: the help was printed, so no error line is added.
    const onlyHelp = error.code === 'commander.help';
    const message = onlyHelp ? 'a command is missing' : error.message.replace(/^error: /, '');
    if (asksForJson(argv)) terminal.out(printableJson({ error: { code: 'usage', message } }));
    if (!onlyHelp) terminal.err(`leadlight: ${message}`);
    return exitCodes.usage.status;
  }
}

/** For a line that could not be parsed. Words after `--` are not flags. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).includes('--json');
}

/** Help goes where commander wants it. We print error lines, once. */
function outputTo(terminal: Terminal) {
  return {
    writeOut: (text: string) => terminal.out(text.trimEnd()),
    writeErr: (text: string) => terminal.err(text.trimEnd()),
    outputError: () => undefined,
  };
}

function inherit(child: CommanderCommand, parent: CommanderCommand): void {
  child.copyInheritedSettings(parent);
}

function commanderOf(
  definition: Command,
  terminal: Terminal,
  run: (args: Record<string, unknown>, options: Record<string, unknown>, json: boolean) => Promise<void>,
): CommanderCommand {
  const commander = new CommanderCommand(definition.name)
    .summary(definition.summary)
    .description(definition.details ? `${definition.summary}\n\n${definition.details}` : definition.summary)
    .exitOverride()
    .configureOutput(outputTo(terminal))
    .allowExcessArguments(false);
  for (const { notation, description } of Object.values(definition.arguments))
    commander.argument(notation, description);
  for (const { notation, description, schema } of Object.values(definition.options)) {
    const option = new Option(notation, description);
    const fallback: unknown = schema.safeParse(undefined).data;
    if (typeof fallback === 'string' || typeof fallback === 'number') option.description += ` (default: ${fallback})`;
    commander.addOption(option);
  }
  commander.option('--json', 'print one JSON object instead of text');
  const examples = definition.examples.map((line) => `  $ leadlight ${line}`).join('\n');
  commander.addHelpText('after', `\nExample${definition.examples.length > 1 ? 's' : ''}:\n${examples}`);
  commander.action(async () => {
    const typed: Record<string, unknown> = commander.opts();
    const { json, ...options } = typed;
    const names = Object.keys(definition.arguments);
    const given: readonly unknown[] = commander.processedArgs;
    await run(Object.fromEntries(names.map((name, i) => [name, given[i]])), options, json === true);
  });
  return commander;
}

async function execute(
  definition: Command,
  given: Pick<CommandContext, 'terminal' | 'startService' | 'json'>,
  args: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<number> {
  const { terminal, json } = given;
  const opened: Database[] = [];
  try {
    const checkedArgs = check(definition.arguments, args);
    const checkedOptions = check(definition.options, options);
    const settings = loadSettings(terminal.env);
    for (const line of strangeSettings(terminal.env)) terminal.err(`leadlight: ${line}`);
    const context: CommandContext = {
      ...given,
      settings,
      database: (how = {}) => openDatabase(settings, opened, how),
    };
    const answer = await definition.run(context, checkedArgs, checkedOptions);
    // A command that writes a long document has already printed it.
    if (json && answer.data !== undefined) terminal.out(printableJson(answer.data));
    else for (const line of answer.lines) terminal.out(line);
    return exitCodes[answer.exit ?? 'ok'].status;
  } catch (error) {
    const { code, message } = describe(error);
    if (json) terminal.out(printableJson({ error: { code, message } }));
    for (const line of message.split('\n')) terminal.err(`leadlight: ${line}`);
    return exitCodes[code].status;
  } finally {
    for (const db of opened) await db.close();
  }
}

/** Checks the arguments. The message names the flag or argument as it is written. */
function check(parameters: Command['options'], values: Record<string, unknown>): Record<string, unknown> {
  const shape = Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema]));
  const parsed = z.object(shape).safeParse(values, { reportInput: true });
  if (parsed.success) return parsed.data;
  const lines = detailsOf(parsed.error.issues).map(({ path: name, message }) => {
    const written = parameters[name]?.notation.match(/--[a-z-]+|[<[][^\]>]+[\]>]/)?.[0] ?? name;
    return values[name] === undefined ? `${written} is required` : `${written} ${message}`;
  });
  throw new CliError('usage', lines.join('\n'));
}

async function openDatabase(
  settings: Settings,
  opened: Database[],
  { anySchema = false, create = false }: { anySchema?: boolean; create?: boolean },
): Promise<Database> {
  let [db] = opened;
  if (!db) {
    const refused = create ? unignoredPlace(settings) : missingDatabase(settings);
    if (refused !== undefined) throw new CliError(create ? 'conflict' : 'schema_not_current', refused);
    try {
      db = withKeeper(
        await Database.open(settings.DATABASE_URL, {
          maxConnections: settings.DATABASE_POOL_SIZE,
        }),
        privacyKeeper(settings),
      );
    } catch (error) {
      if (error instanceof DatabaseReplaced) throw error;
      throw new CliError(
        'unavailable',
        databaseProblem(settings, refusedFile(error) ?? missingPlace(error) ?? reason(error)),
        {
          cause: error,
        },
      );
    }
    opened.push(db);
  }
  if (!anySchema) {
    const state = await schemaState(db);
    if (state.refusal !== undefined) throw new CliError('schema_not_current', state.refusal);
    if (whyNotCurrent(state) !== undefined) {
      throw new CliError('schema_not_current', `The database schema is not current. Run: leadlight migrate`);
    }
    const unreadable = await adoptMasterKey(db);
    if (unreadable !== undefined) throw new CliError('unavailable', unreadable);
  }
  return db;
}

/** The exit code of each refusal of an operation. */
const exitOf: Partial<Record<ErrorCode, ExitCode>> = {
  validation_failed: 'usage',
  not_found: 'not_found',
  conflict: 'conflict',
  insufficient_credits: 'conflict',
  idempotency_conflict: 'conflict',
  service_unavailable: 'unavailable',
};

function describe(error: unknown): { code: ExitCode; message: string } {
  if (error instanceof CliError) return { code: error.code, message: error.message };
  if (error instanceof SchemaRefused) return { code: 'schema_not_current', message: error.message };
  if (error instanceof OperationError) return { code: exitOf[error.code] ?? 'failed', message: error.message };
  if (error instanceof StartRefused) return { code: error.code, message: error.message };
  if (error instanceof SettingsError) return { code: 'usage', message: error.message };
  if (error instanceof OutdatedWriter) return { code: 'schema_not_current', message: error.message };
  if (error instanceof DatabaseReplaced) return { code: 'unavailable', message: error.message };
  const refused = refusedFile(error);
  if (refused !== undefined) return { code: 'unavailable', message: `${refused}.` };
  if (isDatabaseUnavailable(error)) {
    return {
      code: 'unavailable',
      message: `The database no longer answers (${reason(error)}). What was stored before stays. Run the command again.`,
    };
  }
  if (isDamage(error)) {
    const message = `The file of the database is damaged (${reason(error)}). \`leadlight doctor\` says what to do.`;
    return { code: 'failed', message };
  }
  const code = fieldOf(error, 'code');
  if (code === 'EADDRINUSE' || code === 'EACCES') return { code: 'unavailable', message: reason(error) };
  const missing = missingPlace(error);
  return { code: 'failed', message: missing === undefined ? reason(error) : `${missing}.` };
}

/** Which file the file system does not let this process write, whose it is, and what to do. */
function refusedFile(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (codeOf(error)?.startsWith('SQLITE_READONLY')) return reason(error);
  const path = 'path' in error ? error.path : undefined;
  const isRefusal = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '');
  return isRefusal && typeof path === 'string' ? whyNotWritable(path) : undefined;
}

/** Which file or folder is not there, or cannot be made, in words. */
function missingPlace(error: unknown): string | undefined {
  const path = fieldOf(error, 'path');
  const code = fieldOf(error, 'code');
  if (typeof path !== 'string' || (code !== 'ENOENT' && code !== 'ENOTDIR')) return undefined;
  const folder = dirname(resolve(path));
  // A separator at the end finds folders alone.
  if (!existsSync(folder + sep)) return `There is no folder ${folder}. Make it, or name another one`;
  return fieldOf(error, 'syscall') === 'mkdir' ? `The folder ${path} cannot be made there` : `There is no file ${path}`;
}

/** One line about an error. A driver's error often has its text only in `cause` or `code`. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = fieldOf(error, 'code');
  const first = error.message.split('\n')[0];
  return first || (typeof code === 'string' ? code : error.name);
}
