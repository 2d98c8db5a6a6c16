/** The `leadlight` command: its words, in the order the help lists them. */
import { version } from '../../package.json';
import { runCommandLine, type CommandTree } from './program';
import { processTerminal } from './terminal';
import { agent } from './commands/agent';
import { audit } from './commands/audit';
import { connection } from './commands/connection';
import { credits } from './commands/credits';
import { member } from './commands/member';
import { migrate } from './commands/migrate';
import { session } from './commands/session';
import { signingKey } from './commands/signing-key';
import { workspace } from './commands/workspace';

export const commandTree: CommandTree = {
  version,
  commands: [migrate, workspace, member, agent, credits, session, connection, audit, signingKey],
};

/** Runs a command line in this process and terminal. Returns the exit status. */
export function runCli(argv: readonly string[]): Promise<number> {
  return runCommandLine(commandTree, argv, processTerminal());
}
